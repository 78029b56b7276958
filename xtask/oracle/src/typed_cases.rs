//! The cases of `typed.json`: the rules of TypeID, applied to the strings of a scheme.

use num_bigint::BigUint;

use crate::codec_cases::{POLICY_REASON, lengths, other_cases, positions, precedence, random_ints, replace};
use crate::format::{Case, InvalidTyped, ValidTyped};
use crate::layout::Layout;
use crate::origin::{
    Followed,
    Origin::{Ours, TypeId},
};
use crate::port::Port;
use crate::scheme::{Flags, Scheme};

/// The meaning of each flag of a case.
const FLAGS: &[(&str, &str)] = &[
    ("prefix", "a kind with each form of prefix"),
    ("id", "IDs at both ends and between them"),
    ("no_kind", "no kind can have this prefix: its declaration must fail, or parsing any string"),
    ("other_prefix", "the text has another prefix than the kind, or none"),
    ("rest", "the prefix is right, and what follows is not an ID"),
    (
        POLICY_REASON.0,
        "the string must be rejected, but the reason and the position are our choice: it has several problems, or another `_`",
    ),
];

/// The meaning of the flags of schemes with a separate form after a prefix.
const FLAGS_OF_FORM: &[(&str, &str)] = &[
    (
        "suffix",
        "what follows the prefix is read by the rules of TypeID alone: one letter case, no aliases, no hyphens",
    ),
    (
        "other_uuid",
        "a UUID of another version or variant, which a kind of UUIDv7 refuses: a decoder of all TypeIDs reads it",
    ),
    ("published", "published with TypeID"),
];

/// The files of TypeID 0.3.0 with cases.
const PUBLISHED_VALID: &str = "spec/valid.yml";
const PUBLISHED_INVALID: &str = "spec/invalid.yml";

/// A prefix, a string and a comment.
type Invalid = (String, String, String);

/// Returns a prefix of the maximum length.
fn longest() -> String {
    "abcdefghijklmnopqrstuvwxyz".repeat(3)[..63].to_owned()
}

/// The text forms of a scheme, for integers.
struct Texts<'a> {
    layout: &'a Layout,
    port: Port<'a>,
    alternative: Option<&'a Layout>,
    /// Whether the part after a prefix is case-sensitive.
    is_strict: bool,
}

/// Returns the cases of a scheme, with the meanings of their flags.
pub(crate) fn typed_cases(scheme: &Scheme) -> (Flags, Vec<Case<ValidTyped>>, Vec<Case<InvalidTyped>>) {
    let texts = Texts {
        layout: scheme.typed.unwrap_or(scheme.layout),
        port: Port::right(scheme),
        alternative: scheme.alternative.filter(|_| scheme.typed.is_none()),
        is_strict: scheme.typed.is_some(),
    };
    let of_form = if texts.is_strict { FLAGS_OF_FORM } else { &[] };
    let flags = FLAGS.iter().chain(of_form).copied().collect();
    (flags, texts.valid(), texts.invalid())
}

