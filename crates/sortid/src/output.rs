//! Writes IDs into buffers, without an allocation for each ID.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::cli::{Form, Scheme};
use crate::detect::Unreadable;
use crate::lines::MOST_BYTES;
use crate::scheme::AnyId;
use crate::time::Instant;

/// Many JSON readers lose digits of longer numbers.
const MOST_BITS_OF_A_NUMBER: u32 = 53;

/// Appends an ID in a form, and a line feed. Appends nothing and returns `None` if it has no such form.
pub(crate) fn append_line(out: &mut Vec<u8>, id: &AnyId, form: Form) -> Option<()> {
    append(out, id, form)?;
    out.push(b'\n');
    Some(())
}

/// Appends an ID in a form. Returns `None` if it has no such form: only 128-bit IDs can be written as UUIDs.
pub(crate) fn append(out: &mut Vec<u8>, id: &AnyId, form: Form) -> Option<()> {
    match form {
        Form::Text => id.with_text(|text| out.extend_from_slice(text.as_bytes())),
        Form::Hex => append_hex(out, id.as_bytes()),
        // Writing to memory does not fail.
        Form::Int => drop(write!(out, "{}", id.to_uint())),
        Form::Uuid => append_uuid(out, id.as_bytes().try_into().ok()?),
    }
    Some(())
}

fn append_uuid(out: &mut Vec<u8>, bytes: &[u8; 16]) {
    for (position, byte) in bytes.iter().enumerate() {
        if matches!(position, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        append_hex(out, &[*byte]);
    }
}

fn append_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + (value - 10) };
    out.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
}

/// Appends an ID as one line of JSON: the keys of the codec cases in the test vectors, the time, and any other schemes that
/// its digits fit.
pub(crate) fn append_json(
    out: &mut Vec<u8>,
    id: &AnyId,
    epoch_unix_ms: u64,
    also: &[Scheme],
) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Json { id, epoch_unix_ms, also })?;
    out.push(b'\n');
    Ok(())
}

/// Writes one line of JSON for an input that can't be read. An input of more than [`MOST_BYTES`] bytes is cut, and marked
/// as cut.
pub(crate) fn write_json_error(out: &mut impl Write, input: &[u8], error: &Unreadable) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &JsonError { input, error })?;
    out.write_all(b"\n")
}

struct JsonError<'a> {
    input: &'a [u8],
    error: &'a Unreadable,
}

impl Serialize for JsonError<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { input, error } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("input", &String::from_utf8_lossy(input.get(..MOST_BYTES).unwrap_or(input)))?;
        map.serialize_entry("error", error)?;
        if input.len() > MOST_BYTES {
            map.serialize_entry("cut", &true)?;
        }
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

struct Json<'a> {
    id: &'a AnyId,
    epoch_unix_ms: u64,
    also: &'a [Scheme],
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { id, epoch_unix_ms, also } = *self;
        let unix_ms = id.unix_ms(epoch_unix_ms);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scheme", id.scheme().name())?;
        id.with_text(|text| map.serialize_entry("text", text))?;
        let (integer, digits) = (id.to_uint(), id.as_bytes().len() * 2);
        map.serialize_entry("bytes", &format_args!("{integer:0digits$x}"))?;
        map.serialize_entry("int", &format_args!("{integer}"))?;
        map.serialize_entry("fields", &Fields(id))?;
        map.serialize_entry("unix_ms", &unix_ms)?;
        map.serialize_entry("time", &format_args!("{}", Instant(unix_ms)))?;
        if !also.is_empty() {
            map.serialize_entry("also", &also.iter().map(|scheme| scheme.name()).collect::<Vec<_>>())?;
        }
        map.end()
    }
}

struct Fields<'a>(&'a AnyId);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in self.0.fields() {
            match u64::try_from(value) {
                Ok(number) if field.bits <= MOST_BITS_OF_A_NUMBER => {
                    map.serialize_entry(field.name, &number)?
                }
                _ => {
                    let digits = hex_digits(field.bits);
                    map.serialize_entry(field.name, &format_args!("{value:0digits$x}"))?;
                }
            }
        }
        map.end()
    }
}

/// The number of hex digits for a number of bits.
pub(crate) fn hex_digits(bits: u32) -> usize {
    usize::try_from(bits.div_ceil(4)).unwrap_or(0)
}
