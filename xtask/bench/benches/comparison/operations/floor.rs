//! The lower bounds for generators: reading the clock, locking, drawing random bytes, and writing the ID.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

use idcore::clock::{Clock, CoarseClock, SystemClock};
use rand_core::Rng;

use crate::meter::{Meter, Name};
use crate::sources::chacha;

const CLOCK: Name = Name { scheme: "none", implementation: "clock" };
const COARSE_CLOCK: Name = Name { scheme: "none", implementation: "coarse-clock" };
const LOCK: Name = Name { scheme: "none", implementation: "lock" };
const RANDOM_4_BYTES: Name = Name { scheme: "none", implementation: "random-4-bytes" };
const COPY_16_BYTES: Name = Name { scheme: "none", implementation: "copy-16-bytes" };

pub(super) fn run(meter: &mut Meter) {
    meter.measure(CLOCK, 1, || SystemClock.unix_ms());
    meter.measure(COARSE_CLOCK, 1, || CoarseClock.unix_ms());
    let mutex = Mutex::new(7_u64);
    meter.measure(LOCK, 1, || *black_box(&mutex).lock().unwrap_or_else(PoisonError::into_inner));
    let mut random = chacha();
    meter.measure(RANDOM_4_BYTES, 1, || random.next_u32());
    let bytes = [7_u8; 16];
    meter.measure(COPY_16_BYTES, 1, || *black_box(&bytes));
}
