//! Describes an ID for the page: its time, fields and forms.

use anyid::{AnyId, Form, Instant};
use serde::Serialize;

use crate::readings::{self, Reading};

/// An ID with its fields and forms.
#[derive(Serialize)]
pub(crate) struct Shown {
    scheme: &'static str,
    form: &'static str,
    unix_ms: u64,
    time: String,
    relative: String,
    /// The number of bits of the ID.
    bits: usize,
    /// The bits above the first field, which are always 0.
    unused: u32,
    fields: Vec<ShownField>,
    forms: Vec<ShownForm>,
}

#[derive(Serialize)]
struct ShownField {
    name: &'static str,
    bits: u32,
    meaning: &'static str,
    value: String,
    hex: String,
}

#[derive(Serialize)]
struct ShownForm {
    name: &'static str,
    value: String,
}

impl Shown {
    pub(crate) fn new(reading: &Reading<'_>, now: Instant) -> Self {
        let id = &reading.id;
        let unix_ms = readings::unix_ms(id);
        let bits = id.as_bytes().len() * 8;
        let used: u32 = id.scheme().fields().iter().map(|field| field.bits).sum();
        Self {
            scheme: id.scheme().name(),
            form: readings::form_name(reading.form),
            unix_ms,
            time: Instant(unix_ms).to_string(),
            relative: Instant(unix_ms).relative_to(now),
            bits,
            unused: u32::try_from(bits).unwrap_or(used).saturating_sub(used),
            fields: fields(id),
            forms: forms(reading),
        }
    }
}

fn fields(id: &AnyId) -> Vec<ShownField> {
    let fields = id.fields().map(|(field, value)| ShownField {
        name: field.name,
        bits: field.bits,
        meaning: field.meaning,
        value: value.to_string(),
        hex: format!("{value:0width$x}", width = field.bits.div_ceil(4) as usize),
    });
    fields.collect()
}

/// Returns the forms of the ID.
fn forms(reading: &Reading<'_>) -> Vec<ShownForm> {
    let forms = [("text", Form::Text), ("hex", Form::Hex), ("int", Form::Int), ("uuid", Form::Uuid)];
    let written =
        forms.into_iter().filter_map(|(name, form)| Some(ShownForm { name, value: reading.written(form)? }));
    written.collect()
}
