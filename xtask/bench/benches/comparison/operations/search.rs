//! Finding an ID among many by binary search.

use super::integers;
use crate::contenders::Codec;
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter, number: usize) {
    for_each_codec!(measure(meter, number));
}

fn measure<C: Codec>(meter: &mut Meter, number: usize) {
    let wanted: Vec<_> = integers(number).map(C::id).collect();
    let mut sorted = wanted.clone();
    sorted.sort_unstable();
    // Unsorted, so that consecutive searches are far apart.
    let mut wanted = wanted.iter().cycle();
    meter.measure(C::NAME, 1, || wanted.next().map(|id| sorted.binary_search(id)));
}
