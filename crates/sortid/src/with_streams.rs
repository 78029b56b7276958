//! The program with other streams than those of the process, for tests.

use std::ffi::OsString;
use std::io::{BufRead, BufWriter, Write};

use anyhow::Result;

use crate::cli::{self, Command};
use crate::failure::{Outcome, one_line};
use crate::layout::Canvas;
use crate::program::{BAD, USAGE, is_help, status};
use crate::streams::Outputs;
use crate::{check, convert, inspect, manual, new, range, schemes, sql};

/// Runs the program with these arguments and streams, and returns its exit status. The first argument is the program's name.
///
/// Returns `None` if the command would use anything but these streams and the clock: files, registries, signals or
/// randomness without end. Then its arguments have been parsed, and nothing else has happened.
pub fn with_streams(
    arguments: impl IntoIterator<Item = OsString>,
    stdin: impl BufRead,
    stdout: &mut impl Write,
    stderr: &mut impl Write,
) -> Option<u8> {
    let cli = match cli::parse(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let help = is_help(&error);
            let printed = if help {
                write!(stdout, "{error}")
            } else {
                writeln!(stderr, "sortid: {}; see --help", one_line(&error))
            };
            return Some(if error.use_stderr() || printed.is_err() { USAGE } else { 0 });
        }
    };
    Some(match run(&cli.command, stdin, stdout, stderr)? {
        Ok(Outcome::Good) => 0,
        Ok(Outcome::BadInput) => BAD,
        Err(error) => {
            // If the write fails, the exit status still reports the error.
            let _ = writeln!(stderr, "sortid: {error:#}");
            status(&error)
        }
    })
}

fn run(
    command: &Command,
    stdin: impl BufRead,
    stdout: &mut impl Write,
    stderr: &mut impl Write,
) -> Option<Result<Outcome>> {
    Some(match command {
        Command::New(new) if new.general.past.reads_stdin() || new.general.past.at.is_some() => {
            new::run(new, stdin, stdout, None)
        }
        Command::Inspect(inspect) => {
            inspect::run(inspect, Canvas::new(|_| None), stdin, &mut outputs(stdout, stderr))
        }
        Command::Convert(convert) => convert::run(convert, stdin, &mut outputs(stdout, stderr)),
        Command::Range(range) => range::run(range, stdout).map(|()| Outcome::Good),
        Command::Check(check) if check.files.iter().all(|file| file.as_os_str() == "-") => {
            let stdin = std::cell::RefCell::new(Some(stdin));
            let open = |_: Option<&std::path::Path>| {
                stdin.borrow_mut().take().ok_or_else(|| std::io::Error::other("stdin is opened twice"))
            };
            check::run(check, open, stdout)
        }
        Command::Sql(sql) => sql::run(sql, stdout).map(|()| Outcome::Good),
        Command::Schemes => schemes::run(stdout).map(|()| Outcome::Good).map_err(Into::into),
        Command::Completions { shell } => {
            manual::completions(*shell, stdout).map(|()| Outcome::Good).map_err(Into::into)
        }
        Command::Man { command } => manual::man(command, stdout).map(|()| Outcome::Good),
        Command::New(_) | Command::Check(_) | Command::Lease(_) => return None,
    })
}

fn outputs<'a, O: Write, E: Write>(stdout: &'a mut O, stderr: &'a mut E) -> Outputs<&'a mut O, &'a mut E> {
    Outputs::with_errors(BufWriter::new(stdout), stderr)
}
