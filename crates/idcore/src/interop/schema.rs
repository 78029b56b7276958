//! What the JSON Schema and the OpenAPI schema of an ID say, derived from its parser.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::ParseError;
use crate::id::Id;

/// No text of an ID is longer.
const MAX_LENGTH: usize = 40;

/// An instant for examples, in 2026.
const EXAMPLE_UNIX_MS: u64 = 1_793_491_200_000;

/// Bits for the rest of an example, which look random.
const EXAMPLE_BITS: [u8; 20] =
    *b"\x9e\x37\x79\xb9\x7f\x4a\x7c\x15\xf3\x9c\xc0\x60\x5c\xed\xc8\x34\x10\x82\x27\x6b";

/// The texts of an ID type.
pub(super) struct TextSchema {
    /// What the text is.
    pub(super) description: String,
    /// The shortest length.
    pub(super) min_length: usize,
    /// The longest length.
    pub(super) max_length: usize,
    /// A regular expression that all texts of IDs match, in either case, and nothing else. It uses the features that JSON
    /// Schema recommends: classes, groups, alternatives and counts.
    pub(super) pattern: String,
    /// A canonical text.
    pub(super) example: String,
}

impl TextSchema {
    /// Describes the texts of an ID type.
    pub(super) fn of<I: Id>() -> Self {
        let lengths = || (1..=MAX_LENGTH).filter(|&length| reads::<I>("", length));
        let patterns: Vec<_> = lengths().map(pattern::<I>).collect();
        let pattern = match patterns.as_slice() {
            [pattern] => format!("^{pattern}$"),
            several => format!("^({})$", several.join("|")),
        };
        Self {
            description: I::try_from_str("").err().map(describe).unwrap_or_default(),
            min_length: lengths().min().unwrap_or_default(),
            max_length: lengths().max().unwrap_or_default(),
            pattern,
            example: example::<I>().encode().as_ref().to_owned(),
        }
    }
}

fn describe(error: ParseError) -> String {
    let format = error.format();
    let name = format.name.split_once(' ').map_or(format.name, |(_article, name)| name);
    format!("{name}: {}", format.digits)
}

/// An ID with a recent time, and all other bits as if drawn.
fn example<I: Id>() -> I {
    let bounds = (I::min_at(EXAMPLE_UNIX_MS), I::max_at(EXAMPLE_UNIX_MS));
    let (Ok(min), Ok(max)) = bounds else { return I::MIN };
    let mut bytes = [0; EXAMPLE_BITS.len()];
    for (((byte, &min), &max), &bits) in
        bytes.iter_mut().zip(min.as_ref()).zip(max.as_ref()).zip(&EXAMPLE_BITS)
    {
        *byte = min | (bits & (min ^ max));
    }
    bytes.get(..size_of::<I>()).and_then(|bytes| I::try_from(bytes).ok()).unwrap_or(min)
}

/// The smallest text of a length.
fn smallest<I: Id>(length: usize) -> String {
    let text = I::MIN.encode().as_ref().to_owned();
    if text.len() == length { text } else { "0".repeat(length) }
}

/// Whether a text of `length` is an ID. It begins with `start`, and ends as the smallest does.
fn reads<I: Id>(start: &str, length: usize) -> bool {
    let rest = smallest::<I>(length).split_off(start.len().min(length));
    I::try_from_str(&format!("{start}{rest}")).is_ok()
}

/// The characters with which a text of an ID can go on after `start`.
fn next<I: Id>(start: &str, length: usize) -> Vec<char> {
    ('-'..='z').filter(|next| reads::<I>(&format!("{start}{next}"), length)).collect()
}

/// The pattern of all texts of a length.
fn pattern<I: Id>(length: usize) -> String {
    let (mut largest, smallest) = (String::new(), smallest::<I>(length));
    let (mut positions, mut independent) = (Vec::new(), true);
    for position in 0..length {
        let digits = next::<I>(&largest, length);
        independent &= digits == next::<I>(smallest.get(..position).unwrap_or_default(), length);
        largest.extend(digits.iter().copied().max_by_key(char::to_ascii_lowercase));
        positions.push(digits);
    }
    if independent {
        let runs = positions.chunk_by(PartialEq::eq);
        return runs.filter_map(|run| Some(times(run.first()?, run.len()))).collect();
    }
    let any = next::<I>(smallest.get(1..).unwrap_or_default(), length);
    up_to(&positions, &any)
}

/// The pattern of several characters of a class.
fn times(digits: &[char], count: usize) -> String {
    match count {
        0 => String::new(),
        1 => class(digits),
        _ => format!("{}{{{count}}}", class(digits)),
    }
}

/// The pattern of all texts up to the largest. `positions` has the digits at each position if all digits before it are
/// those of the largest text, and `any` those that other texts can have there.
fn up_to(positions: &[Vec<char>], any: &[char]) -> String {
    match positions {
        positions if positions.iter().all(|digits| digits == any) => times(any, positions.len()),
        [digits, rest @ ..] if rest.iter().all(|digits| digits == any) => {
            format!("{}{}", class(digits), times(any, rest.len()))
        }
        [digits, rest @ ..] => {
            let last = digits.iter().map(char::to_ascii_lowercase).max();
            let (last, less): (Vec<_>, Vec<_>) =
                digits.iter().partition(|digit| Some(digit.to_ascii_lowercase()) == last);
            let last = format!("{}{}", class(&last), up_to(rest, any));
            if less.is_empty() {
                last
            } else {
                format!("({}{}|{last})", class(&less), times(any, rest.len()))
            }
        }
        [] => String::new(),
    }
}

/// A character, or the class of several, which are sorted.
fn class(characters: &[char]) -> String {
    if let [character] = characters {
        return character.to_string();
    }
    let follows = |one: &char, next: &char| u32::from(*one) + 1 == u32::from(*next);
    let ranges = characters.chunk_by(follows).map(|range| match range {
        [first, _, .., last] => format!("{first}-{last}"),
        few => few.iter().collect(),
    });
    format!("[{}]", ranges.collect::<String>())
}
