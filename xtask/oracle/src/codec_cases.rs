//! The cases of `codec.json` that are derived from a scheme's layout alone.
//!
//! Each group of cases has its own block of ids. A group can therefore grow at its end without changing the ids of
//! another. An id is never reused for another case.

use anyhow::{Context, Result, ensure};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::format::{InvalidCase, ValidCase};
use crate::layout::Layout;

/// Characters outside ASCII, some of which look like a digit of an alphabet or become one when their case changes.
const NOT_ASCII: [(char, &str); 11] = [
    ('é', "a letter of two bytes"),
    ('ſ', "a letter whose upper case is S"),
    ('\u{212a}', "the Kelvin sign, whose lower case is k"),
    ('ı', "the dotless i, whose upper case is I"),
    ('٣', "an Arabic-Indic digit"),
    ('３', "a fullwidth digit"),
    ('ａ', "a fullwidth letter"),
    ('𝟑', "a mathematical digit of four bytes"),
    ('\u{80}', "a control character of two bytes"),
    ('ß', "a letter of two bytes whose upper case is SS"),
    ('\u{fb03}', "a letter of three bytes whose upper case is FFI"),
];

/// The flag of texts that must be rejected, but for which another reason would do as well, with its meaning.
pub(crate) const POLICY_REASON: (&str, &str) = (
    "policy_reason",
    "the text must be rejected, but the reason and the position are our choice: bytes are counted, not characters, and of \
     several faults the first is reported",
);

/// The meaning of each flag of a codec case.
const FLAGS: &[(&str, &str)] = &[
    ("published", "printed in the specification or published by its authors"),
    ("edge", "fields at their smallest and largest values, one by one and together"),
    ("walking_bit", "a single bit set, or a single bit clear: finds swapped bytes and wrong shifts"),
    ("radix_power", "next to a power of the radix: finds lost carries and leading zeros"),
    ("every_digit", "together, these cases have every digit at every position"),
    ("random", "an integer from a fixed seed"),
    ("length", "the number of UTF-8 bytes differs from an ID's"),
    ("alphabet", "a single character that is not a digit"),
    ("not_ascii", "the right number of bytes, but one character outside ASCII"),
    ("overflow", "a value above the largest"),
    ("precedence", "more than one fault: length is reported before digit, and digit before overflow"),
    POLICY_REASON,
    ("hyphen", "a hyphen is missing or at another place"),
    ("constant", "a digit that contradicts a field that is the same in every ID"),
];

/// The meaning of each flag of the cases of a layout.
pub(crate) fn flags(layout: &Layout) -> impl Iterator<Item = (&'static str, &'static str)> {
    let (overflows, hyphens) = (layout.text_overflows(), !layout.hyphens.is_empty());
    let constants = !layout.constants.is_empty();
    FLAGS.iter().copied().filter(move |(flag, _)| match *flag {
        "overflow" => overflows,
        "hyphen" => hyphens,
        "constant" => constants,
        _ => true,
    })
}

/// The headings of the specification that settle the cases.
#[derive(Debug)]
pub(crate) struct References {
    /// The bits of each field.
    pub(crate) layout: &'static str,
    /// Alphabet, length and letter case.
    pub(crate) text: &'static str,
    /// The largest value.
    pub(crate) range: &'static str,
    /// How IDs are sorted.
    pub(crate) order: &'static str,
}

/// A text that the specification prints.
#[derive(Debug)]
pub(crate) struct Published {
    /// The text.
    pub(crate) text: &'static str,
    /// The value printed beside it, if any.
    pub(crate) value: Option<PublishedValue>,
    /// The heading above it.
    pub(crate) reference: &'static str,
}

/// A value printed beside a text.
#[derive(Debug)]
pub(crate) enum PublishedValue {
    /// Bytes, in hex.
    Bytes(&'static str),
    /// An integer, in decimal.
    Int(&'static str),
    /// The time of the timestamp, in Unix milliseconds.
    UnixMs(u64),
}

/// Builds the valid cases of one scheme.
#[derive(Debug)]
pub(crate) struct ValidCases<'a> {
    layout: &'a Layout,
    references: &'a References,
    next_id: u32,
    cases: Vec<ValidCase>,
}

impl<'a> ValidCases<'a> {
    /// The published cases, then those derived from the layout.
    ///
    /// # Errors
    ///
    /// A published text does not have its published value.
    pub(crate) fn build(
        layout: &'a Layout,
        references: &'a References,
        published: &[Published],
    ) -> Result<Vec<ValidCase>> {
        let mut cases = Self { layout, references, next_id: 0, cases: Vec::new() };
        cases.published(published)?;
        cases.edges();
        cases.walking_bits();
        cases.radix_powers();
        cases.every_digit();
        cases.random();
        Ok(cases.cases)
    }

