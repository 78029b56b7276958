//! The cases of `codec.json`: the published strings, and what is derived from a scheme's layout.
//!
//! Each group of cases has its own block of ids. A group can therefore grow at its end without changing the ids of
//! other groups. An id is never reused for another case.

use anyhow::{Context, Result, ensure};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::format::{Case, InvalidCase, ValidCase};
use crate::layout::Layout;
use crate::origin::Origin;
use crate::port::Port;
use crate::scheme::{Commented, Scheme, Texts};
use crate::strings::{groups, published};

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

/// The flag of strings that must be rejected but have more than one acceptable reason, with its meaning.
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

/// Returns the cases of a scheme, with the meanings of their flags. Returns an error if a published string contradicts
/// a value that is printed next to it.
pub(crate) fn codec_cases(scheme: &Scheme) -> Result<Texts<ValidCase, InvalidCase>> {
    let mut invalid = invalid_cases(scheme, scheme.layout);
    invalid.extend(scheme.alternative.map(|form| invalid_cases(scheme, form)).into_iter().flatten());
    for (first_id, flags, texts) in groups(scheme.no_ids) {
        invalid.extend(invalid_group(scheme, first_id, &flags, texts));
    }
    invalid.sort_by_key(|case| case.id);
    assert!(invalid.is_sorted_by(|one, next| one.id < next.id), "a group has grown into the next");
    Ok((FLAGS.iter().chain(scheme.own_flags).copied().collect(), valid_cases(scheme)?, invalid))
}

/// Returns the published cases, then the cases derived from the layout.
fn valid_cases(scheme: &Scheme) -> Result<Vec<Case<ValidCase>>> {
    let (layout, origins) = (scheme.layout, &scheme.origins);
    let mut cases = Vec::new();
    for (id, (origin, text, facts)) in (1..).zip(published(scheme.published)) {
        let alternative = scheme.alternative.filter(|form| form.text_len() == text.len());
        let form = alternative.unwrap_or(layout);
        let int = form.int_of_text(&text).with_context(|| format!("{text} is not canonical"))?;
        ensure!(form.text(&int) == text, "{text}: the oracle writes a different text");
        for fact in facts {
            ensure!(layout.has_fact(&int, fact), "{text}: expected {fact}, found {:?}", layout.case(&int));
        }
        let comment = if alternative.is_some() { "as published, in hex" } else { "as published" };
        cases.push(valid_case(scheme, id, &int, "published", origin, comment.to_owned()));
    }
    let random = random_ints(layout, 100).into_iter().map(|int| (int, "random".to_owned()));
    let hex_digits = scheme.alternative.map(every_digit).into_iter().flatten();
    let hex_digits = hex_digits.map(|(int, comment)| (int, comment.replace("digits", "hex digits")));
    let (min, max) = (layout.min(), layout.max());
    for (first_id, flag, origin, ints) in [
        (1000, "edge", origins.layout, edges(layout)),
        (2000, "walking_bit", origins.layout, walking_bits(layout, &min, "only bit {} is set")),
        (
            2500,
            "walking_bit",
            origins.layout,
            walking_bits(layout, &max, "the largest value with bit {} clear"),
        ),
        (3000, "radix_power", origins.text, radix_powers(layout)),
        (4000, "every_digit", origins.digits, every_digit(layout)),
        (5000, "random", origins.layout, random.collect()),
        (6000, "every_digit", origins.digits, hex_digits.collect()),
    ] {
        let ints = (first_id..).zip(ints);
        cases.extend(ints.map(|(id, (int, comment))| valid_case(scheme, id, &int, flag, origin, comment)));
    }
    assert!(cases.is_sorted_by(|one, next| one.id < next.id), "a group has grown into the next");
    Ok(cases)
}

/// An ID with a comment.
type Id = (BigUint, String);

