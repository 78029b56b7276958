//! An ID from a generator that the caller owns, with one of the system's clocks.

use crate::Meter;
use crate::contenders::{CoarseGenerator, OwnGenerator};

pub(super) fn run(meter: &mut impl Meter) {
    for_each_own_generator!(measure(meter));
}

pub(super) fn run_coarse(meter: &mut impl Meter) {
    for_each_coarse_generator!(measure_coarse(meter));
}

fn measure<C: OwnGenerator>(meter: &mut impl Meter) {
    let mut own = C::own();
    meter.measure(C::NAME, 1, || C::generate(&mut own));
}

fn measure_coarse<C: CoarseGenerator>(meter: &mut impl Meter) {
    let mut coarse = C::coarse();
    meter.measure(C::NAME, 1, || C::generate_coarse(&mut coarse));
}
