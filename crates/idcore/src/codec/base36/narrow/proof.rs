//! Proves the narrow variant for every input: divisions by constants over their whole ranges.

use super::*;

/// Checks the bound that the comment of [`divide_by_pow3`] claims, and that wrong constants exceed it.
#[test]
fn dividing_by_a_reciprocal_is_dividing_for_every_value() {
    // The reciprocal is (2^47 + excess) / 36^3. A product is too large by value · excess / 2^47 parts of 1 / 36^3,
    // which must be less than one.
    let is_exact = |reciprocal: u32| {
        let excess = (u64::from(reciprocal) * u64::from(POW3)).wrapping_sub(1 << 47);
        (u64::from(POW6) - 1).checked_mul(excess).is_some_and(|product| product < 1 << 47)
    };
    assert!(is_exact(RECIPROCAL_POW3));
    // A reciprocal larger by one would still be exact.
    assert!(!is_exact(RECIPROCAL_POW3 - 1) && !is_exact(RECIPROCAL_POW3 + 2));
    // The remainder is below 36^3, so `three_digits_are_those_of_every_value` covers its three digits.
    assert_eq!(divide_by_pow3(POW6 - 1), POW3 - 1);
}

/// The theorem of [`divide`] requires that the divisor fills its word and the reciprocal is ⌊(2^64 − 1) / divisor⌋ −
/// 2^32.
#[test]
fn the_theorem_of_the_division_applies() {
    assert!(POW6.leading_zeros() == 0);
    let is_reciprocal = |reciprocal: u32| {
        let reciprocal = u128::from(reciprocal) + (1 << 32);
        let product = reciprocal * u128::from(POW6);
        (u128::from(u64::MAX) - u128::from(POW6) + 1..=u128::from(u64::MAX)).contains(&product)
    };
    assert!(is_reciprocal(RECIPROCAL_POW6));
    assert!(!is_reciprocal(RECIPROCAL_POW6 - 1) && !is_reciprocal(RECIPROCAL_POW6 + 1));
    // The first `high` is 0, or the upper word of an integer below 36^12. Each later `high` is a remainder.
    assert!((super::super::MAX_U64 >> 32) < u64::from(POW6));
    // Five digits and a carry fit in a word, and six.
    assert!(POW5 < 1 << 26 && u64::from(u32::MAX) * u64::from(POW5) + u64::from(u32::MAX) < u64::MAX);
}

/// The theorem itself, for 8-bit words instead of 32-bit words: all divisors that fill a word, and all dividends.
#[test]
fn the_theorem_of_the_division_holds_for_short_words() {
    for divisor in 128..=255_u32 {
        let reciprocal = 0xffff / divisor - 256;
        for dividend in 0..divisor << 8 {
            let (high, low) = (dividend >> 8, dividend & 255);
            let estimate = high * reciprocal + dividend;
            let mut quotient = ((estimate >> 8) + 1) & 255;
            let mut remainder = low.wrapping_sub(quotient * divisor) & 255;
            if remainder > estimate & 255 {
                quotient = quotient.wrapping_sub(1) & 255;
                remainder = (remainder + divisor) & 255;
            }
            if remainder >= divisor {
                (quotient, remainder) = (quotient + 1, remainder - divisor);
            }
            assert_eq!(
                (quotient, remainder),
                (dividend / divisor, dividend % divisor),
                "{dividend} / {divisor}"
            );
        }
    }
}

#[test]
fn three_digits_are_those_of_every_value() {
    for value in 0..POW3 {
        let mut digits = [Ascii::new(b'?'); 6];
        write_six(value * POW3 + value, &mut digits);
        let expected = [value / 36 / 36, value / 36 % 36, value % 36];
        let expected =
            expected.map(|value| Ascii::new(crate::codec::base36::digit(value.try_into().unwrap())));
        assert_eq!(digits.split_at(3), (&expected[..], &expected[..]), "{value}");
    }
}
