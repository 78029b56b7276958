//! SCRU128.

mod codec;
mod model;

use crate::generator_cases::Traces;
use crate::scheme::{Scheme, Specification};

const TITLE: &str = "SCRU128: Sortable, Clock and Random number-based Unique identifier";

/// SCRU128.
pub static SCRU128: Scheme = Scheme {
    name: "scru128",
    spec: Specification {
        name: "SCRU128",
        version: "2.0.1",
        title: TITLE,
        url: "https://github.com/scru128/spec",
    },
    layout: &model::LAYOUT,
    new_model: model::new_model,
    makes: model::makes,
    origins: codec::ORIGINS,
    published: codec::PUBLISHED,
    refused: codec::REFUSED,
    traces: |scheme| Traces::of(scheme, add_traces),
    not_resumed: NOT_RESUMED,
    ..Scheme::BASE
};

/// The traces. `LAST` is the last usable timestamp, and `MAX` the largest value of either counter. After `lo=MAX`, the
/// next call in the tick carries; if `hi=MAX` as well, it overflows.
const SCRIPT: &str = include_str!("scru128/traces.txt");

/// An ID does not show when its `counter_hi` was drawn.
const RENEWALS_AFTER_RESUMING: &str = "
    #9830 | resume renewal
    resuming the next timestamp draws counter_hi, and the second is measured from there \
        | resume_after=T/7/9/5 T T+1 T+2 T+1000 T+1001
    resuming from a carry | resume_after=T/7/MAX/5 T T T+1
    resuming before an overflow, which draws counter_hi | resume_after=T/MAX/MAX-1/5 T T T+1 T+2
    resuming with a source that fails at counter_hi | resume_after=T/7/9/5 T+1:hi=fails T T+1
    resuming with the clock behind | resume_after=T/0/0/5 T-9999 T-10_000 T+999 T+1000
    # | resume overflow reserved
    resuming in the first usable timestamp, to an overflow | resume_after=1/MAX/MAX-1/5 1 1
    resuming in the last usable timestamp, to an overflow | resume_after=LAST/MAX/MAX-1/5 LAST LAST
";

/// Changes of the configuration with an ID that its generator does not resume after.
const NOT_RESUMED: &str = "
    resume_after=0/0/0/0 | the smallest ID
    resume_after=0/5/5/5 | an ID with the reserved timestamp 0
    resume_after=2^48-1/5/5/5 | an ID with the largest timestamp, which is reserved
";

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
