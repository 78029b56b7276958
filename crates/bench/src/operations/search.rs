//! An ID found among many by binary search.

use super::integers;
use crate::Meter;
use crate::contenders::Codec;

pub(super) fn run(meter: &mut impl Meter, number: usize) {
    for_each_codec!(measure(meter, number));
}

fn measure<C: Codec>(meter: &mut impl Meter, number: usize) {
    let wanted: Vec<_> = integers(number).map(C::id).collect();
    let mut sorted = wanted.clone();
    sorted.sort_unstable();
    // In the order of before, in which no search is near to the one before it.
    let mut wanted = wanted.iter().cycle();
    meter.measure(C::NAME, 1, || wanted.next().map(|id| sorted.binary_search(id)));
}
