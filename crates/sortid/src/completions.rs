//! `sortid completions`: prints what `clap` generates from the command line's definition.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;

pub(crate) fn run(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    // `clap_complete` panics if a write fails, so it must not write to a pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sortid", &mut script);
    out.write_all(&script)?;
    out.flush()
}
