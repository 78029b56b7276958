//! Traces of every transition of the generator.

use crate::generator_cases::{Ceilings, Resuming, Traces};

/// The traces. `LAST` is the last timestamp. `MAX` is the largest counter that is drawn. It is half of the largest one, which only
/// a generator that resumes can reach: `FULL` and `ONES` are its fields.
const SCRIPT: &str = include_str!("traces.txt");

/// Changes of the configuration with an ID that its generator does not resume after.
pub(super) const NOT_RESUMED: &str = "
    resume_after=017f22e2-79b0-4cc3-98c4-dc0c0c07398f | a UUID of version 4
    resume_after=017f22e2-79b0-7cc3-c8c4-dc0c0c07398f | a UUID of another variant
";

pub(super) fn add(traces: &mut Traces) {
    traces.names("MAX=2^41-1 FULL=2^12-1 ONES=2^62-1 LAST=2^48-1 OUT=LAST+1");
    traces.add(SCRIPT);
    traces.usual_walks();
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    let exhaust = Some("+resume resume_after=AT/FULL/ONES-2^32 AT<END");
    traces.ceilings(&Ceilings { first_id: 9500, exhaust });
    traces.resuming(&Resuming { first_id: 9800, id: "NOW/0x123/5", last: "NOW/FULL/ONES" });
}
