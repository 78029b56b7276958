//! Every error of the workspace: what was wrong, where, and what was expected.
//!
//! One rule holds for all of them: the message says what this error knows, and the cause is the
//! [`source`](core::error::Error::source) alone. So a program that prints the whole chain says nothing twice, and one
//! that prints the message alone loses only details.

use core::fmt;
use core::ops::RangeInclusive;

use thiserror::Error;

#[cfg(feature = "std")]
pub use crate::clock::system::SystemClockError;
#[cfg(feature = "rand_core_0_6")]
pub use crate::random::rand_core_0_6::RandCore06Error;
#[cfg(feature = "std")]
pub use crate::random::system::SystemRandomError;

/// Describes the texts of one scheme, for the messages of [`ParseError`].
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct TextFormat {
    /// The kind of ID, with its article: `a SCRU128 ID`. For typed IDs, the prefix: `ord`.
    pub name: &'static str,
    /// Length and alphabet: `25 digits of 0-9 and a-z`.
    pub digits: &'static str,
    /// The text of the largest value.
    pub max: &'static str,
}

impl TextFormat {
    /// Describes the text for schemas.
    #[cfg(any(feature = "schemars_1", feature = "utoipa_6"))]
    pub(crate) fn description(&self, is_typed: bool) -> alloc::string::String {
        let Self { name, digits, .. } = *self;
        match (is_typed, name) {
            (true, "") => alloc::format!("ID: {digits}"),
            (true, _) => alloc::format!("ID: {name}_ and {digits}"),
            (false, _) => {
                let name = name.split_once(' ').map_or(name, |(_article, name)| name);
                alloc::format!("{name}: {digits}")
            }
        }
    }

    /// Writes the text that an error expected.
    pub(crate) fn write_expected(&self, is_typed: bool, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, digits, .. } = *self;
        match (is_typed, name) {
            (true, "") => formatter.write_str(digits),
            (true, _) => write!(formatter, "`{name}_` and {digits}"),
            (false, _) => write!(formatter, "{name} of {digits}"),
        }
    }
}

/// A text that is not an ID.
///
/// If a text has several faults, the error names the first in the order of [`ParseErrorKind`].
// No larger than two pointers on a 64-bit core, so that a result with a 64-bit ID is returned in registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    format: &'static TextFormat,
    fault: Fault,
}

/// A [`ParseErrorKind`] in 64 bits: the lowest two say which kind, the next one whether the format is that of a typed ID, and the
/// others hold the values of the kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fault(u64);

impl Fault {
    /// The higher bits are a length.
    const LENGTH: u64 = 0b00;
    /// The next five bits are [`fixed`](Self::fixed), the next eight the wrong byte, and the higher bits its position.
    const DIGIT: u64 = 0b01;
    /// The next bit says whether the text goes on, and the highest seven bytes are its start, with zeros after it.
    const PREFIX: u64 = 0b10;
    const OVERFLOW: u64 = 0b11;
    const TYPED: u64 = 0b100;
    const GOES_ON: u64 = 0b1000;
    /// The number of bytes of a text in a fault of the prefix.
    const SHOWN: usize = 7;
    /// The largest length and the largest position that fit. No memory holds a text with more bytes.
    const MAX_LENGTH: u64 = u64::MAX >> 3;
    const MAX_POSITION: u64 = u64::MAX >> 16;

    const fn length(found: usize) -> Self {
        let found = found as u64;
        let found = if found < Self::MAX_LENGTH { found } else { Self::MAX_LENGTH };
        Self(found << 3 | Self::LENGTH)
    }

    const fn digit(position: usize, found: u8) -> Self {
        let position = position as u64;
        let position = if position < Self::MAX_POSITION { position } else { Self::MAX_POSITION };
        Self(position << 16 | (found as u64) << 8 | Self::DIGIT)
    }

    /// A fault of a digit as [`fixed`](Self::fixed) describes it.
    const fn with_fixed(self, fixed: u8) -> Self {
        Self(self.0 | (fixed << 3) as u64)
    }

