//! Reads and writes through the caller's pointers. No function here requires an alignment.

use core::ffi::c_char;

use super::code::sortid_code::{self, *};

/// Rejects a null pointer.
pub(super) fn not_null<T>(pointer: *const T) -> Result<(), sortid_code> {
    if pointer.is_null() { Err(SORTID_NULL) } else { Ok(()) }
}

/// Reads a value.
///
/// # Safety
///
/// The pointer is null or can be read, and all bytes are a valid `T`.
pub(super) unsafe fn read<T: Copy>(pointer: *const T) -> Result<T, sortid_code> {
    not_null(pointer)?;
    // SAFETY: it is not null, so it can be read.
    Ok(unsafe { pointer.read_unaligned() })
}

/// Reads a value, or returns the default for a null pointer.
///
/// # Safety
///
/// See [`read`].
pub(super) unsafe fn read_or<T: Copy>(pointer: *const T, default: Option<T>) -> Result<T, sortid_code> {
    match default {
        Some(default) if pointer.is_null() => Ok(default),
        // SAFETY: the same as this function's.
        _ => unsafe { read(pointer) },
    }
}

/// Writes a value.
///
/// # Safety
///
/// The pointer is null or can be written.
pub(super) unsafe fn write<T: Copy>(pointer: *mut T, value: T) -> Result<(), sortid_code> {
    not_null(pointer)?;
    // SAFETY: it is not null, so it can be written.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}

/// The maximum length of a string to parse. An ID has at most 40 digits.
const MAX_TEXT_BYTES: usize = 48;

/// A string from the caller. Each byte outside ASCII is replaced with an ASCII character that is not a digit either.
pub(super) struct Text {
    bytes: [u8; MAX_TEXT_BYTES],
    length: usize,
}

impl Text {
    /// Copies a string.
    ///
    /// # Safety
    ///
    /// The pointer is null, or `length` bytes can be read.
    pub(super) unsafe fn read(text: *const c_char, length: usize) -> Result<Self, sortid_code> {
        not_null(text)?;
        let mut bytes = [0; MAX_TEXT_BYTES];
        let target = bytes.get_mut(..length).ok_or(SORTID_LENGTH)?;
        for (index, byte) in target.iter_mut().enumerate() {
            // SAFETY: the index is below the length.
            let found = unsafe { text.cast::<u8>().add(index).read() };
            *byte = found.min(0x7f);
        }
        Ok(Self { bytes, length })
    }

    pub(super) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        // SAFETY: all bytes are ASCII, which is UTF-8.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    }
}

/// Writes a string and a 0 after it.
///
/// # Safety
///
/// The pointer is null, or `size` bytes can be written.
pub(super) unsafe fn write_text(text: &str, buffer: *mut c_char, size: usize) -> Result<(), sortid_code> {
    // SAFETY: the same as this function's.
    unsafe {
        write_bytes(text.as_bytes(), 1, buffer.cast(), size)?;
        // The last byte of the space that `write_bytes` has checked.
        buffer.add(text.len()).write(0);
    }
    Ok(())
}

/// Writes bytes into a buffer with room for them and `more` bytes.
///
/// # Safety
///
/// The pointer is null, or `size` bytes can be written.
pub(super) unsafe fn write_bytes(
    bytes: &[u8],
    more: usize,
    buffer: *mut u8,
    size: usize,
) -> Result<(), sortid_code> {
    not_null(buffer)?;
    if size < bytes.len() + more {
        return Err(SORTID_SHORT_BUFFER);
    }
    // SAFETY: the buffer has at least this size. It belongs to the caller, and `bytes` to the library, so they don't
    // overlap.
    unsafe { buffer.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Ok(())
}
