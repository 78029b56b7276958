//! An ID from a generator that the caller owns, with the system clock.

use crate::Meter;
use crate::contenders::OwnGenerator;

pub(super) fn run(meter: &mut impl Meter) {
    for_each_own_generator!(measure(meter));
}

fn measure<C: OwnGenerator>(meter: &mut impl Meter) {
    let mut own = C::own();
    meter.measure(C::NAME, 1, || C::generate(&mut own));
}
