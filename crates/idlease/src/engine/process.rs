//! The identity of a process.

use std::process;

/// The process that created this value, so that a forked child can tell that it is a different process.
///
/// The process ID isn't enough: in a new PID namespace, the child of process 1 is also process 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    id: u32,
    /// A number that no ancestor has.
    number: u32,
}

impl Process {
    /// Returns the current process.
    pub(crate) fn current() -> Self {
        Self { id: process::id(), number: idcore::__private::process_number() }
    }

    /// Returns `true` if this is the process that created the value.
    pub(crate) fn is_current(self) -> bool {
        self == Self::current()
    }
}

#[cfg(test)]
impl Process {
    pub(super) fn parent() -> Self {
        let current = Self::current();
        Self { number: current.number + 1, ..current }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_with_the_same_process_id_is_another_process() {
        let current = Process::current();
        assert!(current.is_current() && !Process::parent().is_current());
        assert!(!Process { id: current.id + 1, ..current }.is_current());
    }
}
