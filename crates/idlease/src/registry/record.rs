//! The record of a slot.

use std::fmt;
use std::str::FromStr;

use crate::Label;
use crate::registry::{Pool, Token};
use crate::text::{Fields, TextError};

/// The record that a registry stores for a slot: the last grant of its node ID.
///
/// A grant is a rectangle: the node ID × the ID timestamps from `start_unix_ms` up to, but not including,
/// `end_unix_ms`. The next grant of the slot starts at or after this grant's end.
///
/// The text form lists the fields in the order of their declaration, separated by single spaces, with `-` for no owner
/// and nothing for an empty label. Two records are equal if and only if their text forms are, so an engine can store
/// and compare strings:
///
/// ```
/// use idlease::registry::{Record, Token};
/// use idlease::Label;
///
/// let record = Record {
///     epoch: 7,
///     owner: Some(Token::from_u128(0xab)),
///     start_unix_ms: 1_700_000_000_000,
///     end_unix_ms: 1_700_000_060_000,
///     label: "shop-1".parse()?,
/// };
/// let text = "7 000000000000000000000000000000ab 1700000000000 1700000060000 shop-1";
/// assert_eq!(record.to_string(), text);
/// assert_eq!(text.parse(), Ok(record));
/// # Ok::<(), idlease::error::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The number of grants so far. Each new grant adds 1. A renewal adds nothing.
    pub epoch: u64,
    /// The owner, or `None` if the slot was released or never granted.
    pub owner: Option<Token>,
    /// The start of the grant, in milliseconds since 1970.
    pub start_unix_ms: u64,
    /// The end of the grant, in milliseconds since 1970: the first instant that the owner must not use.
    pub end_unix_ms: u64,
    /// The owner's label, for operators.
    pub label: Label,
}

impl Record {
    /// Returns the record of a slot that was never granted. Its first grant starts at `from_unix_ms` or later.
    #[must_use]
    pub const fn initial(from_unix_ms: u64) -> Self {
        let (start_unix_ms, end_unix_ms) = (from_unix_ms, from_unix_ms);
        Self { epoch: 0, owner: None, start_unix_ms, end_unix_ms, label: Label::EMPTY }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { epoch, owner, start_unix_ms, end_unix_ms, label } = self;
        match owner {
            Some(owner) => write!(formatter, "{epoch} {owner} {start_unix_ms} {end_unix_ms}")?,
            None => write!(formatter, "{epoch} - {start_unix_ms} {end_unix_ms}")?,
        }
        if label.as_str().is_empty() { Ok(()) } else { write!(formatter, " {label}") }
    }
}

impl FromStr for Record {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::new("the record", text);
        let epoch = fields.number("epoch")?;
        let owner = match fields.next("owner")? {
            "-" => None,
            owner => Some(owner.parse()?),
        };
        let start_unix_ms: u64 = fields.number("start_unix_ms")?;
        let end_unix_ms: u64 = fields.number("end_unix_ms")?;
        let label = fields.rest("label")?.map_or(Ok(Label::EMPTY), str::parse)?;
        if end_unix_ms < start_unix_ms {
            return Err(TextError::new("end_unix_ms", &end_unix_ms.to_string(), "start_unix_ms or later"));
        }
        Ok(Self { epoch, owner, start_unix_ms, end_unix_ms, label })
    }
}

/// The contents of a registry at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The pool, as the operator initialised it.
    pub pool: Pool,
    /// The requested slots that have a record, with their records. A slot whose record is missing is never granted.
    pub records: Vec<(u32, Record)>,
    /// The time of the registry's clock, in milliseconds since 1970, or `None` if it has no clock and clients use their
    /// own.
    pub server_unix_ms: Option<u64>,
    /// The earliest start of a new grant, in milliseconds since 1970. It is 0 unless the registry has detected that it
    /// may have forgotten grants. In that case, it is the time of the detection plus [`Pool::horizon_ms`].
    pub floor_unix_ms: u64,
}

impl Snapshot {
    /// Returns the record of a slot, if it was requested and exists.
    #[must_use]
    pub fn record(&self, slot: u32) -> Option<&Record> {
        self.records.iter().find(|(found, _)| *found == slot).map(|(_, record)| record)
    }
}
