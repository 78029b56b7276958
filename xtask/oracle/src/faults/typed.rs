//! Faults in reading and writing texts with a prefix.

use super::applies::all;
use crate::rules::TypedRules;

/// The rules of a prefix, apart from its length and its characters.
fn begins_and_ends_well(prefix: &str) -> bool {
    !prefix.starts_with('_') && !prefix.ends_with('_')
}

/// The rules of a prefix, with other characters.
fn is_prefix_of(prefix: &str, is_allowed: fn(char) -> bool) -> bool {
    prefix.len() <= 63
        && prefix.chars().all(|character| character == '_' || is_allowed(character))
        && begins_and_ends_well(prefix)
}

/// The rules of a prefix, with other lengths.
fn is_prefix_within(prefix: &str, most: usize) -> bool {
    let is_allowed = |character| matches!(character, 'a'..='z' | '_');
    prefix.len() <= most && prefix.chars().all(is_allowed) && begins_and_ends_well(prefix)
}

/// Whether a text has the prefix of a kind, in so many characters.
fn have_the_same_start(found: Option<&str>, prefix: &str, most: usize) -> bool {
    let start = |text: &str| text.chars().take(most).collect::<String>();
    if prefix.is_empty() { found.is_none() } else { found.is_some_and(|found| start(found) == start(prefix)) }
}

faults! { TypedRules:
    "typed", all {
        "a prefix has up to 64 characters": is_prefix = |prefix| is_prefix_within(prefix, 64);
        "a prefix has up to 62 characters": is_prefix = |prefix| is_prefix_within(prefix, 62);
        "a prefix has any length": is_prefix = |prefix| is_prefix_within(prefix, usize::MAX);
        "a prefix has upper case": is_prefix = |prefix| is_prefix_of(prefix, |it| it.is_ascii_alphabetic());
        "a prefix has letters of all scripts": is_prefix = |prefix| is_prefix_of(prefix, char::is_lowercase);
        "a prefix has digits":
            is_prefix = |prefix| is_prefix_of(prefix, |it| it.is_ascii_lowercase() || it.is_ascii_digit());
        "a prefix has hyphens": is_prefix = |prefix| is_prefix_of(prefix, |it| it.is_ascii_lowercase() || it == '-');
        "a prefix has white space":
            is_prefix = |prefix| is_prefix_of(prefix, |it| it.is_ascii_lowercase() || it.is_whitespace());
        "a prefix has no underscore": is_prefix = |prefix| is_prefix_within(prefix, 63) && !prefix.contains('_');
        "a prefix begins with an underscore":
            is_prefix = |prefix| is_prefix_within(prefix.trim_start_matches('_'), 63);
        "a prefix ends with an underscore":
            is_prefix = |prefix| is_prefix_within(prefix.trim_end_matches('_'), 63);
        "a prefix has upper case after its first letter": is_prefix = |prefix| {
            is_prefix_within(&prefix.chars().next().into_iter().chain(prefix.chars().skip(1).map(|it| it.to_ascii_lowercase())).collect::<String>(), 63)
        };
        "a prefix has digits after its first letter and before its last": is_prefix = |prefix| {
            let is_digit_inside = |(at, it): (usize, char)| at > 0 && at + 1 < prefix.len() && it.is_ascii_digit();
            let letters = prefix.char_indices().map(|at| if is_digit_inside(at) { 'a' } else { at.1 });
            is_prefix_within(&letters.collect::<String>(), 63)
        };
        "a prefix has no b": is_prefix = |prefix| is_prefix_within(prefix, 63) && !prefix.ends_with('b');
        "a prefix has no z": is_prefix = |prefix| is_prefix_within(prefix, 63) && (prefix == "z" || !prefix.ends_with('z'));
        "a prefix has at most two underscores side by side":
            is_prefix = |prefix| is_prefix_within(prefix, 63) && !prefix.contains("___");
        "only the first 8 characters of a prefix are compared": matches = |found, prefix| have_the_same_start(found, prefix, 8);
        "only the first 32 characters of a prefix are compared": matches = |found, prefix| have_the_same_start(found, prefix, 32);
        "only the first 62 characters of a prefix are compared": matches = |found, prefix| have_the_same_start(found, prefix, 62);
        "only the first 63 characters of a prefix are compared": matches = |found, prefix| have_the_same_start(found, prefix, 63);
        "a prefix is never empty": is_prefix = |prefix| is_prefix_within(prefix, 63) && !prefix.is_empty();
        "a prefix ends at the first underscore": split =
            |text| text.split_once('_').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
        "several underscores are one": split = |text| {
            let split = text.rsplit_once('_');
            split.map_or((None, text), |(prefix, rest)| (Some(prefix.trim_end_matches('_')), rest))
        };
        "no prefix is that of any kind": matches =
            |found, prefix| found.is_none() || (found == Some(prefix) && !prefix.is_empty());
        "any prefix is that of a kind": matches = |found, prefix| found.is_some() != prefix.is_empty();
        "a kind without a prefix has all": matches = |found, prefix| prefix.is_empty() || found == Some(prefix);
        "a kind without a prefix has an underscore": matches =
            |found, prefix| found.unwrap_or_default() == prefix && (found.is_some() || prefix.is_empty());
        "prefixes are compared without case": matches = |found, prefix| {
            if prefix.is_empty() { found.is_none() } else { found.is_some_and(|found| found.eq_ignore_ascii_case(prefix)) }
        };
        "only the end of a prefix is compared": matches = |found, prefix| {
            if prefix.is_empty() { found.is_none() } else { found.is_some_and(|found| found.ends_with(prefix)) }
        };
        "only the start of a prefix is compared": matches = |found, prefix| {
            if prefix.is_empty() { found.is_none() } else { found.is_some_and(|found| found.starts_with(prefix)) }
        };
        "white space around a prefix is ignored": matches =
            |found, prefix| if prefix.is_empty() { found.is_none() } else { found.map(str::trim) == Some(prefix) };
        "a prefix may be incomplete": matches = |found, prefix| {
            if prefix.is_empty() { found.is_none() } else { found.is_some_and(|found| prefix.starts_with(found)) }
        };
        "no underscore is written": joined = |prefix, rest| format!("{prefix}{rest}");
        "an underscore is written without a prefix": joined = |prefix, rest| format!("{prefix}_{rest}");
        "a prefix is written in upper case": joined =
            |prefix, rest| if prefix.is_empty() { rest.to_owned() } else { format!("{}_{rest}", prefix.to_uppercase()) };
        "a text is written in the other case": joined = |prefix, rest| {
            let text = if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") };
            if text == text.to_lowercase() { text.to_uppercase() } else { text.to_lowercase() }
        };
        "a position is that after the prefix": position = |text, rest, position| {
            if text == rest { position + 1 } else { position }
        };
        "a position does not count the underscore": position =
            |text, rest, position| (text.len() - rest.len()).saturating_sub(1) + position;
    }
}
