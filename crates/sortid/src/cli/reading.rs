//! The commands that read IDs: `inspect` and `convert`.

use std::ffi::OsString;

use anyid::{Form, InputForm, Prefix, Reader, Scheme, Schemes};
use clap::{Args, ValueEnum};

use super::epoch::Epoch;
use crate::failure::UsageError;

/// How IDs are read.
#[derive(Args, Clone, Copy)]
pub(crate) struct Reading {
    /// Scheme of the IDs [default: detected]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
    /// Form to read [default: detected]
    ///
    /// Without this option, an ID that is as long as the scheme's text is read as text. With --scheme uuid7, so are the 26 digits
    /// of a TypeID without its prefix. Otherwise it may be hex (plain, after
    /// 0x, or after \x as psql writes it), a UUID (with or without hyphens, in braces, after urn:uuid:), or a decimal integer.
    /// Only 128-bit IDs have UUIDs. An integer needs --scheme and, with fewer than 17 digits, --from int. An input that can
    /// be both hex and an integer is an error.
    #[arg(long, value_enum)]
    pub(crate) from: Option<InputForm>,
    /// Prefix that all IDs must have, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm, or '' for none [default: any or none]
    ///
    /// A prefix is one of TypeID: at most 63 letters a to z and _, and before the text alone.
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    /// Also read what people and programs add to IDs
    ///
    /// These are white space and quotes around an ID, and in ulid and ulid-flake hyphens, and the letters I, L and O for the
    /// digits 1, 1 and 0. Blank lines are not errors.
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

impl Reading {
    /// Takes the options, and rejects those that no ID fits.
    pub(crate) fn reader(&self) -> Result<Reader, UsageError> {
        let Self { scheme, from, prefix, lenient, epoch } = *self;
        epoch.refuse_for(scheme)?;
        match (from, scheme) {
            (Some(InputForm::Int), None) => {
                return Err(UsageError::new(
                    "--from int needs --scheme: an integer does not show its scheme",
                ));
            }
            (Some(InputForm::Uuid), Some(scheme)) => refuse_uuid(scheme)?,
            _ => {}
        }
        Ok(Reader { scheme, form: from, prefix, lenient })
    }
}

/// Rejects a prefix for a form that has none.
pub(crate) fn refuse_prefix(option: &str, prefix: Option<Prefix>, form: Form) -> Result<(), UsageError> {
    if prefix.is_none() || matches!(form, Form::Text | Form::Json) {
        return Ok(());
    }
    Err(UsageError::new(format!("{option} applies only to the forms text and json")))
}

/// Rejects schemes whose IDs do not have the 128 bits of a UUID.
pub(crate) fn refuse_uuid(scheme: Scheme) -> Result<(), UsageError> {
    if scheme.byte_len() == 16 {
        return Ok(());
    }
    let (all, name) = (Schemes::matching(|scheme| scheme.byte_len() == 16).list("and"), scheme.name());
    Err(UsageError::new(format!("uuid applies only to {all}, {name} IDs do not have 128 bits")))
}

/// The output format of `inspect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// The bit layout drawn to scale, with each field's bits, value and meaning.
    Text,
    /// One JSON object per line.
    Json,
}

/// Show the bit layout, the fields and the time of IDs.
///
/// The length and the alphabet of an ID determine its scheme: see sortid new --help. A UUID of version 7 is a uuid7.
/// Other UUIDs and hex digits can be of several schemes. If several schemes fit, the one whose timestamp is nearest to now is used.
/// The others are listed, in JSON under the key "also".
///
/// A prefix such as ord in ord_0372ijojuxuhjsfkeryi2mrtm says what an ID is for. The text of any scheme can follow it. 26 digits in
/// lower case are then a uuid7 if they have its version and variant, as TypeID writes it, and otherwise a ulid. One in 64 ulids has
/// them by chance: give --scheme ulid if yours are in lower case.
///
/// An input that can't be read does not stop the command, but the exit status is 1. With --format text, the error is
/// reported on stderr. With --format json, it is an object on stdout: {"input", "line", "cut", "error": {"reason",
/// "message"}}. The reason is length, digit, overflow, prefix or form. If an input has more than 256 bytes, "input" holds the
/// first 256, and "cut" is true. docs/sortid.schema.json describes all objects.
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
    /// The first line of stdin is a header, not an ID
    #[arg(long)]
    pub(crate) header: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = InspectFormat::Text)]
    pub(crate) format: InspectFormat,
    /// IDs to inspect, or - for the lines of stdin [default: -]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

/// What `convert` writes for an input that it can't convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Nothing: stop at the first such input, after the IDs before it.
    Fail,
    /// The input, unchanged.
    Keep,
    /// An empty line.
    Empty,
}

/// Convert IDs to another form, one per line.
///
/// Each input gives one line of output, so that the output fits beside the input with paste(1). An input that can't be
/// converted is reported on stderr with its line. By default it also ends the run. --on-error keep and --on-error empty write
/// a line in its place and continue. In all cases, the exit status is 1.
///
/// If several schemes fit an ID and would give different results, it is an error: give --scheme. A TypeID, which has a prefix and 26
/// digits in lower case, could be a ulid as well. Its bytes and its time are the same in both, its text is not.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV
  sortid convert --scheme ulid --to text 01563e3a-b5d3-d676-4c61-efb99302bd5b
  sortid convert --to time 0372ijojuxuhjsfkeryi2mrtm
  sortid new scru64 --node-spec 42/8 -n 3 | sortid convert --to int
  sortid convert --scheme scru128 --to text --on-error empty < column.txt")]
pub(crate) struct Convert {
    /// Form to write.
    #[arg(long, value_enum, visible_alias = "format")]
    pub(crate) to: Form,
    /// Prefix to write before the text, such as ord, or '' for none [default: that of the input]
    #[arg(long, value_name = "PREFIX")]
    pub(crate) to_prefix: Option<Prefix>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// What to write for an input that can't be converted.
    #[arg(long, value_enum, default_value_t = OnError::Fail)]
    pub(crate) on_error: OnError,
    /// The first line of stdin is a header, and stays as it is
    #[arg(long)]
    pub(crate) header: bool,
    /// IDs to convert, or - for the lines of stdin [default: -]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}
