//! The functions that [`ids`](crate::ids) needs, without hardware: the clock is not set, and nothing can be read or
//! saved. A test on the host has a board that works.

/// The random number generator has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWord;

/// The write to flash failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSaved;

pub(crate) const fn unix_ms() -> Option<u64> {
    None
}

pub(crate) const fn random_word() -> Result<u32, NoWord> {
    Err(NoWord)
}

pub(crate) const fn load() -> Option<u64> {
    None
}

pub(crate) const fn save(_: u64) -> Result<(), NotSaved> {
    Err(NotSaved)
}
