//! What pages and pictures say about the schemes and the test vectors, compared with the crates and the index.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use chrono::{DateTime, Datelike as _};
use harness::scheme::SchemeUnderTest;
use harness::scru160::Scru160;
use harness::with_each_scheme;
use idcore::id::{Field, Id};

use crate::pages::Checked;

/// Checks that each file contains what it has to say.
///
/// # Errors
///
/// Returns an error if a file can't be read.
pub(crate) fn check(root: &Path) -> Result<Checked> {
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let index: serde_json::Value = serde_json::from_str(&read("test-vectors/index.json")?)?;
    let names = with_each_scheme!(S => format!("{:?}", S::NAME));
    let mut facts = vec![
        ("README.md".to_owned(), format!(" {} [test vectors]", index["count"])),
        ("docs/sortid.schema.json".to_owned(), format!("\"enum\": [{}]", names.join(", "))),
    ];
    facts.extend(with_each_scheme!(S => layout::<S>()));
    facts.extend(with_each_scheme!(S => ("docs/choose.md".to_owned(), sizes::<S>())));
    let mut checked = Checked { count: facts.len(), ..Checked::default() };
    for (path, fact) in facts {
        if !read(&path)?.contains(&fact) {
            checked.problems.push(format!("{path}: expected {fact:?}, found no such text"));
        }
    }
    Ok(checked)
}

/// Returns the picture of a scheme's layout, and the description of its fields.
fn layout<S: SchemeUnderTest>() -> (String, String) {
    let fields = S::Id::FIELDS.iter().map(|Field { name, bits, meaning, .. }| {
        format!("{name}, {bits} {} ({meaning})", if *bits == 1 { "bit" } else { "bits" })
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    (format!("docs/schemes/{}.svg", S::NAME), format!(" {fields}.</desc>"))
}

/// Returns the row of a scheme in the table of sizes.
fn sizes<S: SchemeUnderTest>() -> String {
    let (bits, text) = (S::Id::FIELDS.iter().map(|field| field.bits).sum::<u32>(), S::Id::MIN.encode());
    let mut length = text.len().to_string();
    if S::NAME == "scru160" {
        // The only scheme with two text forms.
        length += &format!(" or {}", Scru160::MIN.encode_hex().len());
    }
    let unit = if text.contains('-') { "characters" } else { "digits" };
    let last = i64::try_from(*S::Id::UNIX_MS.end()).ok().and_then(DateTime::from_timestamp_millis);
    let year = last.map_or(i32::MAX, |last| last.year());
    let bytes = S::Id::MIN.as_ref().len();
    format!("| [{}](schemes/{}.md) | {bits} | {bytes} | {length} {unit} | {year} |\n", S::TITLE, S::PACKAGE)
}
