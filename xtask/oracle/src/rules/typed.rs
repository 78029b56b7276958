//! How strings with a prefix are parsed and formatted.

use super::CodecRules;

rules! {
    /// The decisions of typed IDs, which follow TypeID.
    TypedRules():

    /// The largest number of bytes of a prefix.
    longest: usize = 63;
    /// Decides whether a prefix can have a character at this byte.
    is_allowed: fn(prefix: &str, at: usize, character: char) -> bool =
        |_, _, character| matches!(character, 'a'..='z' | '_');
    /// Decides whether a kind can have a prefix of allowed characters.
    is_prefix: fn(prefix: &str) -> bool = |prefix| !prefix.starts_with('_') && !prefix.ends_with('_');
    /// Decides whether the prefix of a kind with these text forms is checked before the string.
    kind_first: fn(forms: &str) -> bool = |_| true;
    /// The prefix of a string, if any, and the rest.
    split: fn(text: &str) -> (Option<&str>, &str) =
        |text| text.rsplit_once('_').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
    /// Decides whether two prefixes are the same.
    same: fn(found: &str, prefix: &str) -> bool = |found, prefix| found == prefix;
    /// Decides whether the prefix of a string, if any, matches the kind's prefix, given whether they are the same.
    matches: fn(found: Option<&str>, prefix: &str, same: bool) -> bool =
        |found, prefix, same| if prefix.is_empty() { found.is_none() } else { same };
    /// Joins a prefix and the part after it.
    joined: fn(prefix: &str, rest: &str) -> String =
        |prefix, rest| if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") };
    /// The position in a string, given the position in the part after the prefix.
    position: fn(text: &str, rest: &str, position: usize) -> usize =
        |text, rest, position| text.len() - rest.len() + position;
    /// Changes the decisions for the part after a prefix.
    after: fn(rules: &mut CodecRules) = |_| {};
    /// Decides whether a kind with these text forms parses a string as a UUID.
    is_uuid: fn(forms: &str, text: &str) -> bool = |forms, text| match forms {
        "" => false,
        "uuid" => true,
        _ => text.contains('-') && !text.contains('_'),
    };
    /// Decides whether a kind with these text forms writes UUIDs.
    writes_uuid: fn(forms: &str) -> bool = |forms| forms.starts_with("uuid");
    /// The string of a kind that writes a UUID, given its prefix and its text forms.
    uuid: fn(kind: (&str, &str), uuid: String) -> String = |_, uuid| uuid;
    /// Changes the decisions for UUIDs.
    in_uuid: fn(rules: &mut CodecRules) = |_| {};
}
