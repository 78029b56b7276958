//! The cost of the schemes on a microcontroller, as in `docs/embedded/cost.md`.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use super::flash::Size;
use crate::markdown;

/// The tolerated growth of a figure, in percent, if the page was written with different tools.
const TOLERANCE_PERCENT: u64 = 10;

/// The figures of the page.
pub(super) struct Figures {
    /// The versions of everything that the figures depend on.
    pub(super) tools: String,
    /// The schemes by name.
    pub(super) schemes: BTreeMap<String, Costs>,
}

/// The cost of one scheme.
pub(super) struct Costs {
    /// The flash memory for formatting, parsing and generating.
    pub(super) operations: [Size; 3],
    /// The flash memory for all operations together.
    pub(super) all: Size,
    /// Bytes of RAM of a generator, without its clock and its random source.
    pub(super) ram: u64,
}

impl Figures {
    /// Returns the table for the page and for the terminal.
    pub(super) fn page(&self) -> String {
        let row = |(scheme, costs): (&String, &Costs)| {
            let Costs { operations: [text, parsing, generator], all, ram } = costs;
            let sizes =
                [text, parsing, generator, all].map(|size| format!("{} + {}", size.code, size.tables));
            let total = all.code + all.tables + all.memory;
            [&[scheme.clone(), ram.to_string()], &sizes[..], &[total.to_string()]].concat()
        };
        let head = "scheme | RAM | flash: text | parsing | generator | all | total";
        let table = markdown::table(head, self.schemes.iter().map(row).collect(), 1);
        format!("\n{table}\n{}\n\n", self.measured())
    }

    fn measured(&self) -> String {
        format!("Measured with {}.", self.tools)
    }

    /// Checks the figures against the page. With the same tools, they must be equal. With different tools, they may be
    /// slightly larger.
    pub(super) fn check_against(&self, page: &str) -> Result<()> {
        let found = self.page();
        let has_same_tools = page.contains(&self.measured());
        let is_right = |(found, expected): &(&str, &str)| {
            found == expected
                || !has_same_tools && (is_close(found, expected) || found.starts_with("Measured"))
        };
        let differing: Vec<_> = found
            .lines()
            .zip(page.lines())
            .filter(|lines| !is_right(lines))
            .map(|(found, expected)| format!("expected {expected}\n   found {found}"))
            .collect();
        let is_complete = found.lines().count() == page.lines().count();
        let advice = "if the change is intended, accept it with `cargo xtask firmware --write`";
        ensure!(is_complete && differing.is_empty(), "{}\n{advice}", differing.join("\n"));
        Ok(())
    }
}

/// Returns `true` if no number of a line is much larger than expected.
fn is_close(found: &str, expected: &str) -> bool {
    let numbers = |line: &str| -> Vec<u64> {
        line.split(|character: char| !character.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect()
    };
    let limit = |expected: u64| expected + (expected * TOLERANCE_PERCENT).div_ceil(100);
    let (found, expected) = (numbers(found), numbers(expected));
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| *found <= limit(expected))
}