    /// A text with another prefix. Of a text with a short prefix, only the prefix and its `_` are shown.
    fn prefix(text: &str) -> Self {
        // Not `rfind`, which has a panic that small cores would link.
        let after_last = |whole, (position, byte)| if byte == b'_' { position + 1 } else { whole };
        let whole = text.bytes().enumerate().fold(text.len(), after_last);
        let mut shown = whole.min(Self::SHOWN);
        while !text.is_char_boundary(shown) {
            shown -= 1;
        }
        let goes_on = if shown < text.len() { Self::GOES_ON } else { 0 };
        let mut bytes = [0; 8];
        for (byte, found) in bytes.iter_mut().skip(1).zip(text.bytes().take(shown)) {
            *byte = found;
        }
        Self(u64::from_le_bytes(bytes) | goes_on | Self::PREFIX)
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "each cast takes back what was a `usize`, or the low eight bits"
    )]
    const fn kind(self) -> ParseErrorKind {
        match self.0 & 0b11 {
            Self::LENGTH => ParseErrorKind::Length { found: (self.0 >> 3) as usize },
            Self::DIGIT => {
                ParseErrorKind::Digit { position: (self.0 >> 16) as usize, found: (self.0 >> 8) as u8 }
            }
            Self::PREFIX => ParseErrorKind::Prefix,
            _ => ParseErrorKind::Overflow,
        }
    }

    const fn is_typed(self) -> bool {
        self.0 & Self::TYPED != 0
    }

    /// 0 if the format describes the whole text, 1 if it describes only the wrong digit, and 2 more than the number that this digit
    /// stands for if the message has that number.
    const fn fixed(self) -> u8 {
        let [lowest, ..] = self.0.to_le_bytes();
        if self.0 & 0b11 == Self::DIGIT { lowest >> 3 } else { 0 }
    }

    /// Writes the start of a text with another prefix.
    fn write_found(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, found @ ..] = self.0.to_le_bytes();
        let found = core::str::from_utf8(&found).unwrap_or_default().trim_end_matches('\0');
        let goes_on = self.0 & Self::GOES_ON != 0;
        match found {
            "" if !goes_on => formatter.write_str("an empty text"),
            _ => write!(formatter, "`{}{}`", found.escape_default(), if goes_on { "…" } else { "" }),
        }
    }
}

/// What is wrong with a text, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text does not have the prefix of the typed ID, or has one that the ID does not have.
    Prefix,
    /// The text does not have the number of bytes that IDs of the scheme have.
    Length {
        /// The length of the text in bytes of UTF-8, without the prefix of a typed ID.
        found: usize,
    },
    /// A character is not a digit of the scheme's alphabet.
    Digit {
        /// The offset of the first such character in bytes.
        position: usize,
        /// The byte there; 0x80 or above if the character is not ASCII.
        found: u8,
    },
    /// The value of the digits is above the largest ID's.
    Overflow,
}

impl ParseError {
    /// Makes the error for a text of another length.
    #[must_use]
    pub const fn length(format: &'static TextFormat, found: usize) -> Self {
        Self { format, fault: Fault::length(found) }
    }

    /// Makes the error for a text with a character that is not a digit.
    #[must_use]
    pub const fn digit(format: &'static TextFormat, position: usize, found: u8) -> Self {
        Self { format, fault: Fault::digit(position, found) }
    }

    /// Makes the error for a digit of the alphabet where all IDs have the same digits, such as those of a UUID's version. `format`
    /// describes only this place. `stands_for` is the number, of at most 29, that the digit stands for, if the message needs it.
    #[doc(hidden)]
    #[must_use]
    pub const fn fixed_digit(
        format: &'static TextFormat,
        position: usize,
        found: u8,
        stands_for: Option<u8>,
    ) -> Self {
        let fixed = match stands_for {
            Some(number) => 2 + number,
            None => 1,
        };
        Self { format, fault: Fault::digit(position, found).with_fixed(fixed) }
    }

    /// Makes the error for a text with a value above the largest.
    #[must_use]
    pub const fn overflow(format: &'static TextFormat) -> Self {
        Self { format, fault: Fault(Fault::OVERFLOW) }
    }

