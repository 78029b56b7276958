//! `randomness [--megabytes N] [--write STREAM]`: statistics of the bits of IDs that must be random, see [`conformance::randomness`].
//! `cargo xtask prove randomness` runs it. `--write` writes a stream to stdout, for other batteries.

use std::io::{self, BufWriter, Write as _};

use anyhow::{Context as _, Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => conformance::randomness::check(250_000, 501),
        ["--megabytes", megabytes] => {
            let megabytes: u64 = megabytes.parse().context("--megabytes")?;
            conformance::randomness::check(1_000 * megabytes, 501)
        }
        ["--write", name] => write(name),
        _ => {
            bail!("expected `--megabytes N`, `--write STREAM` or no argument, found {}", arguments.join(" "))
        }
    }
}

/// Writes the bits of a stream until nobody reads them, such as `RNG_test stdin64`.
fn write(name: &str) -> Result<()> {
    let mut streams = conformance::randomness::streams()?;
    let names: Vec<_> = streams.iter().map(|stream| stream.name).collect();
    let index = names.iter().position(|known| *known == name);
    let index = index.with_context(|| format!("expected one of {}, found {name}", names.join(", ")))?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = streams[index].words(u64::MAX, |_, _| {}, |word| Ok(out.write_all(&word.to_le_bytes())?));
    match result {
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::BrokenPipe) => Ok(()),
        result => result,
    }
}