    fn group(&mut self, first_id: u32) {
        assert!(self.next_id <= first_id, "the group before {first_id} has grown into it");
        self.next_id = first_id;
    }

    fn push(&mut self, int: &BigUint, flag: &str, reference: &str, comment: String) {
        self.cases.push(valid_case(self.layout, self.next_id, int, flag, reference, comment));
        self.next_id += 1;
    }

    fn published(&mut self, published: &[Published]) -> Result<()> {
        self.group(1);
        for Published { text, value, reference } in published {
            let int = self.layout.int_of_text(text).with_context(|| format!("{text} is not canonical"))?;
            match value {
                Some(PublishedValue::Bytes(bytes)) => {
                    ensure!(self.layout.bytes(&int) == *bytes, "{text}: expected the bytes {bytes}")
                }
                Some(PublishedValue::Int(decimal)) => {
                    ensure!(int.to_string() == *decimal, "{text}: expected the integer {decimal}")
                }
                Some(PublishedValue::UnixMs(instant)) => {
                    ensure!(self.layout.unix_ms_of(&int) == *instant, "{text}: expected the time {instant}")
                }
                None => {}
            }
            ensure!(self.layout.text(&int) == *text, "{text}: the oracle writes a different text");
            self.push(&int, "published", reference, "as published".to_owned());
        }
        Ok(())
    }

    /// Each field at 0, 1, its largest value and one below, with all others at 0 and with all others at their largest.
    fn edges(&mut self) {
        self.group(1000);
        let largest = self.layout.values(&self.layout.max());
        let zeros = self.layout.values(&self.layout.min());
        for (others, others_are) in [(&zeros, "0"), (&largest, "at their largest")] {
            for (index, (name, _)) in self.layout.fields.iter().enumerate() {
                if self.layout.constant(name).is_some() {
                    continue;
                }
                let one = BigUint::from(1_u32);
                for value in [BigUint::ZERO, one.clone(), &largest[index] - 1_u32, largest[index].clone()] {
                    let mut values = others.clone();
                    values[index] = value;
                    let comment = format!("{name} is {}, all other fields are {others_are}", values[index]);
                    let int = self.layout.int(&values);
                    if int <= self.layout.max() && !self.has(&int) {
                        self.push(&int, "edge", self.references.layout, comment);
                    }
                }
            }
        }
    }

    fn has(&self, int: &BigUint) -> bool {
        let decimal = int.to_string();
        self.cases.iter().any(|case| case.int == decimal && case.flags != ["published"])
    }

    fn walking_bits(&mut self) {
        self.group(2000);
        for bit in 0..self.layout.max().bits() {
            let int = self.layout.min() ^ (BigUint::from(1_u32) << bit);
            if self.layout.is_id(&int) {
                self.push(&int, "walking_bit", self.references.layout, format!("only bit {bit} is set"));
            }
        }
        self.group(2500);
        for bit in 0..self.layout.max().bits() {
            let int = self.layout.max() ^ (BigUint::from(1_u32) << bit);
            if self.layout.is_id(&int) {
                let comment = format!("the largest value with bit {bit} clear");
                self.push(&int, "walking_bit", self.references.layout, comment);
            }
        }
    }

    fn radix_powers(&mut self) {
        self.group(3000);
        let radix = BigUint::from(self.layout.alphabet.len());
        for exponent in 1..self.layout.digits {
            let power = radix.pow(u32::try_from(exponent).unwrap_or(u32::MAX));
            for (int, relation) in [(&power - 1_u32, "one below "), (power, "")] {
                let comment = format!("{relation}{radix}^{exponent}");
                self.push(&self.layout.with_constants(&int), "radix_power", self.references.text, comment);
            }
        }
    }

