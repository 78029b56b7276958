//! Draws the fields of an ID to scale, and lists their values.

use std::io::{self, Write};

use anyid::read::Detected;
use anyid::{Form, Instant, Scheme, Writer};

/// The width of a drawing in columns.
const WIDTH: usize = 80;

struct Segment {
    label: &'static str,
    bits: u32,
    /// The columns of the borders to its left and right.
    borders: (usize, usize),
}

/// Draws an ID. `note` follows the name of the scheme. `uuid` describes the ID as a UUID.
pub(crate) fn draw(
    out: &mut impl Write,
    detected: &Detected<'_>,
    epoch_unix_ms: u64,
    now: Instant,
    note: Option<&str>,
    uuid: Option<&str>,
) -> io::Result<()> {
    let id = &detected.id;
    let time = Instant(id.unix_ms(epoch_unix_ms));
    let form = |form| {
        let mut bytes = Vec::new();
        let _ = Writer { form, epoch_unix_ms, prefix: None }.append(&mut bytes, detected);
        String::from_utf8(bytes).unwrap_or_default()
    };
    let note = note.map(|note| format!("  {note}")).unwrap_or_default();
    writeln!(out, "{:<7}{}", "text", form(Form::Text))?;
    writeln!(out, "{:<7}{}{note}", "scheme", id.scheme().name())?;
    if !detected.prefix.is_empty() {
        writeln!(out, "{:<7}{}", "prefix", detected.prefix)?;
    }
    if let Some(uuid) = uuid {
        writeln!(out, "{:<7}{uuid}", "uuid")?;
    }
    writeln!(out, "{:<7}{}", "bytes", form(Form::Hex))?;
    writeln!(out, "{:<7}{}", "int", form(Form::Int))?;
    writeln!(out, "{:<7}{time} ({})", "time", time.relative_to(now))?;

    let segments = segments(id.scheme());
    writeln!(out, "{}", ruler(&segments))?;
    writeln!(out, "{}", border(&segments, ['┌', '┬', '┐']))?;
    for row in 0..2 {
        for segment in &segments {
            let width = segment.inner();
            let text = if row == 0 { name(segment, width) } else { size(segment, width) };
            write!(out, "│{text:<width$}")?;
        }
        writeln!(out, "│")?;
    }
    writeln!(out, "{}", border(&segments, ['└', '┴', '┘']))?;

    for (field, value) in id.fields() {
        writeln!(out, "{:<11} {:>2} bits  {}", field.name, field.bits, field.meaning)?;
        writeln!(out, "{:21}{value} = 0x{value:0width$x}", "", width = field.bits.div_ceil(4) as usize)?;
    }
    Ok(())
}

impl Segment {
    /// Returns the number of columns between the borders.
    fn inner(&self) -> usize {
        self.borders.1.saturating_sub(self.borders.0 + 1)
    }
}

/// Returns the fields, after any bits that are always 0. The widths are proportional to the numbers of bits.
fn segments(scheme: Scheme) -> Vec<Segment> {
    let total = scheme.byte_len() * 8;
    let used: u32 = scheme.fields().iter().map(|field| field.bits).sum();
    let unused = u32::try_from(total).unwrap_or(used).saturating_sub(used);
    let zeros = (unused > 0).then_some(("0", unused));
    let fields = scheme.fields().iter().map(|field| (field.name, field.bits));

    let (mut bits_before, mut left) = (0, 0);
    zeros
        .into_iter()
        .chain(fields)
        .map(|(label, bits)| {
            bits_before += usize::try_from(bits).unwrap_or(0);
            let scaled = (bits_before * (WIDTH - 1) + total / 2) / total;
            // At least one column, however few the bits.
            let mut right = scaled.max(left + 2);
            // A name that is one column too long takes a column from the next field.
            if right + 1 < WIDTH && right == left + label.len() {
                right += 1;
            }
            let borders = (left, right);
            left = right;
            Segment { label, bits, borders }
        })
        .collect()
}

/// Returns a line with the number of each segment's first bit, and of the last bit.
fn ruler(segments: &[Segment]) -> String {
    let (mut line, mut first_bit) = (String::new(), 0);
    for segment in segments {
        let number = first_bit.to_string();
        let place = segment.borders.0 + 1;
        if line.is_empty() || line.len() < place {
            line.push_str(&" ".repeat(place - line.len()));
            line.push_str(&number);
        }
        first_bit += segment.bits;
    }
    let last = first_bit.saturating_sub(1).to_string();
    let end = segments.last().map_or(0, |segment| segment.borders.1);
    if line.len() + 1 + last.len() <= end {
        line.push_str(&" ".repeat(end - last.len() - line.len()));
        line.push_str(&last);
    }
    line
}

fn border(segments: &[Segment], [first, between, last]: [char; 3]) -> String {
    let mut line = String::new();
    for (index, segment) in segments.iter().enumerate() {
        line.push(if index == 0 { first } else { between });
        line.extend(std::iter::repeat_n('─', segment.inner()));
    }
    line.push(last);
    line
}

fn name(segment: &Segment, width: usize) -> String {
    let label = segment.label;
    if label.len() < width {
        format!(" {label}")
    } else if label.len() == width {
        label.into()
    } else {
        // Names are ASCII.
        label.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    }
}

fn size(segment: &Segment, width: usize) -> String {
    let (long, short) = (format!(" {} bits", segment.bits), format!(" {}", segment.bits));
    [long, short].into_iter().find(|text| text.len() <= width).unwrap_or_default()
}
