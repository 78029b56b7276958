//! Makes IDs and reads one, and logs each result in the way that a feature names. Its size is measured. It is never run.
//!
//! - none: nothing is logged.
//! - `log-reason`: the text of the ID, and the reason of an error.
//! - `log-defmt`: both by `defmt`.
//! - `log-debug`: both by `core::fmt`.

#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use scru128::error::{GenerateError, ParseError};
use scru128::{Config, Generator, Scru128, clock, random};

/// The clock has no time.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "log-debug", derive(Debug))]
#[cfg_attr(feature = "log-defmt", derive(defmt::Format))]
struct NotSet;

/// The random number generator reports a fault.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "log-debug", derive(Debug))]
#[cfg_attr(feature = "log-defmt", derive(defmt::Format))]
struct SeedError;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Sends a byte to the log, in place of a port.
#[allow(dead_code, reason = "one image logs nothing")]
#[inline(never)]
fn send(byte: u8) {
    black_box(byte);
}

#[cfg(not(any(feature = "log-reason", feature = "log-defmt", feature = "log-debug")))]
mod log {
    use super::*;

    pub(super) fn id(id: Scru128) {
        black_box(id);
    }

    pub(super) fn generate_error(error: &GenerateError<NotSet, SeedError>) {
        black_box(error);
    }

    pub(super) fn parse_error(error: &ParseError) {
        black_box(error);
    }
}

#[cfg(feature = "log-reason")]
mod log {
    use super::*;

    pub(super) fn id(id: Scru128) {
        id.encode().as_bytes().iter().copied().for_each(send);
    }

    pub(super) fn generate_error(error: &GenerateError<NotSet, SeedError>) {
        error.reason().bytes().for_each(send);
    }

    pub(super) fn parse_error(error: &ParseError) {
        error.reason().bytes().for_each(send);
    }
}

#[cfg(feature = "log-defmt")]
mod log {
    use super::*;

    pub(super) fn id(id: Scru128) {
        defmt::info!("{}", id);
    }

    pub(super) fn generate_error(error: &GenerateError<NotSet, SeedError>) {
        defmt::warn!("{}", error);
    }

    pub(super) fn parse_error(error: &ParseError) {
        defmt::warn!("{}", error);
    }

    #[defmt::global_logger]
    struct Port;

    #[allow(unsafe_code, reason = "the trait is unsafe to implement")]
    // SAFETY: nothing interrupts this image, so one writer at a time is all there is.
    unsafe impl defmt::Logger for Port {
        fn acquire() {}

        unsafe fn flush() {}

        unsafe fn release() {}

        unsafe fn write(bytes: &[u8]) {
            bytes.iter().copied().for_each(send);
        }
    }
}

#[cfg(feature = "log-debug")]
mod log {
    use core::fmt::{self, Write as _};

    use super::*;

    struct Port;

    impl fmt::Write for Port {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            text.bytes().for_each(send);
            Ok(())
        }
    }

    pub(super) fn id(id: Scru128) {
        let _ = write!(Port, "{id:?}");
    }

    pub(super) fn generate_error(error: &GenerateError<NotSet, SeedError>) {
        let _ = write!(Port, "{error:?}");
    }

    pub(super) fn parse_error(error: &ParseError) {
        let _ = write!(Port, "{error:?}");
    }
}

#[entry]
fn main() -> ! {
    let clock = clock::from_fn(|| black_box(Err::<u64, _>(NotSet)));
    let random = random::from_fn(|| black_box(Err::<u32, _>(SeedError)));
    let mut generator = Generator::with_config(Config::new(), clock, random);
    loop {
        match generator.generate() {
            Ok(id) => log::id(id),
            Err(error) => log::generate_error(&error),
        }
        match Scru128::try_from_str(black_box("0372ijojuxuhjsfkeryi2mrtm")) {
            Ok(id) => log::id(id),
            Err(error) => log::parse_error(&error),
        }
    }
}