impl Texts<'_> {
    fn valid(&self) -> Vec<Case<ValidTyped>> {
        let mut ints = random_ints(self.layout, 13).into_iter();
        let mut next = || ints.next().unwrap_or_default();
        let longest = longest();
        let with_underscores = longest.replace('j', "_");
        let prefixes = [
            ("", "no prefix, and no underscore"),
            ("a", "the shortest prefix"),
            ("z", "the last letter"),
            ("ord", "an ordinary prefix"),
            ("ord_line", "a prefix with an underscore"),
            ("a__b", "a prefix with two underscores side by side"),
            ("a___b", "a prefix with three underscores side by side"),
            ("ab", "two letters, the first two"),
            ("az", "two letters, the first and the last"),
            (&longest, "the longest prefix"),
            (&with_underscores, "the longest prefix, with underscores"),
        ];
        let prefixes = prefixes.map(|(prefix, comment)| (prefix, next(), comment.to_owned()));
        let ids = [
            (self.layout.min(), "the smallest ID"),
            (self.layout.max(), "the largest ID"),
            (next(), "a random ID"),
            (next(), "a random ID"),
        ];
        let ids = ids.map(|(int, comment)| ("ord", int, comment.to_owned()));
        let case = |id, flag, (prefix, int, comment): (&str, _, _)| {
            self.valid_case(id, flag, &self.followed("prefix", None), (prefix, &int), comment)
        };
        let prefixes = (1..).zip(prefixes).map(|(id, of)| case(id, "prefix", of));
        let ids = (1_000..).zip(ids).map(|(id, of)| case(id, "id", of));
        prefixes.chain(ids).chain(self.is_strict.then(|| self.published())).collect()
    }

    fn valid_case(
        &self,
        id: u32,
        flag: &str,
        followed: &Followed,
        (prefix, int): (&str, &BigUint),
        comment: String,
    ) -> Case<ValidTyped> {
        let case = ValidTyped {
            prefix: prefix.to_owned(),
            text_forms: String::new(),
            text: self.port.typed_text((prefix, ""), int),
            bytes: self.layout.bytes(int),
            alternates: self.alternates(prefix, int),
        };
        Case::new(id, comment, &[flag], followed, case)
    }

    /// Returns the published case `valid-uuidv7`, the only valid case with a UUIDv7.
    fn published(&self) -> Case<ValidTyped> {
        let int = self.layout.int_of_text("01h455vb4pex5vsknk084sn02q").unwrap_or_default();
        assert_eq!(self.layout.bytes(&int), "01890a5dac96774bbcceb302099a8057", "the published UUID");
        let (followed, comment) = ([TypeId(PUBLISHED_VALID)].into(), "published as valid-uuidv7".to_owned());
        self.valid_case(2_000, "published", &followed, ("prefix", &int), comment)
    }

    /// Returns the rules that lead to a result: a reason, or "prefix" for a string that is accepted. `wrong` is the
    /// reported character.
    fn followed(&self, reason: &str, wrong: Option<char>) -> Followed {
        let is_of_prefix = matches!(reason, "kind" | "prefix");
        if !self.is_strict {
            return Followed::from([Ours("Prefixes")]);
        }
        let mut followed = Followed::from([TypeId(if is_of_prefix { "Type Prefix" } else { "UUID Suffix" })]);
        let contradicts_constant = wrong.is_some_and(|wrong| self.layout.alphabet.contains(wrong));
        followed.add(contradicts_constant.then_some(Ours("Other versions and variants")));
        followed
    }

    /// Returns the other strings of an ID. They differ only after the prefix.
    fn alternates(&self, prefix: &str, int: &BigUint) -> Vec<String> {
        let own = if self.is_strict { Vec::new() } else { other_cases(&self.layout.text(int)) };
        let others = self.alternative.map(|layout| layout.text(int));
        own.into_iter().chain(others).map(|rest| joined(prefix, &rest)).collect()
    }

    fn invalid(&self) -> Vec<Case<InvalidTyped>> {
        let text = self.layout.text(&random_ints(self.layout, 1).pop().unwrap_or_default());
        let mut cases = Vec::new();
        let mut group =
            |first_id: u32, published: Option<&'static str>, flags: &[&'static str], texts: Vec<Invalid>| {
                cases.extend((first_id..).zip(texts).map(|(id, (prefix, text, comment))| {
                    let Err((reason, position)) = self.port.read_typed((&prefix, ""), &text) else {
                        panic!("{text} is an ID of the kind {prefix}");
                    };
                    let mut flags = flags.to_vec();
                    if first_id >= 12_500 && reason != "kind" && self.has_several_faults(&text) {
                        flags.push(POLICY_REASON.0);
                    }
                    let mut followed = Followed::default();
                    followed.add(published.map(TypeId));
                    followed
                        .add(self.followed(reason, position.and_then(|at| text[at..].chars().next())).iter());
                    let (reason, text_forms) = (reason.to_owned(), String::new());
                    let case = InvalidTyped { prefix, text_forms, text, reason, position };
                    Case::new(id, comment, &flags, &followed, case)
                }));
            };
        group(10_000, None, &["no_kind"], no_kinds(&text));
        group(11_000, None, &["other_prefix"], other_prefixes(&text));
        group(11_500, None, &["other_prefix", POLICY_REASON.0], underscores(&text));
        group(12_000, None, &["rest"], self.wrong_rests(&text));
        group(12_500, None, &["rest"], self.lenient_rests(&text));
        if self.is_strict {
            group(13_000, None, &["rest", "other_uuid"], self.other_uuids());
            group(14_000, None, &["rest", "suffix"], self.wrong_digits(&text));
            group(15_000, Some(PUBLISHED_VALID), &["other_uuid", "published"], published_others());
            group(16_000, Some(PUBLISHED_INVALID), &["published"], published_invalid());
        }
        cases
    }

    /// Returns `true` if the part after the last `_` of a string could be rejected for several reasons or at several
    /// positions.
    fn has_several_faults(&self, text: &str) -> bool {
        let rest = text.rsplit_once('_').map_or(text, |(_, rest)| rest);
        let is_whole = rest.len() == self.layout.digits;
        let is_right = |(place, character): (usize, char)| {
            let digit = self.layout.alphabet.chars().position(|known| known == character);
            digit.is_some_and(|digit| !is_whole || self.layout.allows(place, digit))
        };
        let wrong = rest.chars().enumerate().filter(|&at| !is_right(at)).count();
        let max = self.layout.text(&self.layout.max());
        usize::from(!is_whole) + usize::from(is_whole && rest.chars().next() > max.chars().next()) + wrong > 1
    }

    /// Returns UUIDs that are not IDs of the scheme. The first two are wrong in several places.
    fn other_uuids(&self) -> Vec<Invalid> {
        let id = random_ints(self.layout, 1).pop().unwrap_or_default();
        let largest = (self.layout.limit)() - 1_u32;
        let mut uuids =
            vec![(BigUint::ZERO, "the nil UUID".to_owned()), (largest, "the max UUID".to_owned())];
        for (name, _) in self.layout.constants {
            for value in self.layout.other_values(name) {
                uuids.push((self.layout.with(&id, name, value.into()), format!("{name} is {value}")));
            }
        }
        after_prefix("ord", uuids.into_iter().map(|(int, comment)| (self.layout.text(&int), comment)))
    }

    /// Returns strings that a lenient base 32 decoder mistakes for an ID.
    fn wrong_digits(&self, text: &str) -> Vec<Invalid> {
        let letters = ['i', 'l', 'o', 'u', 'I', 'L', 'O', 'U'].into_iter().flat_map(|letter| {
            [5, text.len() - 2].map(|position| {
                let comment = format!("the letter {letter} at byte {position} after the prefix");
                (replace(text, position, 1, letter), comment)
            })
        });
        let lower_case = text.char_indices().filter(|(_, digit)| digit.is_ascii_lowercase());
        let upper_case = lower_case.map(|(position, digit)| {
            let comment = format!("upper case at byte {position} after the prefix");
            (replace(text, position, 1, digit.to_ascii_uppercase()), comment)
        });
        let id = self.layout.int_of_text(text).unwrap_or_default();
        let others = [
            (replace(text, 7, 1, '-'), "a hyphen in place of a digit"),
            (format!("{text}-"), "a hyphen at the end"),
            (self.layout.text(&self.layout.min())[1..].to_owned(), "without a leading zero"),
            (self.layout.bytes(&id), "the bytes in hex"),
            (self.port.text(&id), "the UUID as the RFC writes it"),
        ];
        let others = others.map(|(rest, comment)| (rest, comment.to_owned()));
        after_prefix("ord", letters.chain(upper_case).chain(others))
    }

    fn wrong_rests(&self, text: &str) -> Vec<Invalid> {
        let mut rests = vec![
            (String::new(), "nothing after the prefix".to_owned()),
            (text[..text.len() - 1].to_owned(), "the last digit is missing".to_owned()),
        ];
        for position in [0, 3, text.len() - 1] {
            rests.push((
                replace(text, position, 1, '!'),
                format!("a wrong character at byte {position} after the prefix"),
            ));
        }
        let max = self.layout.text(&self.layout.max());
        let mut larger = self.layout.alphabet.chars().skip_while(|digit| !max.starts_with(*digit)).skip(1);
        if let (true, Some(larger)) = (self.layout.text_overflows(), larger.next()) {
            rests.push((replace(&max, 0, 1, larger), "a value above the largest".to_owned()));
        }
        if self.is_strict {
            rests.push((text.to_uppercase(), "upper case after the prefix".to_owned()));
        }
        ["ord", "ord_line", ""].into_iter().flat_map(|prefix| after_prefix(prefix, rests.clone())).collect()
    }

    /// Returns strings after a prefix that a lenient decoder mistakes for an ID, as in `codec.json`.
    fn lenient_rests(&self, text: &str) -> Vec<Invalid> {
        let layout = self.layout;
        let after_last = layout.alphabet.chars().last().and_then(|last| char::from_u32(u32::from(last) + 1));
        let starts = ["+", "-", " ", "\t", "\u{10}", "0x", "I", "L", "O", "U"].map(str::to_owned).into_iter();
        let starts = starts.chain(after_last.map(String::from));
        let starts = starts.filter(|start| start.chars().any(|character| layout.alphabet_lacks(character)));
        let starts = starts.map(|start| {
            (format!("{start}{}", &text[start.len()..]), format!("{start:?} in place of the first digits"))
        });
        let limit = layout.text_overflows().then(|| layout.text(&(layout.limit)()));
        let limit = limit.map(|limit| (limit, "the largest value plus one".to_owned()));
        // All but the shorter strings, and several wrong digits.
        let lengths = lengths(layout, text).into_iter().skip(layout.text_len());
        let positions = positions(layout, text).into_iter().skip(layout.digits);
        let of_codec = lengths.chain(precedence(layout, text)).chain(positions);
        let of_codec = of_codec.filter(|(text, _)| !text.contains('_'));
        after_prefix("ord", of_codec.chain(starts).chain(limit))
    }
}