    /// The error for a text of a typed ID, whose format has the prefix as its name. `error` is what the scheme says of the text after
    /// the prefix, if that is the right one.
    // Not generic, so that all kinds share it.
    #[cold]
    pub(crate) fn typed(format: &'static TextFormat, text: &str, error: Option<Self>) -> Self {
        let offset = if format.name.is_empty() { 0 } else { format.name.len() + 1 };
        let fault = match error {
            // The prefix of a text ends at its last `_`.
            Some(error) if !text.bytes().skip(offset).any(|byte| byte == b'_') => {
                let fixed = error.fault.fixed();
                let fault = match error.kind() {
                    ParseErrorKind::Digit { position, found } => {
                        Fault::digit(offset + position, found).with_fixed(fixed)
                    }
                    _ => error.fault,
                };
                if fixed != 0 {
                    return Self { format: error.format, fault };
                }
                fault
            }
            _ => Fault::prefix(text),
        };
        Self { format, fault: Fault(fault.0 | Fault::TYPED) }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn format(&self) -> &'static TextFormat {
        self.format
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.fault.kind()
    }

    /// The kind in one word, as the test vectors spell it: `prefix`, `length`, `digit` or `overflow`.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self.kind() {
            ParseErrorKind::Prefix => "prefix",
            ParseErrorKind::Length { .. } => "length",
            ParseErrorKind::Digit { .. } => "digit",
            ParseErrorKind::Overflow => "overflow",
        }
    }

    /// The position of the first character outside the alphabet, in bytes from the start.
    #[must_use]
    pub const fn position(&self) -> Option<usize> {
        match self.kind() {
            ParseErrorKind::Digit { position, .. } => Some(position),
            ParseErrorKind::Prefix | ParseErrorKind::Length { .. } | ParseErrorKind::Overflow => None,
        }
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ParseError").field("kind", &self.kind()).field("format", self.format).finish()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextFormat { name, max, .. } = self.format;
        match (self.kind(), *name) {
            (ParseErrorKind::Prefix, "") => formatter.write_str("expected an ID without a prefix, found ")?,
            (ParseErrorKind::Prefix, _) => {
                write!(formatter, "expected an ID that begins with `{name}_`, found ")?;
            }
            _ => {
                formatter.write_str("expected ")?;
                self.format.write_expected(self.fault.is_typed(), formatter)?;
                if let Some(number) = self.fault.fixed().checked_sub(2) {
                    write!(formatter, ", not {number}")?;
                }
                formatter.write_str(", found ")?;
            }
        }
        match self.kind() {
            ParseErrorKind::Prefix => return self.fault.write_found(formatter),
            ParseErrorKind::Length { found: 1 } => formatter.write_str("1 byte")?,
            ParseErrorKind::Length { found } => write!(formatter, "{found} bytes")?,
            ParseErrorKind::Digit { position, found } if found.is_ascii() => {
                return write!(formatter, "{:?} at byte {position}", char::from(found));
            }
            ParseErrorKind::Digit { position, .. } => {
                return write!(formatter, "a character outside of ASCII at byte {position}");
            }
            ParseErrorKind::Overflow => return write!(formatter, "a value above the largest, {max}"),
        }
        if self.fault.is_typed() && !name.is_empty() { write!(formatter, " after `{name}_`") } else { Ok(()) }
    }
}

impl core::error::Error for ParseError {}

/// `?` for constant functions, which can't have it: the value, or a return of the error.
#[doc(hidden)]
#[macro_export]
macro_rules! const_try {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

/// A number that is out of range.
// As small as possible, because it is part of every `GenerateError`. So it has the parts of a `Quantity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangeError {
    pub(crate) name: &'static str,
    pub(crate) found: u64,
    pub(crate) min: u64,
    pub(crate) max: u64,
    pub(crate) kind: RangeErrorKind,
    quantity: QuantityKind,
}

/// The meaning of `found`, `min` and `max` of a [`RangeError`].
// Beside the numbers, not around them: see xtask/bench/notes.md#errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RangeErrorKind {
    Integer,
    /// `found` is the two's complement of a negative integer.
    Negative,
    /// They are numbers of bits, for a number that can be wider than 64 bits.
    Bits,
}

/// The quantity that a [`RangeError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// An instant in milliseconds since 1970.
    UnixMs,
    /// An instant in microseconds since 1970.
    UnixUs,
    /// The integer of an ID.
    Integer,
    /// A field of an ID or of a calendar's time, or a part of one, by its name.
    Field(&'static str),
    /// A setting of a configuration, by its name.
    Setting(&'static str),
}

/// A [`Quantity`] without its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum QuantityKind {
    UnixMs,
    UnixUs,
    Integer,
    Field,
    Setting,
}

