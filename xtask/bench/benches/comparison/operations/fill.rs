//! A slice of IDs with one clock reading.

use std::hint::black_box;

use crate::contenders::Filler;
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter, number: usize) {
    for_each_at_generator!(measure(meter, number));
}

fn measure<C: Filler>(meter: &mut Meter, number: usize) {
    let mut filler = C::filler();
    let mut ids = vec![C::id(0); number];
    meter.measure(C::NAME, number, || {
        C::fill(&mut filler, &mut ids);
        black_box(&ids);
    });
}
