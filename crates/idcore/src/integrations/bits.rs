//! The bits of an ID as integers, which libraries for tests can draw and shrink.

use core::ops::RangeInclusive;

/// Big-endian bytes that are an integer, or two.
pub trait Bits: Sized {
    /// An integer, or the higher and the lower one.
    type Integers;
    /// Ranges of such integers.
    type Ranges;

    /// The integers of the bytes.
    fn split(self) -> Self::Integers;

    /// The bytes that [`split`](Self::split) splits.
    fn join(integers: Self::Integers) -> Self;

    /// The ranges from 0 to the integers of the bytes.
    fn ranges(self) -> Self::Ranges;
}

macro_rules! of_integer {
    ($integer:ident) => {
        impl Bits for [u8; size_of::<$integer>()] {
            type Integers = $integer;
            type Ranges = RangeInclusive<$integer>;

            fn split(self) -> $integer {
                $integer::from_be_bytes(self)
            }

            fn join(integer: $integer) -> Self {
                integer.to_be_bytes()
            }

            fn ranges(self) -> RangeInclusive<$integer> {
                0..=self.split()
            }
        }
    };
}

of_integer!(u64);
of_integer!(u128);

impl Bits for [u8; 20] {
    type Integers = (u128, u32);
    type Ranges = (RangeInclusive<u128>, RangeInclusive<u32>);

    fn split(self) -> (u128, u32) {
        let low = self.last_chunk().copied().map_or(0, u32::from_be_bytes);
        (self.first_chunk().copied().map_or(0, u128::from_be_bytes), low)
    }

    fn join((high, low): (u128, u32)) -> Self {
        let mut bytes = [0; 20];
        for (byte, part) in bytes.iter_mut().zip(high.to_be_bytes().into_iter().chain(low.to_be_bytes())) {
            *byte = part;
        }
        bytes
    }

    fn ranges(self) -> (RangeInclusive<u128>, RangeInclusive<u32>) {
        let (high, low) = self.split();
        (0..=high, 0..=low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_joined_in_the_order_of_the_bytes() {
        let bytes = core::array::from_fn(|position| u8::try_from(position).expect("small"));
        let halves = (0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f, 0x1011_1213);
        assert_eq!(<[u8; 20]>::split(bytes), halves);
        assert_eq!(<[u8; 20]>::join(halves), bytes);
    }
}
