//! Injected bugs in parsing and formatting IDs with a prefix.

use super::applies::all;
use crate::rules::TypedRules;

/// Returns `true` if the correct rules allow a character in a prefix. A bug allows more.
fn is_allowed(character: char) -> bool {
    character.is_ascii_lowercase() || character == '_'
}

bugs! { TypedRules:
    "typed", all {
        "a prefix has up to 64 characters": longest = 64;
        "a prefix has up to 62 characters": longest = 62;
        "a prefix has any length": longest = usize::MAX;
        "a prefix has uppercase": is_allowed = |_, _, it| is_allowed(it) || it.is_ascii_uppercase();
        "a prefix has letters of all scripts": is_allowed = |_, _, it| is_allowed(it) || it.is_lowercase();
        "a prefix has digits": is_allowed = |_, _, it| is_allowed(it) || it.is_ascii_digit();
        "a prefix has hyphens": is_allowed = |_, _, it| is_allowed(it) || it == '-';
        "only the last line of a prefix is checked":
            is_allowed = |prefix, at, it|
                is_allowed(it) || prefix[at..].trim_end_matches('\n').contains('\n');
        "the length of a prefix has one byte": longest = usize::MAX, is_prefix =
            |prefix| prefix.len() % 256 < 64 && !prefix.starts_with('_') && !prefix.ends_with('_');
        "a prefix has whitespace": is_allowed = |_, _, it| is_allowed(it) || it.is_whitespace();
        "a prefix has no underscore": is_prefix = |prefix| !prefix.contains('_');
        "a prefix starts with an underscore": is_prefix = |prefix| !prefix.ends_with('_');
        "a prefix ends with an underscore": is_prefix = |prefix| !prefix.starts_with('_');
        "a prefix has uppercase after its first letter":
            is_allowed = |_, at, it| is_allowed(it) || at > 0 && it.is_ascii_uppercase();
        "a prefix has digits after its first letter and before its last":
            is_allowed = |prefix, at, it|
                is_allowed(it) || at > 0 && at + 1 < prefix.len() && it.is_ascii_digit();
        "a prefix does not end with b": is_allowed = |prefix, at, it| is_allowed(it) && (it != 'b' || at + 1 < prefix.len());
        "a prefix of several letters does not end with z": is_allowed = |prefix, at, it| is_allowed(it) && (it != 'z' || at + 1 < prefix.len() || at == 0);
        "a prefix has at most two underscores side by side":
            is_prefix = |prefix| !prefix.starts_with('_') && !prefix.ends_with('_') && !prefix.contains("___");
        "a prefix is never empty":
            is_prefix = |prefix| !prefix.is_empty() && !prefix.starts_with('_') && !prefix.ends_with('_');
        "only the first 8 characters of a prefix are compared":
            same = |found, prefix| found.chars().take(8).eq(prefix.chars().take(8));
        "only the first 32 characters of a prefix are compared":
            same = |found, prefix| found.chars().take(32).eq(prefix.chars().take(32));
        "only the first 62 characters of a prefix are compared":
            same = |found, prefix| found.chars().take(62).eq(prefix.chars().take(62));
        "only the first 63 characters of a prefix are compared":
            same = |found, prefix| found.chars().take(63).eq(prefix.chars().take(63));
        "a kind is checked after the string": kind_first = |_| false;
        "a prefix ends at the first underscore": split =
            |text| text.split_once('_').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
        "several underscores are one": split = |text| {
            let split = text.rsplit_once('_');
            split.map_or((None, text), |(prefix, rest)| (Some(prefix.trim_end_matches('_')), rest))
        };
        "a missing prefix matches any kind":
            matches = |found, prefix, same| found.is_none() || same && !prefix.is_empty();
        "any prefix matches any kind": matches = |found, prefix, _| found.is_some() != prefix.is_empty();
        "a kind without a prefix has all": matches = |_, prefix, same| prefix.is_empty() || same;
        "a kind without a prefix has an underscore":
            matches = |found, prefix, same| same || found.is_none() && prefix.is_empty();
        "prefixes are case-insensitive": same = str::eq_ignore_ascii_case;
        "only the end of a prefix is compared": same = |found, prefix| found.ends_with(prefix);
        "only the start of a prefix is compared": same = |found, prefix| found.starts_with(prefix);
        "whitespace around a prefix is ignored": same = |found, prefix| found.trim() == prefix;
        "a line feed before a prefix is ignored": same = |found, prefix| found.trim_start_matches('\n') == prefix;
        "a prefix may be incomplete": same = |found, prefix| prefix.starts_with(found);
        "no underscore is written": joined = |prefix, rest| format!("{prefix}{rest}");
        "an underscore is written without a prefix": joined = |prefix, rest| format!("{prefix}_{rest}");
        "a prefix is written in uppercase": joined =
            |prefix, rest| if prefix.is_empty() { rest.to_owned() } else { format!("{}_{rest}", prefix.to_uppercase()) };
        "the text form is written in the other letter case": joined = |prefix, rest| {
            let text = if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") };
            if text == text.to_lowercase() { text.to_uppercase() } else { text.to_lowercase() }
        };
        "a position counts from the end of the prefix": position = |text, rest, position| {
            if text == rest { position + 1 } else { position }
        };
        "a position does not count the underscore": position =
            |text, rest, position| (text.len() - rest.len()).saturating_sub(1) + position;
    }
}