/// Returns IDs with each field at 0, at 1, at its largest value and one below. All other fields are at 0 or at their
/// largest value.
fn edges(layout: &Layout) -> Vec<Id> {
    let (min, max) = (layout.min(), layout.max());
    let mut cases: Vec<Id> = Vec::new();
    for (others, others_are) in [(&min, "0"), (&max, "at their largest")] {
        for ((name, _), largest) in layout.fields.iter().zip(layout.values(&max)) {
            if layout.constant(name).is_some() {
                continue;
            }
            for value in [BigUint::ZERO, 1_u32.into(), &largest - 1_u32, largest] {
                let comment = format!("{name} is {value}, all other fields are {others_are}");
                let int = layout.with(others, name, value);
                if int <= max && !cases.iter().any(|(known, _)| *known == int) {
                    cases.push((int, comment));
                }
            }
        }
    }
    cases
}

/// Returns the IDs that differ from an ID in one bit.
fn walking_bits(layout: &Layout, from: &BigUint, comment: &str) -> Vec<Id> {
    let bits = (0..layout.max().bits()).map(|bit| (from ^ (BigUint::from(1_u32) << bit), bit));
    let ids = bits.filter(|(int, _)| layout.is_id(int));
    ids.map(|(int, bit)| (int, comment.replace("{}", &bit.to_string()))).collect()
}

fn radix_powers(layout: &Layout) -> Vec<Id> {
    let radix = BigUint::from(layout.alphabet.len());
    let powers = (1..layout.digits).flat_map(|exponent| {
        let power = radix.pow(u32::try_from(exponent).unwrap_or(u32::MAX));
        [(&power - 1_u32, format!("one below {radix}^{exponent}")), (power, format!("{radix}^{exponent}"))]
    });
    powers.map(|(int, comment)| (layout.with_constants(&int), comment)).collect()
}

/// Returns one ID for each digit. Its text is that digit, then the digits that follow it in the alphabet, cyclically.
/// If the value would be too large, the first digit is dropped.
fn every_digit(layout: &Layout) -> Vec<Id> {
    let cycle = layout.alphabet.repeat(4);
    let plain = Layout { hyphens: &[], ..*layout };
    let starts = layout.alphabet.char_indices().map(|(start, digit)| {
        let digits = &cycle[start..start + layout.digits];
        let int = |digits: &str| plain.int_of_text(digits).unwrap_or_default();
        let is_whole = int(digits) < (layout.limit)();
        let (int, first) =
            if is_whole { (int(digits), "") } else { (int(&digits[1..]), " except the first") };
        let comment = format!("consecutive digits starting at {digit}, in every position{first}");
        (layout.with_constants(&int), comment)
    });
    starts.collect()
}

/// Returns the case of an integer, in all forms of the scheme.
fn valid_case(
    scheme: &Scheme,
    id: u32,
    int: &BigUint,
    flag: &str,
    origin: Origin,
    comment: String,
) -> Case<ValidCase> {
    let case = scheme.layout.case(int);
    let mut alternates = other_cases(&case.text);
    if let Some(form) = scheme.alternative {
        let text = form.text(int);
        let others = other_cases(&text);
        alternates.extend([text].into_iter().chain(others));
    }
    Case::new(id, comment, &[flag], &[origin].into(), ValidCase { alternates, ..case })
}

/// Returns the cases of some strings, with consecutive ids. The oracle must reject the strings.
fn invalid_group(
    scheme: &Scheme,
    first_id: u32,
    flags: &[&str],
    texts: impl IntoIterator<Item = Commented>,
) -> Vec<Case<InvalidCase>> {
    let port = Port::right(scheme);
    let cases = (first_id..).zip(texts).map(|(id, (text, comment))| {
        let Err((reason, position)) = port.read(&text) else {
            panic!("{}: {text} is an ID: {comment}", scheme.name)
        };
        for (flag, its_reason) in [("length", "length"), ("alphabet", "digit"), ("overflow", "overflow")] {
            assert!(!flags.contains(&flag) || reason == its_reason, "{}: {text}: {reason}", scheme.name);
        }
        let several = has_several_faults(scheme, &text).then_some(POLICY_REASON.0);
        let flags: Vec<_> = flags.iter().copied().chain(several).collect();
        let followed = port.rejection(&text, reason, position);
        Case::new(id, comment, &flags, &followed, InvalidCase { text, reason: reason.to_owned(), position })
    });
    cases.collect()
}

