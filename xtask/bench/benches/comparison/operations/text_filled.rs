//! Formatting many IDs into one buffer, one after the other.

use std::hint::black_box;

use super::integers;
use crate::contenders::StackText;
use crate::meter::Meter;

/// The size of a page of results. This is few enough strings for the caches.
const IDS: usize = 1000;

pub(super) fn run(meter: &mut Meter) {
    for_each_stack_text!(measure(meter));
}

fn measure<C: StackText>(meter: &mut Meter) {
    let ids: Vec<_> = integers(IDS).map(C::id).collect();
    let len = C::string(ids[0]).len();
    let mut buffer = vec![0; IDS * len];
    meter.measure(C::NAME, IDS, || {
        for (id, place) in ids.iter().zip(buffer.chunks_exact_mut(len)) {
            C::write(*id, place);
        }
        black_box(&buffer);
    });
}