    /// One text for each digit: that digit, then the ones that follow it in the alphabet, cyclically. The first digit is
    /// dropped where the value would be too large.
    fn every_digit(&mut self) {
        self.group(4000);
        let alphabet: Vec<char> = self.layout.alphabet.chars().collect();
        for start in 0..alphabet.len() {
            let int_from = |first: usize| {
                let digits = (first..self.layout.digits).map(|at| (start + at) % alphabet.len());
                digits.fold(BigUint::ZERO, |int, digit| int * alphabet.len() + digit)
            };
            let (int, first) = if int_from(0) < (self.layout.limit)() {
                (int_from(0), "")
            } else {
                (int_from(1), " except the first")
            };
            let comment =
                format!("consecutive digits starting at {}, in every position{first}", alphabet[start]);
            self.push(&self.layout.with_constants(&int), "every_digit", self.references.text, comment);
        }
    }

    fn random(&mut self) {
        self.group(5000);
        for int in random_ints(self.layout, 100) {
            self.push(&int, "random", self.references.layout, "random".to_owned());
        }
    }
}

/// The case of an integer, in all forms that the layout gives it.
#[must_use]
pub(crate) fn valid_case(
    layout: &Layout,
    id: u32,
    int: &BigUint,
    flag: &str,
    reference: &str,
    comment: String,
) -> ValidCase {
    let case = layout.case(int);
    ValidCase {
        id,
        comment,
        alternates: other_cases(&case.text),
        r#ref: reference.to_owned(),
        flags: vec![flag.to_owned()],
        ..case
    }
}

/// The case of a text that is not an ID. Its id and its heading are still empty.
#[must_use]
pub(crate) fn invalid_case(
    text: &str,
    reason: &str,
    position: Option<usize>,
    flags: &[&str],
    comment: impl Into<String>,
) -> InvalidCase {
    InvalidCase {
        comment: comment.into(),
        text: text.to_owned(),
        reason: reason.to_owned(),
        position,
        flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        ..InvalidCase::default()
    }
}

/// Builds the invalid cases of one scheme.
#[derive(Debug)]
pub(crate) struct InvalidCases<'a> {
    layout: &'a Layout,
    references: &'a References,
    next_id: u32,
    cases: Vec<InvalidCase>,
}

impl<'a> InvalidCases<'a> {
    /// The published cases, given as text, reason and position, then those derived from the layout.
    #[must_use]
    pub(crate) fn build(
        layout: &'a Layout,
        references: &'a References,
        published: &[(&str, &str, Option<usize>)],
    ) -> Vec<InvalidCase> {
        let mut cases = Self { layout, references, next_id: 0, cases: Vec::new() };
        cases.group(10_000);
        for (text, reason, position) in published {
            let comment = "rejected by the specification's reference code".to_owned();
            cases.push(text, reason, *position, "published", comment);
        }
        cases.lengths();
        cases.characters();
        cases.characters_outside_ascii();
        cases.overflows();
        cases.precedence();
        cases.hyphens();
        cases.constants();
        cases.cases
    }

    fn group(&mut self, first_id: u32) {
        assert!(self.next_id <= first_id, "the group before {first_id} has grown into it");
        self.next_id = first_id;
    }

    fn push(
        &mut self,
        text: &str,
        reason: &str,
        position: Option<usize>,
        flag: &str,
        comment: impl Into<String>,
    ) {
        let reference = if reason == "overflow" { self.references.range } else { self.references.text };
        let case = InvalidCase {
            id: self.next_id,
            r#ref: reference.to_owned(),
            ..invalid_case(text, reason, position, &[flag], comment)
        };
        self.cases.push(case);
        self.next_id += 1;
    }

    /// An ordinary valid text.
    fn ordinary(&self) -> String {
        let int = random_ints(self.layout, 1).pop().unwrap_or_default();
        self.layout.text(&int)
    }

