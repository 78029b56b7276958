//! ULID.

pub(super) mod model;

use super::Generator;
use crate::generator_cases::Traces;
use crate::origin::Origin::{Ours, Section};
use crate::rules::{Event, Rules};
use crate::scheme::{Scheme, Specification, TextOrigins, crockford};
use model::Ulid;

/// ULID.
pub static ULID: Scheme = Scheme {
    name: "ulid",
    spec: Specification {
        name: "ULID",
        // The specification has no version.
        version: "unversioned",
        title: "ULID (Universally Unique Lexicographically Sortable Identifier)",
        url: "https://github.com/ulid/spec",
    },
    layout: &model::LAYOUT,
    model: |_| Generator::Ulid(Ulid::default()),
    rules: |_| RULES,
    origins: TextOrigins {
        layout: Section("Binary Layout and Byte Order"),
        text: Section("Canonical String Representation"),
        digits: Section("Encoding"),
        range: Section("Overflow Errors when Parsing Base32 Strings"),
        order: Section("Sorting"),
    },
    // "This alphabet excludes the letters I, L, O, and U to avoid confusion and abuse."
    lenient: Some((Ours("Aliases"), crockford)),
    published: include_str!("ulid/published.txt"),
    // "128-bit compatibility with UUID". RFC 9562 prints the UUIDs, of the versions 7, 6 and 4.
    uuids: include_str!("ulid/uuids.txt"),
    no_ids: include_str!("ulid/no-ids.txt"),
    traces: add_traces,
    generated: [Section("Components"), Section("Monotonicity")],
    ..Scheme::BASE
};

const RULES: Rules = &[
    (Event::MovedForward, Section("Components")),
    (Event::Counted, Section("Monotonicity")),
    (Event::Overflowed, Section("Monotonicity")),
    (Event::TooLate, Section("Overflow Errors when Parsing Base32 Strings")),
];

/// The traces. `LAST` is the last timestamp, and `MAX` the largest randomness, after which the next call in the tick
/// overflows.
const SCRIPT: &str = include_str!("ulid/traces.txt");

fn add_traces(traces: &mut Traces) {
    traces.names("MAX=2^80-1 LAST=2^48-1 OUT=LAST+1");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("AT<END:MAX"));
    traces.resuming(9800, "NOW/0xff_ffff_ffff", "NOW/MAX");
    traces.add("resuming in the timestamp {} | resume_after={}/5 {} {} | 0 LAST");
}
