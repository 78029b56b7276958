//! The command line: its commands, options and help. Completions and man pages are generated from it.

mod check;
mod lease;
mod new;
mod range;
mod reading;
mod sql;

use anyid::Instant;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use self::check::{Check, ReportFormat};
pub(crate) use self::lease::{Acquire, At, Fence, Init, Lease, LeaseCommand, LeaseFormat, Status};
pub(crate) use self::new::{FlakeOptions, NOT_LEASED, New, Options, Past, Scru64Options, Scru160Options};
pub(crate) use self::range::Range;
pub(crate) use self::reading::{Convert, Inspect, OnError, Reading, refuse_uuid};
pub(crate) use self::sql::{Database, Sql};
use crate::time::instant;

/// Make, inspect, convert and check sortable unique IDs, and find the range of IDs for a time span.
#[derive(Debug, Parser)]
#[command(name = "sortid", version, max_term_width = 100, after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sortid schemes                             compare the schemes
  sortid new scru128                         make an ID
  sortid new ulid -n 1000000 > ids.txt       make a million IDs
  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV  show the fields and time of an ID
  sortid check < ids.txt                     look for duplicates and other faults
  sortid lease --help                        lease node ids to several processes

Exit status: 0 on success, 1 if an input is bad or the run fails, 2 if the command line is wrong.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(New),
    Inspect(Inspect),
    Convert(Convert),
    Range(Range),
    Check(Check),
    Sql(Sql),
    Lease(Lease),
    /// Compare the schemes, to help you choose one.
    #[command(after_help = "Example:\n  sortid schemes")]
    Schemes,
    /// Print a shell completion script.
    #[command(
        after_help = "Example:\n  sortid completions bash > ~/.local/share/bash-completion/completions/sortid"
    )]
    Completions {
        /// Shell that the script is for.
        shell: Shell,
    },
    /// Print the man page of the program or of a command.
    #[command(
        after_help = "Examples:\n  sortid man > sortid.1\n  sortid man lease init > sortid-lease-init.1"
    )]
    Man {
        /// Command whose page to print, such as new or lease init [default: the program itself]
        command: Vec<String>,
    },
}

/// The output format of `inspect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// The bit layout drawn to scale, with each field's bits, value and meaning.
    Text,
    /// One JSON object per line.
    Json,
}

/// The epoch of Ulid-Flake.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// Epoch of Ulid-Flake timestamps, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = instant)]
    pub(crate) epoch: Option<Instant>,
}

/// The requested epoch, or the default of Ulid-Flake.
pub(crate) fn epoch_unix_ms(epoch: Option<Instant>) -> u64 {
    epoch.map_or(anyid::DEFAULT_EPOCH_UNIX_MS, |epoch| epoch.0)
}