/// Returns `true` if a string could be rejected for several reasons or at several positions. This is always so if it is
/// not ASCII, because its length could be counted in characters.
fn has_several_faults(scheme: &Scheme, text: &str) -> bool {
    let layouts = [Some(scheme.layout), scheme.alternative].into_iter().flatten();
    let layout = layouts.into_iter().find(|layout| layout.text_len() == text.len());
    let of_digits = layout.unwrap_or(scheme.layout);
    let is_right = |(byte, character): (usize, char)| {
        let may_be_hyphen = match layout {
            Some(layout) => layout.hyphens.contains(&byte),
            None => !of_digits.hyphens.is_empty(),
        };
        may_be_hyphen && character == '-' || !of_digits.alphabet_lacks(character)
    };
    let wrong = text.char_indices().filter(|&at| !is_right(at)).count();
    let zeros: String = text.char_indices().map(|at| if is_right(at) { at.1 } else { '0' }).collect();
    let overflows = matches!(Port::right(scheme).read(&zeros), Err(("overflow", _)));
    let faults = usize::from(layout.is_none()) + wrong + usize::from(overflows);
    faults > 1 || !text.is_ascii()
}

/// Returns the cases derived from a text form of the scheme. For an alternative form, strings up to the canonical
/// length are left out, because the canonical form's cases cover them.
fn invalid_cases(scheme: &Scheme, form: &Layout) -> Vec<Case<InvalidCase>> {
    let is_own = form.text_len() == scheme.layout.text_len();
    // An ordinary valid string.
    let text = form.text(&random_ints(form, 1).pop().unwrap_or_default());
    let overflows = overflows(form);
    let in_the_other_case = overflows.iter().filter_map(|(text, comment)| {
        Some((other_cases(text).into_iter().next()?, format!("{comment}, in the other case")))
    });
    let in_the_other_case = in_the_other_case.collect();
    let groups = [
        (11_000, "length", lengths(form, &text)),
        (12_000, "alphabet", characters(form, &text)),
        (12_500, "alphabet", positions(form, &text)),
        (12_700, "alphabet", signs(scheme, form, &text)),
        (12_800, "not_ascii", characters_outside_ascii(form, &text)),
        (13_000, "overflow", overflows),
        (13_500, "overflow", in_the_other_case),
        (14_000, "precedence", precedence(form, &text)),
        (14_500, "hyphen", hyphens(form, &text)),
        (14_600, "constant", constants(form, &text)),
    ];
    let cases = groups.into_iter().flat_map(|(first_id, flag, texts)| {
        if is_own {
            return invalid_group(scheme, first_id, &[flag], texts);
        }
        let texts = texts.into_iter().filter(|(text, _)| text.len() > scheme.layout.text_len());
        let texts = texts.map(|(text, comment)| (text, format!("hex: {comment}")));
        invalid_group(scheme, first_id + 10_000, &[flag, "hex"], texts)
    });
    cases.collect()
}

/// Returns strings, each with its comment.
pub(crate) fn commented<T: Into<String>, C: Into<String>>(
    texts: impl IntoIterator<Item = (T, C)>,
) -> Vec<Commented> {
    texts.into_iter().map(|(text, comment)| (text.into(), comment.into())).collect()
}

