//! Generators in the caller's memory.
//!
//! The memory starts with a header. It shows most mistakes, which are then error codes:
//!
//! - A tag, different for each scheme. Memory that was never initialised, such as a static, has another value there. Random bytes
//!   are taken for a generator with a probability of 2^-64 on 32-bit cores.
//! - The memory's own address, so a copy of a generator is noticed. A copy would repeat the IDs of the original.
//! - A flag that is set during a call. On cores with atomic exchange, one of two simultaneous calls gets an error. On other cores,
//!   such as a Cortex-M0, an interrupt that calls during another call gets an error. But if one task interrupts another in the few
//!   instructions between the flag's test and its change, both would use the generator.
//!
//! The header is atomic, so reading it in a simultaneous call is no data race.

use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use super::code::sortid_code::{self, *};

/// The memory of a scheme's generator.
pub(super) trait Memory {
    /// What it holds. It needs no drop.
    type Generator;

    /// The number of the scheme.
    const SCHEME: u8;

    /// Fails to compile if the memory is too small.
    const FITS: () = {
        let excess = align_of::<Self::Generator>().saturating_sub(align_of::<u64>());
        assert!(size_of::<Header>() + excess + size_of::<Self::Generator>() <= Self::SIZE);
        assert!(!core::mem::needs_drop::<Self::Generator>());
    };

    /// The size of the memory.
    const SIZE: usize;

    /// The tag of its header.
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
    /// Whether this call now has the generator for itself.
    fn acquire(&self) -> bool {
        #[cfg(target_has_atomic = "32")]
        let was_busy = self.busy.swap(1, Ordering::Acquire);
        #[cfg(not(target_has_atomic = "32"))]
        let was_busy = {
            let was_busy = self.busy.load(Ordering::Acquire);
            self.busy.store(1, Ordering::Relaxed);
            was_busy
        };
        was_busy == 0
    }
}

/// A generator that one call has for itself.
pub(super) struct Held<'a, G> {
    header: &'a Header,
    pub(super) generator: &'a mut G,
}

impl<G> Drop for Held<'_, G> {
    fn drop(&mut self) {
        self.header.busy.store(0, Ordering::Release);
    }
}

/// The header of memory that is not null, aligned, and can be read and written.
///
/// # Safety
///
/// The pointer is null, or `size_of::<Header>()` bytes can be read and written. Only this module uses them.
unsafe fn header<'a, M: Memory>(memory: *mut M) -> Result<&'a Header, sortid_code> {
    if memory.is_null() {
        return Err(SORTID_NULL);
    }
    if !memory.cast::<u64>().is_aligned() {
        return Err(SORTID_UNALIGNED);
    }
    // SAFETY: it is neither null nor misaligned, since a header needs no greater alignment than `u64`. All bytes are a header.
    Ok(unsafe { &*memory.cast::<Header>() })
}

const _: () = assert!(align_of::<Header>() <= align_of::<u64>());

/// Where the generator is. On 64-bit machines, it can need a greater alignment than the memory.
fn place<M: Memory>(memory: *mut M) -> *mut M::Generator {
    let start = memory.cast::<u8>().wrapping_add(size_of::<Header>());
    let align = align_of::<M::Generator>();
    start.wrapping_add((align - start.addr() % align) % align).cast()
}

/// Writes a generator.
///
/// # Safety
///
/// The pointer is null, or `size` bytes can be read and written.
pub(super) unsafe fn init<M: Memory>(
    memory: *mut M,
    size: usize,
    make: impl FnOnce() -> Result<M::Generator, sortid_code>,
) -> Result<(), sortid_code> {
    let () = M::FITS;
    if memory.is_null() {
        return Err(SORTID_NULL);
    }
    if size < M::SIZE {
        return Err(SORTID_SHORT_BUFFER);
    }
    // SAFETY: it has room for more than a header.
    let header = unsafe { header(memory) }?;
    let address = memory.addr();
    let is_initialised =
        header.tag.load(Ordering::Acquire) == M::TAG && header.address.load(Ordering::Relaxed) == address;
    if is_initialised && header.busy.load(Ordering::Relaxed) != 0 {
        return Err(SORTID_BUSY);
    }
    let generator = make()?;
    header.tag.store(0, Ordering::Relaxed);
    // SAFETY: `FITS` shows that the place is within the memory. It is aligned, and no call refers to it.
    unsafe { place(memory).write(generator) };
    header.address.store(address, Ordering::Relaxed);
    header.busy.store(0, Ordering::Relaxed);
    header.tag.store(M::TAG, Ordering::Release);
    Ok(())
}

/// Returns the generator for one call.
///
/// # Safety
///
/// The pointer is null, or the memory can be read and written. If it starts with the header of an initialised generator, it was
/// initialised.
pub(super) unsafe fn hold<'a, M: Memory>(memory: *mut M) -> Result<Held<'a, M::Generator>, sortid_code> {
    // SAFETY: the same as this function's.
    let header = unsafe { header(memory) }?;
    let tag = header.tag.load(Ordering::Acquire);
    if tag != M::TAG {
        return Err(if tag & !0xff == TAG { SORTID_OTHER_SCHEME } else { SORTID_NOT_INITIALISED });
    }
    if header.address.load(Ordering::Relaxed) != memory.addr() {
        return Err(SORTID_COPIED);
    }
    if !header.acquire() {
        return Err(SORTID_BUSY);
    }
    // SAFETY: `init` wrote a generator there, since tag and address are its own. The flag excludes any other reference.
    let generator = unsafe { &mut *place(memory) };
    Ok(Held { header, generator })
}
