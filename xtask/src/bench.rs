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

use anyhow::Result;

use crate::{command, flags, root};

/// Measures. Never fails for a time.
///
/// # Errors
///
/// Something can't be built, run, read or written; or a count of ours has grown.
pub(crate) fn run(options: &flags::Bench) -> Result<()> {
    if options.counts {
        return if options.check { counts::check() } else { counts::write() };
    }
    if options.waits {
        return measure_waits();
    }
    let pace = if options.quick { times::Pace::Quick } else { times::Pace::Thorough };
    let results = times::take(pace)?;
    let machine = machine::describe()?;
    print!("{}\n{}", page::ratios(&results), page::everyone(&results));
    if !options.quick {
        print!("\n{}", page::growth(&results));
    }
    println!("\n{machine}");
    if options.write { page::write(&results, &machine) } else { Ok(()) }
}

fn measure_waits() -> Result<()> {
    let arguments = ["run", "--quiet", "--release", "--package", "bench", "--bin", "waits"];
    command::run(Command::new("cargo").args(arguments).current_dir(root()))?;
    println!("\n{}", machine::describe()?);
    Ok(())
}
