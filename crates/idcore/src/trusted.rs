//! The only `unsafe` of the workspace: three things that the language can't say safely, each behind a safe function.

/// One ASCII character.
///
/// Invariant: the byte is below 0x80. [`Ascii::new`] is the only way to make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct Ascii(u8);

impl Ascii {
    /// Takes the low seven bits, so that whatever a codec does, the result is ASCII. In the codecs' constant tables
    /// this costs nothing at run time.
    pub(crate) const fn new(byte: u8) -> Self {
        Self(byte & 0x7f)
    }

    /// The bytes of a buffer as characters, all of which are the digit 0 at first.
    pub(crate) const fn zeros<const N: usize>(buffer: &mut [u8; N]) -> &mut [Self; N] {
        *buffer = [b'0'; N];
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so that `[Ascii; N]` has the size, the alignment and the validity of
        // `[u8; N]`; the reference keeps its lifetime. Each byte has just been made ASCII, and through the result only ASCII
        // can be written.
        unsafe { &mut *(&raw mut *buffer).cast::<[Self; N]>() }
    }

    /// Characters as bytes, in place.
    pub(crate) const fn bytes<const N: usize>(characters: &[Self; N]) -> &[u8; N] {
        // SAFETY: `Ascii` is `repr(transparent)` over `u8`, so that `[Ascii; N]` has the size, the alignment and the
        // validity of `[u8; N]`; the reference keeps its lifetime, and nothing can be written through it.
        unsafe { &*(&raw const *characters).cast::<[u8; N]>() }
    }

    /// Characters as a string, in place.
    pub(crate) const fn string<const N: usize>(characters: &[Self; N]) -> &str {
        // SAFETY: every byte is below 0x80 by the invariant of `Ascii`, and any sequence of such bytes is UTF-8.
        unsafe { core::str::from_utf8_unchecked(Self::bytes(characters)) }
    }
}

/// A place that is filled at most once, and never blocks: neither `get` nor `fill` waits for another thread. What fills it
/// stays for the life of the process.
///
/// [`std::sync::OnceLock`] would block for ever in a process that was forked while another thread filled it.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(crate) struct Place<T>(std::sync::atomic::AtomicPtr<T>);

#[cfg(feature = "std")]
impl<T> Place<T> {
    pub(crate) const fn new() -> Self {
        Self(std::sync::atomic::AtomicPtr::new(core::ptr::null_mut()))
    }
}

/// Threads share what is in it (`Sync`), and one may drop what another made (`Send`).
#[cfg(feature = "std")]
impl<T: Send + Sync> Place<T> {
    /// What it was filled with.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        let present = self.0.load(std::sync::atomic::Ordering::Acquire);
        // SAFETY: the pointer is null, or one that `fill` stored: from a box that it leaked and nobody frees (there is no
        // `drop` and no way to empty the place), so that it is valid for any lifetime. The `Acquire` here pairs with the
        // `Release` there, so that the value is seen whole. Only shared references to it are ever made.
        unsafe { present.as_ref() }
    }

    /// Fills it, unless that has happened; then `value` is dropped. Returns what it is filled with.
    pub(crate) fn fill(&self, value: std::boxed::Box<T>) -> &T {
        use std::sync::atomic::Ordering::{Acquire, Release};

        let ours = std::boxed::Box::into_raw(value);
        match self.0.compare_exchange(core::ptr::null_mut(), ours, Release, Acquire) {
            // SAFETY: `ours` comes from `into_raw`, and from now on nobody frees it, see `get`.
            Ok(_) => unsafe { &*ours },
            Err(theirs) => {
                // SAFETY: `ours` comes from `into_raw` and was not stored, so that this is its only owner.
                drop(unsafe { std::boxed::Box::from_raw(ours) });
                // SAFETY: `theirs` is not null, or the exchange would have succeeded; else as in `get`.
                unsafe { &*theirs }
            }
        }
    }
}

#[cfg(feature = "std")]
static FORKS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

/// What [`forks`] is, for who has been told it before.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn forks_so_far() -> u32 {
    FORKS.load(std::sync::atomic::Ordering::Relaxed)
}

/// A number that grows with every fork after the first question, in the child.
///
/// It grows in a handler that runs at the end of `fork`, after those that others have registered before it: in their handlers
/// the child still has its parent's number.
///
/// # Errors
///
/// The C library's error, if it takes no more fork handlers.
#[cfg(all(feature = "std", unix))]
#[inline]
pub(crate) fn forks() -> Result<u32, std::io::Error> {
    use std::sync::atomic::{AtomicBool, Ordering};

    static REGISTERED: AtomicBool = AtomicBool::new(false);

    extern "C" fn count() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    #[cold]
    fn register() -> Result<(), std::io::Error> {
        // SAFETY: `count` is a function for the life of the process, takes and returns nothing as the handler must, and does
        // nothing but an atomic addition, which is safe in a child of a process with any number of threads.
        match unsafe { libc::pthread_atfork(None, None, Some(count)) } {
            0 => {
                REGISTERED.store(true, Ordering::Release);
                Ok(())
            }
            error => Err(std::io::Error::from_raw_os_error(error)),
        }
    }

    // Nothing here waits for another thread, which a child would not have. Two threads may both register, and so may a child
    // that was forked between the two lines of `register`: forks are then counted twice, which serves as well. A fork
    // before the registration is not counted, and need not be: nobody has been told a number yet.
    if !REGISTERED.load(Ordering::Acquire) {
        register()?;
    }
    Ok(forks_so_far())
}

/// Other systems have no `fork`.
#[cfg(all(feature = "std", not(unix)))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(crate) fn forks() -> Result<u32, std::io::Error> {
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries to break the invariant: all 256 bytes go in, and what comes out is UTF-8 by the standard library's word.
    #[test]
    fn every_byte_makes_valid_utf8() {
        let mut characters = [Ascii::new(0); 256];
        for (character, byte) in characters.iter_mut().zip(0..=u8::MAX) {
            *character = Ascii::new(byte);
        }
        let checked = core::str::from_utf8(Ascii::bytes(&characters)).expect("ASCII is UTF-8");
        assert_eq!(checked, Ascii::string(&characters));
        assert_eq!(checked.len(), 256);
    }

    /// Many threads fill one place: all see the same value, whole, and every other value is dropped.
    #[cfg(feature = "std")]
    #[test]
    fn a_place_is_filled_once() {
        use std::boxed::Box;
        use std::sync::Arc;
        use std::vec::Vec;

        for _ in 0..200 {
            let place: Place<(usize, Arc<()>)> = Place::new();
            assert!(place.get().is_none());
            let token = Arc::new(());
            let seen: Vec<usize> = std::thread::scope(|scope| {
                let threads: Vec<_> = (1..=4)
                    .map(|thread| {
                        let value = Box::new((thread, Arc::clone(&token)));
                        scope.spawn(|| place.fill(value).0)
                    })
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
            });
            let filled = place.get().expect("it is filled").0;
            assert!((1..=4).contains(&filled) && seen.iter().all(|thread| *thread == filled));
            assert_eq!(Arc::strong_count(&token), 2, "ours, and the one that stays");
        }
    }
}
