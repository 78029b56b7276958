//! The promised order of the IDs of a sequence.

use super::subject::{Raw, Subject};

/// The tolerated rollback, in milliseconds, as the documentation of the crates has it.
const ALLOWANCE_MS: u64 = 10_000;

/// Whether a generator that made `last` can only have made `next` after it started over: `next` is earlier by more than the
/// allowance.
pub(crate) fn is_start_over(subject: &Subject, last: &Raw, next: &Raw) -> bool {
    (subject.unix_ms)(next) + ALLOWANCE_MS < (subject.unix_ms)(last)
}

/// How an ID stands to one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Up,
    StartOver,
    OutOfOrder,
}

/// Compares an ID with one that was returned before it was requested.
pub(crate) fn step(subject: &Subject, may_start_over: bool, last: &Raw, next: &Raw) -> Step {
    if next > last {
        Step::Up
    } else if may_start_over && is_start_over(subject, last, next) {
        Step::StartOver
    } else {
        Step::OutOfOrder
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::subject::SUBJECTS;

    fn ulid(unix_ms: u64, low: u8) -> Raw {
        let mut id = [0; 20];
        id[..6].copy_from_slice(&unix_ms.to_be_bytes()[2..]);
        id[15] = low;
        id
    }

    #[test]
    fn only_an_id_beyond_the_allowance_is_a_start_over() {
        let subject = SUBJECTS.iter().find(|subject| subject.name == "ulid").unwrap();
        let last = ulid(100_000, 5);
        let after = |next| step(subject, true, &last, &next);
        assert_eq!(after(ulid(100_000, 6)), Step::Up);
        assert_eq!(after(last), Step::OutOfOrder);
        assert_eq!(after(ulid(100_000, 4)), Step::OutOfOrder);
        assert_eq!(after(ulid(90_000, 9)), Step::OutOfOrder);
        assert_eq!(after(ulid(89_999, 9)), Step::StartOver);
        assert_eq!(step(subject, false, &last, &ulid(89_999, 9)), Step::OutOfOrder);
    }
}
