//! Sorting IDs.

use std::hint::black_box;

use super::integers;
use crate::contenders::Codec;
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter, number: usize) {
    for_each_codec!(measure(meter, number));
}

fn measure<C: Codec>(meter: &mut Meter, number: usize) {
    let ids: Vec<_> = integers(number).map(C::id).collect();
    let mut sorted = ids.clone();
    meter.measure(C::NAME, number, || {
        // This copy is a few hundredths of the cost. Without it, all calls but the first would sort sorted IDs.
        sorted.copy_from_slice(&ids);
        sorted.sort_unstable();
        black_box(&sorted);
    });
}
