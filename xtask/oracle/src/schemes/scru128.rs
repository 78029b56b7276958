//! SCRU128.

pub(super) mod model;

use super::Generator;
use crate::generator_cases::Traces;
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{Event, Rules};
use crate::scheme::{Scheme, Specification, TextOrigins};
use model::Scru128;

/// SCRU128.
pub static SCRU128: Scheme = Scheme {
    name: "scru128",
    spec: Specification {
        name: "SCRU128",
        version: "2.0.1",
        title: "SCRU128: Sortable, Clock and Random number-based Unique identifier",
        url: "https://github.com/scru128/spec",
    },
    layout: &model::LAYOUT,
    model: |_| Generator::Scru128(Scru128::default()),
    rules: |_| RULES,
    origins: TextOrigins { layout: DEFINITION, ..TextOrigins::all(Section("Textual representation")) },
    // The fourth string of the reference code is also in the C code of the section "Textual representation".
    published: include_str!("scru128/published.txt"),
    no_ids: include_str!("scru128/no-ids.txt"),
    traces: add_traces,
    not_resumed: include_str!("scru128/not-resumed.txt"),
    // "Must … ignore cases when interpreting or lexicographically sorting encoded IDs".
    string_order: Some(Section("Textual representation")),
    // A stateless generator doesn't keep the order within a millisecond.
    generated: [Section("Specification v2.0.1"), Section("Stateless variant")],
    ..Scheme::BASE
};

const DEFINITION: Origin = Section("Specification v2.0.1");

const RULES: Rules = &[
    (Event::MovedForward, DEFINITION),
    (Event::Counted, DEFINITION),
    (Event::Overflowed, Section("Counter overflow handling")),
    (Event::RenewedByOverflow, Ours("An overflow when `counter_hi` is due")),
    (Event::RenewedAfterOverflow, Ours("The zero after an overflow")),
    (Event::RenewedAfterResuming, Ours("`counter_hi` after resuming")),
    (Event::RolledBack, Section("Clock rollback handling")),
    (Event::StartedOver, Section("Clock rollback handling")),
    (Event::TooEarly, Section("Special-purpose IDs")),
    (Event::TooLate, Section("Special-purpose IDs")),
    (Event::Reserved, Section("Special-purpose IDs")),
];

/// The traces. `LAST` is the last usable timestamp, and `MAX` the largest value of either counter. After `lo=MAX`, the
/// next call in the tick carries; if `hi=MAX` as well, it overflows.
const SCRIPT: &str = include_str!("scru128/traces.txt");

/// An ID does not show when its `counter_hi` was drawn.
const RENEWALS_AFTER_RESUMING: &str = include_str!("scru128/traces-that-resume.txt");

fn add_traces(traces: &mut Traces) {
    traces.names("MAX=2^24-1 LAST=2^48-2 OUT=0");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("AT<END:lo=MAX,hi=MAX"));
    traces.resuming(9800, "NOW/7/9/5", "NOW/MAX/MAX/5");
    traces.add(RENEWALS_AFTER_RESUMING);
}
