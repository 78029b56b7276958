//! 160 bits as two integers, which libraries for tests can draw and shrink.

/// The higher 128 bits and the lower 32 bits of big-endian bytes.
#[must_use]
pub fn split(bytes: [u8; 20]) -> (u128, u32) {
    let low = bytes.last_chunk().copied().map_or(0, u32::from_be_bytes);
    (bytes.first_chunk().copied().map_or(0, u128::from_be_bytes), low)
}

/// The bytes that [`split`] splits.
#[must_use]
pub fn join((high, low): (u128, u32)) -> [u8; 20] {
    let mut bytes = [0; 20];
    for (byte, part) in bytes.iter_mut().zip(high.to_be_bytes().into_iter().chain(low.to_be_bytes())) {
        *byte = part;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_joined_in_the_order_of_the_bytes() {
        let bytes = core::array::from_fn(|position| u8::try_from(position).expect("small"));
        let halves = (0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f, 0x1011_1213);
        assert_eq!(split(bytes), halves);
        assert_eq!(join(halves), bytes);
    }
}