fn joined(prefix: &str, rest: &str) -> String {
    if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") }
}

/// Returns strings with a prefix, each with a comment. `rests` are the parts after the prefix.
fn after_prefix(prefix: &str, rests: impl IntoIterator<Item = (String, String)>) -> Vec<Invalid> {
    let text = |(rest, comment): (String, String)| (prefix.to_owned(), joined(prefix, &rest), comment);
    rests.into_iter().map(text).collect()
}

/// Returns prefixes that no kind can have, each with a string that starts with it.
fn no_kinds(text: &str) -> Vec<Invalid> {
    let long = longest() + "a";
    let prefixes = [
        ("_", "a prefix that is an underscore"),
        ("_ord", "an underscore at the start"),
        ("ord_", "an underscore at the end"),
        ("__", "underscores alone"),
        ("Ord", "an upper-case letter at the start"),
        ("orD", "an upper-case letter at the end"),
        ("ORD", "upper case"),
        ("oRd", "an upper-case letter in the middle"),
        ("or1", "a digit"),
        ("o1d", "a digit in the middle"),
        ("1rd", "a digit at the start"),
        ("or-d", "a hyphen"),
        ("or.d", "a full stop"),
        (" ord", "a leading space"),
        ("ord ", "a trailing space"),
        ("o d", "a space"),
        ("ord\n", "a trailing line feed"),
        ("ord\0", "a NUL"),
        ("örd", "a letter outside ASCII"),
        ("ｏrd", "a fullwidth letter"),
        ("orſ", "a letter outside ASCII whose upper case is S"),
        ("o`d", "the character before a"),
        ("o{d", "the character after z"),
        (&long, "64 letters"),
    ];
    let first = ("Ord".to_owned(), "Ord_!".to_owned(), "upper case, before digits that are wrong".to_owned());
    let case =
        |(prefix, comment): (&str, &str)| (prefix.to_owned(), joined(prefix, text), comment.to_owned());
    prefixes.into_iter().map(case).chain([first]).collect()
}

