//! What the functions for IDs of all schemes share.

use core::ffi::c_char;

use idcore::{BytesError, ParseError, RangeError};

use super::code::sortid_code::{self, *};
use super::pointers::{self, Text};

/// The ID of a scheme.
pub(super) trait Id: Copy + AsRef<[u8]> + for<'a> TryFrom<&'a [u8], Error = BytesError> {
    /// The ID in C: its bytes, any bytes.
    type Raw: Copy + AsRef<[u8]>;

    /// The fields in C.
    type Fields: Copy;

    fn to_raw(self) -> Self::Raw;
    fn of_text(text: &str) -> Result<Self, ParseError>;
    fn encode(self) -> impl AsRef<str>;
    fn of_fields(fields: Self::Fields) -> Result<Self, RangeError>;
    fn to_fields(self) -> Self::Fields;
}

/// Reads an ID. Not all bytes are an ID in all schemes.
///
/// # Safety
///
/// See [`pointers::read`].
pub(super) unsafe fn read<I: Id>(id: *const I::Raw) -> Result<I, sortid_code> {
    // SAFETY: the same as this function's.
    let raw = unsafe { pointers::read(id) }?;
    Ok(I::try_from(raw.as_ref())?)
}

/// Writes the ID of a result.
///
/// # Safety
///
/// See [`pointers::write`].
pub(super) unsafe fn write<I: Id, E>(result: Result<I, E>, id: *mut I::Raw) -> Result<(), sortid_code>
where
    sortid_code: From<E>,
{
    let found = result?;
    // SAFETY: the same as this function's.
    unsafe { pointers::write(id, found.to_raw()) }
}

/// Reads a text with `parse`. Writes the position of a wrong character, unless `position` is null.
///
/// # Safety
///
/// See [`Text::read`] and [`pointers::write`].
pub(super) unsafe fn parse<I: Id>(
    text: *const c_char,
    length: usize,
    id: *mut I::Raw,
    position: *mut usize,
    parse: impl FnOnce(&str) -> Result<I, ParseError>,
) -> Result<(), sortid_code> {
    // Before anything is written.
    if id.is_null() {
        return Err(SORTID_NULL);
    }
    // SAFETY: the same as this function's.
    let text = unsafe { Text::read(text, length) }?;
    match parse(text.as_str()) {
        // SAFETY: the same as this function's.
        Ok(found) => unsafe { pointers::write(id, found.to_raw()) },
        Err(error) => {
            if let (Some(found), false) = (error.position(), position.is_null()) {
                // SAFETY: the same as this function's.
                unsafe { pointers::write(position, found) }?;
            }
            Err(sortid_code::from(&error))
        }
    }
}

/// Writes the text that `encode` makes of an ID.
///
/// # Safety
///
/// See [`read`] and [`pointers::write_text`].
pub(super) unsafe fn format<I: Id, T: AsRef<str>>(
    id: *const I::Raw,
    buffer: *mut c_char,
    size: usize,
    encode: impl FnOnce(I) -> T,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { pointers::write_text(encode(read::<I>(id)?).as_ref(), buffer, size) }
}

/// Reads the bytes of an ID.
///
/// # Safety
///
/// `bytes` is null or can be read, for `length` bytes. See [`pointers::write`] for `id`.
pub(super) unsafe fn from_bytes<I: Id>(
    bytes: *const u8,
    length: usize,
    id: *mut I::Raw,
) -> Result<(), sortid_code> {
    if bytes.is_null() {
        return Err(SORTID_NULL);
    }
    if length != size_of::<I::Raw>() {
        return Err(SORTID_LENGTH);
    }
    // SAFETY: it can be read, and is as long as an ID.
    unsafe { write(read::<I>(bytes.cast()), id) }
}

/// Writes the bytes of an ID.
///
/// # Safety
///
/// See [`read`] and [`pointers::write_bytes`].
pub(super) unsafe fn to_bytes<I: Id>(
    id: *const I::Raw,
    buffer: *mut u8,
    size: usize,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { pointers::write_bytes(read::<I>(id)?.as_ref(), 0, buffer, size) }
}

/// Makes an ID of its fields.
///
/// # Safety
///
/// See [`pointers::read`] and [`pointers::write`].
pub(super) unsafe fn from_fields<I: Id>(
    fields: *const I::Fields,
    id: *mut I::Raw,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { write(I::of_fields(pointers::read(fields)?), id) }
}

/// Writes what `of` makes of an ID: its fields, its time, its integer.
///
/// # Safety
///
/// See [`read`] and [`pointers::write`].
pub(super) unsafe fn get<I: Id, T: Copy>(
    id: *const I::Raw,
    value: *mut T,
    of: impl FnOnce(I) -> T,
) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe { pointers::write(value, of(read::<I>(id)?)) }
}

/// A field of ten bytes as an integer.
pub(super) fn wide(bytes: [u8; 10]) -> u128 {
    bytes.into_iter().fold(0, |value, byte| value << 8 | u128::from(byte))
}

/// The lowest ten bytes of an integer.
pub(super) fn ten_bytes(value: u128) -> [u8; 10] {
    let [_, _, _, _, _, _, bytes @ ..] = value.to_be_bytes();
    bytes
}
