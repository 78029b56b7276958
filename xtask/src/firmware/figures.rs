//! The cost of the schemes on a microcontroller, as stored in `xtask/firmware/figures.toml`.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use toml::Value;

/// The operations of a scheme whose instructions are counted.
pub(super) const INSTRUCTIONS: [&str; 4] = ["encode", "decode", "same-tick", "new-tick"];

/// The tolerated growth of a figure, in percent, if the tools differ from those of the file.
const TOLERANCE_PERCENT: i64 = 10;

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Figures {
    /// The versions of everything that the figures depend on.
    pub(super) tools: String,
    /// Bytes of flash memory of the image that logs, by the way in which it does.
    pub(super) logs: BTreeMap<String, u64>,
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

impl Flash {
    /// All bytes.
    pub(crate) fn total(self) -> u64 {
        self.code + self.tables + self.memory
    }
}

/// A figure that must not be exceeded with any tools.
struct Budget {
    scheme: &'static str,
    operation: &'static str,
    /// Instructions on a Cortex-M3, at `opt-level = 3`.
    instructions: u64,
    /// Bytes of code and tables on a Cortex-M4, at `opt-level = "z"`.
    flash: u64,
}

/// The budgets are below the cost of the published crates: slightly for SCRU64 and ULID, far for SCRU128.
const BUDGETS: &[Budget] = &[
    Budget { scheme: "scru128", operation: "encode", instructions: 700, flash: 350 },
    Budget { scheme: "scru128", operation: "decode", instructions: 500, flash: 200 },
    Budget { scheme: "scru64", operation: "encode", instructions: 300, flash: 1052 },
    Budget { scheme: "scru64", operation: "decode", instructions: 110, flash: 451 },
    Budget { scheme: "ulid", operation: "encode", instructions: 106, flash: 286 },
    Budget { scheme: "ulid", operation: "decode", instructions: 256, flash: 385 },
];

impl Figures {
    /// Checks new figures against the budgets.
    ///
    /// # Errors
    ///
    /// Names each figure above its budget.
    pub(super) fn check_budgets(&self) -> Result<()> {
        let mut faults = Vec::new();
        for Budget { scheme, operation, instructions, flash } in BUDGETS {
            let costs = self.schemes.get(*scheme);
            let found = costs.and_then(|costs| costs.instructions.get(*operation)).copied();
            if found.is_none_or(|found| found > *instructions) {
                faults.push(format!(
                    "{scheme} {operation}: expected at most {instructions} instructions, found {}",
                    text(found)
                ));
            }
            let found = costs.and_then(|costs| costs.flash.get(*operation));
            let found = found.map(|found| found.code + found.tables);
            if found.is_none_or(|found| found > *flash) {
                faults.push(format!(
                    "{scheme} {operation}: expected at most {flash} bytes of flash, found {}",
                    text(found)
                ));
            }
        }
        ensure!(faults.is_empty(), "{}", faults.join("\n"));
        Ok(())
    }

    /// Checks new figures against the file. They must be equal with the same tools, and little larger with others.
    ///
    /// # Errors
    ///
    /// Names each figure that differs.
    pub(super) fn check_against(&self, file: &Self) -> Result<()> {
        let (found, expected) = (self.rows(), file.rows());
        let same_tools = self.tools == file.tools;
        let limit = |expected: i64| expected + (expected * TOLERANCE_PERCENT + 99) / 100;
        let mut faults = Vec::new();
        for name in found.keys().chain(expected.keys().filter(|name| !found.contains_key(*name))) {
            match (found.get(name), expected.get(name)) {
                (Some(found), Some(expected)) if found == expected => {}
                (Some(found), Some(expected)) if !same_tools && *found <= limit(*expected) => {}
                (found, expected) => {
                    let (expected, found) = (text(expected.copied()), text(found.copied()));
                    faults.push(format!("{name}: expected {expected}, found {found}"));
                }
            }
        }
        let advice = "if the change is intended, accept it with `cargo xtask firmware --write`";
        ensure!(faults.is_empty(), "{}\n{advice}", faults.join("\n"));
        Ok(())
    }

    /// All figures by name.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(tools: &str, decode: u64) -> Figures {
        let flash = Flash { code: 100, tables: 75, memory: 0 };
        let costs = Costs {
            ram: 56,
            instructions: [("decode".to_owned(), decode), ("encode".to_owned(), 100)].into(),
            instructions_m0: [("decode".to_owned(), 200)].into(),
            flash: [("decode".to_owned(), flash), ("encode".to_owned(), flash)].into(),
        };
        let schemes = ["scru128", "scru64", "ulid"].map(|scheme| (scheme.to_owned(), costs.clone()));
        let logs = [("log".to_owned(), 2_000), ("log-defmt".to_owned(), 3_000)].into();
        Figures { tools: tools.to_owned(), logs, schemes: schemes.into() }
    }

    #[test]
    fn figures_must_be_equal_with_the_same_tools_and_close_with_others() {
        assert!(figures("a", 100).check_against(&figures("a", 100)).is_ok());
        for other in [99, 101] {
            let error = figures("a", other).check_against(&figures("a", 100)).expect_err("it differs");
            assert!(
                error.to_string().contains(&format!("ulid instructions decode: expected 100, found {other}"))
            );
        }
        for (decode, is_ok) in [(1, true), (110, true), (111, false)] {
            assert_eq!(figures("b", decode).check_against(&figures("a", 100)).is_ok(), is_ok, "{decode}");
        }
        let mut lacking = figures("b", 100);
        lacking.schemes.remove("ulid");
        assert!(lacking.check_against(&figures("a", 100)).is_err());
        assert!(figures("a", 100).check_against(&lacking).is_err());
    }

    #[test]
    fn budgets_apply_to_any_tools() {
        assert!(figures("a", 110).check_budgets().is_ok());
        let error = figures("a", 111).check_budgets().expect_err("it is above one");
        assert_eq!(error.to_string(), "scru64 decode: expected at most 110 instructions, found 111");
        let mut lacking = figures("a", 100);
        lacking.schemes.remove("ulid");
        assert!(lacking.check_budgets().is_err());
    }
}