impl Quantity {
    /// The name: that of the field or of the setting, `unix_ms`, `unix_us` or `integer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.parts().0
    }

    const fn parts(self) -> (&'static str, QuantityKind) {
        match self {
            Self::UnixMs => ("unix_ms", QuantityKind::UnixMs),
            Self::UnixUs => ("unix_us", QuantityKind::UnixUs),
            Self::Integer => ("integer", QuantityKind::Integer),
            Self::Field(name) => (name, QuantityKind::Field),
            Self::Setting(name) => (name, QuantityKind::Setting),
        }
    }
}

impl RangeError {
    /// Checks that a number is within `min` and `max`, both included.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not.
    #[inline]
    pub const fn check(quantity: Quantity, found: u64, min: u64, max: u64) -> Result<(), Self> {
        if min <= found && found <= max { Ok(()) } else { Err(Self::integer(quantity, found, min, max)) }
    }

    /// Checks that a number has at most `bits` bits.
    ///
    /// # Errors
    ///
    /// Returns an error if it has more.
    #[inline]
    pub const fn check_bits(quantity: Quantity, found: u128, bits: u32) -> Result<(), Self> {
        let found = u128::BITS - found.leading_zeros();
        if found <= bits {
            Ok(())
        } else {
            Err(Self::new(quantity, RangeErrorKind::Bits, found as u64, 0, bits as u64))
        }
    }

    /// Makes the error for a number, where `min` to `max` is in range.
    #[must_use]
    #[inline]
    pub const fn integer(quantity: Quantity, found: u64, min: u64, max: u64) -> Self {
        Self::new(quantity, RangeErrorKind::Integer, found, min, max)
    }

    /// Makes the error for a negative number, where 0 to `max` is in range.
    #[must_use]
    #[inline]
    pub const fn negative(quantity: Quantity, found: i64, max: u64) -> Self {
        Self::negative_within(quantity, found, &(0..=max))
    }

    /// Makes the error for a negative number, where the numbers of `range` are in range.
    pub(crate) const fn negative_within(quantity: Quantity, found: i64, range: &RangeInclusive<u64>) -> Self {
        let found = u64::from_ne_bytes(found.to_ne_bytes());
        Self::new(quantity, RangeErrorKind::Negative, found, *range.start(), *range.end())
    }

    // Inlined, so that the quantity is a constant.
    #[inline]
    const fn new(quantity: Quantity, kind: RangeErrorKind, found: u64, min: u64, max: u64) -> Self {
        let (name, quantity) = quantity.parts();
        Self { name, found, min, max, kind, quantity }
    }

    /// The quantity that is out of range.
    #[must_use]
    pub const fn quantity(&self) -> Quantity {
        match self.quantity {
            QuantityKind::UnixMs => Quantity::UnixMs,
            QuantityKind::UnixUs => Quantity::UnixUs,
            QuantityKind::Integer => Quantity::Integer,
            QuantityKind::Field => Quantity::Field(self.name),
            QuantityKind::Setting => Quantity::Setting(self.name),
        }
    }

    /// The name of the [`quantity`](Self::quantity).
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The smallest and the largest number in range; `None` for a number that can be wider than 64 bits.
    #[must_use]
    pub const fn bounds(&self) -> Option<(u64, u64)> {
        match self.kind {
            RangeErrorKind::Integer | RangeErrorKind::Negative => Some((self.min, self.max)),
            RangeErrorKind::Bits => None,
        }
    }
}

impl fmt::Display for RangeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, found, min, max, kind, .. } = *self;
        match kind {
            RangeErrorKind::Bits => {
                return write!(formatter, "{name} has {found} bits, expected at most {max}");
            }
            RangeErrorKind::Integer => write!(formatter, "{name} is {found}")?,
            RangeErrorKind::Negative => {
                write!(formatter, "{name} is {}", i64::from_ne_bytes(found.to_ne_bytes()))?
            }
        }
        if min == max {
            write!(formatter, ", expected {max}")
        } else {
            write!(formatter, ", expected {min} to {max}")
        }
    }
}

impl core::error::Error for RangeError {}

/// Bytes that are not an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum BytesError {
    /// The slice is not as long as an ID.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The length of the slice.
        found: usize,
        /// The length of an ID.
        expected: usize,
    },
    /// The integer is above the largest ID's.
    #[error(transparent)]
    Range(#[from] RangeError),
}

