//! The cost of the schemes on a microcontroller, as stored in `xtask/firmware/figures.toml`.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use toml::Value;

/// The operations of a scheme whose instructions are counted.
pub(super) const INSTRUCTIONS: [&str; 4] = ["encode", "decode", "same-tick", "new-tick"];

/// The tolerated growth of a figure, in percent, if the file was written with different tools.
const TOLERANCE_PERCENT: i64 = 10;

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Figures {
    /// The versions of everything that the figures depend on.
    pub(super) tools: String,
    /// The schemes by name.
    pub(super) schemes: BTreeMap<String, Costs>,
}

/// The cost of one scheme. All figures are integers, so they are the same on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Costs {
    /// Bytes of RAM of a generator, without its clock and its random source.
    pub(super) ram: u64,
    /// Instructions of each operation: the average, rounded up.
    pub(super) instructions: BTreeMap<String, u64>,
    /// The same on a Cortex-M0, which has fewer kinds of instructions.
    pub(super) instructions_m0: BTreeMap<String, u64>,
    /// Bytes of flash memory of each operation, and of all together.
    pub(super) flash: BTreeMap<String, Flash>,
}

/// Bytes of flash memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flash {
    /// The operation's own instructions.
    pub(super) code: u64,
    /// Its constants.
    pub(super) tables: u64,
    /// The functions that copy and fill memory. Most firmware has them anyway.
    pub(super) memory: u64,
}

impl Figures {
    /// Checks new figures against the file. With the same tools, they must be equal. With different tools, they may be
    /// slightly larger.
    pub(super) fn check_against(&self, file: &Self) -> Result<()> {
        let (found, expected) = (self.rows(), file.rows());
        let same_tools = self.tools == file.tools;
        let limit = |expected: i64| expected + (expected * TOLERANCE_PERCENT + 99) / 100;
        let mut problems = Vec::new();
        for name in found.keys().chain(expected.keys().filter(|name| !found.contains_key(*name))) {
            match (found.get(name), expected.get(name)) {
                (Some(found), Some(expected)) if found == expected => {}
                (Some(found), Some(expected)) if !same_tools && *found <= limit(*expected) => {}
                (found, expected) => {
                    let (expected, found) = (text(expected.copied()), text(found.copied()));
                    problems.push(format!("{name}: expected {expected}, found {found}"));
                }
            }
        }
        let advice = "if the change is intended, accept it with `cargo xtask firmware --write`";
        ensure!(problems.is_empty(), "{}\n{advice}", problems.join("\n"));
        Ok(())
    }

    /// Returns all figures by name.
    fn rows(&self) -> BTreeMap<String, i64> {
        let mut rows = BTreeMap::new();
        let mut next: Vec<_> =
            Value::try_from(self).into_iter().map(|value| (String::new(), value)).collect();
        while let Some((name, value)) = next.pop() {
            match value {
                Value::Table(table) => {
                    next.extend(table.into_iter().map(|(key, value)| (format!("{name} {key}"), value)));
                }
                Value::Integer(figure) => drop(rows.insert(name.trim_start().to_owned(), figure)),
                _ => {}
            }
        }
        rows
    }
}

fn text(figure: Option<impl ToString>) -> String {
    figure.map_or_else(|| "nothing".to_owned(), |figure| figure.to_string())
}
