//! The growth of the cost of an ID with the number of threads, as lines of a picture.

use std::fmt::Write;

use super::results::{OURS, Results};

/// The numbers of threads, as in `xtask/bench`.
pub(super) const THREADS: [&str; 4] = ["1", "2", "4", "8"];

/// Our kinds of generator for several threads: the operation, and its label.
const KINDS: [(&str, &str); 4] = [
    ("process-wide", "ours"),
    ("process-wide-coarse", "ours, coarse time"),
    ("per-thread", "ours, per thread"),
    ("per-thread-coarse", "ours, per thread, coarse time"),
];

/// The schemes of the picture.
const DRAWN: [&str; 3] = ["scru128", "ulid", "scru64"];

const WIDTH: f64 = 760.0;
const PANEL: f64 = 230.0;
const TOP: f64 = 34.0;
const LEFT: f64 = 50.0;
const STEP: f64 = 150.0;
const RIGHT: f64 = LEFT + 3.0 * STEP;
const MARGIN: f64 = 26.0;
/// The least distance between two labels.
const LABEL: f64 = 14.0;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 13px; }
.tick { text-anchor: end; fill: #59636e; }
.thread { text-anchor: middle; fill: #59636e; }
line { stroke: #d1d9e0; }
polyline { fill: none; stroke-width: 2; }
.ours { stroke: #1a7f37; }
.peer { stroke: #8c959f; stroke-dasharray: 5 3; }
.leader { stroke-width: 0.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .tick, .thread { fill: #9198a1; }
  line { stroke: #3d444d; }
  .ours { stroke: #3fb950; }
  .peer { stroke: #848d97; }
}
";

/// One implementation: its times by number of threads.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) scheme: &'static str,
    pub(super) label: String,
    pub(super) times: [Option<f64>; THREADS.len()],
    is_ours: bool,
}

/// All implementations of the schemes, ours first in each scheme.
pub(super) fn lines(results: &Results, schemes: &[&'static str]) -> Vec<Line> {
    let mut lines = Vec::new();
    for scheme in schemes.iter().copied() {
        let times = |kind: &str, implementation: &str| {
            THREADS.map(|threads| results.get(&format!("{kind}-{threads}"), scheme, implementation))
        };
        let ours = KINDS.iter().map(|(kind, label)| (*label, times(kind, OURS), true));
        let peers =
            results.of("process-wide-1", scheme).into_iter().flatten().filter(|(name, _)| *name != OURS);
        let peers = peers.map(|(name, _)| (name.as_str(), times("process-wide", name), false));
        let all = ours.chain(peers).filter(|(_, times, _)| times.iter().any(Option::is_some));
        lines.extend(all.map(|(label, times, is_ours)| Line {
            scheme,
            label: label.to_owned(),
            times,
            is_ours,
        }));
    }
    lines
}

/// Draws a panel for each scheme, with logarithmic axes.
pub(super) fn draw(results: &Results) -> String {
    let mut panels = String::new();
    let mut top = 0.0;
    for scheme in DRAWN {
        let lines = lines(results, &[scheme]);
        if !lines.is_empty() {
            draw_panel(&mut panels, scheme, &lines, top);
            top += PANEL;
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" height=\"{top}\" role=\"img\">\n\
        <title>Nanoseconds until any thread has the next ID, by number of threads: lower is faster</title>\n\
        <style>\n{STYLE}</style>\n{panels}</svg>\n"
    )
}

fn draw_panel(panels: &mut String, scheme: &str, lines: &[Line], top: f64) {
    let times = || lines.iter().flat_map(|line| line.times.iter().flatten().copied());
    // The whole decades of the times. Each panel has at least one.
    let low = times().fold(f64::INFINITY, f64::min).log10().floor();
    let high = times().fold(0.0, f64::max).log10().ceil().max(low + 1.0);
    let bottom = top + PANEL - MARGIN;
    let height = bottom - top - TOP;
    let y = |ns: f64| bottom - height * (ns.log10() - low) / (high - low);
    // Twice as many threads are one step to the right.
    let steps = (0..).map(|step: u32| LEFT + STEP * f64::from(step));
    let columns: Vec<_> = THREADS.iter().zip(steps).collect();
    // Writing to a string never fails.
    let _ = writeln!(
        panels,
        "<text class=\"title\" x=\"8\" y=\"{:.0}\">{scheme}, ns by threads</text>",
        top + 18.0
    );
    let mut decade = low;
    while decade <= high {
        let (ns, at) = (10_f64.powf(decade), y(10_f64.powf(decade)));
        let _ = writeln!(
            panels,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>\
            <text class=\"tick\" x=\"{}\" y=\"{:.1}\">{ns}</text>",
            LEFT - 8.0,
            at + 4.0
        );
        decade += 1.0;
    }
    for (threads, x) in &columns {
        let _ = writeln!(
            panels,
            "<text class=\"thread\" x=\"{:.1}\" y=\"{:.1}\">{threads}</text>",
            x,
            bottom + 16.0
        );
    }
    let mut labels = Vec::new();
    for line in lines {
        let class = if line.is_ours { "ours" } else { "peer" };
        let mut points = String::new();
        for ((_, x), ns) in columns.iter().zip(line.times) {
            let _ = ns.map(|ns| write!(points, "{x:.1},{:.1} ", y(ns)));
        }
        if let [.., Some(ns)] = line.times {
            labels.push((y(ns), class, &line.label));
        }
        let _ = writeln!(panels, "<polyline class=\"{class}\" points=\"{}\"/>", points.trim_end());
    }
    labels.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    for (at, (end, class, label)) in
        apart(&labels.iter().map(|(end, ..)| *end).collect::<Vec<_>>()).iter().zip(&labels)
    {
        let _ = writeln!(
            panels,
            "<polyline class=\"{class} leader\" points=\"{RIGHT},{end:.1} {:.1},{at:.1}\"/>\
            <text x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
            RIGHT + 14.0,
            RIGHT + 18.0,
            at + 4.0
        );
    }
}

/// The places of labels near the ends of their lines, from top to bottom, so that none covers another.
fn apart(ends: &[f64]) -> Vec<f64> {
    let mut places = Vec::new();
    let mut free = f64::NEG_INFINITY;
    for end in ends {
        let place = end.max(free);
        places.push(place);
        free = place + LABEL;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> Results {
        let mut results = Results::default();
        for (operation, implementation, ns) in [
            ("process-wide-1", "ours", 10.0),
            ("process-wide-8", "ours", 100.0),
            ("per-thread-1", "ours", 5.0),
            ("process-wide-1", "peer", 30.0),
        ] {
            results.insert(operation, "ulid", implementation, ns);
        }
        results
    }

    #[test]
    fn each_kind_of_generator_and_each_peer_is_a_line() {
        let lines = lines(&results(), &["scru128", "ulid"]);
        let found: Vec<_> = lines.iter().map(|line| (line.label.as_str(), line.times)).collect();
        assert_eq!(
            found,
            [
                ("ours", [Some(10.0), None, None, Some(100.0)]),
                ("ours, per thread", [Some(5.0), None, None, None]),
                ("peer", [Some(30.0), None, None, None]),
            ]
        );
    }

    #[test]
    fn a_line_goes_through_its_times() {
        let svg = draw(&results());
        // From 1 to 100 ns over the height of 170: 10 ns are in the middle.
        assert!(svg.contains("<polyline class=\"ours\" points=\"50.0,119.0 500.0,34.0\"/>"), "{svg}");
    }

    #[test]
    fn labels_do_not_cover_each_other() {
        assert_eq!(apart(&[10.0, 12.0, 60.0]), [10.0, 24.0, 60.0]);
    }
}
