//! Many IDs at one clock reading, from a generator that the caller owns.

use std::hint::black_box;

use crate::contenders::AtGenerator;
use crate::meter::Meter;
use crate::sources::SteppingClock;

pub(super) fn run(meter: &mut Meter, number: usize) {
    for_each_at_generator!(measure(meter, number));
}

fn measure<C: AtGenerator>(meter: &mut Meter, number: usize) {
    let mut at = C::at();
    let mut clock = SteppingClock::new(C::STEP_MS);
    meter.measure(C::NAME, number, || {
        let unix_ms = clock.next_unix_ms();
        for _ in 0..number {
            black_box(&C::generate_at(&mut at, unix_ms));
        }
    });
}
