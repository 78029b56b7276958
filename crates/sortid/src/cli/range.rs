use anyid::{Form, Prefix, Scheme};
use clap::{ArgGroup, Args};

use super::epoch::Epoch;
use crate::time::Day;

/// Print the smallest and the largest possible ID of a time span, for searches.
///
/// TIME is one of:
///
/// - an RFC 3339 time, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00,
///
/// - a date, such as 2026-11-21. It stands for the whole day in UTC: --from and --before use its start, --to its end,
///
/// - now,
///
/// - @ followed by Unix seconds, such as @1700000000,
///
/// - Unix milliseconds, such as 1700000000000. A number that is more likely to be in seconds is an error.
///
/// In scru64, the range covers the whole ticks (256 ms) of both ends, so the ranges of adjacent spans can overlap.
///
/// For the time of an ID, see sortid convert --to time.
#[derive(Args)]
#[command(group = ArgGroup::new("start").args(["from", "day"]).required(true))]
#[command(group = ArgGroup::new("end").args(["to", "before", "day"]).required(true))]
#[command(after_help = "\
Examples:
  sortid range scru128 --day 2026-11-21
  sortid range ulid --from 2026-11-01 --before 2026-12-01 --format uuid
  sortid range scru64 --from 1700000000000 --to 1700000059999 --format int

Use the two lines in a query such as: WHERE id BETWEEN 'line 1' AND 'line 2'.")]
pub(crate) struct Range {
    /// Scheme of the IDs.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) scheme: Scheme,
    #[command(flatten)]
    pub(crate) span: Span,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
    /// Prefix of the text form, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

#[derive(Args)]
pub(crate) struct Span {
    /// First instant of the span.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,
    /// Last instant of the span (inclusive)
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// End of the span (exclusive)
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, conflicts_with = "to")]
    pub(crate) before: Option<String>,
    /// Whole day in UTC, instead of a start and an end.
    #[arg(long, value_name = "DATE", conflicts_with_all = ["from", "to", "before"])]
    pub(crate) day: Option<Day>,
}
