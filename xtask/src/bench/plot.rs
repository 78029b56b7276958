//! The comparison as a picture: our bar next to that of the best peer, with a separate scale for each operation.
//!
//! The picture has no background, and a style sheet chooses its colours for light and dark pages. No plotting library draws
//! such a picture.

use std::fmt::Write;
use std::iter;

use super::page::ns;
use super::results::Results;
use super::rows::{Row, rows};

const WIDTH: usize = 760;
/// The start of the bars, and the length of the longest one.
const LEFT: f64 = 250.0;
const LONGEST: f64 = 410.0;
const BAR: usize = 16;
const GAP: usize = 8;
const TITLE: usize = 34;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 13px; }
.label { text-anchor: end; }
.ours { fill: #1a7f37; }
.peer { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .ours { fill: #3fb950; }
  .peer { fill: #6e7681; }
}
";

/// Draws all operations that have a peer.
pub(super) fn draw(results: &Results) -> String {
    let rows: Vec<_> = rows(results).into_iter().filter(|row| row.best_peer.is_some()).collect();
    let mut bars = String::new();
    let mut y = GAP;
    for panel in rows.chunk_by(|one, other| one.operation == other.operation) {
        y = draw_panel(&mut bars, panel, y);
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" height=\"{y}\" role=\"img\">\n\
        <title>Nanoseconds for an ID, ours and the best peer's: shorter is faster</title>\n\
        <style>\n{STYLE}</style>\n{bars}</svg>\n"
    )
}

/// Draws one operation below `y` and returns the y coordinate of its end.
fn draw_panel(bars: &mut String, panel: &[Row], mut y: usize) -> usize {
    let Some(first) = panel.first() else { return y };
    let title = first.title.replace('`', "");
    // Writing to a string never fails.
    let _ = writeln!(bars, "<text class=\"title\" x=\"{GAP}\" y=\"{}\">{title}, ns</text>", y + TITLE / 2);
    y += TITLE - GAP;
    let times = panel.iter().flat_map(|row| [Some(row.ours), row.best_peer.as_ref().map(|(_, ns)| *ns)]);
    let longest = times.flatten().fold(0.0, f64::max);
    for row in panel {
        let peer = row.best_peer.as_ref().map(|(name, ns)| ("peer", format!("{name} (published)"), *ns));
        let ours = ("ours", format!("{} (ours)", row.scheme), row.ours);
        for (class, label, time) in iter::once(ours).chain(peer) {
            let length = LONGEST * time / longest;
            let text = y + BAR - 4;
            let _ = writeln!(
                bars,
                "<text class=\"label\" x=\"{}\" y=\"{text}\">{label}</text>\
                <rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\"/>\
                <text x=\"{:.1}\" y=\"{text}\">{}</text>",
                LEFT - 8.0,
                BAR - 2,
                LEFT + length + 6.0,
                ns(time)
            );
            y += BAR;
        }
        y += GAP;
    }
    y + GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_time() {
        let mut results = Results::default();
        results.insert("parse", "ulid", "ours", 5.0);
        results.insert("parse", "ulid", "peer", 20.0);
        // Without a peer there is nothing to compare.
        results.insert("parse", "scru160", "ours", 5.0);
        let svg = draw(&results);
        let bars: Vec<_> = svg.lines().filter(|line| line.contains("<rect")).collect();
        assert_eq!(bars.len(), 2);
        assert!(bars[0].contains("class=\"ours\"") && bars[0].contains("width=\"102.5\""), "{}", bars[0]);
        assert!(bars[1].contains("class=\"peer\"") && bars[1].contains("width=\"410.0\""), "{}", bars[1]);
    }
}