    fn lengths(&mut self) {
        self.group(11_000);
        let text = self.ordinary();
        for length in 0..self.layout.text_len() {
            let comment = format!("the first {length} digits of an ID");
            self.push(&text[..length], "length", None, "length", comment);
        }
        let zeros = "0".repeat(self.layout.text_len() + 1);
        self.push(&zeros, "length", None, "length", "one leading zero too many");
        let affixes = [
            ("", "0", "an additional digit"),
            (" ", "", "a leading space"),
            ("", " ", "a trailing space"),
            ("", "\n", "a trailing line feed"),
            ("", "\r\n", "a trailing carriage return and line feed"),
            ("", "\0", "a trailing NUL"),
            ("+", "", "a leading plus sign"),
            ("-", "", "a leading minus sign"),
            ("\u{feff}", "", "a byte order mark"),
            ("{", "}", "braces"),
            ("\"", "\"", "quotes"),
            ("0x", "", "a prefix"),
            ("urn:", "", "a URN prefix"),
            ("", "=", "padding"),
        ];
        for (before, after, comment) in affixes {
            self.push(
                &format!("{before}{text}{after}"),
                "length",
                None,
                "length",
                format!("an ID with {comment}"),
            );
        }
        let (left, right) = text.split_at(self.layout.text_len() / 2);
        for separator in ["-", "_", " "] {
            let comment = format!("an ID with {separator:?} in the middle");
            self.push(&format!("{left}{separator}{right}"), "length", None, "length", comment);
        }
        self.push(&text.repeat(2), "length", None, "length", "two IDs");
        let wide = "é".repeat(self.layout.text_len());
        self.push(&wide, "length", None, "length", "as many characters as an ID has, but twice the bytes");
        for (character, comment) in NOT_ASCII {
            let text = replace(&text, 3, 1, character);
            let comment = format!("as many characters as an ID has, one of them {comment}");
            self.push(&text, "length", None, "length", comment);
        }
    }

    fn characters(&mut self) {
        self.group(12_000);
        let text = self.ordinary();
        let wrong = (0..=127_u8).map(char::from).filter(|&character| self.layout.alphabet_lacks(character));
        // No length has a factor in common with 7, so this step visits all positions.
        for (index, character) in wrong.enumerate() {
            let position = index * 7 % self.layout.text_len();
            let text = replace(&text, position, 1, character);
            let comment = format!("{character:?} in place of a digit");
            self.push(&text, "digit", Some(position), "alphabet", comment);
        }
        self.group(12_500);
        for position in self.layout.digit_positions() {
            let comment = format!("a hyphen at byte {position}");
            self.push(&replace(&text, position, 1, '-'), "digit", Some(position), "alphabet", comment);
        }
        let first_and_last = replace(&replace(&text, self.layout.text_len() - 1, 1, '-'), 0, 1, '+');
        self.push(
            &first_and_last,
            "digit",
            Some(0),
            "alphabet",
            "two wrong characters: the first is reported",
        );
    }

    fn characters_outside_ascii(&mut self) {
        self.group(12_800);
        let text = self.ordinary();
        for (character, comment) in NOT_ASCII {
            let bytes = character.len_utf8();
            for position in [0, self.layout.text_len() / 2, self.layout.text_len() - bytes] {
                let comment = format!("{comment}, at byte {position}");
                let text = replace(&text, position, bytes, character);
                self.push(&text, "digit", Some(position), "not_ascii", comment);
            }
        }
    }

    /// Texts above the largest: the largest value plus one, and, for each position, the smallest texts that first exceed the
    /// largest there.
    fn overflows(&mut self) {
        self.group(13_000);
        if !self.layout.text_overflows() {
            return;
        }
        let capacity =
            BigUint::from(self.layout.alphabet.len()).pow(u32::try_from(self.layout.digits).unwrap_or(0));
        let limit = (self.layout.limit)();
        let alphabet: Vec<char> = self.layout.alphabet.chars().collect();
        let max: Vec<char> = self.layout.text(&self.layout.max()).chars().collect();
        let mut texts = vec![(self.layout.text(&limit), "the largest value plus one".to_owned())];
        for position in 0..self.layout.digits {
            let value = alphabet.iter().position(|digit| *digit == max[position]).unwrap_or(0);
            for larger in alphabet.get(value + 1..).unwrap_or_default().iter().take(2) {
                let mut text: String = max[..position].iter().collect();
                text.push(*larger);
                text.extend(std::iter::repeat_n(alphabet[0], self.layout.digits - position - 1));
                texts.push((text, format!("exceeds the largest value at byte {position}")));
            }
        }
        for first in &alphabet {
            let text = replace(&"0".repeat(self.layout.digits), 0, 1, *first);
            if self.layout.int_of_text(&text).is_some_and(|int| int >= limit) {
                texts.push((text, format!("{first} as the first digit")));
            }
        }
        let mut multiple = &limit * 2_u32;
        while multiple < capacity {
            let comment = "wraps to a small ID in a decoder that drops the excess bits".to_owned();
            texts.push((self.layout.text(&(&multiple + 12_345_u32)), comment));
            multiple *= 2_u32;
        }
        texts.push((self.layout.text(&(capacity - 1_u32)), "the last digit in every position".to_owned()));
        let other_cases: Vec<_> = texts
            .iter()
            .filter_map(|(text, comment)| {
                let other = other_cases(text).into_iter().next()?;
                Some((other, format!("{comment}, in the other case")))
            })
            .collect();
        for (text, comment) in texts {
            self.push(&text, "overflow", None, "overflow", comment);
        }
        self.group(13_500);
        for (text, comment) in other_cases {
            self.push(&text, "overflow", None, "overflow", comment);
        }
    }

