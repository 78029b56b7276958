//! The run of the program: its command line, its streams and its exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::stderr;
use anyhow::Result;
use anyid::{Instant, Scheme, Schemes};
use clap::error::ErrorKind;

use crate::cli::{self, Command, Epoch, InspectFormat};
use crate::failure::{Outcome, UsageError, is_closed_pipe, one_line};
use crate::layout::Canvas;
use crate::streams::{
    Outputs, UntilSignal, buffered_stdout, colored_stdout, stdin, stdout, stdout_is_file, write_error,
};
use crate::{check, convert, inspect, lease, manual, new, range, schemes, sql};

/// The exit status if an input is bad or the run fails.
pub(crate) const BAD: u8 = 1;
/// The exit status if the command line is wrong.
pub(crate) const USAGE: u8 = 2;

/// Runs the program, with the arguments and the standard streams of this process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => return answer(&error),
    };
    match run(&cli.command) {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::BadInput) => BAD.into(),
        Err(error) => fail(&error),
    }
}

/// Reports an error, unless the reader of the output has closed it.
fn fail(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    status(error).into()
}

/// The exit status of an error.
pub(crate) fn status(error: &anyhow::Error) -> u8 {
    if error.is::<UsageError>() { USAGE } else { BAD }
}

fn run(command: &Command) -> Result<Outcome> {
    match command {
        Command::New(new) => {
            let bar = new::progress_bar(new, stdout_is_file());
            if let Some(warning) = new::warning(new) {
                complain(warning);
            }
            if new.general.past.reads_stdin() {
                return new::run(new, stdin(), &mut buffered_stdout(), bar.as_ref());
            }
            return new::run(new, io::empty(), &mut stdout(), bar.as_ref());
        }
        Command::Inspect(inspect) => {
            let canvas = Canvas::new(|variable| std::env::var_os(variable));
            return match inspect.format {
                InspectFormat::Text => {
                    inspect::run(inspect, canvas, stdin(), &mut Outputs::new(colored_stdout()))
                }
                // Stripping colours would also strip control characters, which an input may contain.
                InspectFormat::Json => {
                    inspect::run(inspect, canvas, stdin(), &mut Outputs::new(buffered_stdout()))
                }
            };
        }
        Command::Convert(convert) => {
            return convert::run(convert, stdin(), &mut Outputs::new(buffered_stdout()));
        }
        Command::Range(range) => range::run(range, &mut buffered_stdout())?,
        Command::Check(check) => {
            let inputs = UntilSignal::new()?;
            return check::run(check, |path| inputs.open(path), &mut buffered_stdout());
        }
        Command::Sql(sql) => sql::run(sql, &mut buffered_stdout())?,
        Command::Schemes => schemes::run(&mut buffered_stdout())?,
        Command::Completions { shell } => manual::completions(*shell, &mut buffered_stdout())?,
        Command::Man { command } => manual::man(command, &mut buffered_stdout())?,
        Command::Lease(lease) => lease::run(lease, &mut buffered_stdout())?,
    }
    Ok(Outcome::Good)
}

/// Prints the requested help or version, or reports what is wrong with the command line.
fn answer(error: &clap::Error) -> ExitCode {
    if !is_help(error) {
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

/// Whether the command line asks for the help or the version, or is empty.
pub(crate) fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

pub(crate) fn complain(message: &str) {
    // One write for the whole line. If it fails, the exit status still reports the error.
    let _ = stderr().write_all(format!("sortid: {message}\n").as_bytes());
}

/// The latest epoch. All times that follow from it have at most 53 bits, which JSON readers keep.
const LATEST_EPOCH: Instant = Instant((1 << 53) - (1 << 43));

/// Rejects an epoch for a scheme that has none, and an epoch that is too late.
pub(crate) fn refuse_epoch(epoch: Epoch, scheme: Option<Scheme>) -> Result<(), UsageError> {
    if let Some(epoch) = epoch.epoch.filter(|&epoch| epoch > LATEST_EPOCH) {
        return Err(UsageError::new(format!("--epoch is {epoch}, expected a time up to {LATEST_EPOCH}")));
    }
    match scheme {
        Some(scheme) if epoch.epoch.is_some() && !scheme.has_epoch() => {
            let (all, name) = (Schemes::that(Scheme::has_epoch).list("and"), scheme.name());
            Err(UsageError::new(format!("--epoch applies only to {all}, not to {name}")))
        }
        _ => Ok(()),
    }
}
