//! The command line: its commands, options and help. Completions are generated from it.
//!
//! The URL of a registry can contain a password, so the options don't implement `Debug`.

mod check;
mod epoch;
mod lease;
mod new;
mod range;
mod reading;
mod sql;

use std::ffi::OsString;

use clap::{Error, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use self::check::Check;
pub(crate) use self::epoch::epoch_unix_ms;
pub(crate) use self::lease::{
    Acquire, CheckRegistry, Fence, Init, Lease, LeaseCommand, Status, StatusFormat,
};
pub(crate) use self::new::{FlakeOptions, General, New, Options, Scru64Options, Scru160Options};
pub(crate) use self::range::{Range, Span};
pub(crate) use self::reading::{Convert, Inspect, OnError, refuse_prefix, refuse_uuid};
pub(crate) use self::sql::{Database, Sql};

/// Generate, inspect, convert and check sortable unique IDs, and find the range of IDs for a time span.
#[derive(Parser)]
#[command(name = "sortid", version, max_term_width = 100, after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sortid new                                 generate an ID
  sortid new ulid -n 1000000 > ids.txt       generate a million IDs
  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV  show the fields and time of an ID
  sortid check < ids.txt                     look for duplicates and other problems
  sortid lease --help                        lease node IDs to several processes

Exit status: 0 on success, 1 if an input is bad or the run fails, 2 if the command line is wrong.
If a signal ends check, new --lease, or lease acquire before its first grant: 130 or 143.
A stream closed by the shell (>&-) counts as /dev/null.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Text for people.
    Text,
    /// JSON objects, as described in docs/sortid.schema.json.
    Json,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate new IDs.
    ///
    /// Each scheme has its own options, which can come before or after its name. For the options of ulid, for example,
    /// see sortid new ulid --help. Without SCHEME, generates SCRU128 IDs.
    ///
    /// Within a run, each ID is greater than the previous ID. Separate runs don't know about each other, so their IDs
    /// from the same tick have no defined order. In scru64 and ulid-flake, they can even be equal. To prevent that,
    /// pass --lease (not in ulid-flake) with the same registry to all runs. On one machine, the registry can be a
    /// directory.
    ///
    /// When the current timestamp has no IDs left, some schemes wait for the clock. Others use timestamps ahead of the
    /// clock, and wait once they are 10 seconds ahead.
    ///
    /// To generate IDs for existing records, use --at. Each ID has the exact time of its record, to the scheme's tick,
    /// and new random bits. A TIME is an RFC 3339 time (optionally with a space instead of the T, and +01 instead of
    /// +01:00), a date (0:00 UTC), now, @ followed by Unix seconds, or Unix milliseconds. The IDs must increase with
    /// the times, so a time before the previous time is an error: sort the input, or pass --unordered if the scheme has
    /// it. Without --unordered, it is also an error if a tick has more records than IDs.
    ///
    /// In scru64 and ulid-flake, such IDs can be equal to other IDs with the same time. Use a separate node or
    /// scalability for them.
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
        /// Shell to print the script for.
        shell: Shell,
    },
}

/// Parses the command line.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    match arguments.as_mut_slice() {
        // In `clap`, only `help` lacks a `--help`. `help help` prints the same.
        [_, help, flag] if help == "help" && (flag == "--help" || flag == "-h") => *flag = "help".into(),
        [_, new, ..] if new == "new" => New::place_scheme(&mut arguments),
        _ => {}
    }
    Cli::try_parse_from(&arguments)
}
