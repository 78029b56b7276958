use std::path::PathBuf;

use clap::Args;

use super::TextOrJson;
use super::reading::Reading;

/// Read IDs, one per line, and report problems.
///
/// Several files are read one after the other, as one stream of IDs.
///
/// Problems are malformed IDs, duplicates, IDs out of order (smaller than the previous ID), and timestamps more than 11
/// seconds ahead of the clock. (Correct generators run at most 10 seconds ahead. The order of IDs further ahead is
/// checked separately.) A stream without any IDs is a problem too, except with --allow-empty. The first 10 problems of
/// each kind are printed as they occur, the rest are only counted. If there are any problems, the exit status is 1.
///
/// At the end of the stream, a report follows. It shows the rate of IDs, measured by their timestamps.
///
/// Without --scheme, the first ID determines the scheme, as in inspect. The report names its line.
///
/// Each ID is compared with all IDs before it. Prefixes are ignored, so ord_X and cus_X are duplicates. An ID that is
/// greater than all before it takes 16 to 32 bytes of memory (20 to 40 in scru160, 8 to 16 in scru64 and ulid-flake).
/// Any other ID takes at most 48 bytes, or 72 while its table grows. On an endless stream, use --window N: it remembers
/// only the most recent IDs.
///
/// An interrupt (Ctrl-C, SIGINT, SIGTERM) ends the input. The report follows and mentions the interrupt, and the exit
/// status is 130 or 143. A second interrupt ends sortid at once.
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
    /// Treat the first line of each file as a header and skip it
    #[arg(long)]
    pub(crate) header: bool,
    /// Accept a stream without any IDs
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Compare each ID with at least the N IDs before it, and forget older IDs
    #[arg(long, value_name = "N", value_parser = crate::values::number(1..=u64::MAX))]
    pub(crate) window: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
    /// Files to read, or - for stdin [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
