//! Random sources.
//!
//! A generator takes its random bits from a [`RandomSource`]. With `std`, use [`SystemRandom`]; otherwise a closure in
//! [`from_fn`], a `rand_core` generator in a wrapper such as `RandCore010`, or your own type. If the source fails, the
//! generator returns the error and is left unchanged.
//!
//! ```
//! # use idcore as scru128;
//! use scru128::random::{self, RandomSource};
//!
//! let mut source = random::from_fn(|| Ok::<_, ()>(0x5eed_1234)); // read the hardware here
//! assert_eq!(source.next_u32(), Ok(0x5eed_1234));
//! ```

mod from_fn;
#[cfg(feature = "rand_core_0_6")]
mod rand_core_0_6;
#[cfg(feature = "std")]
pub(crate) mod system;
#[cfg(any(feature = "rand_core_0_9", feature = "rand_core_0_10"))]
mod try_rng;

pub use from_fn::{FromFn, from_fn};
#[cfg(feature = "rand_core_0_6")]
pub use rand_core_0_6::RandCore06;
#[cfg(feature = "std")]
pub use system::SystemRandom;
#[cfg(feature = "rand_core_0_9")]
pub use try_rng::RandCore09;
#[cfg(feature = "rand_core_0_10")]
pub use try_rng::RandCore010;

/// A request for one random number, for one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The field's name, as the test vectors spell it.
    pub field: &'static str,
    /// The number of random bits that the field takes.
    pub bits: u32,
}

/// A source of random 32-bit words.
///
/// This is `idcore`'s own trait, so that no version of a random number crate is part of anybody's API. You can get a
/// source in three ways:
///
/// - a closure, with [`random::from_fn`](crate::random::from_fn);
/// - a `rand_core` generator, in `RandCore06`, `RandCore09` or `RandCore010`, each behind the feature of that version:
///   `rand_core_0_6`, `rand_core_0_9`, `rand_core_0_10`;
/// - your own implementation.
///
/// An implementation
///
/// - must return an error if the hardware reports an error, or if its words must not be used. The generator is left
///   unchanged, and the next call may try again;
/// - should be cryptographically strong, because predictable words make predictable IDs.
///
/// ```
/// # use idcore as scru128;
/// use scru128::random::RandomSource;
///
/// /// A peripheral with a data register, and a status register that reports a failed seed.
/// struct Rng { data: u32, seed_error: bool }
///
/// #[derive(Debug)]
/// struct SeedError;
///
/// impl RandomSource for Rng {
///     type Error = SeedError;
///
///     fn next_u32(&mut self) -> Result<u32, SeedError> {
///         if self.seed_error { Err(SeedError) } else { Ok(self.data) }
///     }
/// }
/// # assert_eq!(Rng { data: 7, seed_error: false }.next_u32().unwrap(), 7);
/// # assert!(Rng { data: 7, seed_error: true }.next_u32().is_err());
/// ```
#[diagnostic::on_unimplemented(
    note = "to use a closure as the source, pass it to `random::from_fn`",
    note = "to use a generator of `rand` or `rand_core` 0.10, enable the `rand_core_0_10` feature and wrap the generator in \
            `random::RandCore010`; for 0.9 or 0.6, use `RandCore09` or `RandCore06`"
)]
pub trait RandomSource {
    /// The reason why the source failed. It should be a [`core::error::Error`], but need not be.
    type Error;

    /// Returns the next 32 random bits.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    fn next_u32(&mut self) -> Result<u32, Self::Error>;

    /// Draws the value of one field of at most 32 bits.
    ///
    /// A generator gets random bits only through this method and its two companions, once for each field. Override all
    /// three to drive a generator through a trace. Their values must stay below 2<sup>bits</sup>. Otherwise, order and
    /// layout break.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails. A 0-bit draw never fails.
    #[inline]
    fn draw(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        if draw.bits == 0 {
            return Ok(0);
        }
        // Takes the high bits, which are better than the low bits in a weak source.
        Ok(self.next_u32()? >> 32_u32.saturating_sub(draw.bits))
    }

    /// Draws the value of one field of at most 128 bits.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[inline]
    fn draw_wide(&mut self, draw: Draw) -> Result<u128, Self::Error> {
        draw_by_words(self, draw)
    }

    /// Draws the value of one field from 1 to 2<sup>bits</sup> − 1, for at most 31 bits.
    ///
    /// # Errors
    ///
    /// Returns an error if the source fails.
    #[inline]
    fn draw_positive(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        let values = u64::from((1_u32 << draw.bits.clamp(1, 31)) - 1);
        // Scales one word to the range instead of drawing until a word fits, so that even a stuck source does not make
        // this hang. Each value corresponds to 2^32 / values of the 2^32 words, plus or minus 1.
        let scaled = (u64::from(self.next_u32()?) * values) >> 32;
        #[allow(clippy::cast_possible_truncation, reason = "it is below `values`, of at most 31 bits")]
        let scaled = scaled as u32;
        Ok(scaled + 1)
    }

