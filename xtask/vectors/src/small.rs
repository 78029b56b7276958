//! `test-vectors/small/`: the cases of the set that find all injected bugs. `cargo xtask prove ports --write` chooses them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use oracle::test_vectors;
use serde_json::Value;

use crate::file::{only, to_json};
use crate::index;
use crate::part::Part;
use crate::write::{Changes, Generated};

/// The ids of the cases, below the name of each file.
const CASES: &str = include_str!("../../oracle/src/small.txt");
/// The largest number of bytes of all files together.
const MAX_SIZE: usize = 300_000;
const CHOOSE: &str = "To choose the cases again, run `cargo xtask prove ports --write`";

/// Visits each file of the small set, given the files of the set.
///
/// # Errors
///
/// Returns an error if the set lacks a case, or if the small set is too large.
pub(crate) fn visit(changes: &mut Changes, generated: &[Generated]) -> Result<()> {
    let (mut listed, mut size) = (ids()?, 0);
    let directory = test_vectors().join("small");
    for part in Part::all() {
        let ids = listed.remove(part.name().trim_end_matches(".json")).unwrap_or_default();
        let file = generated.iter().find(|file| file.part.name() == part.name());
        let mut file = file.map(|generated| only(generated.file.clone(), |case| ids.contains(&case.id)));
        // The full set explains the flags.
        let flags = file.iter_mut().flat_map(|file| file.header.flags.values_mut());
        flags.for_each(|explanation| *explanation = String::new().into());
        let count = file.as_ref().map_or(0, |file| file.header.count);
        ensure!(count == ids.len(), "{}: expected the cases {ids:?} of small.txt. {CHOOSE}", part.name());
        let json = file.filter(|_| count > 0).map(|file| to_json(&file)).transpose()?;
        // Without indentation, it is smaller. No string contains a line end.
        let json = json.map(|json| json.replace("\n  ", "\n").replace("\n  ", "\n"));
        size += json.as_ref().map_or(0, String::len);
        changes.visit(&part.path(&directory), json.as_deref())?;
    }
    ensure!(listed.is_empty(), "small.txt: expected files of the set, found {:?}. {CHOOSE}", listed.keys());
    // On one line, it has half the size.
    let index = serde_json::from_str::<Value>(&index::index(&directory)?)?.to_string() + "\n";
    size += index.len();
    ensure!(size <= MAX_SIZE, "the small set has {size} bytes, more than {MAX_SIZE}");
    changes.visit(&directory.join(index::FILE_NAME), Some(&index))
}

/// Reads the ids of each file, such as `ulid/codec: 1 2 8`.
fn ids() -> Result<BTreeMap<&'static str, Vec<u32>>> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    let ids = |line: &'static str| {
        let (file, ids) = line.split_once(": ")?;
        Some((file, ids.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?))
    };
    lines.map(|line| ids(line).with_context(|| format!("small.txt: {line}"))).collect()
}
