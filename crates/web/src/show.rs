//! Describes an ID for the page: its time, fields and forms.

use anyid::{AnyId, Form, Instant, Scheme};
use serde::Serialize;

use crate::readings::{self, Reading};

/// The colours of the fields, in turn. Constant fields are grey.
const COLOURS: [&str; 4] = ["blue", "yellow", "green", "purple"];

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
    /// The name of the field's colour, as in the drawings of the schemes' pages.
    colour: &'static str,
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
    let constants = constants(id.scheme());
    let mut colours = COLOURS.into_iter().cycle();
    let fields = id.fields().map(|(field, value)| ShownField {
        name: field.name,
        bits: field.bits,
        meaning: field.meaning,
        value: value.to_string(),
        hex: format!("{value:0width$x}", width = field.bits.div_ceil(4) as usize),
        colour: if constants.contains(&field.name) { "grey" } else { colours.next().unwrap_or("grey") },
    });
    fields.collect()
}

/// Returns the names of the fields that are the same in every ID, because they are the same in the smallest and the
/// largest ID.
fn constants(scheme: Scheme) -> Vec<&'static str> {
    let epoch = Scheme::DEFAULT_EPOCH_UNIX_MS;
    let (first, last) = scheme.unix_ms_range(epoch).into_inner();
    let (Ok(first), Ok(last)) = (scheme.min_at(first, epoch), scheme.max_at(last, epoch)) else {
        return Vec::new();
    };
    let pairs = first.fields().zip(last.fields()).filter(|(first, last)| first.1 == last.1);
    pairs.map(|((field, _), _)| field.name).collect()
}

/// Returns the forms of the ID.
fn forms(reading: &Reading<'_>) -> Vec<ShownForm> {
    let forms = [("text", Form::Text), ("hex", Form::Hex), ("int", Form::Int), ("uuid", Form::Uuid)];
    let written =
        forms.into_iter().filter_map(|(name, form)| Some(ShownForm { name, value: reading.written(form)? }));
    written.collect()
}

#[cfg(test)]
mod tests {
    use anyid::Reader;

    use super::*;

    /// The names of the colours in the pictures of `docs/schemes`.
    #[test]
    fn fields_have_the_colours_of_the_drawings() {
        for (text, expected) in [
            (
                "0372ijojuxuhjsfkeryi2mrtm",
                "timestamp blue, counter_hi yellow, counter_lo green, entropy purple",
            ),
            (
                "01890a5d-ac96-774b-bcce-b302099a8057",
                "timestamp blue, ver grey, rand_a yellow, var grey, rand_b green",
            ),
            ("0u2pf62ji4b9", "timestamp blue, node_ctr yellow"),
        ] {
            let id = Reader::default().read(text.as_bytes(), Instant(1_700_000_000_000)).unwrap().id;
            let colours: Vec<_> =
                fields(&id).iter().map(|field| format!("{} {}", field.name, field.colour)).collect();
            assert_eq!(colours.join(", "), expected);
        }
    }
}
