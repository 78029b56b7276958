//! The clock of the generators that belong to the process: the process-wide ones and those of its threads.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::clock::{Clock, CoarseClock, SystemClock, SystemClockError};

/// How precisely `new` and its companions read the system's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// By [`SystemClock`]. This is the default.
    #[default]
    Exact,
    /// By [`CoarseClock`], in a fraction of the time.
    Coarse,
}

/// One setting for all scheme crates. Nothing else depends on it, so no order with other memory is needed.
static IS_COARSE: AtomicBool = AtomicBool::new(false);

/// Sets how precisely `new` and its companions read the system's clock, in all threads and for all schemes of this process,
/// and in the children that it forks afterwards. On systems without a coarse clock, it changes nothing.
///
/// Call it at the start of a program. A library should leave it to the program. It can be called at any time: the coarse
/// clock is much less behind the exact one than a generator allows, so IDs keep their order.
///
/// A generator of your own has its clock in its type. Give [`CoarseClock`] to `Generator::with_sources` or `with_config`.
pub fn set_precision(precision: Precision) {
    IS_COARSE.store(precision == Precision::Coarse, Relaxed);
}

/// The setting of [`set_precision`].
#[must_use]
pub fn precision() -> Precision {
    if IS_COARSE.load(Relaxed) { Precision::Coarse } else { Precision::Exact }
}

/// The system's clock, as precise as [`set_precision`] says.
#[derive(Clone, Copy, Debug)]
pub struct ProcessClock;

impl Clock for ProcessClock {
    type Error = SystemClockError;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Self::Error> {
        match precision() {
            Precision::Exact => SystemClock.unix_ms(),
            Precision::Coarse => CoarseClock.unix_ms(),
        }
    }
}
