//! Draws the summary of the measurements: a group of bars for each operation.

use std::fmt::Write as _;

use anyhow::Result;

use super::summary::{COLUMNS, Row};
use super::times::number;

/// The measures, in pixels. A page of the book is 750 wide.
const WIDTH: usize = 740;
const LEFT: f64 = 270.0;
const MAX_WIDTH: f64 = 360.0;
const TOP: usize = 74;
const BAR: usize = 15;
const GROUP: usize = (COLUMNS.len() + 1) * BAR + GAP;
const GAP: usize = 16;

/// The card behind the drawing makes it readable on a page of any colour, as in the layouts of the schemes.
const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 15px; }
.note { fill: #57606a; font-size: 11px; }
.end { text-anchor: end; }
.card { fill: #ffffff; stroke: #d0d7de; }
.bar0 { fill: #0969da; }
.bar1 { fill: #1a7f37; }
.bar2 { fill: #9a6700; }
.bar3 { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.note { fill: #9da7b1; }
.card { fill: #161b22; stroke: #30363d; }
.bar0 { fill: #54aeff; }
.bar1 { fill: #57ab5a; }
.bar2 { fill: #d4a72c; }
.bar3 { fill: #6e7681; }
}
";

/// Draws the rows.
///
/// # Errors
///
/// Never: writing to a `String` does not fail.
pub(super) fn draw(rows: &[Row]) -> Result<String> {
    let height = TOP + GROUP * rows.len() + 6;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"title\">\n<title id=\"title\">Nanoseconds for an ID; the table has the same figures</title>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n\
         <text class=\"title\" x=\"18\" y=\"28\">Nanoseconds for an ID (shorter is faster)</text>\n",
        WIDTH - 1,
        height - 1,
    );
    let names =
        COLUMNS.map(|(title, ..)| title.replace('`', "")).into_iter().chain(["best other crate".to_owned()]);
    for (index, name) in names.enumerate() {
        let x = 18 + 170 * index;
        writeln!(svg, "<rect class=\"bar{index}\" x=\"{x}\" y=\"42\" width=\"12\" height=\"12\"/>")?;
        writeln!(svg, "<text x=\"{}\" y=\"53\">{name}</text>", x + 18)?;
    }
    let longest = rows.iter().flat_map(bars).map(|(ns, _)| ns).fold(1.0, f64::max);
    for (index, row) in rows.iter().enumerate() {
        let top = TOP + GROUP * index;
        let middle = top + (GROUP - GAP) / 2 + 4;
        writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{middle}\">{}</text>", LEFT - 10.0, row.name)?;
        for (bar, (ns, name)) in bars(row).enumerate().filter(|(_, (ns, _))| *ns > 0.0) {
            let (y, width) = (top + BAR * bar, (ns / longest * MAX_WIDTH).max(1.0));
            writeln!(
                svg,
                "<rect class=\"bar{bar}\" x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\"/>",
                BAR - 3
            )?;
            let (x, y) = (LEFT + width + 5.0, y + 10);
            writeln!(svg, "<text class=\"note\" x=\"{x:.1}\" y=\"{y}\">{}{name}</text>", number(ns))?;
        }
    }
    svg += "</svg>\n";
    Ok(svg)
}

/// The time and the name at each bar.
fn bars(row: &Row) -> impl Iterator<Item = (f64, String)> {
    // One that was not measured keeps its place.
    let columns = row.ns.iter().map(|ns| (ns.unwrap_or_default(), String::new()));
    columns.chain([(row.best_ns, format!(" ({})", row.best))])
}
