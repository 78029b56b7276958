//! `sortid schemes`: prints a comparison of the schemes, and advice on which one to choose.

use std::io::{self, Write};

use anyid::{Instant, Scheme, SchemeInfo};

/// Writes the tables.
pub(crate) fn run(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<19} bits  {:<15}  resolution  until  IDs per tick", "scheme", "text")?;
    for scheme in Scheme::ALL {
        let SchemeInfo { name, lengths, summary: [resolution, ids_per_tick, ..], .. } = scheme.info();
        let bits: u32 = scheme.fields().iter().map(|field| field.bits).sum();
        let lengths: Vec<_> = lengths.iter().map(usize::to_string).collect();
        let has_hyphens = scheme.max().with_text(|text| text.contains('-'));
        let characters = if has_hyphens { "characters" } else { "digits" };
        let text = format!("{} {characters}", lengths.join(" or "));
        let last = Instant(scheme.max().unix_ms(crate::cli::epoch_unix_ms(None))).to_string();
        let until = last.split('-').next().unwrap_or_default().trim_start_matches('+');
        writeln!(out, "{name:<19}{bits:>5}  {text:<15}  {resolution:<10}  {until:>5}  {ids_per_tick}")?;
    }
    writeln!(out, "\n{:<19}  {:<15}  coordination between generators", "scheme", "random bits")?;
    for scheme in Scheme::ALL {
        let [_, _, random_bits, coordination] = scheme.info().summary;
        writeln!(out, "{:<19}  {random_bits:<15}  {coordination}", scheme.name())?;
    }
    out.write_all(NOTE.as_bytes())?;
    // The sizes that suit most uses first.
    let mut choices = Scheme::ALL;
    choices.sort_by_key(|scheme| scheme.byte_len().abs_diff(16));
    for scheme in choices {
        writeln!(out, "{:<19}  {}", scheme.name(), scheme.info().when_to_use)?;
    }
    out.flush()
}

const NOTE: &str = "
A tick is one unit of the resolution. \"IDs per tick\" is the number of IDs that
fit into one tick, as an average or a minimum. When a tick is full, a scheme
runs ahead of the clock or waits for it.

Which one to choose:
";
