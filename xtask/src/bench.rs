//! `cargo xtask bench`: the published crates and these side by side, in times and in instructions.
//!
//! What is measured is in `xtask/bench`, which runs as a program of its own: nothing of it is built for the other tasks.

pub(crate) mod counts;
mod machine;
mod page;
mod plot;
mod results;
mod rows;
mod threads;
mod times;

use std::process::Command;

use anyhow::{Result, bail, ensure};
use lexopt::prelude::Long;

use crate::{command, root};

/// What to measure, and what to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Take times, and print them.
    Times {
        /// In a minute or two: fewer samples, and no growth.
        quick: bool,
        /// Write them to the pages and plots in `docs/` as well.
        write: bool,
    },
    /// Count instructions, and write them to the file of counts.
    WriteCounts,
    /// Count instructions, and fail where one of ours has grown.
    CheckCounts,
    /// Measure how long threads wait for an ID, and print it.
    Waits,
}

/// Reads the arguments after `bench`.
///
/// # Errors
///
/// An argument is unknown, or does not go with another.
pub fn parse(arguments: &mut lexopt::Parser) -> Result<Mode> {
    let (mut quick, mut write, mut counts, mut check, mut waits) = (false, false, false, false, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => quick = true,
            Long("write") => write = true,
            Long("counts") => counts = true,
            Long("check") => check = true,
            Long("waits") => waits = true,
            other => return Err(other.unexpected().into()),
        }
    }
    if waits {
        ensure!(!(quick || write || counts || check), "`--waits` goes with no other option");
        return Ok(Mode::Waits);
    }
    match (counts, check) {
        (true, _) if quick || write => bail!("`--counts` goes with `--check` only"),
        (true, true) => Ok(Mode::CheckCounts),
        (true, false) => Ok(Mode::WriteCounts),
        (false, true) => bail!("`--check` goes with `--counts` only"),
        (false, false) if quick && write => bail!("what is written is not measured quickly"),
        (false, false) => Ok(Mode::Times { quick, write }),
    }
}

/// Measures. Never fails for a time.
///
/// # Errors
///
/// Something can't be built, run, read or written; or a count of ours has grown.
pub fn run(mode: Mode) -> Result<()> {
    match mode {
        Mode::WriteCounts => counts::write(),
        Mode::CheckCounts => counts::check(),
        Mode::Waits => measure_waits(),
        Mode::Times { quick, write } => {
            let pace = if quick { times::Pace::Quick } else { times::Pace::Thorough };
            let results = times::take(pace)?;
            let machine = machine::describe()?;
            print!("{}\n{}", page::ratios(&results), page::everyone(&results));
            if !quick {
                print!("\n{}", page::growth(&results));
            }
            println!("\n{machine}");
            if write { page::write(&results, &machine) } else { Ok(()) }
        }
    }
}

fn measure_waits() -> Result<()> {
    let arguments = ["run", "--quiet", "--release", "--package", "bench", "--bin", "waits"];
    command::run(Command::new("cargo").args(arguments).current_dir(root()))?;
    println!("\n{}", machine::describe()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Mode> {
        parse(&mut lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn options_go_together_or_not() {
        assert_eq!(parsed(&[]).unwrap(), Mode::Times { quick: false, write: false });
        assert_eq!(parsed(&["--quick"]).unwrap(), Mode::Times { quick: true, write: false });
        assert_eq!(parsed(&["--write"]).unwrap(), Mode::Times { quick: false, write: true });
        assert_eq!(parsed(&["--counts"]).unwrap(), Mode::WriteCounts);
        assert_eq!(parsed(&["--check", "--counts"]).unwrap(), Mode::CheckCounts);
        assert_eq!(parsed(&["--waits"]).unwrap(), Mode::Waits);
        for wrong in [
            &["--check"] as &[_],
            &["--counts", "--quick"],
            &["--quick", "--write"],
            &["--fast"],
            &["--waits", "--quick"],
        ] {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }
}
