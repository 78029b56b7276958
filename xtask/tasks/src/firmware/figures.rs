//! The cost of the schemes on a microcontroller, as in `docs/embedded/cost.md`.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use crate::markdown;

/// The operations of a scheme whose instructions are counted.
pub(super) const INSTRUCTIONS: [&str; 4] = ["encode", "decode", "same-tick", "new-tick"];

/// The tolerated growth of a figure, in percent, if the page was written with different tools.
const TOLERANCE_PERCENT: u64 = 10;

/// The figures of the page.
pub(super) struct Figures {
    /// The versions of everything that the figures depend on.
    pub(super) tools: String,
    /// The schemes by name.
    pub(super) schemes: BTreeMap<String, Costs>,
}

/// The cost of one scheme. All figures are integers, so they are the same on every machine.
#[derive(Default)]
pub(super) struct Costs {
    /// Bytes of RAM of a generator, without its clock and its random source.
    pub(super) ram: u64,
    /// Instructions of each operation: the average, rounded up.
    pub(super) instructions: BTreeMap<String, u64>,
    /// The same on a Cortex-M0, which has fewer kinds of instructions.
    pub(super) instructions_m0: BTreeMap<String, u64>,
    /// Bytes of flash memory of each operation, and of all together.
    pub(super) flash: BTreeMap<&'static str, Flash>,
}

/// Bytes of flash memory.
#[derive(Clone, Copy, Default)]
pub(crate) struct Flash {
    /// The operation's own instructions.
    pub(super) code: u64,
    /// Its constants.
    pub(super) tables: u64,
    /// The functions that copy and fill memory. Most firmware has them anyway.
    pub(super) memory: u64,
}

impl Figures {
    /// Returns the tables for the page and for the terminal.
    pub(super) fn page(&self) -> String {
        let head = "scheme | RAM | text | parsing | next ID | new tick | flash: text | parsing | generator | all | total";
        let head_m0 = "on a Cortex-M0 | text | parsing | next ID | new tick";
        let (mut rows, mut rows_m0) = (Vec::new(), Vec::new());
        for (scheme, Costs { ram, instructions, instructions_m0, flash }) in &self.schemes {
            let counts = |counts: &BTreeMap<String, u64>| {
                INSTRUCTIONS.map(|operation| counts.get(operation).map_or_else(String::new, u64::to_string))
            };
            let size = |operation: &str| flash.get(operation).copied().unwrap_or_default();
            let sizes = ["encode", "decode", "generate", "all"]
                .map(|operation| format!("{} + {}", size(operation).code, size(operation).tables));
            let Flash { code, tables, memory } = size("all");
            let (ram, total) = (ram.to_string(), (code + tables + memory).to_string());
            let scheme = [scheme.clone()];
            rows.push([&scheme[..], &[ram], &counts(instructions), &sizes, &[total]].concat());
            rows_m0.push([&scheme[..], &counts(instructions_m0)].concat());
        }
        let (costs, costs_m0) = (markdown::table(head, rows, 1), markdown::table(head_m0, rows_m0, 1));
        format!("\n{costs}\n{costs_m0}\n{}\n\n", self.measured())
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
