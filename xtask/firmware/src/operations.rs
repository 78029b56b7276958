//! The operations of a firmware: for each scheme, formatting an ID, parsing one, and generating one.
//!
//! The functions have linker-visible names and are not inlined, so each can be measured by itself.

use core::convert::Infallible;

use idcore::clock::Clock;
#[cfg(feature = "rest")]
use idcore::clock::MicrosecondClock;
use idcore::error::{GenerateError, RangeError};
#[cfg(feature = "rest")]
use idcore::id::{Text, Typed};
use idcore::random::RandomSource;
use idcore::{Generator, Scheme};

/// A clock as cheap as a register.
#[derive(Debug)]
pub struct Rtc {
    /// The last reading.
    pub unix_ms: u64,
}

impl Clock for Rtc {
    type Error = Infallible;

    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        self.unix_ms += 1;
        Ok(self.unix_ms)
    }
}

#[cfg(feature = "rest")]
impl MicrosecondClock for Rtc {
    fn unix_us(&mut self) -> Result<u64, Infallible> {
        self.unix_ms()
    }
}

/// A random source as cheap as a register (Marsaglia's xorshift), so that the size is mostly the generator's.
#[derive(Debug)]
pub struct Words(pub u32);

impl RandomSource for Words {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Ok(self.0)
    }
}

#[cfg(feature = "rest")]
idcore::kind!(
    /// The kind of the typed IDs.
    pub Order = "ord"
);

/// The size of a generator in bytes, without its clock and its random source.
trait Bare {
    const BYTES: usize;
}

impl<S: Scheme, C, R> Bare for Generator<S, C, R> {
    const BYTES: usize = size_of::<Generator<S, (), ()>>();
}

/// The operations of each scheme, in its own module. The linker names are `MODULE_OPERATION`.
macro_rules! operations {
    ($($module:ident: $id:ty, $digits:literal, $generator:ty;)+) => {$(
        #[doc = concat!("The operations of `", stringify!($generator), "`.")]
        pub mod $module {
            use super::*;

            /// A constant as large as a generator in RAM.
            #[unsafe(export_name = concat!(stringify!($module), "_ram"))]
            pub static RAM: [u8; <$generator as Bare>::BYTES] = [0; <$generator as Bare>::BYTES];

            /// Formats an ID.
            #[unsafe(export_name = concat!(stringify!($module), "_encode"))]
            #[inline(never)]
            pub fn encode(id: &$id, buffer: &mut [u8; $digits]) {
                id.encode_into(buffer);
            }

            /// Parses an ID.
            #[unsafe(export_name = concat!(stringify!($module), "_decode"))]
            #[inline(never)]
            pub fn decode(text: &str) -> Option<$id> {
                <$id>::try_from_str(text).ok()
            }

            /// Generates the next ID.
            ///
            /// # Errors
            ///
            /// Returns an error if [`idcore::Generator::generate`] does.
            #[unsafe(export_name = concat!(stringify!($module), "_generate"))]
            #[inline(never)]
            pub fn generate(generator: &mut $generator) -> Result<$id, GenerateError<Infallible, Infallible>> {
                generator.generate()
            }

            /// Resumes after an ID.
            ///
            /// # Errors
            ///
            /// Returns an error if [`idcore::Generator::resume_after`] does.
            #[unsafe(export_name = concat!(stringify!($module), "_resume"))]
            #[inline(never)]
            pub fn resume(generator: &mut $generator, id: $id) -> Result<(), RangeError> {
                generator.resume_after(id)
            }

            /// Runs the other operations of a generator, an ID without a generator, and a typed ID.
            ///
            /// # Errors
            ///
            /// Returns an error if [`idcore::Generator::generate`] does.
            #[cfg(feature = "rest")]
            #[unsafe(export_name = concat!(stringify!($module), "_rest"))]
            #[inline(never)]
            pub fn rest(
                generator: &mut $generator,
                unix_ms: u64,
                words: &mut Words,
            ) -> Result<Text<$digits>, GenerateError<Infallible, Infallible>> {
                let resumed = generator.resume_after_instant(unix_ms);
                let first = generator.generate_at(unix_ms)?;
                let second = generator.generate_or_reset_at(first.unix_ms())?;
                let mut ids = [first, second, generator.generate_or_reset()?];
                let filled = generator.fill(&mut ids);
                let ahead_ms = generator.ahead_ms_at(unix_ms);
                if let Ok(bound) = <$id>::min_at(ahead_ms) {
                    ids[0] = bound;
                }
                if let Ok(bound) = <$id>::max_at(unix_ms) {
                    ids[1] = bound;
                }
                if let Ok(id) = idcore::__private::sample(generator.config(), unix_ms, words) {
                    ids[2] = id;
                }
                let last = generator.last();
                let typed = Typed::<$id, Order>::from_id(first);
                let is_read = Typed::try_from_str(&typed.encode()) == Ok(typed);
                let is_fine = is_read && resumed.is_ok() && filled.is_ok() && last == ids.iter().max().copied();
                Ok(if is_fine { first.encode() } else { second.encode() })
            }
        }
    )+};
}

operations! {
    scru160: ::scru160::Scru160, 32, ::scru160::Generator<Rtc, Words>;
    scru128: ::scru128::Scru128, 25, ::scru128::Generator<Rtc, Words>;
    scru64: ::scru64::Scru64, 12, ::scru64::Generator<Rtc, Words>;
    ulid: ::ulid::Ulid, 26, ::ulid::Generator<Rtc, Words>;
    ulid_flake: ::ulid_flake::UlidFlake, 13, ::ulid_flake::Generator<Rtc, Words>;
    ulid_flake_scalable: ::ulid_flake::ScalableUlidFlake, 13, ::ulid_flake::scalable::Generator<Rtc, Words>;
    uuid7: ::uuid7::Uuid7, 36, ::uuid7::Generator<Rtc, Words>;
}

/// Formats a SCRU160 ID in hex.
#[cfg(feature = "rest")]
#[unsafe(no_mangle)]
#[inline(never)]
pub fn scru160_encode_hex(id: &::scru160::Scru160, buffer: &mut [u8; 40]) {
    id.encode_hex_into(buffer);
}

/// Generates the next SCRU160 ID with a microsecond clock, which needs a division.
///
/// # Errors
///
/// Returns an error if [`idcore::Generator::generate`] does.
#[cfg(feature = "rest")]
#[unsafe(no_mangle)]
#[inline(never)]
pub fn scru160_microseconds_generate(
    generator: &mut ::scru160::MicrosecondGenerator<Rtc, Words>,
) -> Result<::scru160::Scru160, GenerateError<Infallible, Infallible>> {
    generator.generate()
}

/// Generates the next SCRU64 ID below a ceiling, after moving the ceiling.
///
/// # Errors
///
/// Returns an error if [`idcore::Generator::generate`] does.
#[cfg(feature = "rest")]
#[unsafe(no_mangle)]
#[inline(never)]
pub fn scru64_ceiling_generate(
    generator: &mut ::scru64::Generator<Rtc, Words>,
    ceiling_unix_ms: u64,
) -> Result<::scru64::Scru64, GenerateError<Infallible, Infallible>> {
    if generator.ceiling_unix_ms() < ceiling_unix_ms {
        generator.set_ceiling_unix_ms(ceiling_unix_ms);
    }
    generator.generate()
}

/// Parses a ULID as people type it.
#[cfg(feature = "rest")]
#[unsafe(no_mangle)]
#[inline(never)]
pub fn ulid_decode_lenient(text: &str) -> Option<::ulid::Ulid> {
    ::ulid::Ulid::try_from_str_lenient(text).ok()
}
