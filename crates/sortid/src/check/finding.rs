//! A problem with an ID, and its place.

use std::fmt;
use std::io::{self, Write};

use anyid::read::ReadError;
use anyid::{AnyId, Instant, Scheme};

use crate::failure::with_option;
use crate::lines::MAX_BYTES;
use serde_json::{Value, json};

/// A line of a file, or of stdin.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u64,
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.file {
            write!(formatter, "{file}: ")?;
        }
        write!(formatter, "line {}", self.line)
    }
}

/// A problem with an ID.
pub(crate) enum Finding {
    /// Holds a different scheme that the line fits, if the scheme of the stream was detected.
    Malformed(ReadError, Option<Scheme>),
    Duplicate,
    /// Smaller than the previous ID, which this holds.
    Order(AnyId),
    /// Holds the timestamp in milliseconds since 1970.
    Future(u64),
}

/// A kind of finding: its name in the text report, in a finding in JSON, and in the JSON report.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
}

/// The kinds, in the order of the report.
pub(crate) const KINDS: [Kind; 4] = [
    Kind { name: "malformed", one: "malformed", many: "malformed" },
    Kind { name: "duplicates", one: "duplicate", many: "duplicates" },
    Kind { name: "out of order", one: "out_of_order", many: "out_of_order" },
    Kind { name: "in the future", one: "in_the_future", many: "in_the_future" },
];

impl Finding {
    /// Returns the index of the kind.
    pub(crate) fn kind(&self) -> usize {
        match self {
            Self::Malformed(..) => 0,
            Self::Duplicate => 1,
            Self::Order(_) => 2,
            Self::Future(_) => 3,
        }
    }

    pub(crate) fn write(&self, position: Position<'_>, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{position}: {:?} {self}", String::from_utf8_lossy(line))
    }

    /// Returns the finding as an element of `findings` in the report.
    pub(crate) fn to_json(&self, position: Position<'_>, line: &[u8]) -> Value {
        json!({
            "kind": KINDS.get(self.kind()).map(|kind| kind.one),
            "file": position.file,
            "line": position.line,
            "input": String::from_utf8_lossy(line.get(..MAX_BYTES).unwrap_or(line)),
            "message": self.to_string(),
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error, None) => write!(formatter, "malformed: {}", with_option(error)),
            Self::Malformed(error, Some(scheme)) => {
                write!(formatter, "malformed: {}; it looks like {}", with_option(error), scheme.name())
            }
            Self::Duplicate => formatter.write_str("duplicate"),
            Self::Order(last) => {
                last.with_text(|last| write!(formatter, "out of order: smaller than the previous ID, {last}"))
            }
            Self::Future(unix_ms) => write!(formatter, "in the future: {}", Instant(*unix_ms)),
        }
    }
}