/// Why a generator made no ID. The state of the generator is what it was before the call.
///
/// `C` is the clock's error, and `R` the random source's, both unchanged. They default to the errors of the system's clock and
/// randomness. This type is a [`core::error::Error`] if both are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum GenerateError<
    #[cfg(feature = "std")] C = SystemClockError,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = SystemRandomError,
    #[cfg(not(feature = "std"))] R,
> {
    /// The clock returned an error.
    #[error("the clock has no time")]
    Clock(#[source] C),
    /// The random source failed during a draw.
    #[error("the random source failed")]
    Random(#[source] R),
    /// No ID can carry the time: the clock's reading, or the caller's.
    #[error("no ID can carry this time")]
    OutOfRange(#[source] RangeError),
    /// The reading is before the generator's floor: the clock is not set.
    #[error("the clock reads {unix_ms} ms, before the floor of {floor_unix_ms} ms")]
    BeforeFloor {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The floor, in milliseconds since 1970.
        floor_unix_ms: u64,
    },
    /// The ID would have a timestamp at or after the generator's ceiling.
    #[error(fmt = after_ceiling)]
    AfterCeiling {
        /// The timestamp that the ID would have, in milliseconds since 1970. After a rollback or an overflow, it is later
        /// than the reading.
        unix_ms: u64,
        /// The ceiling, in milliseconds since 1970. It is 0 if the generator was stopped, for example when its lease was released.
        ceiling_unix_ms: u64,
    },
    /// The reading is earlier than the last ID by more than the allowance.
    #[error(
        "the clock reads {unix_ms} ms, earlier than the last ID at {last_unix_ms} ms by more than the allowance of \
         {allowance_ms} ms"
    )]
    Rollback {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The timestamp of the last ID, in milliseconds since 1970.
        last_unix_ms: u64,
        /// The tolerated rollback, in milliseconds.
        allowance_ms: u64,
    },
    /// This process was forked from the one that made the generator, and shares its node with it. Make a generator with
    /// another node.
    #[error("the process was forked and shares its node with its parent")]
    Forked,
    /// The process-wide generator has no configuration, and its scheme has no default. Call `configure` first.
    #[error("the generator is not configured: call `configure` first")]
    NotConfigured,
    /// The counter or random field of the last ID's tick is exhausted, and the scheme defines no way to continue.
    #[error("no ID is left in the tick at {last_unix_ms} ms")]
    Overflow {
        /// The reading, in milliseconds since 1970.
        unix_ms: u64,
        /// The timestamp of the last ID, in milliseconds since 1970.
        last_unix_ms: u64,
    },
}

/// No instant is before a ceiling of 0, so the instant of the next ID would explain nothing.
fn after_ceiling(unix_ms: &u64, ceiling_unix_ms: &u64, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if *ceiling_unix_ms == 0 {
        return formatter.write_str("the generator was stopped and makes no more IDs");
    }
    write!(
        formatter,
        "the next ID would be at {unix_ms} ms, which is not before the ceiling of {ceiling_unix_ms} ms"
    )
}

impl<C, R> GenerateError<C, R> {
    /// The reason in one word: `clock`, `rng`, `out_of_range`, `before_floor`, `after_ceiling`, `rollback`, `forked`,
    /// `not_configured` or `overflow`. The words that occur in the test vectors are spelled the same there.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Clock(_) => "clock",
            Self::Random(_) => "rng",
            Self::OutOfRange(_) => "out_of_range",
            Self::BeforeFloor { .. } => "before_floor",
            Self::AfterCeiling { .. } => "after_ceiling",
            Self::Rollback { .. } => "rollback",
            Self::Forked => "forked",
            Self::NotConfigured => "not_configured",
            Self::Overflow { .. } => "overflow",
        }
    }
}

/// Why [`Generator::fill`](crate::Generator::fill) stopped before the end of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("stopped after {filled} IDs")]
pub struct FillError<
    #[cfg(feature = "std")] C = SystemClockError,
    #[cfg(not(feature = "std"))] C,
    #[cfg(feature = "std")] R = SystemRandomError,
    #[cfg(not(feature = "std"))] R,
