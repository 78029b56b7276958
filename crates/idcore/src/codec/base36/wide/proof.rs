//! Proves the wide variant for every input. Each bound that the parent's comments claim is calculated here from the
//! constants that the code uses, and each table is compared with its definition entry by entry.

use super::*;

/// One unit of the lowest bit of a fraction, for bounds with 64 bits after the point.
const UNIT: i128 = 1 << 64;

/// 2^64 / 36^12, rounded down: how much the fraction grows if the value grows by 1. An error must stay below it.
const WORTH_OF_ONE: i128 = 2 * (i128::MAX / POW12 as i128);

/// Returns the least and the greatest sum of errors.
fn sum<const N: usize>(errors: [[i128; 2]; N]) -> [i128; 2] {
    errors.iter().fold([0, 0], |[least, greatest], [low, high]| [least + low, greatest + high])
}

/// Returns `true` if an error does not change the digits: see the module documentation of the parent.
fn is_harmless([least, greatest]: [i128; 2]) -> bool {
    0 <= least && greatest < WORTH_OF_ONE
}

/// The error of rounding down, less than one unit.
const ROUNDED: [i128; 2] = [-UNIT, 0];

/// Returns the error of `low` in `split`, which adds `added`.
fn error_of_low(added: i128, [last, ..]: [u64; 3]) -> [i128; 2] {
    let middle_plus_one = [0, UNIT - i128::from(last)];
    // Two products, and the constant, which is multiplied by less than 2^64 of its last units.
    sum([ROUNDED, ROUNDED, ROUNDED, middle_plus_one, [added * UNIT; 2]])
}

/// Returns the error of the fraction in `write_u64`: one product is rounded down, and 1 is added.
fn error_of_u64([last, ..]: [u64; 3]) -> [i128; 2] {
    sum([ROUNDED, [0, UNIT - i128::from(last)], [UNIT; 2]])
}

/// Returns the error of `high` in `split`, in the order of its comment. Both shifts can move the sum by 2^-58.
fn error_of_high(added: i128, [last, first]: [u64; 2]) -> [i128; 2] {
    let constant = i128::from(first) * UNIT + i128::from(last);
    let [_, greatest_of_low] = error_of_low(3, WORTH_IN_12);
    sum([
        ROUNDED,
        [0, UNIT / 4],
        [0, 16 * UNIT - (constant - 1)],
        [-(4 * UNIT - WORTH_OF_ONE) - 4 * greatest_of_low / UNIT - 1, 0],
        [-UNIT - (UNIT >> 58), UNIT >> 58],
        [added, added],
    ])
}

/// Returns `true` if `words`, lowest first, are 2^192 / divisor, rounded down by less than one. The calculation is
/// exact, in 64-bit steps.
fn is_quotient_of_192_bits(words: [u64; 3], divisor: u64) -> bool {
    let mut rest = 1_u128;
    words.iter().rev().all(|word| {
        rest <<= 64;
        let product = u128::from(*word) * u128::from(divisor);
        let fits = product <= rest;
        rest = rest.wrapping_sub(product);
        fits && rest < u128::from(divisor)
    })
}

#[test]
fn errors_of_fractions_change_no_digit() {
    assert!(is_quotient_of_192_bits(WORTH_IN_12, POW12));
    assert!(is_harmless(error_of_low(3, WORTH_IN_12)) && is_harmless(error_of_u64(WORTH_IN_12)));
    assert!(is_harmless(error_of_high(5 * UNIT / 2, WORTH_IN_24)));

    // 2^192 / 36^24 = (2^96 / 3^48) · 2^48. The quotient of that by 36^12 twice is rounded down twice, by less than two
    // together.
    let [last, first] = WORTH_IN_24;
    let [low, middle, high] = WORTH_IN_12;
    assert_eq!(high, 0b11, "2^192 / 36^12 has 130 bits");
    let mut rest = u128::from(high);
    let words = [middle, low].map(|word| {
        let dividend = rest << 64 | u128::from(word);
        rest = dividend % u128::from(POW12);
        dividend / u128::from(POW12)
    });
    assert!(u128::from(first) == words[0] && u128::from(last) - words[1] <= 2);
}

