//! The commands that read IDs: `inspect` and `convert`.

use std::ffi::OsString;

use anyid::{Form, InputForm, Prefix, Reader, Scheme, Schemes};
use clap::{Args, ValueEnum};

use super::TextOrJson;
use super::epoch::Epoch;
use crate::failure::UsageError;

#[derive(Args, Clone, Copy)]
pub(crate) struct Reading {
    /// Scheme of the IDs [default: detected]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
    /// Form of the input [default: detected]
    ///
    /// Without this option, an ID with the length of the scheme's text form is read as text. With --scheme uuid7, this
    /// includes the 26 digits of a TypeID without its prefix. Any other ID may be in hex (plain, after 0x, or after \x
    /// as psql writes it), a UUID (with or without hyphens, in braces, after urn:uuid:), or a decimal integer. Only
    /// 128-bit IDs have UUIDs. An integer needs --scheme and, with fewer than 17 digits, --from int. An input that can
    /// be both hex and an integer is an error.
    #[arg(long, value_enum)]
    pub(crate) from: Option<InputForm>,
    /// Prefix that all IDs must have, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm, or '' for none [default: any or
    /// none]
    ///
    /// Only the text form has a prefix. As in TypeID, it is at most 63 letters a to z and _.
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    /// Also accept IDs as written by people and other software
    ///
    /// Accepts whitespace and quotes around an ID, hex in X'...' as sqlite3 prints blobs, and in ulid and ulid-flake
    /// also hyphens and the letters I, L and O for the digits 1, 1 and 0. Skips blank lines.
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

impl Reading {
    /// Returns an error if no ID fits the options.
    pub(crate) fn reader(&self) -> Result<Reader, UsageError> {
        let Self { scheme, from, prefix, lenient, epoch } = *self;
        epoch.refuse_for(scheme)?;
        match (from, scheme) {
            (Some(InputForm::Int), None) => {
                return Err(UsageError::new("--from int needs --scheme: an integer doesn't show its scheme"));
            }
            (Some(InputForm::Uuid), Some(scheme)) => refuse_uuid(scheme)?,
            _ => {}
        }
        Ok(Reader { scheme, form: from, prefix, lenient, epoch_unix_ms: epoch.unix_ms() })
    }
}

/// Rejects a prefix for a form that doesn't show it.
pub(crate) fn refuse_prefix(option: &str, prefix: Option<Prefix>, form: Form) -> Result<(), UsageError> {
    if prefix.is_none() || matches!(form, Form::Text | Form::Json) {
        return Ok(());
    }
    Err(UsageError::new(format!("{option} applies only to text and json")))
}

/// Rejects schemes whose IDs don't have the 128 bits of a UUID.
pub(crate) fn refuse_uuid(scheme: Scheme) -> Result<(), UsageError> {
    if scheme.byte_len() == 16 {
        return Ok(());
    }
    let (all, name) = (Schemes::matching(|scheme| scheme.byte_len() == 16).list("and"), scheme.name());
    Err(UsageError::new(format!("uuid applies only to {all}: {name} IDs don't have 128 bits")))
}

/// Show the bit layout, the fields and the time of IDs.
///
/// The length and the alphabet of an ID determine its scheme: see sortid new --help. A version 7 UUID is a uuid7. Other
/// UUIDs and hex digits can belong to several schemes. If several schemes fit, the scheme whose timestamp is nearest to
/// now is used. The other schemes are listed, in JSON under the key "also".
///
/// A prefix, such as ord in ord_0372ijojuxuhjsfkeryi2mrtm, says what an ID is for. It can precede the text form of any
/// scheme. After a prefix, 26 lowercase digits are a uuid7 if they have its version and variant, as TypeID writes it,
/// and otherwise a ulid. One in 64 ulids has them by chance: use --scheme ulid if yours are lowercase.
///
/// An input that can't be read doesn't stop the command, but the exit status is 1. With --format text, the error is
/// printed on stderr. With --format json, it is an object on stdout: {"input", "line", "cut", "error": {"reason",
/// "message"}}. The reason is length, digit, overflow, prefix or form. If an input has more than 256 bytes, "input"
/// contains the first 256, and "cut" is true. docs/sortid.schema.json describes all objects.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid inspect 0372ijojuxuhjsfkeryi2mrtm
  sortid inspect 01563e3a-b5d3-d676-4c61-efb99302bd5b
  sortid inspect ord_01ARZ3NDEKTSV4RRFFQ69G5FAV
  sortid inspect --scheme scru64 109959589539758421
  sortid inspect --scheme ulid-flake-scalable 00CMXB6TB2CJA
  sortid new ulid -n 3 | sortid inspect
  sortid inspect --format json < ids.txt | jq -r .time")]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Treat the first line of stdin as a header and skip it
    #[arg(long)]
    pub(crate) header: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    /// IDs to inspect, or - for the lines of stdin [default: -]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop and write nothing for the input.
    Fail,
    /// Write the input unchanged.
    Keep,
    /// Write an empty line.
    Empty,
}

/// Convert IDs to a different form, one per line.
///
/// Each input gives one line of output, so that paste(1) can put input and output side by side. An input that can't be
/// converted is reported on stderr with its line, and the exit status is 1. By default, the run ends there. With
/// --on-error keep or --on-error empty, it writes a line in place of the ID and continues.
///
/// If an ID fits several schemes with different results, it is an error: use --scheme. A TypeID, with a prefix and 26
/// lowercase digits, could also be a ulid. Its bytes and its time are the same in both schemes, but not its text.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV
  sortid convert --scheme ulid --to text 01563e3a-b5d3-d676-4c61-efb99302bd5b
  sortid convert --to time 0372ijojuxuhjsfkeryi2mrtm
  sortid new scru64 --node-spec 42/8 -n 3 | sortid convert --to int
  sortid convert --scheme scru128 --to text --on-error empty < column.txt")]
pub(crate) struct Convert {
    /// Output format.
    #[arg(long, value_enum, visible_alias = "format")]
    pub(crate) to: Form,
    /// Prefix to write before the text form, such as ord, or '' for none [default: the prefix of the input]
    #[arg(long, value_name = "PREFIX")]
    pub(crate) to_prefix: Option<Prefix>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Action for an input that can't be converted.
    #[arg(long, value_enum, default_value_t = OnError::Fail)]
    pub(crate) on_error: OnError,
    /// Treat the first line of stdin as a header and copy it unchanged
    #[arg(long)]
    pub(crate) header: bool,
    /// IDs to convert, or - for the lines of stdin [default: -]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}
