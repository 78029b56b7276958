//! Functions for the IDs of all schemes.

use core::ffi::c_char;

use idcore::error::ParseError;
use idcore::id::Id;

use super::code::sortid_code::{self, *};
use super::pointers::{self, Text};

/// Reads an ID. In some schemes, not all bytes are a valid ID.
///
/// # Safety
///
/// See [`pointers::read`].
pub(super) unsafe fn read<I: Id>(id: *const I::Bytes) -> Result<I, sortid_code> {
    // SAFETY: the same as this function's.
    let bytes = unsafe { pointers::read(id) }?;
    Ok(I::try_from_bytes(bytes)?)
}

/// Writes the ID of a result.
///
/// # Safety
///
/// See [`pointers::write`].
pub(super) unsafe fn write<I: Id, E>(result: Result<I, E>, id: *mut I::Bytes) -> Result<(), sortid_code>
where
    sortid_code: From<E>,
{
    let found = result?;
    // SAFETY: the same as this function's.
    unsafe { pointers::write(id, found.to_bytes()) }
}

/// Parses a string with `parse`. Writes the position of a wrong character, unless `position` is null.
///
/// # Safety
///
/// See [`Text::read`] and [`pointers::write`].
pub(super) unsafe fn parse<I: Id>(
    text: *const c_char,
    length: usize,
    id: *mut I::Bytes,
    position: *mut usize,
    parse: impl FnOnce(&str) -> Result<I, ParseError>,
) -> Result<(), sortid_code> {
    // Checked before anything is written.
    pointers::not_null(id)?;
    // SAFETY: the same as this function's.
    let text = unsafe { Text::read(text, length) }?;
    match parse(text.as_str()) {
        // SAFETY: the same as this function's.
        Ok(found) => unsafe { pointers::write(id, found.to_bytes()) },
        Err(error) => {
            if let (Some(found), false) = (error.position(), position.is_null()) {
                // SAFETY: the same as this function's.
                unsafe { pointers::write(position, found) }?;
            }
            Err(sortid_code::from(&error))
        }
    }
}

/// Reads the bytes of an ID.
///
/// # Safety
///
/// `bytes` is null or can be read, for `length` bytes. See [`pointers::write`] for `id`.
pub(super) unsafe fn from_bytes<I: Id>(
    bytes: *const u8,
    length: usize,
    id: *mut I::Bytes,
) -> Result<(), sortid_code> {
    pointers::not_null(bytes)?;
    if length != size_of::<I::Bytes>() {
        return Err(SORTID_LENGTH);
    }
    // SAFETY: the pointer can be read for the length of an ID.
    unsafe { write(read::<I>(bytes.cast()), id) }
}

/// A field in C.
pub(super) trait Field: Copy {
    /// The field in Rust.
    type Part;

    fn into_part(self) -> Self::Part;
    fn of_part(part: Self::Part) -> Self;
}

macro_rules! same_in_both {
    ($($integer:ty),*) => {
        $(
            impl Field for $integer {
                type Part = Self;

                fn into_part(self) -> Self {
                    self
                }

                fn of_part(part: Self) -> Self {
                    part
                }
            }
        )*
    };
}

same_in_both!(u8, u16, u32, u64);

/// The lowest ten bytes of an integer.
impl Field for [u8; 10] {
    type Part = u128;

    fn into_part(self) -> u128 {
        self.into_iter().fold(0, |value, byte| value << 8 | u128::from(byte))
    }

    fn of_part(part: u128) -> Self {
        let [_, _, _, _, _, _, bytes @ ..] = part.to_be_bytes();
        bytes
    }
}