/// The part before the point of a fraction below 1, times 36^2, is below 36^2. So no other entry is read.
#[test]
fn pairs_are_those_of_the_definition() {
    let digit = |value: usize| Ascii::new(b"0123456789abcdefghijklmnopqrstuvwxyz"[value]);
    for (value, pair) in PAIRS.iter().take(36 * 36).enumerate() {
        assert_eq!(*pair, [digit(value / 36), digit(value % 36)], "{value}");
    }
    assert!((u128::from(u64::MAX) * u128::from(POW2)) >> 64 < u128::from(POW2));
}

/// The smallest sum of two bytes if one of them is not a digit. It exceeds the value of any six digits, whatever the
/// other four bytes are, and no sum of six bytes overflows.
const TOO_MUCH: u32 = 3 << 30;
const _: () = assert!(
    TOO_MUCH as u64 >= POW6 && u32::MAX as u128 * (POW4 + POW2 as u64 + 1) as u128 <= u64::MAX as u128
);

#[test]
fn two_bytes_are_worth_their_digits_or_too_much() {
    for (first, second) in (0..=u8::MAX).flat_map(|first| (0..=u8::MAX).map(move |second| (first, second))) {
        let sum = WORTH[usize::from(first)][0].wrapping_add(WORTH[usize::from(second)][1]);
        let is_right = match (char::from(first).to_digit(36), char::from(second).to_digit(36)) {
            (Some(first), Some(second)) => sum == 36 * first + second,
            _ => sum >= TOO_MUCH,
        };
        assert!(is_right, "{first:#04x} {second:#04x}");
        assert_eq!(read2(&[first, second], 0), u64::from(sum), "{first:#04x} {second:#04x}");
    }
}

/// Three sums of two bytes make six, two of these twelve, and so on: multiplications by constants, whose bounds are
/// these.
#[test]
fn sums_of_digits_stay_in_their_bounds() {
    let six = 35 * (36 + 1) * (POW4 + u64::from(POW2) + 1);
    assert_eq!(six, POW6 - 1);
    assert_eq!(six * POW6 + six, POW12 - 1);
    let twelve = u128::from(POW12 - 1);
    assert_eq!(twelve * u128::from(POW12) + twelve, POW24 - 1);
    // 15 is the largest first digit, and some strings that start with it are too large.
    assert!(POW24.checked_mul(15).is_some() && POW24.checked_mul(16).is_none());
    assert!((15 * POW24).checked_add(POW24 - 1).is_none());
}

/// Checks the bounds from the head of this file, which the digits depend on.
fn assert_is_fraction_of(value: u128, fraction: u64, integer: u128) {
    let excess = u128::from(fraction) * u128::from(POW12) - (value << 64);
    assert!(excess < 1 << 64, "{integer:#x}: {value} as {fraction}");
}

#[test]
fn fractions_are_within_their_bounds() {
    // Found by exact calculation: the nearest to the bounds of `low` and `high` among ten million integers, and two
    // that would be out of bounds, one without the 1 at `middle`, the other with 2 instead of 2.5.
    let nearest = [
        0xfe50_2772_77d4_c9e2_3943_1e67_2e83_359d,
        0x0470_de6d_1f28_9eeb_e4c0_c082_0017_7592,
        0x8f9e_4027_8e00_2620_7fe0_6005_efff_ffff,
        0xfe4e_26fa_e881_415f_f842_66ae_7800_0001,
        0xfe68_41c9_c462_dd95_fef6_3abe_1a62_daad,
        0x3aac_e2b1_bedd_9178_00a6_9bdf_11b5_96d1,
    ];
    let twelve = u128::from(POW12);
    let edges = [0, 1, 2, twelve / 2, twelve - 2, twelve - 1];
    let edges = (0..16).flat_map(|top| edges.map(|high| top * twelve + high)).flat_map(|quotient| {
        edges.map(|low| quotient.checked_mul(twelve).and_then(|upper| upper.checked_add(low)))
    });
    for integer in nearest.into_iter().chain(edges.flatten()) {
        let (top, high, low) = split(integer);
        assert_eq!(u128::from(top), integer / POW24, "{integer:#x}");
        assert_is_fraction_of(integer / twelve % twelve, high, integer);
        assert_is_fraction_of(integer % twelve, low, integer);
    }
}
