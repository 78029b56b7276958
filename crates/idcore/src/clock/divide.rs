//! Division of wide integers by small ones in 32-bit arithmetic, so that cores without a wider divider don't link a
//! library for it.

/// Divides a 64-bit integer by a 16-bit integer and returns quotient and remainder. The divisor must not be 0.
///
/// ```
/// assert_eq!(idcore::__private::u64_by_u16(1_700_000_000_123_456, 1000), (1_700_000_000_123, 456));
/// ```
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "the remainder is below the divisor")]
pub const fn u64_by_u16(dividend: u64, divisor: u16) -> (u64, u16) {
    if cfg!(target_pointer_width = "64") {
        (dividend / divisor as u64, (dividend % divisor as u64) as u16)
    } else {
        narrow(dividend, divisor)
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "each cast takes a word, or the remainder, which is below the divisor"
)]
const fn narrow(dividend: u64, divisor: u16) -> (u64, u16) {
    let (high, remainder) = word_by_u16(0, (dividend >> 32) as u32, divisor);
    let (low, remainder) = word_by_u16(remainder, dividend as u32, divisor);
    ((high as u64) << 32 | low as u64, remainder as u16)
}

/// Returns quotient and remainder of `high · 2^32 + word`, for `high` below the divisor.
const fn word_by_u16(high: u32, word: u32, divisor: u16) -> (u32, u32) {
    let divisor = divisor as u32;
    // Divide in two halves. Each remainder is below the divisor, which is below 2^16. So each dividend is below 2^32,
    // and each quotient below 2^16.
    let first = high << 16 | word >> 16;
    let second = (first % divisor) << 16 | word & 0xffff;
    (((first / divisor) << 16) | (second / divisor), second % divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_divide() {
        for dividend in
            [0, 1, 999, 1000, 1_700_000_000_123_456, u64::MAX - 1, u64::MAX, 1 << 32, 0x1_0000_ffff]
        {
            for divisor in [1, 2, 36, 1000, 46_656, u16::MAX] {
                let (quotient, remainder) = (dividend / u64::from(divisor), dividend % u64::from(divisor));
                let expected = (quotient, u16::try_from(remainder).expect("it is below the divisor"));
                assert_eq!(narrow(dividend, divisor), expected, "{dividend} / {divisor}");
                assert_eq!(u64_by_u16(dividend, divisor), expected, "{dividend} / {divisor}");
            }
        }
    }
}
