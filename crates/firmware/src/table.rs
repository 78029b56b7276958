//! The test vectors as a sequence of records, each of them two bytes of length, least significant first, and as many bytes of
//! [`postcard`]. `cargo xtask firmware` writes it from the JSON files.

use postcard::ser_flavors::Slice;
use serde::{Deserialize, Serialize};

/// The most bytes that a record has.
pub const MAX_RECORD: usize = 512;

/// A name of a scheme, a field or a key.
pub type Name = heapless::String<24>;

/// The text of an ID, or of what is none.
pub type Text = heapless::String<96>;

/// Numbers by their names, as `fields`, `config` and `draws` have them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers(pub heapless::Vec<(Name, Option<u128>), 6>);

impl Numbers {
    /// The number of a name; inside, `None` if it is `null`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Option<u128>> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// The number of a name, if there is one and it fits.
    #[must_use]
    pub fn number<T: TryFrom<u128>>(&self, name: &str) -> Option<T> {
        T::try_from(self.get(name)??).ok()
    }
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// A file of so many cases, which follow.
    File {
        /// The scheme's name.
        scheme: Name,
        /// `codec` or `generator`.
        kind: Name,
        /// How many cases it has.
        cases: u32,
    },
    /// A case: a text that is an ID.
    Valid {
        /// The case's number.
        case: u32,
        /// The canonical text.
        text: Text,
        /// The big-endian bytes.
        bytes: heapless::Vec<u8, 20>,
        /// The fields.
        fields: Numbers,
        /// The instant of the timestamp.
        unix_ms: u64,
        /// How many records of [`Record::Alternate`] follow.
        alternates: u32,
    },
    /// Another text of the case's ID.
    Alternate(Text),
    /// A case: a text that is not an ID.
    Invalid {
        /// The case's number.
        case: u32,
        /// The text.
        text: Text,
        /// Why.
        reason: Name,
        /// Where, for a character that is no digit.
        position: Option<u32>,
    },
    /// A case: calls to one generator.
    Trace {
        /// The case's number.
        case: u32,
        /// The configuration's numbers.
        config: Numbers,
        /// The unit of the readings.
        microseconds: bool,
        /// Whether the generator starts over after a large rollback.
        reset: bool,
        /// The ID to go on after.
        resume_after: Option<Text>,
        /// How many records of [`Record::Step`] follow.
        steps: u32,
    },
    /// One call.
    Step {
        /// The clock's reading.
        now: u64,
        /// The draws; `null` where the source fails.
        draws: Numbers,
        /// The ID's text, or the name of the error.
        expected: Result<Text, Name>,
    },
}

/// A table that can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// A record has more than [`MAX_RECORD`] bytes.
    TooLong,
    /// The bytes are not those of a record.
    Malformed,
    /// The table ends within a record.
    CutOff,
    /// The record is not one that may follow here.
    Misplaced,
}

/// Writes one record in front of `buffer` and returns its bytes.
///
/// # Errors
///
/// The record is too long.
pub fn write<'a>(record: &Record, buffer: &'a mut [u8; MAX_RECORD + 2]) -> Result<&'a [u8], TableError> {
    let (length, bytes) = buffer.split_at_mut(2);
    let record =
        postcard::serialize_with_flavor(record, Slice::new(bytes)).map_err(|_| TableError::TooLong)?;
    let count = u16::try_from(record.len()).map_err(|_| TableError::TooLong)?;
    length.copy_from_slice(&count.to_le_bytes());
    Ok(&buffer[..2 + usize::from(count)])
}

/// Where the bytes of a table come from.
pub trait Source {
    /// Fills as much of `bytes` as there is, and returns how many that are.
    fn read(&mut self, bytes: &mut [u8]) -> usize;

    /// Reads the next record; `None` after the last.
    ///
    /// # Errors
    ///
    /// There is none that can be read.
    fn next(&mut self) -> Result<Option<Record>, TableError> {
        let mut length = [0; 2];
        match self.read(&mut length) {
            0 => return Ok(None),
            2 => {}
            _ => return Err(TableError::CutOff),
        }
        let mut buffer = [0; MAX_RECORD];
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
