//! The command line: its commands, options and help. Completions and man pages are generated from it.
//!
//! A URL of a registry can have a password, so the options can't be printed: they are not `Debug`.

mod check;
mod epoch;
mod lease;
mod new;
mod range;
mod reading;
mod sql;

use std::ffi::OsString;
use std::path::PathBuf;

use anyid::{Instant, Reader};
use clap::error::{ContextKind, ErrorKind};
use clap::{Error, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use self::check::{Check, ReportFormat};
pub(crate) use self::epoch::epoch_unix_ms;
pub(crate) use self::lease::{Acquire, At, Fence, Init, Lease, LeaseCommand, LeaseFormat, Status};
pub(crate) use self::new::{
    FlakeOptions, General, LeaseOptions, New, Options, Scru64Options, Scru160Options,
};
pub(crate) use self::range::{Range, Span};
pub(crate) use self::reading::{Convert, Inspect, InspectFormat, OnError, refuse_prefix, refuse_uuid};
pub(crate) use self::sql::{Database, Sql};

/// Make, inspect, convert and check sortable unique IDs, and find the range of IDs for a time span.
#[derive(Parser)]
#[command(name = "sortid", version, max_term_width = 100, after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sortid new                                 make an ID
  sortid new ulid -n 1000000 > ids.txt       make a million IDs
  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV  show the fields and time of an ID
  sortid check < ids.txt                     look for duplicates and other faults
  sortid lease --help                        lease node ids to several processes

Exit status: 0 on success, 1 if an input is bad or the run fails, 2 if the command line is wrong.
A stream that the shell has closed (>&-) counts as /dev/null.";

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Make new IDs.
    ///
    /// Each scheme has its own options, which can come before or after its name. For the options of ulid, for example, see
    /// sortid new ulid --help. Without SCHEME, generates SCRU128 IDs.
    ///
    /// Within a call, each ID is greater than the previous one. Separate calls know nothing of each other, so IDs that they make
    /// in the same tick are in no order. In scru64 they can even be equal: --lease URL prevents that for all calls that share a
    /// registry, which is a folder for the calls of one machine.
    ///
    /// If no ID is left for the current timestamp, some schemes wait for the clock. Others use timestamps ahead of the clock, and
    /// wait when they have reached the limit of 10 seconds.
    ///
    /// Records that are older than their IDs get IDs by --at. These IDs have exactly the time of the record, to
    /// the scheme's tick, and fresh random bits. A TIME is in RFC 3339 (also with a space for the T, and +01 for +01:00), a date
    /// (which means 0:00 UTC), now, @ and unix seconds, or unix milliseconds. The times must not go back, so that the IDs increase as the times do. A time before the previous one is an error: sort
    /// the input, or pass --unordered if the scheme has it. More records of one time than the scheme has IDs are an error too,
    /// except with --unordered.
    ///
    /// Such IDs of scru64 and ulid-flake can be equal to other IDs of the same time. Give them a node or a scalability of their
    /// own.
    #[command(subcommand, after_help = new::EXAMPLES)]
    New(New),
    Inspect(Inspect),
    Convert(Convert),
    Range(Range),
    Check(Check),
    Sql(Sql),
    Lease(Lease),
    /// Print a shell completion script.
    #[command(
        after_help = "Example:\n  sortid completions bash > ~/.local/share/bash-completion/completions/sortid"
    )]
    Completions {
        /// Shell that the script is for.
        shell: Shell,
    },
    /// Write the man pages of the program and of all commands.
    #[command(after_help = "Example:\n  sortid man --all /usr/local/share/man/man1")]
    Man {
        /// Folder to write the pages to
        #[arg(long, value_name = "DIR")]
        all: PathBuf,
    },
}

/// Parses the command line.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    match arguments.as_mut_slice() {
        // `help` is the only command without a `--help` from `clap`. `help help` prints the same.
        [_, help, flag] if help == "help" && (flag == "--help" || flag == "-h") => *flag = "help".into(),
        [_, new, ..] if new == "new" => New::place_scheme(&mut arguments),
        _ => {}
    }
    Cli::try_parse_from(&arguments).map_err(|error| suggest(error, &arguments))
}

/// Says how to show an ID that stands in the place of a command.
fn suggest(error: Error, arguments: &[OsString]) -> Error {
    let is_wrong =
        error.kind() == ErrorKind::InvalidSubcommand && error.get(ContextKind::SuggestedSubcommand).is_none();
    let is_id = |word: &&str| Reader::default().read(word.as_bytes(), Instant::now()).is_ok();
    match arguments.get(1).and_then(|word| word.to_str()).filter(|_| is_wrong).filter(is_id) {
        Some(id) => {
            Error::raw(error.kind(), format!("expected a command, found an ID; try sortid inspect {id}"))
        }
        None => error,
    }
}
