//! The strings in text files: published IDs, strings that are not IDs, and node specs.
//!
//! ```text
//! # Textual representation
//! 0372ijojuxuhjsfkeryi2mrtm | int 1993501768880490086615869617690763354
//! ```
//!
//! A line that starts with `#` is the heading of the lines below it. Any other line has a string, in quotes as in JSON
//! if need be, and a comment.

use crate::origin::Origin;
use crate::scheme::Commented;

/// Returns the strings of a file, each with its heading and its comment.
pub(crate) fn strings(file: &'static str) -> impl Iterator<Item = (&'static str, String, &'static str)> {
    let mut heading = "";
    file.lines().filter(|line| !line.is_empty()).filter_map(move |line| {
        if let Some(next) = line.strip_prefix('#') {
            heading = next.trim();
            return None;
        }
        let (text, comment) = line.split_once(" | ").unwrap_or((line, ""));
        let json = || serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Some((heading, if text.starts_with('"') { json() } else { text.to_owned() }, comment))
    })
}

/// Returns published IDs, each with its place and the facts that are printed next to it. The heading is the
/// specification's own or, after `code: `, the name of other code.
pub(crate) fn published(file: &'static str) -> impl Iterator<Item = (Origin, String, Vec<&'static str>)> {
    strings(file).map(|(heading, text, facts)| {
        let place = Origin::Section(heading.strip_prefix("code: ").unwrap_or(heading));
        (place, text, facts.split(" | ").filter(|fact| !fact.is_empty()).collect())
    })
}

/// Strings that are not IDs.
pub(crate) struct Group {
    /// The id of the first case.
    pub(crate) first_id: u32,
    pub(crate) flags: Vec<&'static str>,
    /// The other columns of the heading.
    pub(crate) columns: Vec<&'static str>,
    pub(crate) strings: Vec<Commented>,
}

/// Returns strings that are not IDs. The columns of a heading start with the id of the first case and the flags.
pub(crate) fn groups(file: &'static str) -> Vec<Group> {
    let strings: Vec<_> = strings(file).collect();
    let groups = strings.chunk_by(|(one, ..), (next, ..)| one == next).map(|group| {
        let mut columns = group[0].0.split('|').map(str::trim);
        let first_id = columns.next().and_then(|id| id.parse().ok()).expect("a heading starts with an id");
        let flags = columns.next().unwrap_or_default().split(' ').collect();
        let strings = group.iter().map(|(_, text, comment)| (text.clone(), (*comment).to_owned()));
        Group { first_id, flags, columns: columns.collect(), strings: strings.collect() }
    });
    groups.collect()
}
