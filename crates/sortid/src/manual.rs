//! `sortid completions` and `sortid man`: what follows from the command line's definition.

use std::io::{self, Write};

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure::UsageError;

/// Writes a completion script.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    // `clap_complete` panics where it can't write, so that it must not write to a pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sortid", &mut script);
    out.write_all(&script)?;
    out.flush()
}

/// Writes the man page of the program, or of one of its commands.
pub(crate) fn man(name: Option<&str>, out: &mut impl Write) -> Result<()> {
    let mut program = Cli::command();
    program.build();
    let command = match name {
        None => program,
        Some(name) => {
            let names: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
            let found = program.find_subcommand(name).cloned();
            let unknown =
                || UsageError::new(format!("no command {name:?}, expected one of {}", names.join(", ")));
            found.ok_or_else(unknown)?
        }
    };
    clap_mangen::Man::new(command).render(out)?;
    out.flush()?;
    Ok(())
}
