//! An ID's text, on the stack and on the heap, and an ID from it.
//!
//! Each is given where it is, behind a reference that the compiler knows nothing about. Handed over as a value it would be
//! stored, two words at once, to where the last result is, and loaded word by word: some CPUs then wait for that result, so
//! that not only the operation would be measured.

use std::hint::black_box;

use super::INTEGER;
use crate::Meter;
use crate::contenders::{Codec, StackText};

pub(super) fn on_stack(meter: &mut impl Meter) {
    for_each_stack_text!(measure_on_stack(meter));
}

pub(super) fn as_string(meter: &mut impl Meter) {
    for_each_codec!(measure_as_string(meter));
}

pub(super) fn parse(meter: &mut impl Meter) {
    for_each_codec!(measure_parse(meter));
}

fn measure_on_stack<C: StackText>(meter: &mut impl Meter) {
    let id = C::id(INTEGER);
    meter.measure(C::NAME, 1, || C::text(*black_box(&id)));
}

fn measure_as_string<C: Codec>(meter: &mut impl Meter) {
    let id = C::id(INTEGER);
    meter.measure(C::NAME, 1, || C::string(*black_box(&id)));
}

fn measure_parse<C: Codec>(meter: &mut impl Meter) {
    let text = C::string(C::id(INTEGER));
    meter.measure(C::NAME, 1, || C::parse(black_box(&text).as_str()));
}
