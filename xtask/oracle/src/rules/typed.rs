//! How texts with a prefix are read and written.

use super::CodecRules;

rules! {
    /// The decisions of typed IDs, after TypeID.
    TypedRules():

    /// Whether a kind can have a prefix.
    is_prefix: fn(prefix: &str) -> bool = |prefix| {
        let is_allowed = |character| matches!(character, 'a'..='z' | '_');
        let [first, last] = [prefix.chars().next(), prefix.chars().next_back()];
        prefix.len() <= 63 && prefix.chars().all(is_allowed) && first != Some('_') && last != Some('_')
    };
    /// The prefix of a text, if it has one, and what follows.
    split: fn(text: &str) -> (Option<&str>, &str) =
        |text| text.rsplit_once('_').map_or((None, text), |(prefix, rest)| (Some(prefix), rest));
    /// Whether the prefix of a text is that of the kind.
    matches: fn(found: Option<&str>, prefix: &str) -> bool =
        |found, prefix| if prefix.is_empty() { found.is_none() } else { found == Some(prefix) };
    /// The text of a prefix and of what follows.
    joined: fn(prefix: &str, rest: &str) -> String =
        |prefix, rest| if prefix.is_empty() { rest.to_owned() } else { format!("{prefix}_{rest}") };
    /// The position in a text, from that in what follows the prefix.
    position: fn(text: &str, rest: &str, position: usize) -> usize =
        |text, rest, position| text.len() - rest.len() + position;
    /// The decisions for what follows a prefix, if it has a form of its own: its letters have one case.
    after: fn(rules: &mut CodecRules) =
        |rules| rules.digit = |alphabet, digit| alphabet.chars().position(|known| known == digit);
}
