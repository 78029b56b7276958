//! The command `range`.

use anyid::{Form, Prefix, Scheme};
use clap::{ArgGroup, Args};

use super::epoch::Epoch;
use crate::time::Day;

/// Print the smallest and the largest possible ID of a time span, to search by.
///
/// TIME is one of:
///
/// - a time in RFC 3339, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00,
///
/// - a date, such as 2026-11-21: the whole day in UTC, so --from takes its start, --to its end, and --before its start,
///
/// - now,
///
/// - @ and unix seconds, such as @1700000000,
///
/// - unix milliseconds, such as 1700000000000. A number that is more likely to be seconds is an error,
///
/// - an ID of the scheme in any form but an integer: the time of that ID.
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
    /// Form to write.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
    /// Prefix of the text, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

/// A span of time.
#[derive(Args)]
pub(crate) struct Span {
    /// First instant of the span.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,
    /// Last instant of the span, which belongs to it.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// End of the span, which does not belong to it.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, conflicts_with = "to")]
    pub(crate) before: Option<String>,
    /// A whole day in UTC, instead of --from and an end.
    #[arg(long, value_name = "DATE", conflicts_with_all = ["from", "to", "before"])]
    pub(crate) day: Option<Day>,
}
