//! Runs a command line with its streams, and determines the exit status.

use std::ffi::OsString;
use std::io::{BufRead, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;

use crate::cli::{self, Command};
use crate::failure::{Interrupted, Outcome, UsageError, is_closed_pipe, one_line};
use crate::streams::{Inputs, Outputs, write_error};
use crate::{check, completions, convert, inspect, lease, new, range, sql};

const GOOD: u8 = 0;
/// An input is bad, or the run failed.
const BAD: u8 = 1;
/// The command line is wrong.
const USAGE: u8 = 2;

/// Runs `sortid` with the arguments and the standard streams of this process.
#[must_use]
pub fn main() -> ExitCode {
    let command = cli::parse(std::env::args_os());
    let mut outputs = Outputs::of_process();
    let status = match command {
        Ok(cli) => end(run(&cli.command, &mut Inputs::default(), &mut outputs), &mut outputs),
        Err(error) => answer(&error, &mut outputs, |_| error.print()),
    };
    status.into()
}

/// Runs `sortid` with these arguments and streams. The first argument is the name of the program. Returns the exit
/// status.
///
/// Only parses the arguments and returns `None` if the command would use anything except these streams and the clock,
/// such as files, registries, signals or unlimited randomness.
pub fn with_streams(
    arguments: impl IntoIterator<Item = OsString>,
    stdin: impl BufRead,
    stdout: &mut impl Write,
    stderr: &mut impl Write,
) -> Option<u8> {
    let mut outputs = Outputs::new(BufWriter::new(stdout), stderr);
    Some(match cli::parse(arguments) {
        Ok(cli) if needs_process(&cli.command) => return None,
        Ok(cli) => end(run(&cli.command, &mut Inputs::of(stdin), &mut outputs), &mut outputs),
        Err(error) => answer(&error, &mut outputs, |out| write!(out, "{error}")),
    })
}

fn needs_process(command: &Command) -> bool {
    match command {
        Command::New(new) => new.general.past.at.is_none(),
        Command::Check(check) => check.files.iter().any(|file| file.as_os_str() != "-"),
        Command::Lease(_) => true,
        _ => false,
    }
}

fn run(
    command: &Command,
    inputs: &mut Inputs<'_>,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    match command {
        Command::New(new) => new::run(new, inputs, outputs.out())?,
        Command::Inspect(inspect) => return inspect::run(inspect, inputs.stdin(), outputs),
        Command::Convert(convert) => return convert::run(convert, inputs.stdin(), outputs),
        Command::Range(range) => range::run(range, outputs.out())?,
        Command::Check(check) => return check::run(check, inputs, outputs.out()),
        Command::Sql(sql) => sql::run(sql, outputs.out())?,
        Command::Completions { shell } => completions::run(*shell, outputs.out())?,
        Command::Lease(lease) => return lease::run(lease, outputs.out()),
    }
    Ok(Outcome::Good)
}

/// Reports an error and returns the exit status.
fn end(result: Result<Outcome>, outputs: &mut Outputs<impl Write, impl Write>) -> u8 {
    match result {
        Ok(Outcome::Good) => GOOD,
        Ok(Outcome::BadInput) => BAD,
        Ok(Outcome::Interrupted(status)) => status,
        // The reader of the output has seen enough.
        Err(error) if is_closed_pipe(&error) => GOOD,
        Err(error) => {
            outputs.complain(&format!("{error:#}"));
            match error.downcast_ref() {
                Some(Interrupted(status)) => *status,
                None if error.is::<UsageError>() => USAGE,
                None => BAD,
            }
        }
    }
}

/// Prints the requested help or version, or reports a mistake in the command line.
fn answer<O: Write, E: Write>(
    error: &clap::Error,
    outputs: &mut Outputs<O, E>,
    print: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> u8 {
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        outputs.complain(&format!("{}; see --help", one_line(error)));
        return USAGE;
    }
    let printed = print(outputs.out()).and_then(|()| outputs.flush());
    match printed {
        _ if error.use_stderr() => USAGE,
        Err(error) => end(Err(write_error(error).into()), outputs),
        Ok(()) => GOOD,
    }
}