pub(crate) fn lengths(layout: &Layout, text: &str) -> Vec<Commented> {
    let count = layout.text_len();
    let starts =
        (0..count).map(|length| (text[..length].to_owned(), format!("the first {length} digits of an ID")));
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
        ("", "\u{200b}", "a trailing zero-width space"),
        ("{", "}", "braces"),
        ("\"", "\"", "quotes"),
        ("0x", "", "a prefix"),
        ("urn:", "", "a URN prefix"),
        ("", "=", "padding"),
    ];
    let affixes =
        affixes.map(|(before, after, what)| (format!("{before}{text}{after}"), format!("an ID with {what}")));
    let (left, right) = text.split_at(count / 2);
    let split =
        ["-", "_", " "].map(|it| (format!("{left}{it}{right}"), format!("an ID with {it:?} in the middle")));
    let many = [
        (text.repeat(2), "two IDs".to_owned()),
        ("é".repeat(count), "as many characters as an ID has, but twice the bytes".to_owned()),
    ];
    let not_ascii = NOT_ASCII.map(|(character, what)| {
        (replace(text, 3, 1, character), format!("as many characters as an ID has, one of them {what}"))
    });
    let zero = ("0".repeat(count + 1), "one leading zero too many".to_owned());
    starts.chain([zero]).chain(affixes).chain(split).chain(many).chain(not_ascii).collect()
}

/// Returns strings with each wrong ASCII character, spread over all positions. No length has a factor in common with 7,
/// so the steps visit all positions.
fn characters(layout: &Layout, text: &str) -> Vec<Commented> {
    let wrong = (0..=127_u8).map(char::from).filter(|&character| layout.alphabet_lacks(character));
    let cases = wrong.enumerate().map(|(index, character)| {
        let text = replace(text, index * 7 % layout.text_len(), 1, character);
        (text, format!("{character:?} in place of a digit"))
    });
    cases.collect()
}

pub(crate) fn positions(layout: &Layout, text: &str) -> Vec<Commented> {
    let hyphens = layout
        .digit_positions()
        .map(|position| (replace(text, position, 1, '-'), format!("a hyphen at byte {position}")));
    let last = layout.text_len() - 1;
    let pairs = [(0, '+', last, '-'), (3, '!', last - 2, '!')].map(|(first, one, second, other)| {
        let text = replace(&replace(text, second, 1, other), first, 1, one);
        (text, "two wrong characters: the first is reported".to_owned())
    });
    hyphens.chain(pairs).collect()
}

/// Returns strings that number parsers accept, with a sign, a prefix or a blank in place of the start of each group of
/// digits.
fn signs(scheme: &Scheme, layout: &Layout, text: &str) -> Vec<Commented> {
    let starts = [0].into_iter().chain(layout.hyphens.iter().map(|hyphen| hyphen + 1));
    let signed = starts.flat_map(|start| {
        ["+", "-", " ", "\t", "0x", "0X"].map(|sign| {
            let comment = format!("{sign:?} in place of the digits at byte {start}");
            (format!("{}{sign}{}", &text[..start], &text[start + sign.len()..]), comment)
        })
    });
    // In base 36 and base32hex, an `x` or an `X` can be a digit.
    let is_wrong = |text: &str| Port::right(scheme).read(text).is_err_and(|(reason, _)| reason == "digit");
    signed.filter(|(text, _)| is_wrong(text)).collect()
}

fn characters_outside_ascii(layout: &Layout, text: &str) -> Vec<Commented> {
    let cases = NOT_ASCII.into_iter().flat_map(|(character, what)| {
        let bytes = character.len_utf8();
        [0, layout.text_len() / 2, layout.text_len() - bytes]
            .map(|at| (replace(text, at, bytes, character), format!("{what}, at byte {at}")))
    });
    cases.collect()
}

