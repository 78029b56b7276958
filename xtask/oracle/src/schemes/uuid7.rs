//! UUIDv7.

pub(super) mod model;

use super::Generator;
use crate::generator_cases::Traces;
use crate::origin::Origin::{self, Ours, Section};
use crate::rules::{Event, Rules};
use crate::scheme::{Scheme, Specification, TextOrigins};
use model::Uuid7;

/// UUIDv7.
pub static UUID7: Scheme = Scheme {
    name: "uuid7",
    spec: Specification {
        name: "UUIDv7",
        version: "RFC 9562",
        title: "Universally Unique IDentifiers (UUIDs)",
        url: "https://www.rfc-editor.org/rfc/rfc9562",
    },
    layout: &model::LAYOUT,
    typed: Some(&model::TYPED),
    model: |_| Generator::Uuid7(Uuid7::default()),
    rules: |_| RULES,
    origins: TextOrigins {
        layout: LAYOUT,
        order: Section("6.11. Sorting"),
        ..TextOrigins::all(Section("4. UUID Format"))
    },
    lenient: Some((Ours("Text"), with_hyphens)),
    // The RFC prints it in uppercase, which is an alternate.
    published: include_str!("uuid7/published.txt"),
    // Other forms that UUID parsers often accept, and the RFC's examples of other versions.
    no_ids: include_str!("uuid7/no-ids.txt"),
    traces: add_traces,
    not_resumed: include_str!("uuid7/not-resumed.txt"),
    generated: [Section("5.7. UUID Version 7"), Section("6.2. Monotonicity and Counters")],
    ..Scheme::BASE
};

const LAYOUT: Origin = Section("5.7. UUID Version 7");
const COUNTERS: Origin = Section("6.2. Monotonicity and Counters");

/// The RFC describes several methods and requires none.
const RULES: Rules = &[
    (Event::MovedForward, COUNTERS),
    (Event::MovedForward, Ours("Starting the counter")),
    (Event::Counted, COUNTERS),
    (Event::Counted, Ours("Method")),
    (Event::Overflowed, COUNTERS),
    (Event::Overflowed, Ours("A counter overflow")),
    (Event::RolledBack, COUNTERS),
    (Event::RolledBack, Ours("Rollback")),
    (Event::TooLate, LAYOUT),
    (Event::NoId, LAYOUT),
];

/// The traces. `LAST` is the last timestamp. `MAX` is the largest counter that is drawn. It is half of the largest
/// counter, which only a generator that resumes can reach. `FULL` and `ONES` are the fields of the largest counter.
const SCRIPT: &str = include_str!("uuid7/traces.txt");

fn add_traces(traces: &mut Traces) {
    traces.names("MAX=2^41-1 FULL=2^12-1 ONES=2^62-1 LAST=2^48-1 OUT=LAST+1");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("+resume resume_after=AT/FULL/ONES-2^32 AT<END"));
    traces.resuming(9800, "NOW/0x123/5", "NOW/FULL/ONES");
    traces.add("resuming in the first timestamp | resume_after=0/5/5 0 0 1");
}

/// Returns the UUID that many parsers read from a string without hyphens, in braces, or in a URN.
fn with_hyphens(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let text = text
        .trim_start_matches("urn:")
        .trim_start_matches("uuid:")
        .trim_matches(['{', '}', '(', ')'])
        .trim_start_matches("0x");
    let mut digits = text.replace('-', "");
    for position in model::LAYOUT.hyphens {
        if digits.is_char_boundary(*position) && digits.len() >= *position {
            digits.insert(*position, '-');
        }
    }
    digits
}
