//! The text forms of an ID, and strings that are not IDs in them.

use std::fmt::Display;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::codec::Codec;
use crate::layout::Layout;
use crate::origin::Origin::TypeId;
use crate::scheme::{Commented, Lenient, Scheme, crockford};
use crate::schemes::UUID7;
use crate::strings::strings;

/// Templates of strings with a wrong length. Other strings follow the first file in its block of ids, so new lines
/// belong in the second.
const LENGTHS: &str = include_str!("text_form/lengths.txt");
const MORE_LENGTHS: &str = include_str!("text_form/more-lengths.txt");

/// Characters outside ASCII, some of which look like a digit of an alphabet or become one when their case changes.
const NOT_ASCII: &str = include_str!("text_form/not-ascii.txt");

/// The flag of strings that must be rejected but have more than one acceptable reason.
pub(crate) const POLICY_REASON: &str = "policy_reason";

/// Strings that are not IDs: the id of their first case in `codec.json`, a flag, and the strings.
type Group = (u32, &'static str, Vec<Commented>);

/// A text form of the IDs of a scheme.
pub(crate) struct TextForm<'a> {
    scheme: &'a Scheme,
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    lenient: Option<Lenient>,
    /// The name in a URN.
    name: &'static str,
    /// An ordinary ID.
    pub(crate) id: String,
}

impl<'a> TextForm<'a> {
    fn new(scheme: &'a Scheme, layout: Layout, codec: Codec) -> Self {
        let id = layout.text(&random_ints(&layout, 1).pop().unwrap_or_default());
        Self { scheme, layout, codec, lenient: scheme.lenient, name: scheme.name, id }
    }

    /// Returns one of the text forms that a scheme specifies.
    pub(crate) fn of(scheme: &'a Scheme, layout: &Layout) -> Self {
        Self::new(scheme, *layout, Codec::of(scheme))
    }

    /// Returns the text form after a prefix.
    pub(crate) fn after_prefix(scheme: &'a Scheme) -> Self {
        let codec = Codec::after_prefix(scheme);
        let form = Self::new(scheme, codec.layout, codec);
        let lenient = scheme.typed.map_or(scheme.lenient, |_| Some((TypeId("UUID Suffix"), crockford)));
        Self { lenient, ..form }
    }

    /// Returns the UUID with the same bytes.
    pub(crate) fn uuid(scheme: &'a Scheme) -> Self {
        let form = Self::new(scheme, scheme.uuid(), Codec::of_uuid(scheme));
        Self { lenient: UUID7.lenient, name: "uuid", ..form }
    }

    /// Returns `true` if a port that follows the specification can give a different reason or position. Such a port
    /// parses in a different order, or first removes characters that only our rules forbid.
    pub(crate) fn has_other_reasons(&self, text: &str) -> bool {
        let trimmed = text.trim_matches(|character: char| !character.is_alphanumeric());
        let lenient = self.lenient.map(|(_, prepare)| prepare(text));
        let lenient = [trimmed.to_owned()].into_iter().chain(lenient).map(|text| self.codec.read(&text));
        let result = self.codec.read(text);
        self.codec
            .read_otherwise(text)
            .into_iter()
            .chain(lenient)
            .any(|other| other.is_err() && other != result)
    }

