//! Formatting an ID on the stack and on the heap, and parsing it.
//!
//! The inputs are passed in place, by a reference that is opaque to the compiler. A value would be stored, two words at
//! a time, to the place of the last result, and then loaded word by word. Some CPUs then wait for that result, and the
//! measurement would include the wait.

use std::hint::black_box;

use super::INTEGER;
use crate::contenders::{Codec, StackText};
use crate::meter::Meter;

pub(super) fn on_stack(meter: &mut Meter) {
    for_each_stack_text!(measure_on_stack(meter));
}

pub(super) fn as_string(meter: &mut Meter) {
    for_each_codec!(measure_as_string(meter));
}

pub(super) fn parse(meter: &mut Meter) {
    for_each_codec!(measure_parse(meter));
}

fn measure_on_stack<C: StackText>(meter: &mut Meter) {
    let id = C::id(INTEGER);
    meter.measure(C::NAME, 1, || C::text(*black_box(&id)));
}

fn measure_as_string<C: Codec>(meter: &mut Meter) {
    let id = C::id(INTEGER);
    meter.measure(C::NAME, 1, || C::string(*black_box(&id)));
}

fn measure_parse<C: Codec>(meter: &mut Meter) {
    let text = C::string(C::id(INTEGER));
    meter.measure(C::NAME, 1, || C::parse(black_box(&text).as_str()));
}
