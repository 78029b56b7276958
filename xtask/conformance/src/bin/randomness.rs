//! Statistics of the bits of IDs that must be random, see [`conformance::randomness`]. `cargo xtask prove randomness` runs it.

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

/// Read by hand: a library for arguments would be built for every machine on which the tests beside this run.
const HELP: &str = "\
Tests the bits of each scheme that should be random

Usage: cargo xtask prove randomness [--megabytes N | --write STREAM]

Options:
      --megabytes N   How much to test of each scheme [default: 250]
      --write STREAM  Write the bits of a stream to stdout until nobody reads them, for other batteries
  -h, --help          Print help";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().flat_map(|argument| argument.splitn(2, '=')).collect();
    match words[..] {
        [] => conformance::randomness::check(250_000, 501),
        ["-h" | "--help"] => {
            println!("{HELP}");
            Ok(())
        }
        ["--megabytes", megabytes] => {
            let megabytes: u64 = megabytes
                .parse()
                .with_context(|| format!("--megabytes: expected a number, found {megabytes}"))?;
            conformance::randomness::check(1_000 * megabytes, 501)
        }
        ["--write", name] => write(name),
        _ => bail!(
            "expected `--megabytes N`, `--write STREAM` or no argument, found `{}` (see --help)",
            arguments.join(" ")
        ),
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