    /// Informs the source of the time, in milliseconds since 1970. By default, does nothing.
    ///
    /// A source that generates words from a seed should renew the seed before its next word if the time has moved by at
    /// least a second, forwards or backwards, since the seed was drawn. This way, the copies of a cloned virtual
    /// machine soon have different words.
    ///
    /// A generator calls this method before it draws, with each clock reading in a different tick than the last ID's.
    /// It skips readings from the caller, which can be years apart.
    #[inline]
    fn observe_time(&mut self, unix_ms: u64) {
        let _ = unix_ms;
    }
}

/// Draws the value of one field of at most 128 bits, word by word.
#[inline]
pub(crate) fn draw_by_words<R: RandomSource + ?Sized>(random: &mut R, draw: Draw) -> Result<u128, R::Error> {
    let mut value = 0;
    let mut bits_left = draw.bits;
    // Draws whole words first, because shifting by a constant 32 is free on 32-bit cores.
    while bits_left >= 32 {
        value = value << 32 | u128::from(random.next_u32()?);
        bits_left -= 32;
    }
    if bits_left > 0 {
        value = value << bits_left | u128::from(random.next_u32()? >> (32 - bits_left));
    }
    Ok(value)
}

impl<R: RandomSource + ?Sized> RandomSource for &mut R {
    type Error = R::Error;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        (**self).next_u32()
    }

    #[inline]
    fn draw(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        (**self).draw(draw)
    }

    #[inline]
    fn draw_wide(&mut self, draw: Draw) -> Result<u128, Self::Error> {
        (**self).draw_wide(draw)
    }

    #[inline]
    fn draw_positive(&mut self, draw: Draw) -> Result<u32, Self::Error> {
        (**self).draw_positive(draw)
    }

    #[inline]
    fn observe_time(&mut self, unix_ms: u64) {
        (**self).observe_time(unix_ms);
    }
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use super::*;

    /// Returns words whose digits show the number of the word and the position in it.
    fn words() -> impl RandomSource<Error = Infallible> {
        let mut number = 0;
        from_fn(move || {
            number += 1;
            Ok((0x1111_1111 * number) ^ 0x0123_4567)
        })
    }

    fn wide(bits: u32) -> u128 {
        words().draw_wide(Draw { field: "a test's", bits }).unwrap()
    }

    /// The first words are the high bits. Only the high bits of the last word are used.
    #[test]
    fn wide_fields_are_words_one_after_the_other() {
        assert_eq!(wide(0), 0);
        assert_eq!(wide(1), 0);
        assert_eq!(wide(8), 0x10);
        assert_eq!(wide(32), 0x1032_5476);
        assert_eq!(wide(40), 0x10_3254_7623);
        assert_eq!(wide(64), 0x1032_5476_2301_6745);
        assert_eq!(wide(80), 0x1032_5476_2301_6745_3210);
        assert_eq!(wide(128), 0x1032_5476_2301_6745_3210_7654_4567_0123);
    }

    #[test]
    fn narrow_fields_are_the_high_bits_of_a_word() {
        let narrow = |bits| words().draw(Draw { field: "a test's", bits }).unwrap();
        assert_eq!([narrow(0), narrow(4), narrow(24), narrow(32)], [0, 1, 0x10_3254, 0x1032_5476]);
    }

    /// No word, however extreme, gives a value outside the range from 1 to 2^bits − 1.
    #[test]
    fn positive_fields_are_never_zero() {
        for bits in 1..32 {
            let positive =
                |word| from_fn(|| Ok::<_, ()>(word)).draw_positive(Draw { field: "a test's", bits }).unwrap();
            assert_eq!((positive(0), positive(u32::MAX)), (1, (1 << bits) - 1));
        }
    }

    /// A reference forwards every draw. The tests of the schemes show it for all draws but this one.
    #[test]
    fn a_reference_draws_the_positive_values_of_its_source() {
        struct Overridden;
        impl RandomSource for Overridden {
            type Error = ();

            fn next_u32(&mut self) -> Result<u32, ()> {
                Err(())
            }
            fn draw_positive(&mut self, draw: Draw) -> Result<u32, ()> {
                Ok(draw.bits + 4)
            }
        }
        fn positive<R: RandomSource<Error = ()>>(mut source: R) -> Result<u32, ()> {
            source.draw_positive(Draw { field: "a test's", bits: 10 })
        }
        assert_eq!(positive(&mut Overridden), Ok(14));
    }
}