/// Returns strings whose prefix is not the kind's.
fn other_prefixes(text: &str) -> Vec<Invalid> {
    let of_ord = [
        ("", "no prefix"),
        ("_", "an underscore without a prefix"),
        ("ord", "no underscore"),
        ("ord-", "a hyphen in place of the underscore"),
        ("cus_", "the prefix of another kind"),
        ("cus_ord_", "the prefix of another kind before that of the kind"),
        ("or_", "the last letter is missing"),
        ("rd_", "the first letter is missing"),
        ("ordd_", "a letter too many"),
        ("oord_", "a letter too many at the start"),
        ("ORD_", "upper case"),
        ("Ord_", "an upper-case letter"),
        ("ord _", "a space before the underscore"),
        (" ord_", "a leading space"),
        ("_ord_", "a leading underscore"),
        ("ｏrd_", "a fullwidth letter"),
        ("ord\0_", "a NUL before the underscore"),
    ];
    let of = |kind: &'static str| {
        move |(prefix, comment): (&str, &str)| {
            (kind.to_owned(), format!("{prefix}{text}"), comment.to_owned())
        }
    };
    let alone = ["", "ord", "or"].map(|text| ("ord".to_owned(), text.to_owned(), format!("{text:?} alone")));
    let of_line = [
        ("ord_", "the first part of the prefix"),
        ("line_", "the last part of the prefix"),
        ("ord__line_", "two underscores for one"),
    ];
    let of_none = [("_", "an underscore without a prefix"), ("ord_", "a prefix that the kind does not have")];
    let longest = longest();
    let of_longest = [
        (format!("{}j_{text}", &longest[..62]), "63 letters of which the last is wrong"),
        (format!("{longest}k_{text}"), "one letter more than the longest prefix"),
    ];
    let mut texts: Vec<_> = of_ord.map(of("ord")).into();
    texts.extend(alone);
    texts.extend(of_line.map(of("ord_line")));
    texts.extend(of_none.map(of("")));
    texts.extend(of_longest.map(|(text, comment)| (longest.clone(), text, comment.to_owned())));
    texts
}

