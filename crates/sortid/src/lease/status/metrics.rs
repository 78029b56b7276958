//! `--format openmetrics`. All metrics are gauges, so the output is also valid in the older text format of Prometheus.

use std::io::{self, Write};

use super::{Report, State};
use crate::lease::words::seconds;

pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let slots = report.counts.iter().map(|(state, slots)| format!("{{state=\"{}\"}} {slots}", state.name()));
    let ends = report.records.iter().filter(|row| row.state == State::Leased).map(|row| {
        // A label contains no control characters.
        let label = row.label.as_deref().unwrap_or_default().replace('\\', r"\\").replace('"', r#"\""#);
        let end = seconds(row.end_unix_ms.unwrap_or(0));
        format!("{{node_id=\"{}\",label=\"{label}\"}} {end}", row.node_id)
    });
    let skew = report
        .skew_ms
        .map(|skew_ms| format!(" {}{}", if skew_ms < 0 { "-" } else { "" }, seconds(skew_ms.unsigned_abs())));
    let one = |milliseconds| vec![format!(" {}", seconds(milliseconds))];
    for (name, help, samples) in [
        ("slots", "The number of slots in each state.", slots.collect()),
        ("window_seconds", "The window of the pool.", one(report.window_ms)),
        ("time_seconds", "The time of the registry.", one(report.unix_ms)),
        ("skew_seconds", "How far the registry's clock is ahead of this machine's.", Vec::from_iter(skew)),
        ("floor_seconds", "The earliest start of a lease.", one(report.floor_unix_ms)),
        ("lease_end_seconds", "The end of each lease.", ends.collect()),
    ] {
        if !samples.is_empty() {
            writeln!(out, "# HELP idlease_registry_{name} {help}\n# TYPE idlease_registry_{name} gauge")?;
        }
        samples.iter().try_for_each(|sample| writeln!(out, "idlease_registry_{name}{sample}"))?;
    }
    writeln!(out, "# EOF")
}
