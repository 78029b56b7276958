//! Proves that base 32 encodes all bytes and decodes all strings as defined.
//!
//! No test can try 2^128 inputs one by one. Because of how the code is structured, none has to:
//!
//! - **Encoding.** Between the bytes and the index into a table, words are only shifted, joined (`|`) and masked with
//!   constants (`&`). Each of these steps maps the join of two inputs to the join of their results. So an index follows
//!   from the inputs that have a single bit set. These show that the index of a pair of digits consists of the ten bits
//!   that the definition assigns to it. All 1024 values of each pair then cover all inputs.
//! - **Decoding.** Each byte of a string selects an entry of a table. The entries are only shifted and joined. So the
//!   decoded bits, and any excess bits, are the join of the results of the individual bytes. All 256 bytes at each
//!   position then cover all strings.
//!
//! The tests also check that no step does more than this: with all other bits set instead of clear, and with two bytes
//! that are not zero.

use super::*;

/// The digits of an alphabet, and the letters that stand for another digit.
type Alphabet = (&'static [u8; 32], &'static [(u8, u8)]);

/// Crockford's alphabet, as he wrote it.
const CROCKFORD: Alphabet = (b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", &[]);
/// Crockford's alphabet for TypeID, which accepts only lowercase.
const CROCKFORD_LOWERCASE: Alphabet = (b"0123456789abcdefghjkmnpqrstvwxyz", &[]);
const CROCKFORD_WITH_ALIASES: Alphabet = (CROCKFORD.0, &[(b'I', 1), (b'L', 1), (b'O', 0)]);
/// The alphabet of RFC 4648, section 7.
const HEX: Alphabet = (b"0123456789ABCDEFGHIJKLMNOPQRSTUV", &[]);

const FORMAT: TextFormat = TextFormat { name: "a test", digits: "digits", max: "7ZZ", forms: None };

/// Returns the value of `count` bits above the lowest `start`. Bits beyond the highest are zeros.
fn bits_of(bytes: &[u8], start: usize, count: usize) -> u8 {
    let bit = |bit: usize| {
        if bit < 8 * bytes.len() { bytes[bytes.len() - 1 - bit / 8] >> (bit % 8) & 1 } else { 0 }
    };
    (start..start + count).rev().fold(0, |bits, index| bits << 1 | bit(index))
}

/// Returns bytes with `value` above the lowest `start` bits and `background` elsewhere, or `None` if the value does not
/// fit.
fn with_bits<const BYTES: usize>(
    start: usize,
    count: usize,
    value: u32,
    background: u8,
) -> Option<[u8; BYTES]> {
    let mut bytes = [background; BYTES];
    for index in 0..count {
        let bit = value >> index & 1 != 0;
        let place = start + index;
        if place < 8 * BYTES {
            let byte = &mut bytes[BYTES - 1 - place / 8];
            *byte = *byte & !(1 << (place % 8)) | u8::from(bit) << (place % 8);
        } else if bit {
            return None;
        }
    }
    Some(bytes)
}

/// Returns the text form of bytes as RFC 4648 and Crockford define it: each five bits from the end are a digit.
fn text_of<const DIGITS: usize>(bytes: &[u8], alphabet: &[u8; 32]) -> [u8; DIGITS] {
    core::array::from_fn(|index| alphabet[usize::from(bits_of(bytes, 5 * (DIGITS - 1 - index), 5))])
}

/// Returns the value of a byte as a digit, case-insensitive unless the alphabet is lowercase.
fn value_of(byte: u8, (alphabet, aliases): Alphabet) -> Option<u8> {
    let upper = byte.to_ascii_uppercase();
    let digit = alphabet
        .iter()
        .position(|digit| *digit == byte || *digit == upper)
        .and_then(|value| u8::try_from(value).ok());
    digit.or_else(|| aliases.iter().find(|(letter, _)| *letter == upper).map(|(_, value)| *value))
}

type Write<const BYTES: usize, const DIGITS: usize> = fn(&[u8; BYTES], &mut [Ascii; DIGITS], &Digits);
type Read<const BYTES: usize, const DIGITS: usize> = fn(&[u8; DIGITS], &mut [u8; BYTES], &Values) -> bool;

/// Returns `true` if bytes with these ten bits are encoded as defined, wherever the bits are and whatever surrounds
/// them.
fn writes_bits<const BYTES: usize, const DIGITS: usize>(
    value: u32,
    write: Write<BYTES, DIGITS>,
    to: &Digits,
    alphabet: &[u8; 32],
) -> bool {
    (0..8 * BYTES).step_by(10).all(|start| {
        [0, 0xff].iter().all(|background| {
            let Some(bytes) = with_bits(start, 10, value, *background) else { return true };
            let mut text = Text::<DIGITS>::zeros();
            write(&bytes, text.characters(), to);
            *text.as_bytes() == text_of(&bytes, alphabet)
        })
    })
}

/// Returns what a string of zeros with these digits at these positions encodes, if it has at most `bits` bits.
fn bytes_of<const BYTES: usize>(
    digits: &[(usize, Option<u8>)],
    length: usize,
    bits: usize,
) -> Option<[u8; BYTES]> {
    let mut joined = [0; BYTES];
    for (position, value) in digits {
        let bytes: [u8; BYTES] = with_bits(5 * (length - 1 - position), 5, u32::from((*value)?), 0)?;
        joined.iter_mut().zip(bytes).for_each(|(joined, byte)| *joined |= byte);
    }
    (0..8 * BYTES - bits).all(|above| bits_of(&joined, bits + above, 1) == 0).then_some(joined)
}

/// Decodes a string of zeros with these bytes at these positions.
fn found<const BYTES: usize, const DIGITS: usize>(
    characters: &[(usize, u8)],
    read: Read<BYTES, DIGITS>,
    from: &Values,
) -> Option<[u8; BYTES]> {
    let (mut text, mut bytes) = ([b'0'; DIGITS], [0; BYTES]);
    characters.iter().for_each(|(position, byte)| text[*position] = *byte);
    read(&text, &mut bytes, from).then_some(bytes)
}

/// Returns `true` if this byte is decoded as defined at every position.
fn reads_byte<const BYTES: usize, const DIGITS: usize>(
    byte: u8,
    bits: usize,
    read: Read<BYTES, DIGITS>,
    from: &Values,
    alphabet: Alphabet,
) -> bool {
    (0..DIGITS).all(|position| {
        let expected = bytes_of(&[(position, value_of(byte, alphabet))], DIGITS, bits);
        found(&[(position, byte)], read, from) == expected
    })
}

/// Runs all proofs for strings of this length, with both variants.
fn prove<const BYTES: usize, const DIGITS: usize, const BITS: usize>() {
    for write in [wide::write, narrow::write] as [Write<BYTES, DIGITS>; 2] {
        for (to, (alphabet, _)) in
            [(&TO_CROCKFORD, CROCKFORD), (&TO_CROCKFORD_LOWERCASE, CROCKFORD_LOWERCASE), (&TO_HEX, HEX)]
        {
            assert!((0..1024).all(|value| writes_bits(value, write, to, alphabet)));
        }
    }
    let readers: [Read<BYTES, DIGITS>; 2] =
        [wide::read_into::<BYTES, DIGITS, BITS>, narrow::read_into::<BYTES, DIGITS, BITS>];
    for read in readers {
        for (from, alphabet) in [
            (&FROM_CROCKFORD, CROCKFORD),
            (&FROM_CROCKFORD_LOWERCASE, CROCKFORD_LOWERCASE),
            (&FROM_CROCKFORD_WITH_ALIASES, CROCKFORD_WITH_ALIASES),
            (&FROM_HEX, HEX),
        ] {
            assert!((0..=u8::MAX).all(|byte| reads_byte(byte, BITS, read, from, alphabet)));
        }
        for (one, other) in (0..DIGITS).flat_map(|other| (0..other).map(move |one| (one, other))) {
            for (first, second) in
                HEX.0.iter().chain(b"!\xff").flat_map(|first| b"17V!\xff".map(|second| (*first, second)))
            {
                let characters = [(one, first), (other, second)];
                let expected = characters.map(|(position, byte)| (position, value_of(byte, HEX)));
                let expected = bytes_of(&expected, DIGITS, BITS);
                assert_eq!(found(&characters, read, &FROM_HEX), expected, "{characters:?}");
            }
        }
    }
}

#[test]
fn a_ulid_of_any_bits_and_any_text() {
    prove::<16, 26, 128>();
}

#[test]
fn a_ulid_flake_of_any_bits_and_any_text() {
    prove::<8, 13, 63>();
}

#[test]
fn a_scru160_of_any_bits_and_any_text() {
    prove::<20, 32, 160>();
}

/// The shortest lengths, for the steps that no scheme needs.
#[test]
fn a_byte_of_any_bits_and_any_text() {
    prove::<1, 2, 8>();
}

/// The error names the first of any two bytes that are not digits.
#[test]
fn errors_name_the_first_wrong_byte() {
    for (one, other) in (0..26).flat_map(|other| (0..=other).map(move |one| (one, other))) {
        for byte in (0..=u8::MAX).filter(|byte| value_of(*byte, CROCKFORD).is_none()) {
            let mut text = [b'0'; 26];
            (text[other], text[one]) = (b'!', byte);
            let expected = Err(ParseError::digit(&FORMAT, one, byte));
            assert_eq!(decode::<16, 26, 128>(&text, &FROM_CROCKFORD, &FORMAT), expected);
        }
    }
    let overflow = decode::<16, 26, 128>(b"80000000000000000000000000", &FROM_CROCKFORD, &FORMAT);
    assert_eq!(overflow, Err(ParseError::overflow(&FORMAT)));
}

/// Hyphens are removed before anything is decoded, in a loop that treats all other bytes alike. So short strings of a
/// few kinds of bytes are enough: all of up to seven.
#[test]
fn hyphens_are_left_out_wherever_they_are() {
    const BYTES: [u8; 4] = *b"-1Z!";
    for length in 0..8_u32 {
        for index in 0..4_usize.pow(length) {
            let text: std::vec::Vec<u8> = (0..length).map(|place| BYTES[index >> (2 * place) & 3]).collect();
            let digits: std::vec::Vec<u8> = text.iter().copied().filter(|byte| *byte != b'-').collect();
            let wrong = text.iter().position(|byte| *byte == b'!');
            let expected = match wrong {
                _ if digits.len() != 2 => Err(ParseError::length(&FORMAT, digits.len())),
                Some(position) => Err(ParseError::digit(&FORMAT, position, b'!')),
                None => decode::<1, 2, 8>(&digits, &FROM_CROCKFORD, &FORMAT),
            };
            assert_eq!(decode_with_hyphens::<1, 2, 8>(&text, &FROM_CROCKFORD, &FORMAT), expected, "{text:?}");
        }
    }
}
