//! Writes IDs into buffers, without an allocation for each ID.

use std::fmt::{self, Display};
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::cli::Form;
use crate::lines::{Line, MOST_BYTES};
use crate::read::{Detected, FORM, Unreadable};
use crate::scheme::{AnyId, MOST_BYTES as MOST_ID_BYTES, Schemes, Uint160};
use crate::time::Instant;

/// The most hex digits of an ID.
const MOST_DIGITS: usize = 2 * MOST_ID_BYTES;

/// How a command writes IDs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer {
    pub(crate) form: Form,
    pub(crate) epoch_unix_ms: u64,
}

impl Writer {
    /// Appends an ID. Appends nothing if it does not have the form: only 128-bit IDs can be written as UUIDs.
    pub(crate) fn append(&self, out: &mut Vec<u8>, detected: &Detected) -> Result<(), Unreadable> {
        let Detected { id, also } = detected;
        match self.form {
            Form::Text => id.with_text(|text| out.extend_from_slice(text.as_bytes())),
            Form::Hex => append_hex(out, id.as_bytes()),
            // Writing to memory does not fail.
            Form::Int => drop(write!(out, "{}", Decimal(id.to_uint()))),
            Form::Uuid => match id.as_bytes().try_into() {
                Ok(bytes) => append_uuid(out, bytes),
                Err(_) => {
                    let name = id.scheme().name();
                    let message =
                        format!("expected an ID of scru128 or ulid to write as a UUID, found {name}");
                    return Err(Unreadable::new(FORM, message));
                }
            },
            Form::Time => drop(write!(out, "{}", Instant(id.unix_ms(self.epoch_unix_ms)))),
            Form::Json => {
                let _ =
                    serde_json::to_writer(out, &Json { id, epoch_unix_ms: self.epoch_unix_ms, also: *also });
            }
        }
        Ok(())
    }

    /// Appends an ID and a line feed.
    pub(crate) fn append_line(&self, out: &mut Vec<u8>, detected: &Detected) -> Result<(), Unreadable> {
        self.append(out, detected)?;
        out.push(b'\n');
        Ok(())
    }
}

fn append_uuid(out: &mut Vec<u8>, bytes: &[u8; 16]) {
    let mut digits = [0; 32];
    write_hex(&mut digits, bytes);
    let mut rest = digits.as_slice();
    for (index, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if index > 0 {
            out.push(b'-');
        }
        let (part, after) = rest.split_at(length);
        out.extend_from_slice(part);
        rest = after;
    }
}

fn append_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    let mut digits = [0; MOST_DIGITS];
    out.extend_from_slice(write_hex(&mut digits, bytes));
}

/// Writes two digits for each byte, and returns them.
fn write_hex<'a>(digits: &'a mut [u8], bytes: &[u8]) -> &'a [u8] {
    const DIGITS: [[u8; 2]; 256] = {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut pairs = [[0; 2]; 256];
        let mut byte = 0;
        while byte < 256 {
            pairs[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
            byte += 1;
        }
        pairs
    };
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&DIGITS[usize::from(*byte)]);
    }
    digits.get(..bytes.len() * 2).unwrap_or_default()
}

/// An integer in decimal. Short ones are faster as such.
struct Decimal(Uint160);

impl Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (u64::try_from(self.0), u128::try_from(self.0)) {
            (Ok(short), _) => Display::fmt(&short, formatter),
            (_, Ok(long)) => Display::fmt(&long, formatter),
            _ => Display::fmt(&self.0, formatter),
        }
    }
}

/// Writes one line of JSON for an input that can't be read. An input of more than [`MOST_BYTES`] bytes is cut, and marked
/// as cut.
pub(crate) fn write_json_error(out: &mut impl Write, line: Line<'_>, error: &Unreadable) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &JsonError { line, error })?;
    out.write_all(b"\n")
}

struct JsonError<'a> {
    line: Line<'a>,
    error: &'a Unreadable,
}

impl Serialize for JsonError<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { line: Line { text, number }, error } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", &String::from_utf8_lossy(text.get(..MOST_BYTES).unwrap_or(text)))?;
        map.serialize_entry("line", &number)?;
        map.serialize_entry("cut", &(text.len() > MOST_BYTES))?;
        map.serialize_entry("error", error)?;
        map.end()
    }
}

impl Serialize for Unreadable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("reason", self.reason)?;
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}

/// An ID in JSON, as `docs/sortid.schema.json` describes it. All schemes have the same keys with the same types. Numbers that
/// may have more than 53 bits are texts, because many JSON readers lose digits of longer numbers.
struct Json<'a> {
    id: &'a AnyId,
    epoch_unix_ms: u64,
    also: Schemes,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { id, epoch_unix_ms, also } = *self;
        let unix_ms = id.unix_ms(epoch_unix_ms);
        let mut map = serializer.serialize_map(Some(8))?;
        map.serialize_entry("scheme", id.scheme().name())?;
        map.serialize_entry("also", &also.iter().map(|scheme| scheme.name()).collect::<Vec<_>>())?;
        id.with_text(|text| map.serialize_entry("text", text))?;
        let mut digits = [0; MOST_DIGITS];
        let hex = std::str::from_utf8(write_hex(&mut digits, id.as_bytes())).unwrap_or_default();
        map.serialize_entry("bytes", hex)?;
        map.serialize_entry("int", &format_args!("{}", Decimal(id.to_uint())))?;
        map.serialize_entry("fields", &Fields(id))?;
        map.serialize_entry("unix_ms", &unix_ms)?;
        map.serialize_entry("time", &format_args!("{}", Instant(unix_ms)))?;
        map.end()
    }
}

struct Fields<'a>(&'a AnyId);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in self.0.fields() {
            // Almost all values are short, and faster to write as such.
            match u64::try_from(value) {
                Ok(value) => map.serialize_entry(field.name, &format_args!("{value}"))?,
                Err(_) => map.serialize_entry(field.name, &format_args!("{value}"))?,
            }
        }
        map.end()
    }
}

/// The number of hex digits for a number of bits.
pub(crate) fn hex_digits(bits: u32) -> usize {
    usize::try_from(bits.div_ceil(4)).unwrap_or(0)
}
