//! Draws the bit layout of a scheme, to scale.

use std::fmt::Write as _;

use anyhow::Result;
use idcore::id::Field;

use crate::schemes::Scheme;

/// The measures of a picture, in pixels. A page of the book is 750 wide.
const WIDTH: usize = 740;
const LEFT: usize = 54;
const RIGHT: usize = 722;
const BAR_TOP: usize = 70;
const BAR_HEIGHT: usize = 44;
const LEGEND_TOP: usize = 168;
const ROW: usize = 24;
/// The width of a character in a field's name, and the space next to the name.
const CHARACTER: f64 = 7.3;

/// The colours of the fields, in turn. Constant bits are grey.
const COLOURS: [&str; 4] = ["blue", "yellow", "green", "purple"];

/// The card behind the drawing makes it readable on a page of any colour. Readers can choose a light page on a dark
/// system and vice versa, but the picture only detects the system's setting.
const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; font-size: 15px; }
.name { font: 12px ui-monospace, 'DejaVu Sans Mono', monospace; }
.note { fill: #57606a; font-size: 11px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.card { fill: #ffffff; stroke: #d0d7de; }
.tick { stroke: #57606a; }
.grey { fill: #d0d7de; stroke: #57606a; }
.blue { fill: #b6dcff; stroke: #0969da; }
.yellow { fill: #ffdfa3; stroke: #9a6700; }
.green { fill: #b8ecc2; stroke: #1a7f37; }
.purple { fill: #e3ccff; stroke: #8250df; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.note { fill: #9da7b1; }
.card { fill: #161b22; stroke: #30363d; }
.tick { stroke: #9da7b1; }
.grey { fill: #30363d; stroke: #9da7b1; }
.blue { fill: #0c3b70; stroke: #54aeff; }
.yellow { fill: #5a3c00; stroke: #d4a72c; }
.green { fill: #0f4a22; stroke: #4ac26b; }
.purple { fill: #46237a; stroke: #c297ff; }
}
";

/// One box of the bar.
struct Piece {
    name: &'static str,
    meaning: &'static str,
    colour: &'static str,
    start: usize,
    bits: usize,
}

/// Draws a scheme.
pub(crate) fn draw(scheme: &Scheme) -> Result<String> {
    let pieces = pieces(scheme);
    let total = scheme.bytes * 8;
    let height = LEGEND_TOP + ROW * pieces.len();
    let (title, description) = (title(scheme), description(&pieces));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"title description\">\n\
         <title id=\"title\">The bit layout of {title}</title>\n<desc id=\"description\">{description}</desc>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n\
         <text class=\"title\" x=\"18\" y=\"28\">{title}</text>\n",
        WIDTH - 1,
        height - 1,
    );
    for piece in &pieces {
        draw_piece(&mut svg, piece, total)?;
    }
    draw_scales(&mut svg, &pieces, total)?;
    for (row, piece) in pieces.iter().enumerate() {
        draw_legend(&mut svg, piece, LEGEND_TOP + ROW * row)?;
    }
    svg += "</svg>\n";
    Ok(svg)
}

/// Returns the boxes of the fields, after a box for the bits that are always 0.
fn pieces(scheme: &Scheme) -> Vec<Piece> {
    let unused = scheme.bytes * 8 - scheme.bits();
    let mut pieces = Vec::new();
    if unused > 0 {
        pieces.push(Piece { name: "0", meaning: "always 0", colour: "grey", start: 0, bits: unused });
    }
    let (mut start, mut colours) = (unused, COLOURS.into_iter().cycle());
    for &Field { name, bits, meaning, .. } in scheme.fields {
        let colour = if scheme.constants.contains(&name) { None } else { colours.next() };
        pieces.push(Piece { name, meaning, colour: colour.unwrap_or("grey"), start, bits: bits as usize });
        start += bits as usize;
    }
    pieces
}

fn title(scheme: &Scheme) -> String {
    format!("{}: {} bits in {} bytes, {}", scheme.title, scheme.bits(), scheme.bytes, scheme.text())
}

/// Describes the picture in words.
fn description(pieces: &[Piece]) -> String {
    let mut words = String::from("From the most significant bit:");
    for (index, Piece { name, meaning, bits, .. }) in pieces.iter().enumerate() {
        let before = if index == 0 { "" } else { "," };
        let unit = if *bits == 1 { "bit" } else { "bits" };
        if *name == "0" {
            words +=
                &format!("{before} {bits} {unit} that {} {meaning}", if *bits == 1 { "is" } else { "are" });
        } else {
            words += &format!("{before} {name}, {bits} {unit} ({meaning})");
        }
    }
    words + "."
}

fn draw_piece(svg: &mut String, piece: &Piece, total: usize) -> Result<()> {
    let Piece { name, colour, start, bits, .. } = piece;
    let (left, right) = (place(*start, total), place(start + bits, total));
    let (middle, width) = (f64::midpoint(left, right), right - left);
    writeln!(
        svg,
        "<rect class=\"{colour}\" x=\"{left:.1}\" y=\"{BAR_TOP}\" width=\"{width:.1}\" height=\"{BAR_HEIGHT}\"/>"
    )?;
    // A name that does not fit is only in the legend.
    let fits = f64::from(u32::try_from(name.len())?) * CHARACTER + 4.0 <= width;
    if fits {
        writeln!(svg, "<text class=\"name middle\" x=\"{middle:.1}\" y=\"{}\">{name}</text>", BAR_TOP + 19)?;
    }
    if *name != "0" {
        let line = if fits { BAR_TOP + 35 } else { BAR_TOP + 27 };
        writeln!(svg, "<text class=\"middle\" x=\"{middle:.1}\" y=\"{line}\">{bits}</text>")?;
    }
    Ok(())
}

/// Numbers the first bit of each field and the last bit above the bar, and the bytes below it.
fn draw_scales(svg: &mut String, pieces: &[Piece], total: usize) -> Result<()> {
    let (bits, bytes) = (BAR_TOP - 8, BAR_TOP + BAR_HEIGHT + 19);
    writeln!(svg, "<text class=\"note\" x=\"18\" y=\"{bits}\">bit</text>")?;
    // The numbers of a narrow field and of the next field would overlap, so they move apart.
    let starts = || pieces.iter().map(|piece| piece.start);
    let is_narrow = |&(start, next): &(usize, usize)| {
        let digits = u32::try_from(next.to_string().len()).unwrap_or(u32::MAX);
        place(next, total) - place(start, total) < f64::from(digits) * CHARACTER
    };
    let narrow: Vec<_> = starts().zip(starts().skip(1)).filter(is_narrow).collect();
    for start in starts() {
        let (anchor, x) = if narrow.iter().any(|&(narrow, _)| narrow == start) {
            (" end", place(start + 1, total))
        } else if narrow.iter().any(|&(_, next)| next == start) {
            ("", place(start, total))
        } else {
            (" middle", centre(start, 1, total))
        };
        writeln!(svg, "<text class=\"note{anchor}\" x=\"{x:.1}\" y=\"{bits}\">{start}</text>")?;
    }
    writeln!(svg, "<text class=\"note end\" x=\"{RIGHT}\" y=\"{bits}\">{}</text>", total - 1)?;
    writeln!(svg, "<text class=\"note\" x=\"18\" y=\"{bytes}\">byte</text>")?;
    let (top, bottom) = (BAR_TOP + BAR_HEIGHT, BAR_TOP + BAR_HEIGHT + 6);
    for byte in 0..total / 8 {
        let x = place(byte * 8, total);
        writeln!(svg, "<path class=\"tick\" d=\"M{x:.1} {top}V{bottom}\"/>")?;
        let x = centre(byte * 8, 8, total);
        writeln!(svg, "<text class=\"note middle\" x=\"{x:.1}\" y=\"{bytes}\">{byte}</text>")?;
    }
    writeln!(svg, "<path class=\"tick\" d=\"M{RIGHT} {top}V{bottom}\"/>")?;
    Ok(())
}

fn draw_legend(svg: &mut String, piece: &Piece, y: usize) -> Result<()> {
    let Piece { name, meaning, colour, bits, .. } = piece;
    let unit = if *bits == 1 { "bit" } else { "bits" };
    writeln!(
        svg,
        "<rect class=\"{colour}\" x=\"18\" y=\"{}\" width=\"14\" height=\"14\" rx=\"2\"/>",
        y - 11
    )?;
    if *name != "0" {
        writeln!(svg, "<text class=\"name\" x=\"{LEFT}\" y=\"{y}\">{name}</text>")?;
    }
    writeln!(svg, "<text class=\"end\" x=\"196\" y=\"{y}\">{bits} {unit}</text>")?;
    writeln!(svg, "<text x=\"214\" y=\"{y}\">{meaning}</text>")?;
    Ok(())
}

/// Returns the left edge of a bit.
#[allow(clippy::cast_precision_loss, reason = "both numbers are at most 160")]
fn place(bit: usize, total: usize) -> f64 {
    LEFT as f64 + (RIGHT - LEFT) as f64 * bit as f64 / total as f64
}

/// Returns the middle of a range of bits.
fn centre(bit: usize, bits: usize, total: usize) -> f64 {
    f64::midpoint(place(bit, total), place(bit + bits, total))
}
