//! Division of wide integers by small ones, in 32-bit arithmetic: cores without a wider divider need no library for it.

/// Quotient and remainder of 64 bits by 16. The divisor is not 0.
///
/// ```
/// assert_eq!(idcore::divide::u64_by_u16(1_700_000_000_123_456, 1000), (1_700_000_000_123, 456));
/// ```
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "each cast takes a limb of 16 bits")]
pub const fn u64_by_u16(dividend: u64, divisor: u16) -> (u64, u16) {
    if cfg!(target_pointer_width = "64") {
        return (dividend / divisor as u64, (dividend % divisor as u64) as u16);
    }
    let mut limbs = limbs_of_u64(dividend);
    let remainder = limbs_by_u16(&mut limbs, divisor);
    let [a, b, c, d] = limbs;
    ((a << 16 | b) as u64 * (1 << 32) + (c << 16 | d) as u64, remainder)
}

/// The big-endian limbs of an integer, of 16 bits each.
pub(crate) const fn limbs_of_u64(integer: u64) -> [u32; 4] {
    let [a, b, c, d, e, f, g, h] = integer.to_be_bytes();
    [join(a, b), join(c, d), join(e, f), join(g, h)]
}

/// The big-endian limbs of an integer, of 16 bits each.
pub(crate) const fn limbs_of_u128(integer: u128) -> [u32; 8] {
    let bytes = integer.to_be_bytes();
    let mut limbs = [0; 8];
    let mut index = 0;
    while index < limbs.len() {
        limbs[index] = join(bytes[2 * index], bytes[2 * index + 1]);
        index += 1;
    }
    limbs
}

const fn join(high: u8, low: u8) -> u32 {
    (high as u32) << 8 | low as u32
}

/// Divides a big-endian integer of 16-bit limbs in place and returns the remainder. The divisor is not 0.
#[allow(clippy::cast_possible_truncation, reason = "the remainder is below the divisor")]
pub(crate) const fn limbs_by_u16<const N: usize>(limbs: &mut [u32; N], divisor: u16) -> u16 {
    let divisor = divisor as u32;
    let mut remainder = 0;
    let mut index = 0;
    while index < N {
        // remainder < divisor < 2^16, so that the dividend is below 2^32, and the quotient below 2^16.
        let dividend = remainder << 16 | limbs[index];
        limbs[index] = dividend / divisor;
        remainder = dividend % divisor;
        index += 1;
    }
    remainder as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_divide_as_integers_do() {
        for dividend in
            [0, 1, 999, 1000, 1_700_000_000_123_456, u64::MAX - 1, u64::MAX, 1 << 32, 0x1_0000_ffff]
        {
            for divisor in [1, 2, 36, 1000, 46_656, u16::MAX] {
                let mut limbs = limbs_of_u64(dividend);
                let remainder = limbs_by_u16(&mut limbs, divisor);
                let quotient = limbs.iter().fold(0, |quotient, limb| quotient << 16 | u64::from(*limb));
                let expected = (dividend / u64::from(divisor), dividend % u64::from(divisor));
                assert_eq!((quotient, u64::from(remainder)), expected, "{dividend} / {divisor}");
                assert_eq!(u64_by_u16(dividend, divisor), (quotient, remainder));
            }
        }
    }
}
