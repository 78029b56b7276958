//! The command `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::reading::Reading;

/// The format of the report of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Findings as they occur, and a report at the end.
    Text,
    /// One JSON object at the end.
    Json,
}

/// Read IDs, one per line, and report faults.
///
/// Several files are read one after the other, as one stream of IDs. A stream without any IDs is a fault too, unless
/// --allow-empty is given.
///
/// The faults are malformed IDs, duplicates, IDs out of order (smaller than the previous one), and timestamps more than 11
/// seconds ahead of the clock. (Good generators run up to 10 seconds ahead. IDs beyond that are in an order of their own.) The
/// command prints the first 10 faults of each kind as they occur, and counts the rest. The exit status is 1 if anything is wrong.
///
/// A report follows at the end of the stream. It shows the rate by timestamps.
///
/// Without --scheme, the scheme is detected from the first ID, as in inspect. The report names its line.
///
/// Each ID is compared with all before it, wherever they are. Prefixes do not count: ord_X and cus_X are duplicates of one ID. An
/// ID that is greater than all before it takes 16 to 32 bytes of memory (20 to 40 in scru160, 8 to 16 in scru64 and ulid-flake). Any
/// other takes at most 48, and half as much again while their table grows. On an endless stream, --window N keeps the last IDs alone.
///
/// An interrupt (Ctrl-C, SIGINT, SIGTERM) ends the input. The report follows and says so, and the exit status is 130 or 143. A second
/// interrupt ends the program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid check < ids.txt
  sortid check --scheme ulid monday.txt tuesday.txt
  sortid new scru128 -n 1000000 | sortid check --format json | jq .ok
  cut -d, -f1 table.csv | sortid check --header --lenient --scheme ulid-flake-scalable")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The first line of each file is a header, not an ID
    #[arg(long)]
    pub(crate) header: bool,
    /// A stream without any IDs is not a fault
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Compare each ID with at least the N before it, and forget older ones
    #[arg(long, value_name = "N", value_parser = crate::values::number(1..=u64::MAX))]
    pub(crate) window: Option<u64>,
    /// Format of the findings and the report.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Files to read, or - for stdin [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
