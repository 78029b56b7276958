//! Writes inputs that can't be read in JSON.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::lines::{Line, MOST_BYTES};
use crate::read::Unreadable;

/// Writes one line of JSON for an input that can't be read. An input of more than [`MOST_BYTES`] bytes is cut, and marked
/// as cut.
pub(crate) fn write(out: &mut impl Write, line: Line<'_>, error: &Unreadable) -> io::Result<()> {
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
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}
