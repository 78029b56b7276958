//! Which process this is.

use std::process;

use idcore::{RandomSource, SystemRandom};

/// The process that made this value, so that a forked child notices that it is another one. A [`Registry`](crate::Registry) needs it
/// to leave its parent's connection alone.
///
/// The process id alone would not do. In a new PID namespace, the child of process 1 is process 1 too.
///
/// ```
/// assert!(idlease::Process::current().is_current());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    id: u32,
    /// Counts the forks that led to the process.
    lineage: u32,
}

impl Process {
    /// This process.
    #[must_use]
    pub fn current() -> Self {
        Self { id: process::id(), lineage: SystemRandom::new().lineage() }
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
        assert!(!Process { lineage: parent.lineage + 1, ..parent }.is_current());
        assert!(!Process { id: parent.id + 1, ..parent }.is_current());
    }
}
