//! The codec oracle: an ID as a big integer, in the terms of the specifications.

use num_bigint::BigUint;
use serde_json::{Map, Value};

use crate::format::{ValidCase, json_integer};

/// The fields and the text form of one scheme.
///
/// The text form of every scheme is a fixed-length number: the integer in some radix, with leading zeros and with
/// hyphens at fixed positions. Not all integers below the limit are IDs, because some fields can be the same in every
/// ID.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The fields and their widths in bits, most significant field first.
    pub fields: &'static [(&'static str, u32)],
    /// The fields that are the same in every ID, with their values. The first field, the timestamp, is never one of
    /// them.
    pub constants: &'static [(&'static str, u64)],
    /// The digits, in the order of their values, in the canonical case. If the layout has constants, the radix is a
    /// power of 2.
    pub alphabet: &'static str,
    /// The number of digits in the text form, without the hyphens.
    pub digits: usize,
    /// The positions of the hyphens in the text form.
    pub hyphens: &'static [usize],
    /// The largest integer plus one, as a power: its base and its exponent.
    pub limit: (u32, u32),
    /// The time of the timestamp 0, in Unix milliseconds.
    pub epoch_unix_ms: u64,
    /// The number of milliseconds in a timestamp.
    pub tick_ms: u64,
}

impl Layout {
    /// The values that most layouts share: no constants, no hyphens, and timestamps in milliseconds since 1970.
    pub const BASE: Self = Self {
        fields: &[],
        constants: &[],
        alphabet: "",
        digits: 0,
        hyphens: &[],
        limit: (2, 0),
        epoch_unix_ms: 0,
        tick_ms: 1,
    };

    /// Returns the largest integer plus one.
    #[must_use]
    pub fn limit(&self) -> BigUint {
        BigUint::from(self.limit.0).pow(self.limit.1)
    }

