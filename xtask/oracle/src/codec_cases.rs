//! The cases of `codec.json`: the published strings, and what is derived from a scheme's layout.
//!
//! Each group of cases has its own block of ids. A group can therefore grow at its end without changing the ids of
//! other groups. An id is never reused for another case.

use anyhow::{Context, Result, ensure};
use num_bigint::BigUint;

use crate::format::{Case, InvalidCase, ValidCase};
use crate::layout::Layout;
use crate::origin::{Followed, Origin};
use crate::scheme::{Commented, Scheme, ValidAndInvalid};
use crate::strings::{Group, groups, published};
use crate::text_form::{POLICY_REASON, TextForm, other_cases, random_ints};

/// Our rule against all other characters around an ID.
const AROUND: Origin = Origin::Ours("Whitespace, signs, and all other characters around the digits");

/// The flag of cases with the hex form.
const HEX: &str = "hex_written";

/// Returns the cases of a scheme. Returns an error if a published string contradicts
/// a value that is printed next to it.
pub fn codec_cases(scheme: &Scheme) -> Result<ValidAndInvalid<ValidCase, InvalidCase>> {
    let mut invalid = invalid_cases(scheme, scheme.layout);
    invalid.extend(scheme.alternative.map(|form| invalid_cases(scheme, form)).into_iter().flatten());
    let form = TextForm::of(scheme, scheme.layout);
    for Group { first_id, flags, strings, .. } in groups(scheme.no_ids) {
        invalid.extend(invalid_group(scheme, &form, first_id, &flags, strings));
    }
    invalid.sort_by_key(|case| case.id);
    assert!(invalid.is_sorted_by(|one, next| one.id < next.id), "a group has grown into the next");
    Ok((valid_cases(scheme)?, invalid))
}

/// Returns the published cases, then the cases derived from the layout.
fn valid_cases(scheme: &Scheme) -> Result<Vec<Case<ValidCase>>> {
    let (layout, origins) = (scheme.layout, &scheme.origins);
    let mut groups = Vec::new();
    for (id, (origin, text, facts)) in (1..).zip(published(scheme.published)) {
        let alternative = scheme.alternative.filter(|form| form.text_len() == text.len());
        let form = alternative.unwrap_or(layout);
        let int = form.int_of_text(&text).with_context(|| format!("{text} is not canonical"))?;
        ensure!(form.text(&int) == text, "{text}: the oracle writes a different text");
        for fact in facts {
            ensure!(layout.has_fact(&int, fact), "{text}: expected {fact}, found {:?}", layout.case(&int));
        }
        let comment = if alternative.is_some() { "as published, in hex" } else { "as published" };
        groups.push((id, "published", origin, vec![(int, comment.to_owned())]));
    }
    for (id, (origin, text, facts)) in (700..).zip(published(scheme.uuids)) {
        let int = layout.int_of_text(&text).with_context(|| format!("{text} is not canonical"))?;
        ensure!(facts.iter().all(|fact| layout.has_fact(&int, fact)), "{text}: expected {facts:?}");
        groups.push((id, "uuid", origin, vec![(int, "the bytes of a UUID".to_owned())]));
    }
    let mut random = random_ints(layout, 130).into_iter().map(|int| (int, "random".to_owned()));
    let hundred = random.by_ref().take(100).collect();
    let hex_digits = scheme.alternative.map(every_digit).into_iter().flatten();
    let hex_digits = hex_digits.map(|(int, comment)| (int, comment.replace("digits", "hex digits")));
    let only_set = walking_bits(layout, &layout.min(), "only bit {} is set");
    let only_clear = walking_bits(layout, &layout.max(), "the largest value with bit {} clear");
    groups.extend([
        (1000, "edge", origins.layout, edges(layout)),
        (2000, "walking_bit", origins.layout, only_set),
        (2500, "walking_bit", origins.layout, only_clear),
        (3000, "radix_power", origins.text, radix_powers(layout)),
        (4000, "every_digit", origins.digits, every_digit(layout)),
        (5000, "random", origins.layout, hundred),
        (6000, "every_digit", origins.digits, hex_digits.collect()),
    ]);
    // Only these cases depend on the hex form that the scheme writes.
    if scheme.alternative.is_some() {
        let ends = [(layout.min(), "the smallest ID"), (layout.max(), "the largest ID")];
        let ends = ends.into_iter().map(|(int, comment)| (int, comment.to_owned()));
        groups.push((7000, HEX, origins.text, ends.chain(random).collect()));
    }
    let cases = groups.into_iter().flat_map(|(first_id, flag, origin, ints)| {
        (first_id..).zip(ints).map(move |(id, (int, comment))| {
            let case = layout.case(&int);
            let mut alternates = other_cases(&case.text);
            let hex = scheme.alternative.map(|form| form.text(&int));
            if let Some(text) = hex.clone() {
                let others = other_cases(&text);
                alternates.extend([text].into_iter().chain(others));
            }
            Case::new(
                id,
                comment,
                &[flag],
                &[origin].into(),
                ValidCase { alternates, hex: hex.filter(|_| flag == HEX), ..case },
            )
        })
    });
    let cases: Vec<_> = cases.collect();
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
        let is_whole = int(digits) < layout.limit();
        let (int, first) =
            if is_whole { (int(digits), "") } else { (int(&digits[1..]), " except the first") };
        let comment = format!("consecutive digits starting at {digit}, in every position{first}");
        (layout.with_constants(&int), comment)
    });
    starts.collect()
}