    /// Returns strings that are not IDs, in groups.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let overflows = self.overflows();
        let in_the_other_case = overflows.iter().filter_map(|(text, comment)| {
            Some((other_cases(text).into_iter().next()?, format!("{comment}, in the other letter case")))
        });
        let in_the_other_case = in_the_other_case.collect();
        vec![
            (11_000, "length", self.lengths()),
            (11_200, "length", self.more_lengths()),
            (12_000, "alphabet", self.characters()),
            (12_500, "alphabet", self.positions()),
            (12_700, "alphabet", self.signs()),
            (12_750, "alphabet", self.ends()),
            (12_800, "not_ascii", self.characters_outside_ascii()),
            (13_000, "overflow", overflows),
            (13_500, "overflow", in_the_other_case),
            (14_000, "precedence", self.precedence()),
            (14_500, "hyphen", self.hyphens()),
            (14_550, "hyphen", self.in_place_of_hyphens()),
            (14_600, "constant", self.constants()),
        ]
    }

    /// Returns the string that a template stands for. `{id}` is an ID, `{left}` and `{right}` are its halves, `{int}` is
    /// its integer, `{uuid}` and `{simple}` are the UUID with and without hyphens, and `{name}` is the name of the scheme.
    pub(crate) fn filled(&self, template: &str) -> String {
        let (left, right) = self.id.split_at(self.layout.text_len() / 2);
        let int = self.layout.int_of_text(&self.id).unwrap_or_default();
        let uuid = if self.layout.bits() == 128 { self.scheme.uuid().text(&int) } else { String::new() };
        let (simple, int, upper) = (uuid.replace('-', ""), int.to_string(), self.name.to_uppercase());
        let parts = [("id", &*self.id), ("left", left), ("right", right), ("int", &int)];
        let others = [("uuid", &*uuid), ("simple", &simple), ("name", self.name), ("NAME", &upper)];
        let filled = |text: String, (name, value)| text.replace(&format!("{{{name}}}"), value);
        parts.into_iter().chain(others).fold(template.to_owned(), filled)
    }

    fn of_file(&self, file: &'static str) -> impl Iterator<Item = Commented> {
        strings(file).map(|(_, template, comment)| (self.filled(&template), comment.to_owned()))
    }

    pub(crate) fn lengths(&self) -> Vec<Commented> {
        let count = self.layout.text_len();
        let starts = (0..count)
            .map(|length| (self.id[..length].to_owned(), format!("the first {length} digits of an ID")));
        let zero = ("0".repeat(count + 1), "one leading zero too many".to_owned());
        let many = ("é".repeat(count), "as many characters as an ID has, but twice the bytes".to_owned());
        let not_ascii = strings(NOT_ASCII).map(|(_, character, what)| {
            let comment = format!("as many characters as an ID has, one of them {what}");
            (replace(&self.id, 3, 1, character), comment)
        });
        starts.chain([zero]).chain(self.of_file(LENGTHS)).chain([many]).chain(not_ascii).collect()
    }

    pub(crate) fn more_lengths(&self) -> Vec<Commented> {
        self.of_file(MORE_LENGTHS).collect()
    }

    /// Returns the ordinary ID with other characters at a position.
    pub(crate) fn with(&self, position: usize, other: impl Display, comment: String) -> Commented {
        let other = other.to_string();
        (replace(&self.id, position, other.len(), other), comment)
    }

    /// Returns strings with each wrong ASCII character, spread over all positions. No length has a factor in common
    /// with 7, so the steps visit all positions.
    fn characters(&self) -> Vec<Commented> {
        let wrong = (0..=127_u8).map(char::from).filter(|&character| self.layout.alphabet_lacks(character));
        let positions = (0..).step_by(7).map(|position| position % self.layout.text_len());
        let of = |(at, character)| self.with(at, character, format!("{character:?} in place of a digit"));
        positions.zip(wrong).map(of).collect()
    }

    pub(crate) fn positions(&self) -> Vec<Commented> {
        let hyphens = self.layout.digit_positions();
        let hyphens = hyphens.map(|at| self.with(at, '-', format!("a hyphen at byte {at}")));
        let last = self.layout.text_len() - 1;
        let pairs = [(0, '+', last, '-'), (3, '!', last - 2, '!')].map(|(first, one, second, other)| {
            let text = replace(&replace(&self.id, second, 1, other), first, 1, one);
            (text, "two wrong characters: the first is reported".to_owned())
        });
        hyphens.chain(pairs).collect()
    }

    /// Returns strings that number parsers accept, with a sign, a prefix or a blank in place of the start of each group
    /// of digits.
    fn signs(&self) -> Vec<Commented> {
        let starts = [0].into_iter().chain(self.layout.hyphens.iter().map(|hyphen| hyphen + 1));
        let signed = starts.flat_map(|start| {
            ["+", "-", " ", "\t", "0x", "0X"].map(|sign| {
                self.with(start, sign, format!("{sign:?} in place of the digits at byte {start}"))
            })
        });
        // In base 36 and base32hex, an `x` or an `X` can be a digit.
        let is_wrong = |text: &str| self.codec.read(text).is_err_and(|(reason, _)| reason == "digit");
        signed.filter(|(text, _)| is_wrong(text)).collect()
    }

    /// Returns strings with a blank or a padding in place of the last digit of each group, and with an underscore in
    /// place of the digit before it.
    pub(crate) fn ends(&self) -> Vec<Commented> {
        let ends = self.layout.hyphens.iter().copied().chain([self.layout.text_len()]);
        let ends = ends.flat_map(|end| {
            [(1, ' '), (1, '\t'), (1, '\n'), (1, '='), (2, '_')].map(|(before, other)| {
                let at = end - before;
                self.with(at, other, format!("{other:?} in place of the digit at byte {at}"))
            })
        });
        ends.collect()
    }

    fn characters_outside_ascii(&self) -> Vec<Commented> {
        let cases = strings(NOT_ASCII).flat_map(|(_, character, what)| {
            let count = self.layout.text_len();
            [0, count / 2, count - character.len()]
                .map(|at| self.with(at, &character, format!("{what}, at byte {at}")))
        });
        cases.collect()
    }

    /// Returns strings above the largest, such as the largest value plus one and, for each position, the smallest
    /// strings that first exceed the largest there.
    fn overflows(&self) -> Vec<Commented> {
        let layout = self.layout;
        if !layout.text_overflows() {
            return Vec::new();
        }
        let (limit, max, zeros) = (layout.limit(), layout.text(&layout.max()), "0".repeat(layout.digits));
        let mut strings = vec![(layout.text(&limit), "the largest value plus one".to_owned())];
        for (position, digit) in max.char_indices() {
            let larger = layout.alphabet.chars().skip_while(|known| *known != digit).skip(1).take(2);
            let larger =
                larger.map(|larger| format!("{}{larger}{}", &max[..position], &zeros[position + 1..]));
            strings
                .extend(larger.map(|text| (text, format!("exceeds the largest value at byte {position}"))));
        }
        let firsts = layout.alphabet.chars().map(|first| (replace(&zeros, 0, 1, first), first));
        let firsts = firsts.filter(|(text, _)| layout.int_of_text(text).is_some_and(|int| int >= limit));
        strings.extend(firsts.map(|(text, first)| (text, format!("{first} as the first digit"))));
        let capacity = BigUint::from(layout.alphabet.len()).pow(u32::try_from(layout.digits).unwrap_or(0));
        let multiples = (1_u32..).map(|bits| &limit << bits).take_while(|multiple| *multiple < capacity);
        strings.extend(multiples.map(|multiple| {
            let comment = "wraps to a small ID in a decoder that drops the excess bits";
            (layout.text(&(multiple + 12_345_u32)), comment.to_owned())
        }));
        strings.push((layout.text(&(capacity - 1_u32)), "the last digit in every position".to_owned()));
        strings
    }

    pub(crate) fn precedence(&self) -> Vec<Commented> {
        let (layout, id) = (self.layout, &self.id);
        let last = layout.alphabet.chars().next_back().unwrap_or('z').to_string();
        let mut strings = vec![
            (replace(&id[1..], 3, 1, '!'), "too short, with a wrong character".to_owned()),
            (replace(id, 3, 1, '!') + "0", "too long, with a wrong character".to_owned()),
            (last.repeat(layout.text_len() + 1), "too long, with a value that is too large".to_owned()),
        ];
        if let Some(larger) = self.larger_first_digit() {
            strings.extend([1, layout.digits / 2, layout.digits - 1].map(|position| {
                let comment = format!("a value that is too large, with a wrong character at byte {position}");
                (replace(&last.repeat(layout.digits), position, 1, '!'), comment)
            }));
            let comment = "the first digit makes the value too large, and the last character is wrong";
            strings.push((format!("{larger}{}!", "0".repeat(layout.digits - 2)), comment.to_owned()));
        }
        strings
    }

    /// Returns the smallest first digit that makes the value too large, if there can be one.
    pub(crate) fn larger_first_digit(&self) -> Option<char> {
        let max = self.layout.text(&self.layout.max());
        let larger = self.layout.alphabet.chars().skip_while(|digit| !max.starts_with(*digit)).nth(1);
        larger.filter(|_| self.layout.text_overflows())
    }

    fn hyphens(&self) -> Vec<Commented> {
        let hyphens = self.layout.hyphens;
        let without = (self.id.replace('-', ""), "an ID without its hyphens".to_owned());
        let misplaced = hyphens.iter().flat_map(|&at| {
            let late = format!("{}-", &self.id[at + 1..at + 2]);
            [
                self.with(at, '0', format!("a digit in place of the hyphen at byte {at}")),
                self.with(at, late, format!("the hyphen at byte {at} comes one byte later")),
            ]
        });
        let without = (!hyphens.is_empty()).then_some(without);
        without.into_iter().chain(misplaced).collect()
    }

    /// Returns strings with another character in place of each hyphen, and one with a single digit in each group.
    fn in_place_of_hyphens(&self) -> Vec<Commented> {
        let hyphens = self.layout.hyphens;
        let others = hyphens.iter().flat_map(|at| {
            [' ', '_', ':', '+']
                .map(|other| self.with(*at, other, format!("{other:?} in place of the hyphen at byte {at}")))
        });
        let short = (vec!["1"; hyphens.len() + 1].join("-"), "one digit in each group".to_owned());
        others.chain((!hyphens.is_empty()).then_some(short)).collect()
    }

    /// Returns strings with each digit that contradicts a constant, at its position.
    fn constants(&self) -> Vec<Commented> {
        let places = self.layout.digit_positions().enumerate().flat_map(|(place, at)| {
            let digits = self.layout.alphabet.chars().enumerate();
            let wrong = digits.filter(move |(digit, _)| !self.layout.allows(place, *digit));
            wrong.map(move |(_, digit)| self.with(at, digit, format!("no ID has {digit:?} at byte {at}")))
        });
        places.collect()
    }
}

