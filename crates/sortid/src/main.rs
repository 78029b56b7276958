//! `sortid`: makes, reads, converts, checks and searches by sortable unique IDs.
//!
//! `sortid --help` tells how it is used. Here is how it is made: `cli` defines what can be said, each command has a module
//! that turns input into output and sees neither stdin nor stdout, and this one connects them.

mod check;
mod cli;
mod convert;
mod detect;
mod failure;
mod input;
mod inspect;
mod layout;
mod lines;
mod manual;
mod new;
mod output;
mod random_bits;
mod range;
mod scheme;
mod schemes;
mod seen;
mod statistics;
mod streams;
mod time;
mod timestamp_samples;
mod values;
#[cfg(unix)]
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anstream::stderr;
use anyhow::Result;
use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Command, Epoch, InspectFormat, Scheme};
use crate::failure::{Outcome, UsageError, is_closed_pipe, one_line};
use crate::streams::{
    Outputs, buffered_stdout, colored_stdout, stdin, stdin_until_signal, stdout, stdout_is_file, write_error,
};
use crate::time::Instant;

/// Some input was bad, or something failed.
const BAD: u8 = 1;
/// The command line was.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(with_help_of_help(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return answer(&error),
    };
    match run(&cli.command) {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::BadInput) => BAD.into(),
        Err(error) => fail(&error),
    }
}

/// `help` is the one command that `clap` gives no `--help`; `help help` tells the same.
fn with_help_of_help(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<_> = arguments.collect();
    match arguments.as_mut_slice() {
        [_, help, flag] if help == "help" && (flag == "--help" || flag == "-h") => *flag = "help".into(),
        _ => {}
    }
    arguments
}

/// Says what went wrong, unless it is that nobody reads any more.
fn fail(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // The same words may be in an error and its cause.
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    complain(&message);
    if error.is::<UsageError>() { USAGE.into() } else { BAD.into() }
}

fn run(command: &Command) -> Result<Outcome> {
    match command {
        Command::New(new) => {
            let bar = new::progress_bar(new, stdout_is_file());
            new::run(new, &mut stdout(), bar.as_ref())?;
        }
        Command::Inspect(inspect) => {
            return match inspect.format {
                InspectFormat::Text => inspect::run(inspect, stdin(), &mut Outputs::new(colored_stdout())),
                // Where colours are taken out, so are control characters, which an input may have.
                InspectFormat::Json => inspect::run(inspect, stdin(), &mut Outputs::new(buffered_stdout())),
            };
        }
        Command::Convert(convert) => {
            return convert::run(convert, stdin(), &mut Outputs::new(buffered_stdout()));
        }
        Command::Range(range) => range::run(range, &mut buffered_stdout())?,
        Command::Check(check) => return check::run(check, stdin_until_signal()?, &mut buffered_stdout()),
        Command::Schemes => schemes::run(&mut buffered_stdout())?,
        Command::Completions { shell } => manual::completions(*shell, &mut buffered_stdout())?,
        Command::Man { command } => manual::man(command.as_deref(), &mut buffered_stdout())?,
    }
    Ok(Outcome::Good)
}

/// Answers a command line that is no command: with help, or with what is wrong.
fn answer(error: &clap::Error) -> ExitCode {
    let help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !help {
        complain(&format!("{}; see --help", one_line(error)));
        return USAGE.into();
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    match printed {
        _ if error.use_stderr() => USAGE.into(),
        Err(error) => fail(&write_error(error).into()),
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn complain(message: &str) {
    // In one write. If nobody listens, the exit status still tells.
    let _ = stderr().write_all(format!("sortid: {message}\n").as_bytes());
}

/// The epoch that was asked for, or Ulid-Flake's own.
fn epoch_unix_ms(epoch: Option<Instant>) -> u64 {
    epoch.map_or_else(|| ulid_flake::UlidFlake::MIN.unix_ms(), |epoch| epoch.0)
}

/// An epoch for a scheme that has none is a mistake.
fn refuse_epoch(epoch: Epoch, scheme: Option<Scheme>) -> Result<(), UsageError> {
    match scheme {
        Some(scheme) if epoch.epoch.is_some() && !scheme.has_epoch() => Err(UsageError::new(format!(
            "--epoch is an option of ulid-flake and ulid-flake-scalable, {} has none of that name",
            scheme.name()
        ))),
        _ => Ok(()),
    }
}