> {
    /// The number of IDs, from the slice's start, that are valid and count as generated.
    pub filled: usize,
    /// Why the next ID was not made.
    #[source]
    pub error: GenerateError<C, R>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "zz" };

    #[test]
    fn a_fault_keeps_its_kind_and_values() {
        for found in [0, 1, 25, 1 << 20, usize::MAX >> 3] {
            assert_eq!(ParseError::length(&FORMAT, found).kind(), ParseErrorKind::Length { found });
        }
        for position in [0, 1, 25, 1 << 20] {
            for found in 0..=u8::MAX {
                let error = ParseError::digit(&FORMAT, position, found);
                assert_eq!(error.kind(), ParseErrorKind::Digit { position, found });
                assert_eq!((error.reason(), error.position()), ("digit", Some(position)));
            }
        }
        assert_eq!(ParseError::overflow(&FORMAT).kind(), ParseErrorKind::Overflow);
    }

    /// The greatest position that fits beside the digit. Callers can name any, even if no memory holds such a text.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_position_beyond_the_limit_is_the_limit() {
        for position in [(1 << 48) - 1, 1 << 48, 1 << 60, usize::MAX] {
            let error = ParseError::digit(&FORMAT, position, b'!');
            assert_eq!(error.kind(), ParseErrorKind::Digit { position: (1 << 48) - 1, found: b'!' });
        }
        for found in [(1 << 61) - 1, 1 << 61, usize::MAX] {
            let error = ParseError::length(&FORMAT, found);
            assert_eq!(error.kind(), ParseErrorKind::Length { found: (1 << 61) - 1 });
        }
    }

    #[test]
    fn debug_shows_the_kind_and_the_format() {
        let shown = std::format!("{:?}", ParseError::digit(&FORMAT, 3, b'!'));
        let kind = "ParseError { kind: Digit { position: 3, found: 33 }";
        assert!(shown.starts_with(kind) && shown.contains("a test"), "{shown}");
    }

    #[test]
    fn a_message_says_what_was_expected_and_found() {
        for (error, found) in [
            (ParseError::length(&FORMAT, 1), "1 byte"),
            (ParseError::length(&FORMAT, 2), "2 bytes"),
            (ParseError::digit(&FORMAT, 3, b'\n'), "'\\n' at byte 3"),
            (ParseError::digit(&FORMAT, 3, 0x80), "a character outside of ASCII at byte 3"),
            (ParseError::overflow(&FORMAT), "a value above the largest, zz"),
        ] {
            assert_eq!(std::format!("{error}"), std::format!("expected a test of digits, found {found}"));
        }
    }

    const TYPED: TextFormat = TextFormat { name: "ord", ..FORMAT };
    const UNTYPED: TextFormat = TextFormat { name: "", ..FORMAT };

    #[test]
    fn another_prefix_is_shown_by_its_start() {
        for (text, found) in [
            ("", "an empty text"),
            ("_", "`_`"),
            ("_0372", "`_…`"),
            ("cus", "`cus`"),
            ("cus_", "`cus_`"),
            ("cus_0372", "`cus_…`"),
            ("ord_cus_0", "`ord_cus…`"),
            ("person_0", "`person_…`"),
            ("persons_0", "`persons…`"),
            ("0372ijoj", "`0372ijo…`"),
            ("abcdefé", "`abcdef…`"),
            ("é\n_0", "`\\u{e9}\\n_…`"),
        ] {
            let error = ParseError::typed(&TYPED, text, None);
            assert_eq!(
                (error.kind(), error.reason(), error.position()),
                (ParseErrorKind::Prefix, "prefix", None)
            );
            let expected = std::format!("expected an ID that begins with `ord_`, found {found}");
            assert_eq!(std::format!("{error}"), expected);
            let error = ParseError::typed(&UNTYPED, text, None);
            let expected = std::format!("expected an ID without a prefix, found {found}");
            assert_eq!(std::format!("{error}"), expected);
        }
    }

    #[test]
    fn a_fault_after_a_prefix_has_its_place_in_the_whole_text() {
        for (error, found, after) in [
            (ParseError::length(&FORMAT, 1), "1 byte", " after `ord_`"),
            (ParseError::length(&FORMAT, 2), "2 bytes", " after `ord_`"),
            (ParseError::digit(&FORMAT, 3, b'!'), "'!' at byte 7", ""),
            (ParseError::digit(&FORMAT, 3, 0x80), "a character outside of ASCII at byte 7", ""),
            (ParseError::overflow(&FORMAT), "a value above the largest, zz", ""),
        ] {
            let typed = ParseError::typed(&TYPED, "ord_", Some(error));
            assert_eq!(typed.reason(), error.reason());
            assert_eq!(
                std::format!("{typed}"),
                std::format!("expected `ord_` and digits, found {found}{after}")
            );
            let found = found.replace("byte 7", "byte 3");
            let error = ParseError::typed(&UNTYPED, "", Some(error));
            assert_eq!(std::format!("{error}"), std::format!("expected digits, found {found}"));
        }
    }

    /// Also if it describes the same digits as the format of the whole text.
    #[test]
    fn a_fixed_digit_keeps_its_format_after_a_prefix() {
        const VERSION: TextFormat = TextFormat { name: "a UUID", ..FORMAT };

        let fixed = |stands_for| ParseError::fixed_digit(&VERSION, 1, b'4', stands_for);
        for (stands_for, not) in [(None, ""), (Some(0), ", not 0"), (Some(29), ", not 29")] {
            let message = |error: ParseError| {
                assert_eq!(error.reason(), "digit");
                std::format!("{error}")
            };
            let expected = std::format!("expected a UUID of digits{not}, found '4' at byte");
            assert_eq!(message(fixed(stands_for)), std::format!("{expected} 1"));
            let typed = ParseError::typed(&TYPED, "ord_04", Some(fixed(stands_for)));
            assert_eq!(message(typed), std::format!("{expected} 5"));
            let untyped = ParseError::typed(&UNTYPED, "04", Some(fixed(stands_for)));
            assert_eq!(message(untyped), std::format!("{expected} 1"));
        }
        let other = ParseError::typed(&TYPED, "ord_cus_04", Some(fixed(None)));
        assert_eq!(other.reason(), "prefix");
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_result_with_64_bits_fits_registers() {
        assert_eq!(size_of::<Result<[u8; 8], ParseError>>(), 16);
    }

    #[test]
    fn a_number_out_of_range_is_shown_as_it_was_given() {
        let error = RangeError::check(Quantity::Setting("node_id"), 300, 0, 255).expect_err("it is larger");
        assert_eq!((error.name(), error.bounds()), ("node_id", Some((0, 255))));
        assert_eq!(std::format!("{error}"), "node_id is 300, expected 0 to 255");
        let error = RangeError::check(Quantity::Setting("node_id"), 4, 3, 3).expect_err("it is another one");
        assert_eq!(std::format!("{error}"), "node_id is 4, expected 3");
        let error = RangeError::negative(Quantity::Integer, -5, 255);
        assert_eq!((error.name(), error.bounds()), ("integer", Some((0, 255))));
        assert_eq!(std::format!("{error}"), "integer is -5, expected 0 to 255");
        let error =
            RangeError::check_bits(Quantity::Field("randomness"), 1 << 80, 80).expect_err("it is larger");
        assert_eq!(std::format!("{error}"), "randomness has 81 bits, expected at most 80");
        assert_eq!(error.bounds(), None);
        assert_eq!(RangeError::check_bits(Quantity::Field("randomness"), (1 << 80) - 1, 80), Ok(()));
        assert_eq!(RangeError::check_bits(Quantity::Field("randomness"), u128::MAX, 128), Ok(()));
    }

    #[test]
    fn a_quantity_and_its_name_lead_back() {
        for (quantity, name) in [
            (Quantity::UnixMs, "unix_ms"),
            (Quantity::UnixUs, "unix_us"),
            (Quantity::Integer, "integer"),
            (Quantity::Field("unix_ms"), "unix_ms"),
            (Quantity::Setting("unix_ms"), "unix_ms"),
        ] {
            let error = RangeError::integer(quantity, 1, 2, 3);
            assert_eq!((error.quantity(), error.name(), quantity.name()), (quantity, name, name));
        }
    }

    #[test]
    fn errors_are_small() {
        // Less where 64-bit integers are aligned to four bytes, as on i686.
        assert!(size_of::<RangeError>() <= size_of::<&str>() + 32);
        assert!(size_of::<GenerateError<(), ()>>() <= size_of::<RangeError>() + 8);
    }
}
