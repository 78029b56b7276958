//! The results of functions.

use core::ffi::{CStr, c_char};

use idcore::{BytesError, GenerateError, ParseError, ParseErrorKind, RangeError, SampleError};

/// The result of a function. After an error, nothing was written to the caller's memory except for the position of a wrong digit, and
/// a generator is as it was.
#[must_use]
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum sortid_code {
    /// It succeeded.
    SORTID_OK = 0,

    /// A text does not have the number of bytes that IDs of the scheme have, or bytes are not as many as an ID's.
    SORTID_LENGTH = 1,
    /// A text has a character that is not a digit of the scheme.
    SORTID_DIGIT = 2,
    /// The value of a text is above the largest ID's, or no ID is left in the tick of the last ID.
    SORTID_OVERFLOW = 3,
    /// A number, a field, a setting, a reading or the integer of an ID is out of range.
    SORTID_OUT_OF_RANGE = 4,
    /// A text is not a node spec.
    SORTID_NODE_SPEC = 5,

    /// The clock failed, or there is none.
    SORTID_CLOCK = 10,
    /// The random source failed.
    SORTID_RNG = 11,
    /// The clock reads an instant before the floor: it is not set.
    SORTID_BEFORE_FLOOR = 12,
    /// The ID would be at the ceiling or after it.
    SORTID_AFTER_CEILING = 13,
    /// The clock reads earlier than the last ID by more than the allowance.
    SORTID_ROLLBACK = 14,
    /// The generator has made no ID yet.
    SORTID_NO_LAST = 15,

    /// A pointer is null.
    SORTID_NULL = 20,
    /// A buffer is too small.
    SORTID_SHORT_BUFFER = 21,
    /// The memory of a generator is not aligned.
    SORTID_UNALIGNED = 22,
    /// The memory of a generator was never initialised.
    SORTID_NOT_INITIALISED = 23,
    /// The memory is that of another scheme's generator.
    SORTID_OTHER_SCHEME = 24,
    /// The memory of a generator was copied from elsewhere. A copy would repeat its IDs.
    SORTID_COPIED = 25,
    /// Another call uses the generator: that of another thread or interrupt, or the one whose callback made this call.
    SORTID_BUSY = 26,
    /// An error that this version of the library has no code for.
    SORTID_OTHER = 99,
}

use sortid_code::*;

/// Returns the name of a code in lowercase, such as `out_of_range`, and `unknown` for any other number. The test vectors use the
/// same names.
#[unsafe(no_mangle)]
pub extern "C" fn sortid_code_name(code: i32) -> *const c_char {
    /// In the order of the codes, so that there is no other place to forget one in.
    const NAMES: &[(sortid_code, &CStr)] = &[
        (SORTID_OK, c"ok"),
        (SORTID_LENGTH, c"length"),
        (SORTID_DIGIT, c"digit"),
        (SORTID_OVERFLOW, c"overflow"),
        (SORTID_OUT_OF_RANGE, c"out_of_range"),
        (SORTID_NODE_SPEC, c"node_spec"),
        (SORTID_CLOCK, c"clock"),
        (SORTID_RNG, c"rng"),
        (SORTID_BEFORE_FLOOR, c"before_floor"),
        (SORTID_AFTER_CEILING, c"after_ceiling"),
        (SORTID_ROLLBACK, c"rollback"),
        (SORTID_NO_LAST, c"no_last"),
        (SORTID_NULL, c"null"),
        (SORTID_SHORT_BUFFER, c"short_buffer"),
        (SORTID_UNALIGNED, c"unaligned"),
        (SORTID_NOT_INITIALISED, c"not_initialised"),
        (SORTID_OTHER_SCHEME, c"other_scheme"),
        (SORTID_COPIED, c"copied"),
        (SORTID_BUSY, c"busy"),
        (SORTID_OTHER, c"other"),
    ];
    let found = NAMES.iter().find(|(named, _)| *named as i32 == code);
    found.map_or(c"unknown", |(_, name)| name).as_ptr()
}

/// The code of a result.
pub(super) fn code(result: Result<(), sortid_code>) -> sortid_code {
    result.err().unwrap_or(SORTID_OK)
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

impl From<BytesError> for sortid_code {
    fn from(error: BytesError) -> Self {
        match error {
            BytesError::Length { .. } => SORTID_LENGTH,
            BytesError::Range(_) => SORTID_OUT_OF_RANGE,
            _ => SORTID_OTHER,
        }
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
            GenerateError::Overflow { .. } => SORTID_OVERFLOW,
            _ => SORTID_OTHER,
        }
    }
}

impl<R> From<SampleError<R>> for sortid_code {
    fn from(error: SampleError<R>) -> Self {
        match error {
            SampleError::OutOfRange(_) => SORTID_OUT_OF_RANGE,
            SampleError::Random(_) => SORTID_RNG,
            _ => SORTID_OTHER,
        }
    }
}
