//! Writes IDs into buffers, without an allocation for each ID.

use std::fmt::{self, Display};
use std::io::Write;

use idcore::__private::base16;

use crate::instant::Instant;
use crate::prefix::Prefix;
use crate::read::{Detected, ReadError, UuidVersion};
use crate::scheme::{AnyId, Uint160};
use crate::schemes::Schemes;

/// The form in which an ID is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap_4", derive(clap::ValueEnum))]
pub enum Form {
    /// The scheme's canonical text form.
    Text,
    /// The bytes in hex, two lowercase digits each.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// A 128-bit ID in the form of a UUID. The version digit is meaningful only for uuid7.
    Uuid,
    /// The time in RFC 3339, in UTC, to the millisecond.
    Time,
    /// The time in Unix milliseconds.
    Unix,
    /// One JSON object per line, as described in docs/sortid.schema.json.
    Json,
}

/// How IDs are written.
///
/// ```
/// use anyid::{Form, Instant, Reader, Scheme, Writer};
///
/// let found = Reader::default().read(b"01ARZ3NDEKTSV4RRFFQ69G5FAV", Instant::now())?;
/// let writer = Writer { form: Form::Uuid, epoch_unix_ms: Scheme::DEFAULT_EPOCH_UNIX_MS, prefix: None };
/// let mut out = Vec::new();
/// writer.append(&mut out, &found)?;
/// assert_eq!(out, b"01563e3a-b5d3-d676-4c61-efb99302bd5b");
/// # Ok::<(), anyid::read::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The form.
    pub form: Form,
    /// The epoch of Ulid-Flake.
    pub epoch_unix_ms: u64,
    /// The prefix of text forms. By default, the prefix of each ID.
    pub prefix: Option<Prefix>,
}

impl Writer {
    /// Appends an ID. After an error, appends nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the form is [`Form::Uuid`] and the ID doesn't have 128 bits.
    pub fn append(&self, out: &mut Vec<u8>, detected: &Detected<'_>) -> Result<(), ReadError> {
        let id = &detected.id;
        let prefix = self.prefix.as_ref().map_or(detected.prefix, Prefix::as_str);
        match self.form {
            Form::Text => append_text(out, id, prefix),
            Form::Hex => append_hex(out, id.as_bytes()),
            Form::Int => append_shown(out, Decimal(id.to_uint())),
            Form::Uuid => match id.as_bytes().try_into() {
                Ok(bytes) => out.extend_from_slice(base16::encode_uuid(bytes).as_bytes()),
                Err(_) => {
                    let all = Schemes::matching(|scheme| scheme.byte_len() == 16).list("or");
                    let name = id.scheme().name();
                    let message = format!("expected a {all} ID to write as a UUID, found a {name} ID");
                    return Err(ReadError::form(message));
                }
            },
            Form::Time => append_shown(out, Instant(id.unix_ms(self.epoch_unix_ms))),
            Form::Unix => append_shown(out, id.unix_ms(self.epoch_unix_ms)),
            Form::Json => append_json(out, &Detected { prefix, ..*detected }, self.epoch_unix_ms),
        }
        Ok(())
    }

    /// Appends an ID and a line feed, or nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the form is [`Form::Uuid`] and the ID doesn't have 128 bits.
    pub fn append_line(&self, out: &mut Vec<u8>, detected: &Detected<'_>) -> Result<(), ReadError> {
        self.append(out, detected)?;
        out.push(b'\n');
        Ok(())
    }
}

fn append_text(out: &mut Vec<u8>, id: &AnyId, prefix: &str) {
    if prefix.is_empty() {
        id.with_text(|text| out.extend_from_slice(text.as_bytes()));
    } else {
        id.with_suffix(|digits| append_all(out, [prefix, "_", digits]));
    }
}

/// Appends the hex digits of an ID, whose length must be a multiple of four bytes.
fn append_hex(out: &mut Vec<u8>, bytes: &[u8]) {
    for word in bytes.chunks_exact(4).filter_map(<[u8]>::first_chunk) {
        out.extend_from_slice(base16::encode::<4, 8>(word).as_bytes());
    }
}

/// An integer in decimal.
struct Decimal(Uint160);

impl Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Primitive integers are faster. `ruint` formats integers in three parts.
        const DIGITS: u32 = 19;
        match (u64::try_from(self.0), u128::try_from(self.0)) {
            (Ok(short), _) => Display::fmt(&short, formatter),
            (_, Ok(long)) => Display::fmt(&long, formatter),
            _ => {
                let (high, low) = self.0.div_rem(Uint160::from(10_u64.pow(DIGITS)));
                write!(formatter, "{}{:019}", high.to::<u128>(), low.to::<u64>())
            }
        }
    }
}

/// Appends an ID in JSON, as described in `docs/sortid.schema.json`. All schemes have the same keys with the same
/// types. Numbers that may have more than 53 bits are strings, because many JSON parsers lose digits of longer numbers.
///
/// The strings are names, digits and times, without characters that JSON escapes. `serde_json` inspects each character,
/// so a struct for `serde` takes 1.7 times as long.
fn append_json(out: &mut Vec<u8>, &Detected { id, also, prefix, uuid }: &Detected<'_>, epoch_unix_ms: u64) {
    let unix_ms = id.unix_ms(epoch_unix_ms);
    append_all(out, [r#"{"scheme":""#, id.scheme().name(), r#"","also":["#]);
    for (index, scheme) in also.iter().enumerate() {
        append_all(out, [if index == 0 { r#"""# } else { r#",""# }, scheme.name(), r#"""#]);
    }
    append_all(out, [r#"],"prefix":""#, prefix, r#"","text":""#]);
    append_text(out, &id, prefix);
    append_all(out, [r#"","bytes":""#]);
    append_hex(out, id.as_bytes());
    append_all(out, [r#"","int":""#]);
    append_shown(out, Decimal(id.to_uint()));
    for (index, (field, value)) in id.fields().enumerate() {
        let before = if index == 0 { r#"","fields":{""# } else { r#"",""# };
        append_all(out, [before, field.name, r#"":""#]);
        // Almost all values fit 64 bits, which are faster to format.
        match u64::try_from(value) {
            Ok(value) => append_shown(out, value),
            Err(_) => append_shown(out, value),
        }
    }
    append_all(out, [r#""},"unix_ms":"#]);
    append_shown(out, unix_ms);
    append_all(out, [r#","time":""#]);
    append_shown(out, Instant(unix_ms));
    append_all(out, [r#"","uuid":"#]);
    match uuid {
        None => append_all(out, ["null}"]),
        Some(UuidVersion { variant, version }) => {
            let version = version.map_or_else(|| "null".to_owned(), |version| version.to_string());
            append_all(out, [r#"{"variant":""#, variant, r#"","version":"#, &version, "}}"]);
        }
    }
}

fn append_shown(out: &mut Vec<u8>, value: impl Display) {
    // Writing to memory never fails.
    let _ = write!(out, "{value}");
}

fn append_all<const N: usize>(out: &mut Vec<u8>, parts: [&str; N]) {
    for part in parts {
        out.extend_from_slice(part.as_bytes());
    }
}
