//! Random number generators of `rand_core` 0.9 and 0.10, which differ only in names.

use crate::random::RandomSource;

/// Defines the adapter for a version from its trait for fallible generators and the name of its trait for infallible
/// generators.
macro_rules! adapter {
    ($adapter:ident, $version:literal, $feature:literal, $library:ident, $fallible:ident, $infallible:literal) => {
        #[doc = concat!("Adapts any generator of `rand_core` ", $version, ", fallible or not, to [`RandomSource`]. Needs the `", $feature, "` feature.")]
        ///
        #[doc = concat!("An error of a fallible generator, which implements `", stringify!($fallible), "`, stays an error. A generator that")]
        #[doc = concat!("implements `", $infallible, "` has no way to return one. If it drives hardware, check what it does if the hardware fails: many panic or")]
        /// wait forever. If such a generator also has a method that returns the error, use it with
        /// [`random::from_fn`](crate::random::from_fn).
        ///
        /// Most generators of `rand_core` do not detect a fork. In the child, they repeat the parent's random words, so
        /// IDs of both can be equal. Use `SystemRandom` in a process that forks.
        ///
        /// ```
        /// # use idcore as scru128;
        #[doc = concat!("use scru128::random::{", stringify!($adapter), ", RandomSource};")]
        #[doc = concat!("# use ", stringify!($library), "::", stringify!($fallible), ";")]
        /// # use core::convert::Infallible;
        /// # struct Four;
        #[doc = concat!("# impl ", stringify!($fallible), " for Four {")]
        /// #     type Error = Infallible;
        /// #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { Ok(4) }
        /// #     fn try_next_u64(&mut self) -> Result<u64, Infallible> { Ok(4) }
        /// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> { bytes.fill(4); Ok(()) }
        /// # }
        /// # let rng = Four;
        #[doc = concat!("let mut source = ", stringify!($adapter), "(rng);")]
        /// # assert_eq!(source.next_u32(), Ok(4));
        /// ```
        #[derive(Debug, Default)]
        pub struct $adapter<R>(pub R);

        impl<R: ::$library::$fallible> RandomSource for $adapter<R> {
            type Error = R::Error;

            #[inline]
            fn next_u32(&mut self) -> Result<u32, R::Error> {
                self.0.try_next_u32()
            }
        }
    };
}

#[cfg(feature = "rand_core_0_9")]
adapter!(RandCore09, "0.9", "rand_core_0_9", rand_core_0_9, TryRngCore, "RngCore");
#[cfg(feature = "rand_core_0_10")]
adapter!(RandCore010, "0.10", "rand_core_0_10", rand_core, TryRng, "Rng");