/// Returns strings above the largest, such as the largest value plus one and, for each position, the smallest strings
/// that first exceed the largest there.
fn overflows(layout: &Layout) -> Vec<Commented> {
    if !layout.text_overflows() {
        return Vec::new();
    }
    let digits = layout.digits;
    let capacity = BigUint::from(layout.alphabet.len()).pow(u32::try_from(digits).unwrap_or(0));
    let limit = (layout.limit)();
    let max = layout.text(&layout.max());
    let mut texts = vec![(layout.text(&limit), "the largest value plus one".to_owned())];
    for (position, digit) in max.char_indices() {
        for larger in layout.alphabet.chars().skip_while(|known| *known != digit).skip(1).take(2) {
            let text = format!("{}{larger}{}", &max[..position], "0".repeat(digits - position - 1));
            texts.push((text, format!("exceeds the largest value at byte {position}")));
        }
    }
    for first in layout.alphabet.chars() {
        let text = replace(&"0".repeat(digits), 0, 1, first);
        if layout.int_of_text(&text).is_some_and(|int| int >= limit) {
            texts.push((text, format!("{first} as the first digit")));
        }
    }
    let mut multiple = &limit * 2_u32;
    while multiple < capacity {
        let comment = "wraps to a small ID in a decoder that drops the excess bits".to_owned();
        texts.push((layout.text(&(&multiple + 12_345_u32)), comment));
        multiple *= 2_u32;
    }
    texts.push((layout.text(&(capacity - 1_u32)), "the last digit in every position".to_owned()));
    texts
}

pub(crate) fn precedence(layout: &Layout, text: &str) -> Vec<Commented> {
    let last = layout.alphabet.chars().next_back().unwrap_or('z').to_string();
    let wrong_lengths = commented([
        (replace(&text[1..], 3, 1, '!'), "too short, with a wrong character"),
        (replace(text, 3, 1, '!') + "0", "too long, with a wrong character"),
        (last.repeat(layout.text_len() + 1), "too long, with a value that is too large"),
    ]);
    if !layout.text_overflows() {
        return wrong_lengths;
    }
    let above = [1, layout.digits / 2, layout.digits - 1].map(|position| {
        let comment = format!("a value that is too large, with a wrong character at byte {position}");
        (replace(&last.repeat(layout.digits), position, 1, '!'), comment)
    });
    let max = layout.text(&layout.max());
    let larger = layout.alphabet.chars().skip_while(|digit| !max.starts_with(*digit)).nth(1);
    let first_alone = larger.map(|larger| {
        let comment = "the first digit makes the value too large, and the last character is wrong".to_owned();
        (format!("{larger}{}!", "0".repeat(layout.digits - 2)), comment)
    });
    wrong_lengths.into_iter().chain(above).chain(first_alone).collect()
}

fn hyphens(layout: &Layout, text: &str) -> Vec<Commented> {
    let without = (text.replace('-', ""), "an ID without its hyphens".to_owned());
    let without = (!layout.hyphens.is_empty()).then_some(without);
    let misplaced = layout.hyphens.iter().flat_map(|&position| {
        let next = &text[position + 1..position + 2];
        let late = format!("{}{next}-{}", &text[..position], &text[position + 2..]);
        [
            (replace(text, position, 1, '0'), format!("a digit in place of the hyphen at byte {position}")),
            (late, format!("the hyphen at byte {position} comes one byte later")),
        ]
    });
    without.into_iter().chain(misplaced).collect()
}

/// Returns strings with each digit that contradicts a constant, at its position.
fn constants(layout: &Layout, text: &str) -> Vec<Commented> {
    let places = layout.digit_positions().enumerate().flat_map(|(place, position)| {
        let digits = layout.alphabet.chars().enumerate();
        let wrong = digits.filter(move |(digit, _)| !layout.allows(place, *digit));
        wrong.map(move |(_, digit)| {
            (replace(text, position, 1, digit), format!("no ID has {digit:?} at byte {position}"))
        })
    });
    places.collect()
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

/// Replaces `bytes` bytes with one character.
pub(crate) fn replace(text: &str, position: usize, bytes: usize, character: char) -> String {
    format!("{}{character}{}", &text[..position], &text[position + bytes..])
}

/// Returns integers of the layout from a fixed seed, which is the same for every scheme and release.
pub(crate) fn random_ints(layout: &Layout, count: usize) -> Vec<BigUint> {
    let mut rng = ChaCha8Rng::from_seed([1; 32]);
    let mut int = || {
        let mut bytes = [0; 40];
        rng.fill_bytes(&mut bytes);
        layout.with_constants(&(BigUint::from_bytes_be(&bytes) % (layout.limit)()))
    };
    (0..count).map(|_| int()).collect()
}
