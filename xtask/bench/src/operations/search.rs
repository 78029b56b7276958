//! Finding an ID among many by binary search.

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
    // In the unsorted order, in which no search is close to the previous one.
    let mut wanted = wanted.iter().cycle();
    meter.measure(C::NAME, 1, || wanted.next().map(|id| sorted.binary_search(id)));
}
