//! `randomness [--megabytes N] [--quick] [--write STREAM]`: tests the bits of IDs that should be random. `cargo xtask prove randomness`
//! runs it. `--write` writes a stream to stdout, for other batteries.

#![allow(clippy::cast_precision_loss, reason = "statistics are approximate")]

mod battery;
mod broken;
mod samples;

use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use lexopt::prelude::{Long, ValueExt as _};

use self::battery::{Battery, LIMIT, Statistic, equal_frequencies};
use self::samples::{STEPS, Samples, ulid_flake_steps};

/// The random bits of each stream, in millions of bytes.
const MEGABYTES: u64 = 1_000;
/// The same for the short form.
const QUICK_MEGABYTES: u64 = 3;
/// The share of ones in the biased bit that must be caught, in thousandths. The short form has too few samples to see less.
const BIAS: u32 = 501;
const QUICK_BIAS: u32 = 510;
/// The most megabytes from a broken source.
const MOST_BROKEN: u64 = 500;

fn main() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let (mut given, mut is_quick) = (None, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => is_quick = true,
            Long("megabytes") => {
                let number = arguments.value()?.parse().map_err(|error| anyhow!("--megabytes: {error}"))?;
                given = Some(number);
            }
            Long("write") => return write(samples::by_name(&arguments.value()?.string()?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    let (megabytes, bias) = if is_quick { (QUICK_MEGABYTES, QUICK_BIAS) } else { (MEGABYTES, BIAS) };
    let megabytes = given.unwrap_or(megabytes);
    ensure!(megabytes > 0, "--megabytes: expected at least 1, found 0");
    test(megabytes, bias)
}

/// What the battery found in one stream.
#[derive(Clone)]
struct Verdict {
    name: String,
    bytes: u64,
    statistics: usize,
    greatest: Statistic,
    failures: usize,
    seconds: u64,
}

fn test(megabytes: u64, bias: u32) -> Result<()> {
    println!("bits | MB | statistics | greatest deviation | of | seconds");
    println!("{}", ["---"; 6].join(" | "));
    let mut faults = Vec::new();
    let mut verdicts = in_parallel(samples::ALL.len(), |index| judge(samples::ALL[index](), megabytes))?;
    verdicts.push(judge_steps(megabytes)?);
    for verdict in verdicts {
        let Verdict { name, bytes, statistics, greatest, failures, seconds } = verdict;
        let Statistic { name: worst, deviation } = greatest;
        println!("{name} | {} | {statistics} | {deviation:.1} | {worst} | {seconds}", bytes / 1_000_000);
        if failures > 0 {
            faults.push(name);
        }
    }

    println!("\nbroken source | MB | statistics | greatest deviation | of | failures");
    println!("{}", ["---"; 6].join(" | "));
    let nth_broken = |index| broken::all(bias).into_iter().nth(index).context("a broken source");
    let verdicts =
        in_parallel(broken::all(bias).len(), |index| judge(nth_broken(index)?, megabytes.min(MOST_BROKEN)))?;
    for verdict in verdicts {
        let Verdict { name, bytes, statistics, greatest, failures, .. } = verdict;
        let Statistic { name: worst, deviation } = greatest;
        println!("{name} | {} | {statistics} | {deviation:.1} | {worst} | {failures}", bytes / 1_000_000);
        if failures == 0 {
            faults.push(format!("{name} was not caught"));
        }
    }
    println!("\nA deviation of more than {LIMIT} standard deviations is a failure.");
    ensure!(
        faults.is_empty(),
        "the battery found faults, or missed those of broken sources: {}",
        faults.join(", ")
    );
    Ok(())
}

/// Calls a function for each index, as many at the same time as the machine has cores.
fn in_parallel(count: usize, judge: impl Fn(usize) -> Result<Verdict> + Sync) -> Result<Vec<Verdict>> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut verdicts = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut verdicts = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return Ok(verdicts);
                        }
                        verdicts.push((index, judge(index)?));
                    }
                })
            })
            .collect();
        let verdicts = threads.into_iter().map(|thread| thread.join().expect("the battery does not panic"));
        verdicts.collect::<Result<Vec<_>>>()
    })?
    .concat();
    verdicts.sort_by_key(|(index, _)| *index);
    Ok(verdicts.into_iter().map(|(_, verdict)| verdict).collect())
}

fn judge(mut samples: Samples, megabytes: u64) -> Result<Verdict> {
    let start = Instant::now();
    let (name, bits) = (samples.name, samples.bits);
    let mut battery = Battery::new(bits);
    while battery.bytes() < megabytes * 1_000_000 {
        let sample = (samples.next)().context(name)?;
        ensure!(bits == 128 || sample >> bits == 0, "{name}: {sample:x} has more than {bits} bits");
        battery.add(sample);
    }
    Ok(Verdict::new(name, battery.bytes(), battery.statistics(), start))
}

/// The steps of an Ulid-Flake are no bits, so they have a statistic of their own.
fn judge_steps(megabytes: u64) -> Result<Verdict> {
    let start = Instant::now();
    let mut next = ulid_flake_steps();
    let mut counts = vec![0; STEPS];
    let steps = megabytes * 1_000_000;
    for _ in 0..steps {
        counts[next()?] += 1;
    }
    let statistic = Statistic { name: "frequencies".into(), deviation: equal_frequencies(&counts) };
    Ok(Verdict::new("ulid-flake: steps", steps, vec![statistic], start))
}

impl Verdict {
    fn new(name: &str, bytes: u64, mut statistics: Vec<Statistic>, start: Instant) -> Self {
        let seconds = start.elapsed().as_secs();
        let count = statistics.len();
        let failures = statistics.iter().filter(|statistic| !is_within_limit(statistic)).count();
        statistics.sort_by(|one, other| one.deviation.abs().total_cmp(&other.deviation.abs()));
        let greatest = statistics
            .pop()
            .unwrap_or_else(|| Statistic { name: "no statistic".into(), deviation: f64::NAN });
        Self { name: name.to_owned(), bytes, statistics: count, greatest, failures, seconds }
    }
}

/// Not so if the deviation is no number.
fn is_within_limit(statistic: &Statistic) -> bool {
    (-LIMIT..=LIMIT).contains(&statistic.deviation)
}

/// Writes the bits of a stream to stdout until nobody reads them, such as `dieharder -g 200 -a`.
fn write(mut samples: Samples) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut pending, mut bits) = (0_u128, 0);
    loop {
        let sample = (samples.next)()?;
        for bit in 0..samples.bits {
            pending |= (sample >> bit & 1) << bits;
            bits += 1;
            if bits == 128 {
                match out.write_all(&pending.to_le_bytes()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                    result => result?,
                }
                (pending, bits) = (0, 0);
            }
        }
    }
}