/// Returns the string with the case of every letter changed, and with the case of every second letter changed, without
/// duplicates.
pub(crate) fn other_cases(text: &str) -> Vec<String> {
    let change =
        |it: char| if it.is_ascii_lowercase() { it.to_ascii_uppercase() } else { it.to_ascii_lowercase() };
    let all: String = text.chars().map(change).collect();
    let mut letters = 0;
    let alternating = text.chars().map(|character| {
        letters += u32::from(character.is_ascii_alphabetic());
        if letters % 2 == 0 { change(character) } else { character }
    });
    let mut others = vec![all, alternating.collect()];
    others.retain(|other| other != text);
    others.dedup();
    others
}

/// Replaces `bytes` bytes of a string.
pub(crate) fn replace(text: &str, position: usize, bytes: usize, with: impl Display) -> String {
    format!("{}{with}{}", &text[..position], &text[position + bytes..])
}

/// Returns integers of the layout from a fixed seed, which is the same for every scheme and release.
pub(crate) fn random_ints(layout: &Layout, count: usize) -> Vec<BigUint> {
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    let mut int = || {
        let mut bytes = [0; 40];
        rng.fill_bytes(&mut bytes);
        layout.with_constants(&(BigUint::from_bytes_be(&bytes) % layout.limit()))
    };
    (0..count).map(|_| int()).collect()
}
