//! Generators in the caller's memory.
//!
//! The memory starts with a header. With it, most mistakes become error codes:
//!
//! - A tag, different for each scheme. Memory that was never initialised, such as a static, has a different value
//!   there. On 32-bit cores, random bytes are mistaken for a generator with a probability of 2^-64.
//! - The memory's own address, so that a copied generator is detected. A copy would repeat the IDs of the original.
//! - A flag that is set during a call, whatever the scheme of the call. On cores with atomic exchange, one of two
//!   simultaneous calls gets an error. On other cores, such as a Cortex-M0, an interrupt that calls during another call
//!   gets an error. But if one task interrupts another in the few instructions between the flag's test and its change,
//!   both would use the generator.
//!
//! Memory that was never initialised has no flag, so two simultaneous first initialisations are not detected.
//!
//! The header is atomic, so reading it during a simultaneous call is not a data race.

#[cfg(not(target_has_atomic = "32"))]
use core::sync::atomic::compiler_fence;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use super::code::sortid_code::{self, *};
use super::pointers;

/// The memory of a scheme's generator.
pub(super) trait Memory: Sized {
    /// The contents of the memory, which need no drop.
    type Generator;

    /// The number of the scheme.
    const SCHEME: u8;

    /// Fails to compile if the memory is too small.
    const FITS: () = {
        let excess = align_of::<Self::Generator>().saturating_sub(align_of::<u64>());
        assert!(size_of::<Header>() + excess + size_of::<Self::Generator>() <= size_of::<Self>());
        assert!(!core::mem::needs_drop::<Self::Generator>());
    };

    /// The tag in the header.
    const TAG: u32 = TAG | Self::SCHEME as u32;
}

/// The tag without a scheme.
const TAG: u32 = 0x9e4c_7d00;

#[repr(C)]
struct Header {
    tag: AtomicU32,
    busy: AtomicU32,
    address: AtomicUsize,
}

impl Header {
    /// Returns `true` if this call now has exclusive use of the generator.
    fn acquire(&self) -> bool {
        #[cfg(target_has_atomic = "32")]
        let was_busy = self.busy.swap(1, Ordering::Acquire);
        #[cfg(not(target_has_atomic = "32"))]
        let was_busy = {
            let was_busy = self.busy.load(Ordering::Acquire);
            // Does nothing if the flag was set: the other call may have cleared it since the load, and would not do so
            // again.
            if was_busy == 0 {
                self.busy.store(1, Ordering::Relaxed);
                // An interrupt finds the flag set before this call reads or writes the generator.
                compiler_fence(Ordering::SeqCst);
            }
            was_busy
        };
        was_busy == 0
    }

    /// Ends the exclusive use of the generator.
    fn release(&self) {
        self.busy.store(0, Ordering::Release);
    }
}

/// A generator that one call uses exclusively.
pub(super) struct Held<'a, G> {
    header: &'a Header,
    pub(super) generator: &'a mut G,
}

impl<G> Drop for Held<'_, G> {
    fn drop(&mut self) {
        self.header.release();
    }
}

/// Returns the header of memory that is not null, is aligned and is readable and writable.
///
/// # Safety
///
/// The pointer is null, or `size_of::<Header>()` bytes can be read and written. Only this module uses them.
unsafe fn header<'a, M: Memory>(memory: *mut M) -> Result<&'a Header, sortid_code> {
    pointers::not_null(memory)?;
    if !memory.cast::<u64>().is_aligned() {
        return Err(SORTID_UNALIGNED);
    }
    // SAFETY: it is neither null nor misaligned, because a header needs no greater alignment than `u64`. Any bytes are
    // a valid header.
    Ok(unsafe { &*memory.cast::<Header>() })
}

const _: () = assert!(align_of::<Header>() <= align_of::<u64>());

/// Returns the place of the generator. On 64-bit machines, it can need a greater alignment than the memory.
fn place<M: Memory>(memory: *mut M) -> *mut M::Generator {
    let start = memory.cast::<u8>().wrapping_add(size_of::<Header>());
    let align = align_of::<M::Generator>();
    start.wrapping_add((align - start.addr() % align) % align).cast()
}

/// Writes a generator.
///
/// # Safety
///
/// The pointer is null, or `size` bytes can be read and written. No other call initialises the memory for the first
/// time at the same time.
pub(super) unsafe fn init<M: Memory>(
    memory: *mut M,
    size: usize,
    make: impl FnOnce() -> Result<M::Generator, sortid_code>,
) -> Result<(), sortid_code> {
    let () = M::FITS;
    pointers::not_null(memory)?;
    if size < size_of::<M>() {
        return Err(SORTID_SHORT_BUFFER);
    }
    // SAFETY: it has room for more than a header.
    let header = unsafe { header(memory) }?;
    // It calls none of the caller's functions, so it needs no flag.
    let generator = make()?;
    let address = memory.addr();
    // Accepts the tag of any scheme, because a call with a different scheme's generator may have led here.
    let is_initialised = header.tag.load(Ordering::Acquire) & !0xff == TAG
        && header.address.load(Ordering::Acquire) == address;
    if !is_initialised {
        // Stored before the address and the tag, so that no call acquires the flag until the end.
        header.busy.store(1, Ordering::Relaxed);
    } else if !header.acquire() {
        return Err(SORTID_BUSY);
    }
    // SAFETY: `FITS` shows that the place is within the memory of this scheme, and the caller's size is at least that.
    // It is aligned. If the memory was initialised, by whatever scheme, the flag excludes all other calls. Otherwise,
    // other calls return before they refer to the generator, because the tag or the address differs until the stores
    // below. Only another first initialisation would not.
    unsafe { place(memory).write(generator) };
    header.address.store(address, Ordering::Release);
    header.tag.store(M::TAG, Ordering::Release);
    header.release();
    Ok(())
}

/// Returns the generator for one call.
///
/// # Safety
///
/// The pointer is null, or the memory can be read and written. If it starts with the header of an initialised
/// generator, it was initialised.
pub(super) unsafe fn hold<'a, M: Memory>(memory: *mut M) -> Result<Held<'a, M::Generator>, sortid_code> {
    // SAFETY: the same as this function's.
    let header = unsafe { header(memory) }?;
    let tag = header.tag.load(Ordering::Acquire);
    if tag != M::TAG {
        return Err(if tag & !0xff == TAG { SORTID_OTHER_SCHEME } else { SORTID_NOT_INITIALISED });
    }
    // If this is the value that a first initialisation stores, the flag of that initialisation is also visible.
    if header.address.load(Ordering::Acquire) != memory.addr() {
        return Err(SORTID_COPIED);
    }
    if !header.acquire() {
        return Err(SORTID_BUSY);
    }
    // Before this call acquired the flag, another call may have initialised the memory for a different scheme.
    if header.tag.load(Ordering::Relaxed) != M::TAG {
        header.release();
        return Err(SORTID_OTHER_SCHEME);
    }
    // SAFETY: `init` wrote a generator there, because the tag and the address match. The flag excludes any other
    // reference and any other initialisation of this memory.
    let generator = unsafe { &mut *place(memory) };
    Ok(Held { header, generator })
}

/// Returns the generator for a call that generates an ID. Checks `id` first, so that every generated ID can be written.
///
/// # Safety
///
/// See [`hold`].
pub(super) unsafe fn hold_for<'a, M: Memory, I>(
    memory: *mut M,
    id: *mut I,
) -> Result<Held<'a, M::Generator>, sortid_code> {
    pointers::not_null(id)?;
    // SAFETY: the same as this function's.
    unsafe { hold(memory) }
}
