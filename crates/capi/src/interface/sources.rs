//! What every generator needs from the caller: a clock and a random source, as functions, and limits.

use core::ffi::c_void;

use idcore::clock::{Clock, MicrosecondClock};
use idcore::random::RandomSource;

use super::table::{Group, Named};

callbacks! { CALLBACKS:
    /// Reads a clock and writes the time since 1970 to `reading`, in milliseconds or, for a generator in SCRU160's
    /// microsecond mode, in microseconds. Returns 0 on success, and any other value if the time is not known.
    sortid_clock(context: *mut c_void, reading: *mut u64);

    /// Draws 32 random bits and writes them to `word`. Returns 0 on success, and any other value on failure.
    sortid_random(context: *mut c_void, word: *mut u32);
}

structs! { STRUCTS:
    /// The limits of a generator, all in milliseconds.
    sortid_limits {
        /// The tolerated rollback. The default is 10 000.
        allowance_ms: u64,
        /// Readings before this instant are errors. The default is 0. The build date is a good floor.
        floor_unix_ms: u64,
        /// No ID has a timestamp at or after this instant. The default is `UINT64_MAX`, which means no ceiling.
        ceiling_unix_ms: u64,
    }

    /// The functions that a generator calls. Each is called with its context as the first argument. The clock may be
    /// null if the caller passes each reading to the generator.
    sortid_sources {
        clock: sortid_clock,
        clock_context: *mut c_void,
        random: sortid_random,
        random_context: *mut c_void,
    }
}

impl sortid_limits {
    pub(super) const DEFAULT: Self =
        Self { allowance_ms: 10_000, floor_unix_ms: 0, ceiling_unix_ms: u64::MAX };
}

/// A function of the caller failed, or is missing.
pub(super) struct Failed;

/// The clock of a generator.
pub(super) struct CallerClock {
    pub(super) read: sortid_clock,
    pub(super) context: *mut c_void,
}

/// The random source of a generator.
pub(super) struct CallerRandom {
    pub(super) draw: sortid_random,
    pub(super) context: *mut c_void,
}

impl CallerClock {
    fn read(&self) -> Result<u64, Failed> {
        let read = self.read.ok_or(Failed)?;
        let mut reading = 0;
        // SAFETY: the caller promised a function of this type.
        let failed = unsafe { read(self.context, &raw mut reading) };
        if failed == 0 { Ok(reading) } else { Err(Failed) }
    }
}

impl Clock for CallerClock {
    type Error = Failed;

    fn unix_ms(&mut self) -> Result<u64, Failed> {
        self.read()
    }
}

/// For generators in microsecond mode, whose clock reads microseconds. They never call `unix_ms`.
impl MicrosecondClock for CallerClock {
    fn unix_us(&mut self) -> Result<u64, Failed> {
        self.read()
    }
}

impl RandomSource for CallerRandom {
    type Error = Failed;

    // One copy for all draws.
    #[inline(never)]
    fn next_u32(&mut self) -> Result<u32, Failed> {
        let draw = self.draw.ok_or(Failed)?;
        let mut word = 0;
        // SAFETY: the caller promised a function of this type.
        let failed = unsafe { draw(self.context, &raw mut word) };
        if failed == 0 { Ok(word) } else { Err(Failed) }
    }
}
