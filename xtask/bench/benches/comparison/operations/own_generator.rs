//! An ID from a generator that the caller owns, with one of the system's clocks.

use crate::contenders::{CoarseGenerator, OwnGenerator};
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter) {
    for_each_coarse_generator!(measure_coarse(meter));
    for_each_codec!(measure(meter));
}

fn measure<C: OwnGenerator>(meter: &mut Meter) {
    let mut own = C::own();
    meter.measure(C::NAME, 1, || C::generate(&mut own));
}

fn measure_coarse<C: CoarseGenerator>(meter: &mut Meter) {
    let mut coarse = C::coarse();
    meter.measure(C::NAME.variant("ours-coarse"), 1, || C::generate_coarse(&mut coarse));
}
