//! The models of `xtask/models`, in every order of steps.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::report::Report;
use crate::{command, root};

/// Runs every model, and every fault that the models must find.
pub(super) fn check(report: &mut Report) {
    let what = "every order of threads and forks: idcore, idlease; then one fault at a time";
    report.check("loom", what, Ok(()), |()| {
        let mut program = Command::new("cargo");
        program.args(["run", "--quiet", "--package=models"]).current_dir(root());
        figures(&command::read(&mut program)?)
    });
}

/// Sums up what the program printed.
fn figures(printed: &str) -> Result<String> {
    let (mut models, mut executions, mut faults) = (0_u32, 0_u64, 0_u32);
    for line in printed.lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["model", _, "holds", number] => {
                models += 1;
                executions += number.parse::<u64>()?;
            }
            ["fault", _, found, _] if found.starts_with("found by ") => faults += 1,
            _ => bail!("expected a model that holds or a fault that is found, not {line:?}"),
        }
    }
    ensure!(models > 0 && faults > 0, "expected models and faults, but none ran");
    Ok(format!("{models} models hold in {executions} orders, and find {faults} faults"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_summed_up() {
        let printed =
            "model\tone\tholds\t18\nmodel\tother\tholds\t2\nfault\ta.rs:1:1: not atomic\tfound by one\t\n";
        assert_eq!(figures(printed).unwrap(), "2 models hold in 20 orders, and find 1 faults");
        assert!(figures("fault\ta.rs:1:1: not atomic\tnot found\t\n").is_err() && figures("").is_err());
    }
}