/// Returns the cases of some strings, with consecutive ids. The oracle must reject the strings.
fn invalid_group(
    scheme: &Scheme,
    form: &TextForm<'_>,
    first_id: u32,
    flags: &[&str],
    strings: impl IntoIterator<Item = Commented>,
) -> Vec<Case<InvalidCase>> {
    let cases = (first_id..).zip(strings).map(|(id, (text, comment))| {
        let Err((reason, position)) = form.codec.read(&text) else {
            panic!("{}: {text} is an ID: {comment}", scheme.name)
        };
        for (flag, its_reason) in [("length", "length"), ("alphabet", "digit"), ("overflow", "overflow")] {
            assert!(!flags.contains(&flag) || reason == its_reason, "{}: {text}: {reason}", scheme.name);
        }
        let is_ours = form.has_other_reasons(&text).then_some(POLICY_REASON);
        let flags: Vec<_> = flags.iter().copied().chain(is_ours).collect();
        let followed = rejection(scheme, &text, reason, position);
        Case::new(id, comment, &flags, &followed, InvalidCase { text, reason: reason.to_owned(), position })
    });
    cases.collect()
}

/// Returns the rules by which a string that is not an ID is rejected. A string that some decoders accept is rejected by
/// our own rules.
fn rejection(scheme: &Scheme, text: &str, reason: &str, position: Option<usize>) -> Followed {
    let lenient = scheme.lenient.filter(|(_, prepare)| scheme.read(&prepare(text)).is_ok());
    let ours = lenient.map(|(origin, _)| origin);
    if let Some(origin) = ours.or_else(|| is_surrounded(scheme, text, reason).then_some(AROUND)) {
        return [origin].into();
    }
    let wrong = position.and_then(|position| text[position..].chars().next());
    let is_digit = wrong.is_some_and(|wrong| !scheme.layout.alphabet_lacks(wrong));
    scheme.origins.of(reason, is_digit && scheme.alternative.is_none())
}

/// Returns `true` if a string is an ID with other characters around it, such as whitespace, a URN, or `0x`. A string
/// of the right length can only be padded: otherwise, the other characters are wrong digits of a longer form.
fn is_surrounded(scheme: &Scheme, text: &str, reason: &str) -> bool {
    let is_around = |it| {
        scheme.layout.alphabet_lacks(it)
            && scheme.alternative.is_none_or(|layout| layout.alphabet_lacks(it))
            && (it != '-' || scheme.layout.hyphens.is_empty())
    };
    let parts = text.split(is_around).filter(|_| reason == "length");
    parts.chain([text.trim_matches(is_around)]).any(|part| {
        let hex = part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"));
        [part, hex.unwrap_or(part)].iter().any(|id| scheme.read(id).is_ok())
    })
}

/// Returns the cases derived from a text form of the scheme. For an alternative form, strings up to the canonical
/// length are left out, because the canonical form's cases cover them.
fn invalid_cases(scheme: &Scheme, layout: &Layout) -> Vec<Case<InvalidCase>> {
    let is_own = layout.text_len() == scheme.layout.text_len();
    let form = TextForm::of(scheme, layout);
    let cases = form.groups().into_iter().flat_map(|(first_id, flag, strings)| {
        if is_own {
            return invalid_group(scheme, &form, first_id, &[flag], strings);
        }
        let strings = strings.into_iter().filter(|(text, _)| text.len() > scheme.layout.text_len());
        let strings = strings.map(|(text, comment)| (text, format!("hex: {comment}")));
        invalid_group(scheme, &form, first_id + 10_000, &[flag, "hex"], strings)
    });
    cases.collect()
}
