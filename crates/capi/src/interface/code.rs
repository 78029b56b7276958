//! The result codes of functions.

use core::ffi::{CStr, c_char};

use idcore::error::{GenerateError, ParseError, ParseErrorKind, RangeError};

use super::table::Named;

/// Defines the codes with their names.
macro_rules! codes {
    ($($(#[doc = $doc:literal])* $code:ident = $number:literal $name:literal,)*) => {
        /// The result of a function.
        #[must_use]
        #[repr(i32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum sortid_code {
            $($(#[doc = $doc])* $code = $number,)*
        }

        const NAMES: &[(sortid_code, &CStr)] = &[$(($code, $name)),*];

        /// The codes, for the header.
        pub const CODES: &[Named<i32>] =
            &[$(Named { doc: &[$($doc),*], name: stringify!($code), value: $number }),*];
    };
}

codes! {
    /// The call succeeded.
    SORTID_OK = 0 c"ok",

    /// A string or an array of bytes has the wrong length for an ID of the scheme.
    SORTID_LENGTH = 1 c"length",
    /// A string contains a character that is not a digit of the scheme, or that can't be at its position.
    SORTID_DIGIT = 2 c"digit",
    /// A string encodes a value above the largest ID.
    SORTID_OVERFLOW = 3 c"overflow",
    /// A number, a field, a setting, a reading or the integer of an ID is out of range.
    SORTID_OUT_OF_RANGE = 4 c"out_of_range",
    /// A string is not a node spec.
    SORTID_NODE_SPEC = 5 c"node_spec",

    /// The clock failed, or it is null.
    SORTID_CLOCK = 10 c"clock",
    /// The random source failed.
    SORTID_RNG = 11 c"rng",
    /// The clock is not set: its reading is before the floor.
    SORTID_BEFORE_FLOOR = 12 c"before_floor",
    /// The ID's timestamp would be at or after the ceiling.
    SORTID_AFTER_CEILING = 13 c"after_ceiling",
    /// The clock reads earlier than the last ID by more than the allowance.
    SORTID_ROLLBACK = 14 c"rollback",
    /// The generator has not generated an ID yet.
    SORTID_NO_LAST = 15 c"no_last",
    /// The tick of the last ID has no IDs left. Try again in the next tick. The name of this code is `overflow`, as in
    /// the test vectors.
    SORTID_EXHAUSTED = 16 c"overflow",

    /// A pointer is null.
    SORTID_NULL = 20 c"null",
    /// A buffer is too small.
    SORTID_SHORT_BUFFER = 21 c"short_buffer",
    /// The memory of a generator is not aligned.
    SORTID_UNALIGNED = 22 c"unaligned",
    /// The memory of a generator was never initialised.
    SORTID_NOT_INITIALISED = 23 c"not_initialised",
    /// The memory holds a generator of a different scheme.
    SORTID_OTHER_SCHEME = 24 c"other_scheme",
    /// The memory of a generator was copied from elsewhere. A copy would repeat its IDs.
    SORTID_COPIED = 25 c"copied",
    /// The generator is in use by a call in another thread or interrupt, or by the call whose callback made this call.
    SORTID_BUSY = 26 c"busy",
    /// The function has the wrong unit: this generator takes microseconds in microsecond mode, and milliseconds
    /// otherwise.
    SORTID_OTHER_UNIT = 27 c"other_unit",
    /// An error that this version of the library has no code for.
    SORTID_OTHER = 99 c"other",
}

use sortid_code::*;

/// Returns the name of a code.
#[unsafe(no_mangle)]
extern "C" fn sortid_code_name(code: i32) -> *const c_char {
    let found = NAMES.iter().find(|(named, _)| *named as i32 == code);
    found.map_or(c"unknown", |(_, name)| name).as_ptr()
}

/// Returns the code for the result of a call.
#[inline(always)]
pub(super) fn of(call: impl FnOnce() -> Result<(), sortid_code>) -> sortid_code {
    call().err().unwrap_or(SORTID_OK)
}

impl From<&ParseError> for sortid_code {
    fn from(error: &ParseError) -> Self {
        match error.kind() {
            ParseErrorKind::Length { .. } => SORTID_LENGTH,
            ParseErrorKind::Digit { .. } => SORTID_DIGIT,
            ParseErrorKind::Overflow => SORTID_OVERFLOW,
            _ => SORTID_OTHER,
        }
    }
}

impl From<RangeError> for sortid_code {
    fn from(_: RangeError) -> Self {
        SORTID_OUT_OF_RANGE
    }
}

impl<C, R> From<GenerateError<C, R>> for sortid_code {
    fn from(error: GenerateError<C, R>) -> Self {
        match error {
            GenerateError::Clock(_) => SORTID_CLOCK,
            GenerateError::Random(_) => SORTID_RNG,
            GenerateError::OutOfRange(_) => SORTID_OUT_OF_RANGE,
            GenerateError::BeforeFloor { .. } => SORTID_BEFORE_FLOOR,
            GenerateError::AfterCeiling { .. } => SORTID_AFTER_CEILING,
            GenerateError::Rollback { .. } => SORTID_ROLLBACK,
            GenerateError::Overflow { .. } => SORTID_EXHAUSTED,
            _ => SORTID_OTHER,
        }
    }
}
