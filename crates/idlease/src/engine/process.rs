//! Which process this is.

use std::process;

/// The process that made this value, so that a forked child notices that it is another one. A [`Registry`](crate::registry::Registry) needs it
/// to leave its parent's connection alone.
///
/// The process id alone would not do. In a new PID namespace, the child of process 1 is process 1 too.
///
/// ```
/// assert!(idlease::engine::Process::current().is_current());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    id: u32,
    /// A number that no ancestor has.
    forks: u32,
}

impl Process {
    /// This process.
    #[must_use]
    pub fn current() -> Self {
        Self { id: process::id(), forks: idcore::__private::fork_count() }
    }

    /// Whether this is the process that made the value.
    #[must_use]
    pub fn is_current(self) -> bool {
        self == Self::current()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_with_the_same_process_id_is_another_process() {
        let parent = Process::current();
        assert!(parent.is_current());
        assert!(!Process { forks: parent.forks + 1, ..parent }.is_current());
        assert!(!Process { id: parent.id + 1, ..parent }.is_current());
    }
}
