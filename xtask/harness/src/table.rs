//! The test vectors as a sequence of records. Each record is a two-byte length, least significant byte first, and that
//! many bytes of [`postcard`].

use core::fmt::Arguments;

use postcard::ser_flavors::Slice;
use serde::{Deserialize, Serialize};

use crate::case::{Invalid, Setup, Step, Valid};
use crate::check;
use crate::checker::Checker;
use crate::scheme::SchemeUnderTest;

/// The largest number of bytes of a record.
pub const MAX_RECORD: usize = 512;

/// Room for the bytes of a record.
pub type Buffer = [u8; MAX_RECORD];

/// One record. The first record of a case holds its id.
#[allow(clippy::large_enum_variant, reason = "without an allocator, the large variants cannot be boxed")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record<'a> {
    /// The start of a file. Its cases follow.
    File {
        /// The scheme's name.
        scheme: &'a str,
        /// `codec` or `generator`.
        kind: &'a str,
        /// The number of cases.
        cases: u32,
    },
    /// A valid ID, and the number of [`Record::Alternate`] that follow.
    Valid(u32, #[serde(borrow)] Valid<'a>, u32),
    /// An alternate string of the case's ID.
    Alternate(&'a str),
    /// A string that is not an ID.
    Invalid(u32, #[serde(borrow)] Invalid<'a>),
    /// A generator, and the number of [`Record::Step`] that follow.
    Trace(u32, #[serde(borrow)] Setup<'a>, u32),
    /// One call of the generator.
    Step(#[serde(borrow)] Step<'a>),
}

/// An error in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// A record has more than [`MAX_RECORD`] bytes.
    TooLong,
    /// The bytes do not decode to a record.
    Malformed,
    /// The table ends within a record.
    CutOff,
    /// The record is not allowed here.
    Misplaced,
}

/// Writes one record to the start of `buffer` and returns its bytes.
pub fn write<'a>(record: &Record<'_>, buffer: &'a mut [u8; MAX_RECORD + 2]) -> Result<&'a [u8], TableError> {
    let (length, bytes) = buffer.split_at_mut(2);
    let record =
        postcard::serialize_with_flavor(record, Slice::new(bytes)).map_err(|_| TableError::TooLong)?;
    let count = u16::try_from(record.len()).map_err(|_| TableError::TooLong)?;
    length.copy_from_slice(&count.to_le_bytes());
    Ok(&buffer[..2 + usize::from(count)])
}

/// A source of the bytes of a table.
pub trait Source {
    /// Fills `bytes` as far as the table reaches. Returns the number of bytes read.
    fn read(&mut self, bytes: &mut [u8]) -> usize;

    /// Reads the next record. Returns `None` at the end of the table.
    fn next<'b>(&mut self, buffer: &'b mut Buffer) -> Result<Option<Record<'b>>, TableError> {
        let mut length = [0; 2];
        match self.read(&mut length) {
            0 => return Ok(None),
            2 => {}
            _ => return Err(TableError::CutOff),
        }
        let bytes = buffer.get_mut(..usize::from(u16::from_le_bytes(length))).ok_or(TableError::TooLong)?;
        if self.read(bytes) < bytes.len() {
            return Err(TableError::CutOff);
        }
        postcard::from_bytes(bytes).map(Some).map_err(|_| TableError::Malformed)
    }
}

/// A table in memory.
impl Source for &[u8] {
    fn read(&mut self, bytes: &mut [u8]) -> usize {
        let count = bytes.len().min(self.len());
        let (now, later) = self.split_at(count);
        bytes[..count].copy_from_slice(now);
        *self = later;
        count
    }
}

/// The result of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<'a> {
    /// The scheme's name.
    pub scheme: &'a str,
    /// `codec` or `generator`.
    pub kind: &'a str,
    /// The number of cases.
    pub cases: u32,
    /// The number of cases that passed.
    pub passed: u32,
}

/// Receives the scheme, the id of a case, and one of its failures.
pub type Report<'a> = &'a mut dyn FnMut(&str, u32, Arguments<'_>);

/// Checks a crate against the next file of a table. Returns `None` at the end of the table.
pub fn next_file<'b>(
    source: &mut impl Source,
    buffer: &'b mut Buffer,
    report: Report<'_>,
) -> Result<Option<Tally<'b>>, TableError> {
    let Some(record) = source.next(buffer)? else { return Ok(None) };
    let Record::File { scheme, kind, cases } = record else { return Err(TableError::Misplaced) };
    let passed = crate::with_scheme!(scheme, S => {
        (0..cases).try_fold(0, |passed, _| Ok(passed + u32::from(next_case::<S>(source, report)?)))
    });
    let passed = passed.ok_or(TableError::Misplaced)??;
    Ok(Some(Tally { scheme, kind, cases, passed }))
}

/// Checks a crate against the next case. Returns `true` if it passed.
fn next_case<S: SchemeUnderTest>(source: &mut impl Source, report: Report<'_>) -> Result<bool, TableError> {
    let (mut head, mut rest) = ([0; MAX_RECORD], [0; MAX_RECORD]);
    let record = source.next(&mut head)?.ok_or(TableError::CutOff)?;
    let (Record::Valid(number, ..) | Record::Invalid(number, _) | Record::Trace(number, ..)) = record else {
        return Err(TableError::Misplaced);
    };
    let mut report = |message: Arguments<'_>| report(S::NAME, number, message);
    let mut checker = Checker::new(&mut report);
    let mut result = Ok(());
    match &record {
        Record::Valid(_, case, alternates) => {
            check::valid::<S>(case, &mut checker);
            for _ in 0..*alternates {
                let Some(Record::Alternate(text)) = source.next(&mut rest)? else {
                    return Err(TableError::Misplaced);
                };
                check::alternate::<S>(text, case, &mut checker);
            }
        }
        Record::Invalid(_, case) => check::invalid::<S>(case, &mut checker),
        Record::Trace(_, setup, steps) => {
            let mut each = |play: &mut dyn FnMut(&Step<'_>)| {
                result = (0..*steps).try_for_each(|_| match source.next(&mut rest)? {
                    Some(Record::Step(step)) => {
                        play(&step);
                        Ok(())
                    }
                    _ => Err(TableError::Misplaced),
                });
            };
            check::trace::<S>(setup, &mut each, &mut checker);
        }
        Record::File { .. } | Record::Alternate(_) | Record::Step(_) => return Err(TableError::Misplaced),
    }
    let passed = checker.passed();
    result.map(|()| passed)
}