    fn precedence(&mut self) {
        self.group(14_000);
        let text = self.ordinary();
        let short = replace(&text[1..], 3, 1, '!');
        self.push(&short, "length", None, "precedence", "too short, with a wrong character");
        let long = replace(&text, 3, 1, '!') + "0";
        self.push(&long, "length", None, "precedence", "too long, with a wrong character");
        let last = self.layout.alphabet.chars().next_back().unwrap_or('z').to_string();
        let beyond = last.repeat(self.layout.text_len() + 1);
        self.push(&beyond, "length", None, "precedence", "too long, with a value that is too large");
        if self.layout.text_overflows() {
            let above = last.repeat(self.layout.digits);
            for position in [1, self.layout.digits / 2, self.layout.digits - 1] {
                let text = replace(&above, position, 1, '!');
                let comment = format!("a value that is too large, with a wrong character at byte {position}");
                self.push(&text, "digit", Some(position), "precedence", comment);
            }
        }
    }

    fn hyphens(&mut self) {
        if self.layout.hyphens.is_empty() {
            return;
        }
        self.group(14_500);
        let text = self.ordinary();
        self.push(&text.replace('-', ""), "length", None, "hyphen", "an ID without its hyphens");
        for &position in self.layout.hyphens {
            let digit = replace(&text, position, 1, '0');
            let comment = format!("a digit in place of the hyphen at byte {position}");
            self.push(&digit, "digit", Some(position), "hyphen", comment);
            let next = &text[position + 1..position + 2];
            let late = format!("{}{next}-{}", &text[..position], &text[position + 2..]);
            let comment = format!("the hyphen at byte {position} comes one byte later");
            self.push(&late, "digit", Some(position), "hyphen", comment);
        }
    }

    /// Every digit that contradicts a constant, at its place.
    fn constants(&mut self) {
        if self.layout.constants.is_empty() {
            return;
        }
        self.group(14_600);
        let (layout, text) = (self.layout, self.ordinary());
        for (place, position) in layout.digit_positions().enumerate() {
            let digits = layout.alphabet.chars().enumerate();
            for (_, digit) in digits.filter(|(digit, _)| !layout.allows(place, *digit)) {
                let comment = format!("no ID has {digit:?} at byte {position}");
                self.push(&replace(&text, position, 1, digit), "digit", Some(position), "constant", comment);
            }
        }
    }
}

impl Layout {
    /// Whether a character is not a digit in either case.
    pub(crate) fn alphabet_lacks(&self, character: char) -> bool {
        !self.alphabet.chars().any(|digit| digit.eq_ignore_ascii_case(&character))
    }
}

/// The text with the case of every letter changed, and with that of every second letter changed. Duplicates are left out.
#[must_use]
pub(crate) fn other_cases(text: &str) -> Vec<String> {
    let change = |character: char| {
        if character.is_ascii_lowercase() {
            character.to_ascii_uppercase()
        } else {
            character.to_ascii_lowercase()
        }
    };
    let all: String = text.chars().map(change).collect();
    let mut letters = 0;
    let alternating: String = text
        .chars()
        .map(|character| {
            letters += u32::from(character.is_ascii_alphabetic());
            if letters % 2 == 0 { change(character) } else { character }
        })
        .collect();
    let mut others = Vec::new();
    for other in [all, alternating] {
        if other != text && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

/// Replaces `bytes` bytes by one character.
#[must_use]
pub(crate) fn replace(text: &str, position: usize, bytes: usize, character: char) -> String {
    format!("{}{character}{}", &text[..position], &text[position + bytes..])
}

/// Integers of the layout from a fixed seed, the same for every scheme and release.
pub(crate) fn random_ints(layout: &Layout, count: usize) -> Vec<BigUint> {
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    let mut int = || {
        let mut bytes = [0; 40];
        rng.fill_bytes(&mut bytes);
        layout.with_constants(&(BigUint::from_bytes_be(&bytes) % (layout.limit)()))
    };
    (0..count).map(|_| int()).collect()
}
