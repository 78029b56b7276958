//! How texts with a prefix are read and written.

use super::CodecRules;

rules! {
    /// The decisions of typed IDs, after TypeID.
    TypedRules():

    /// The largest number of bytes of a prefix.
    longest: usize = 63;
    /// Whether a prefix can have a character at this byte.
    is_allowed: fn(prefix: &str, at: usize, character: char) -> bool =
        |_, _, character| matches!(character, 'a'..='z' | '_');
    /// Whether a kind can have a prefix of allowed characters.
    is_prefix: fn(prefix: &str) -> bool = |prefix| !prefix.starts_with('_') && !prefix.ends_with('_');
    /// The prefix of a text, if it has one, and what follows.
    split: fn(text: &str) -> (Option<&str>, &str) =
        |text| text.rsplit_once('_').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
    /// Whether two prefixes are the same.
    same: fn(found: &str, prefix: &str) -> bool = |found, prefix| found == prefix;
    /// Whether the prefix of a text, if it has one, is that of the kind, given whether they are the same.
    matches: fn(found: Option<&str>, prefix: &str, same: bool) -> bool =
        |found, prefix, same| if prefix.is_empty() { found.is_none() } else { same };
    /// The text of a prefix and of what follows.
    joined: fn(prefix: &str, rest: &str) -> String =
        |prefix, rest| if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") };
    /// The position in a text, from that in what follows the prefix.
    position: fn(text: &str, rest: &str, position: usize) -> usize =
        |text, rest, position| text.len() - rest.len() + position;
    /// Changes the decisions for what follows a prefix, if it has a form of its own.
    after: fn(rules: &mut CodecRules) = |_| {};
}
