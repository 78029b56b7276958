//! What a firmware calls: for each scheme writing a text, reading one, and generating an ID.
//!
//! The functions have names that a linker sees, and are not inlined, so that each can be counted and weighed by itself.

use core::convert::Infallible;

use idcore::{Clock, GenerateError, RandomSource, RangeError};

/// A clock as cheap as a register, which moves on by so many milliseconds with each reading.
#[derive(Debug)]
pub struct Rtc {
    /// The last reading.
    pub unix_ms: u64,
    /// How much later the next one is.
    pub step_ms: u32,
}

impl Clock for Rtc {
    type Error = Infallible;

    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        self.unix_ms += u64::from(self.step_ms);
        Ok(self.unix_ms)
    }
}

/// A random source as cheap as a register (Marsaglia's xorshift), so that what is counted is the generator.
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

macro_rules! operations {
    ($scheme:literal, $encode:ident, $decode:ident, $generate:ident, $resume:ident, $id:ty, $digits:literal, $generator:ty) => {
        #[doc = concat!("Writes the text of an ID of ", $scheme, ".")]
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub fn $encode(id: &$id, buffer: &mut [u8; $digits]) {
            id.encode_into(buffer);
        }

        #[doc = concat!("Reads the text of an ID of ", $scheme, ".")]
        ///
        /// # Errors
        ///
        /// The text is none.
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub fn $decode(text: &str) -> Option<$id> {
            <$id>::try_from_str(text).ok()
        }

        #[doc = concat!("Makes the next ID of ", $scheme, ".")]
        ///
        /// # Errors
        ///
        /// As [`idcore::Generator::generate`].
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub fn $generate(generator: &mut $generator) -> Result<$id, GenerateError<Infallible, Infallible>> {
            generator.generate()
        }

        #[doc = concat!("Goes on after an ID of ", $scheme, ".")]
        ///
        /// # Errors
        ///
        /// As [`idcore::Generator::resume_after`].
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub fn $resume(generator: &mut $generator, id: $id) -> Result<(), RangeError> {
            generator.resume_after(id)
        }
    };
}

operations!(
    "SCRU160",
    scru160_encode,
    scru160_decode,
    scru160_generate,
    scru160_resume,
    scru160::Scru160,
    32,
    scru160::Generator<Rtc, Words>
);
operations!(
    "SCRU128",
    scru128_encode,
    scru128_decode,
    scru128_generate,
    scru128_resume,
    scru128::Scru128,
    25,
    scru128::Generator<Rtc, Words>
);
operations!(
    "SCRU64",
    scru64_encode,
    scru64_decode,
    scru64_generate,
    scru64_resume,
    scru64::Scru64,
    12,
    scru64::Generator<Rtc, Words>
);
operations!(
    "ULID",
    ulid_encode,
    ulid_decode,
    ulid_generate,
    ulid_resume,
    ulid::Ulid,
    26,
    ulid::Generator<Rtc, Words>
);
operations!(
    "Ulid-Flake",
    ulid_flake_encode,
    ulid_flake_decode,
    ulid_flake_generate,
    ulid_flake_resume,
    ulid_flake::UlidFlake,
    13,
    ulid_flake::Generator<Rtc, Words>
);
operations!(
    "scalable Ulid-Flake",
    ulid_flake_scalable_encode,
    ulid_flake_scalable_decode,
    ulid_flake_scalable_generate,
    ulid_flake_scalable_resume,
    ulid_flake::ScalableUlidFlake,
    13,
    ulid_flake::ScalableGenerator<Rtc, Words>
);