    /// Returns the number of bits of all fields.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.fields.iter().map(|(_, bits)| bits).sum()
    }

    /// Returns the smallest ID as an integer.
    #[must_use]
    pub fn min(&self) -> BigUint {
        self.with_constants(&BigUint::ZERO)
    }

    /// Returns the largest ID as an integer.
    #[must_use]
    pub fn max(&self) -> BigUint {
        self.with_constants(&(self.limit() - 1_u32))
    }

    /// Returns `true` if an integer is an ID.
    #[must_use]
    pub fn is_id(&self, int: &BigUint) -> bool {
        *int < self.limit() && self.with_constants(int) == *int
    }

    /// Returns the ID that differs from an integer below the limit only in the constants.
    #[must_use]
    pub fn with_constants(&self, int: &BigUint) -> BigUint {
        self.constants.iter().fold(int.clone(), |int, (name, value)| self.with(&int, name, (*value).into()))
    }

    /// Returns the integer with one field replaced.
    #[must_use]
    pub fn with(&self, int: &BigUint, name: &str, value: BigUint) -> BigUint {
        let mut values = self.values(int);
        let index = self.fields.iter().position(|(field, _)| *field == name);
        values[index.unwrap_or_else(|| panic!("no field is named {name}"))] = value;
        self.int(&values)
    }

    /// Returns the value of a field that is the same in every ID.
    #[must_use]
    pub fn constant(&self, name: &str) -> Option<u64> {
        self.constants.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
    }

    /// Returns the values that fit in a field but that no ID has there.
    pub(crate) fn other_values(&self, name: &str) -> impl Iterator<Item = u64> {
        let constant = self.constant(name);
        let bits = self.fields.iter().find(|(field, _)| *field == name).map_or(0, |(_, bits)| *bits);
        (0..1 << bits).filter(move |value| constant.is_some_and(|constant| constant != *value))
    }

    /// Returns `true` if an ID can have a digit, given by its value, at a position among the digits.
    #[must_use]
    pub fn allows(&self, place: usize, digit: usize) -> bool {
        let radix = self.alphabet.len();
        let Some(after) = self.digits.checked_sub(place + 1).filter(|_| !self.constants.is_empty()) else {
            return true;
        };
        let power = BigUint::from(radix).pow(u32::try_from(after).unwrap_or(u32::MAX));
        let int = &power * digit;
        // A digit that is too large contradicts no constant.
        int >= self.limit() || self.with_constants(&int) / power % radix == BigUint::from(digit)
    }

    /// Returns `true` if neither the character nor its other case is a digit.
    pub(crate) fn alphabet_lacks(&self, character: char) -> bool {
        !self.alphabet.chars().any(|digit| digit.eq_ignore_ascii_case(&character))
    }

    /// Returns the number of characters in the text form.
    #[must_use]
    pub fn text_len(&self) -> usize {
        self.digits + self.hyphens.len()
    }

    /// Returns the positions of the digits in the text form.
    pub fn digit_positions(&self) -> impl Iterator<Item = usize> {
        (0..self.text_len()).filter(|position| !self.hyphens.contains(position))
    }

    /// Returns `true` if a string of valid digits can stand for an integer that is too large.
    #[must_use]
    pub fn text_overflows(&self) -> bool {
        let digits = u32::try_from(self.digits).unwrap_or(u32::MAX);
        self.limit() < BigUint::from(self.alphabet.len()).pow(digits)
    }

    /// Returns the integer of the fields: field · 2^(bits below it) + …
    #[must_use]
    pub fn int(&self, values: &[BigUint]) -> BigUint {
        assert_eq!(values.len(), self.fields.len(), "one value for each field");
        self.fields.iter().zip(values).fold(BigUint::ZERO, |int, ((name, bits), value)| {
            assert!(value.bits() <= u64::from(*bits), "{name} has {bits} bits, not {}", value.bits());
            int * (BigUint::from(1_u32) << bits) + value
        })
    }

    /// Returns the values of the fields.
    #[must_use]
    pub fn values(&self, int: &BigUint) -> Vec<BigUint> {
        let mut below = self.bits();
        assert!(int.bits() <= below.into(), "the integer fits in the fields");
        let values = self.fields.iter().map(|(_, bits)| {
            below -= bits;
            (int >> below) % (BigUint::from(1_u32) << bits)
        });
        values.collect()
    }

    /// Returns the values of the fields as written in the vectors.
    #[must_use]
    pub fn json_fields(&self, int: &BigUint) -> Map<String, Value> {
        let fields = self.fields.iter().zip(self.values(int));
        fields.map(|((name, _), value)| ((*name).to_owned(), json_integer(value))).collect()
    }

    /// Returns the text form of an integer: digit · radix^24 + …, with leading zeros.
    #[must_use]
    pub fn text(&self, int: &BigUint) -> String {
        let alphabet: Vec<char> = self.alphabet.chars().collect();
        let radix = u32::try_from(alphabet.len()).unwrap_or(u32::MAX);
        let digits = int.to_radix_be(radix);
        let zeros = self.digits.checked_sub(digits.len()).expect("the integer fits in the digits");
        let digits = std::iter::repeat_n(0, zeros).chain(digits);
        let mut text: String = digits.map(|digit| alphabet[usize::from(digit)]).collect();
        self.hyphens.iter().for_each(|&position| text.insert(position, '-'));
        text
    }

    /// Returns the integer of a string in the canonical case, or of some of its digits if it has no hyphens.
    #[must_use]
    pub fn int_of_text(&self, text: &str) -> Option<BigUint> {
        let is_whole = self.hyphens.is_empty() || text.len() == self.text_len();
        let mut characters = text.chars().enumerate().filter(|_| is_whole);
        let int = characters.try_fold(BigUint::ZERO, |int, (position, character)| {
            if self.hyphens.contains(&position) {
                return (character == '-').then_some(int);
            }
            Some(int * self.alphabet.len() + self.alphabet.find(character)?)
        });
        int.filter(|_| is_whole)
    }

    /// Returns the fields of the ID that a canonical string stands for. No field of a scheme has more than 80 bits.
    pub(crate) fn fields_of_text(&self, text: &str) -> Option<Vec<u128>> {
        let int = self.int_of_text(text).filter(|int| text.len() == self.text_len() && self.is_id(int))?;
        self.values(&int).into_iter().map(|value| u128::try_from(value).ok()).collect()
    }

    /// Returns the bytes, most significant first, in hex.
    #[must_use]
    pub fn bytes(&self, int: &BigUint) -> String {
        format!("{int:0digits$x}", digits = self.bits() as usize / 4)
    }

    /// Returns an ID in all its forms, without alternates.
    #[must_use]
    pub fn case(&self, int: &BigUint) -> ValidCase {
        ValidCase {
            text: self.text(int),
            bytes: self.bytes(int),
            int: int.to_string(),
            fields: self.json_fields(int),
            unix_ms: self.unix_ms_of(int),
            ..ValidCase::default()
        }
    }

    /// Returns the time of an ID in Unix milliseconds.
    #[must_use]
    pub fn unix_ms_of(&self, int: &BigUint) -> u64 {
        let timestamp = u64::try_from(&self.values(int)[0]).unwrap_or(u64::MAX);
        timestamp * self.tick_ms + self.epoch_unix_ms
    }

    /// Returns `true` if an ID has a fact that is printed next to its text form: the name of a value, and the value.
    pub(crate) fn has_fact(&self, int: &BigUint, fact: &str) -> bool {
        let (name, value) = fact.split_once(' ').unwrap_or((fact, ""));
        let (values, parts) = (self.values(int).into_iter(), value.split(' '));
        match name {
            "bytes" => self.bytes(int) == value,
            "int" => int.to_string() == value,
            "fields" => values.map(|value| value.to_string()).eq(parts),
            // The digits of each field.
            "digits" => values.map(Some).eq(parts.map(|digits| self.int_of_text(digits))),
            "unix_ms" => self.unix_ms_of(int).to_string() == value,
            // Counted from 1970.
            "day" => (self.unix_ms_of(int) / (24 * 60 * 60 * 1000)).to_string() == value,
            "max" => *int == self.max(),
            _ => panic!("{fact}: expected a fact about an ID"),
        }
    }
}