/// Returns strings with an underscore after the prefix of the kind. A parser that removes the prefix first reports a
/// different reason.
fn underscores(text: &str) -> Vec<Invalid> {
    let (left, right) = text.split_at(text.len() / 2);
    let of_ord = [
        (format!("ord__{text}"), "two underscores"),
        (format!("ord_cus_{text}"), "the prefix of another kind after that of the kind"),
        (format!("ord_ord_{text}"), "the prefix twice"),
        (format!("ord_{left}_{right}"), "an underscore between the digits"),
        (format!("ord_{text}_"), "a trailing underscore"),
    ];
    let of_none = [
        (format!("{left}_{right}"), "an underscore between the digits"),
        (format!("{text}_"), "a trailing underscore"),
    ];
    let of_ord = of_ord.map(|(text, comment)| ("ord".to_owned(), text, comment.to_owned()));
    let of_none = of_none.map(|(text, comment)| (String::new(), text, comment.to_owned()));
    of_ord.into_iter().chain(of_none).collect()
}

/// Returns the published cases in `valid.yml` with UUIDs of other versions, each with its name.
fn published_others() -> Vec<Invalid> {
    let cases = [
        ("", "00000000000000000000000000", "nil"),
        ("", "00000000000000000000000001", "one"),
        ("", "0000000000000000000000000a", "ten"),
        ("", "0000000000000000000000000g", "sixteen"),
        ("", "00000000000000000000000010", "thirty-two"),
        ("", "7zzzzzzzzzzzzzzzzzzzzzzzzz", "max-valid"),
        ("prefix", "0123456789abcdefghjkmnpqrs", "valid-alphabet"),
        ("pre_fix", "00000000000000000000000000", "prefix-underscore"),
    ];
    let case = |(prefix, rest, name): (&str, &str, &str)| {
        (prefix.to_owned(), joined(prefix, rest), format!("published as {name}"))
    };
    cases.map(case).into()
}

/// Returns the published cases in `invalid.yml`, which are not TypeIDs. The prefix of the kind is the part before the
/// last `_`.
fn published_invalid() -> Vec<Invalid> {
    let cases = [
        ("PREFIX", "PREFIX_00000000000000000000000000", "upper case"),
        ("12345", "12345_00000000000000000000000000", "digits"),
        ("pre.fix", "pre.fix_00000000000000000000000000", "a full stop"),
        ("pr\u{e9}fix", "pr\u{e9}fix_00000000000000000000000000", "a letter outside ASCII"),
        ("  prefix", "  prefix_00000000000000000000000000", "leading spaces"),
        (
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl",
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
            "64 letters",
        ),
        ("", "_00000000000000000000000000", "an underscore without a prefix"),
        ("", "_", "an underscore alone"),
        ("prefix", "prefix_1234567890123456789012345", "25 digits"),
        ("prefix", "prefix_123456789012345678901234567", "27 digits"),
        ("prefix", "prefix_1234567890123456789012345 ", "a trailing space"),
        ("prefix", "prefix_0123456789ABCDEFGHJKMNPQRS", "upper case after the prefix"),
        ("prefix", "prefix_123456789-123456789-123456", "hyphens"),
        ("prefix", "prefix_ooooooiiiiiiuuuuuuulllllll", "letters that are not digits"),
        ("prefix", "prefix_i23456789ol23456789oi23456", "letters that Crockford reads as digits"),
        ("prefix", "prefix_123456789-0123456789-0123456", "hyphens that Crockford ignores"),
        ("prefix", "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz", "a value of more than 128 bits"),
        ("_prefix", "_prefix_00000000000000000000000000", "an underscore at the start"),
        ("prefix_", "prefix__00000000000000000000000000", "an underscore at the end"),
    ];
    let case = |(prefix, text, comment): (&str, &str, &str)| {
        (prefix.to_owned(), text.to_owned(), format!("published: {comment}"))
    };
    cases.map(case).into()
}
