//! Formatting and parsing with neither code nor tables in the caches.

use std::hint::black_box;

use super::INTEGER;
use crate::contenders::{Codec, StackText};
use crate::meter::{Meter, Name};

/// The cost of the measurement itself.
const NOTHING: Name = Name { scheme: "none", implementation: "nothing" };

pub(super) fn text(meter: &mut Meter) {
    meter.measure_cold(NOTHING, || ());
    for_each_stack_text!(measure_text(meter));
}

pub(super) fn parse(meter: &mut Meter) {
    meter.measure_cold(NOTHING, || ());
    for_each_codec!(measure_parse(meter));
}

fn measure_text<C: StackText>(meter: &mut Meter) {
    let id = C::id(INTEGER);
    meter.measure_cold(C::NAME, || C::text(*black_box(&id)));
}

fn measure_parse<C: Codec>(meter: &mut Meter) {
    let text = C::string(C::id(INTEGER));
    meter.measure_cold(C::NAME, || C::parse(black_box(&text).as_str()));
}
