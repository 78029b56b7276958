//! The commands that find IDs in lines of text: `annotate` and `filter`.

use anyid::{Prefix, Scheme};
use clap::{ArgGroup, Args};

use super::epoch::Epoch;
use super::range::Span;

/// Which IDs are found.
#[derive(Args)]
pub(crate) struct Search {
    /// Scheme of the IDs [default: any]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
    /// Prefix of the IDs, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm [default: any or none]
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

/// Copy lines, such as those of a log, and add the time of each ID in them.
///
/// The time follows the ID in brackets. All other bytes are copied as they are, and each line is passed on at once.
///
/// An ID is found between any characters but letters and digits of ASCII: in id=ID, in quotes, in a URL, or after a prefix such as
/// ord_, which --prefix demands. It may be text, hex or a UUID, and with --scheme also an integer.
///
/// It is also found directly after an escape: %20, \n, \u0022, \x22, psql's \x, or a colour of a terminal. It is not found directly
/// after others: in octal such as \042, %u0022, doubled such as %2520, or other sequences of a terminal.
///
/// Many other words have the length of an ID. Without --scheme, a word is an ID only if its time is from 2000 until tomorrow. With
/// --scheme, it is from 1970 until tomorrow. Give --scheme if you know it. Otherwise some other words get a time too, such as an EAN
/// with a leading zero or a span ID of W3C Trace Context.
///
/// In a line of more than 1 MiB, only the IDs in the first are found.
#[derive(Args)]
#[command(after_help = "\
Examples:
  echo order=01ARZ3NDEKTSV4RRFFQ69G5FAV | sortid annotate
  tail -f app.log | sortid annotate --scheme ulid
  sortid annotate < app.log | less")]
pub(crate) struct Annotate {
    /// Which IDs.
    #[command(flatten)]
    pub(crate) search: Search,
}

/// Print the lines with an ID of a time span, such as those of a log.
///
/// A line is printed as it is if the time of any ID in it is in the span. sortid annotate --help says what an ID in a line is, and
/// sortid range --help what a TIME is.
///
/// The exit status is that of grep: 0 if a line was printed, 1 if none was, 2 if the run fails.
#[derive(Args)]
#[command(group = ArgGroup::new("span").args(["from", "to", "before", "day"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  sortid filter --day 2026-11-21 < app.log
  sortid filter --scheme scru128 --from 2026-11-21T07:30:00Z --before 2026-11-21T08:00:00Z < app.log
  tail -f app.log | sortid filter --from now")]
pub(crate) struct Filter {
    /// Which IDs.
    #[command(flatten)]
    pub(crate) search: Search,
    /// The span.
    #[command(flatten)]
    pub(crate) span: Span,
}
