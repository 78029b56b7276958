//! The program on Linux.

mod checker;
mod clock;
mod denial;
mod flaw;
mod frame;
mod kind;
mod order;
mod partitions;
mod random;
mod subject;
mod trial;
mod worker;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use lexopt::prelude::{Long, Value, ValueExt as _};
use rustix::process::{getpid, set_child_subreaper};

use self::checker::Tally;
use self::flaw::{Flaw, Symptom};
use self::kind::Kind;
use self::subject::{SUBJECTS, Subject};
use self::trial::{Pace, Trial, forget_peak, peak_mb};
use self::worker::Orders;

/// The IDs of each scheme, and the time over which they are spread.
const IDS: u64 = 100_000_000;
const LEAST: Duration = Duration::from_secs(45);
const PACE: Pace = Pace { between_steps: 1_300, between_stops: 4_000, between_kills: 8_000, is_exact: false };

/// The same for the short form.
const QUICK_IDS: u64 = 500_000;
const QUICK_LEAST: Duration = Duration::from_millis(2_000);
const QUICK_PACE: Pace = Pace { between_steps: 150, between_stops: 700, between_kills: 900, is_exact: true };

/// The IDs of each broken generator, and their time.
const FLAWED_IDS: u64 = 400_000;
const FLAWED_LEAST: Duration = Duration::from_secs(4);
/// How often a broken generator is tried, since chance decides what the clock does when a process is killed.
const MOST_TRIALS: u64 = 6;
/// For a flaw that shows where a generator continues in a tick of its predecessor: enough to exhaust the ticks of a node.
const MANY_IDS: u64 = 3_000_000;
const MANY_PACE: Pace = Pace { between_steps: 600, is_exact: false, ..QUICK_PACE };

struct Options {
    subjects: Vec<&'static Subject>,
    ids: u64,
    least: Duration,
    pace: Pace,
    seed: u64,
}

pub(crate) fn main() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let (mut subjects, mut ids, mut least, mut seed, mut is_quick) = (Vec::new(), None, None, 1, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(word) if word == "worker" => return worker(arguments),
            Long("quick") => is_quick = true,
            Long("scheme") => subjects.push(subject(&arguments.value()?.string()?)?),
            Long("ids") => ids = Some(number("ids", &mut arguments)?),
            Long("seconds") => least = Some(Duration::from_secs(number("seconds", &mut arguments)?)),
            Long("seed") => seed = number("seed", &mut arguments)?,
            other => return Err(other.unexpected().into()),
        }
    }
    if subjects.is_empty() {
        subjects = SUBJECTS.iter().collect();
    }
    let (default_ids, default_least, pace) =
        if is_quick { (QUICK_IDS, QUICK_LEAST, QUICK_PACE) } else { (IDS, LEAST, PACE) };
    let (ids, least) = (ids.unwrap_or(default_ids), least.unwrap_or(default_least));
    let options = Options { subjects, ids, least, pace, seed };
    ensure!(options.ids > 0, "--ids: expected at least 1, found 0");
    ensure!(!options.least.is_zero(), "--seconds: expected at least 1, found 0");
    soak(&options)
}

/// Reads the number after an option.
fn number(name: &str, arguments: &mut lexopt::Parser) -> Result<u64> {
    arguments.value()?.parse().map_err(|error| anyhow!("--{name}: {error}"))
}

fn subject(name: &str) -> Result<&'static Subject> {
    SUBJECTS.iter().find(|subject| subject.name == name).with_context(|| {
        let names: Vec<_> = SUBJECTS.iter().map(|subject| subject.name).collect();
        format!("there is no scheme `{name}`, expected one of {}", names.join(", "))
    })
}

/// `worker SCHEME KIND FLAW SEED GENERATION [exec]`, which this program runs itself.
fn worker(mut arguments: lexopt::Parser) -> Result<()> {
    let mut words = Vec::new();
    while let Some(argument) = arguments.next()? {
        let Value(word) = argument else { return Err(argument.unexpected().into()) };
        words.push(word.string()?);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [name, kind, flaw, seed, generation, ref rest @ ..] = *words else {
        bail!("a worker has {} arguments, expected five", words.len())
    };
    let orders = Orders {
        subject: subject(name)?,
        kind: Kind::by_name(kind).with_context(|| format!("there is no kind `{kind}`"))?,
        flaw: Flaw::by_name(flaw).with_context(|| format!("there is no flaw `{flaw}`"))?,
        seed: seed.parse().context("the seed")?,
        generation: generation.parse().context("the generation")?,
    };
    worker::run(orders, !rest.is_empty())
}

fn soak(options: &Options) -> Result<()> {
    let libfaketime = libfaketime()?;
    // Processes whose parents were killed become children of this one, which reaps them.
    set_child_subreaper(Some(getpid()))?;
    let Options { ids, least, pace, seed, .. } = *options;
    let mut faults = Vec::new();

    println!(
        "scheme | IDs | processes | forks | execs | kills | stops | clock steps | started over | refused | spells without randomness | draws refused | duplicates | out of order | other faults | seconds | MB"
    );
    println!("{}", ["---"; 17].join(" | "));
    for &subject in &options.subjects {
        forget_peak()?;
        let start = Instant::now();
        let (kinds, libfaketime) = (Kind::ALL.to_vec(), libfaketime.clone());
        let trial = Trial { subject, kinds, flaw: Flaw::None, ids, least, pace, seed, libfaketime };
        let tally = trial.run().with_context(|| subject.name)?;
        println!("{}", row(subject, &tally, start.elapsed().as_secs(), peak_mb()?));
        if (tally.duplicates > 0 && subject.is_unique) || tally.out_of_order + tally.other_faults > 0 {
            faults.push(subject.name);
        }
        for description in &tally.descriptions {
            println!("    {description}");
        }
        ensure!(tally.ids >= ids / 2, "{}: only {} IDs were made, expected {ids}", subject.name, tally.ids);
    }

    let caught = std::thread::scope(|scope| {
        let trials: Vec<_> = Flaw::ALL
            .into_iter()
            .filter_map(|flaw| {
                let libfaketime = libfaketime.clone();
                let (name, kind, symptom) = flaw.shown_by()?;
                Some(scope.spawn(move || catch(flaw, subject(name)?, kind, symptom, seed, &libfaketime)))
            })
            .collect();
        trials.into_iter().map(|trial| trial.join().expect("it does not panic")).collect::<Result<Vec<_>>>()
    })?;
    println!("\nbroken generator | scheme | kind | IDs | duplicates | out of order | caught");
    println!("{}", ["---"; 7].join(" | "));
    for Caught { flaw, row, is_caught } in caught {
        println!("{row}");
        if !is_caught {
            faults.push(flaw.name());
        }
    }
    ensure!(
        faults.is_empty(),
        "the soak found faults, or did not find those of broken generators: {}",
        faults.join(", ")
    );
    Ok(())
}

/// The result of [`catch`].
struct Caught {
    flaw: Flaw,
    row: String,
    is_caught: bool,
}

/// Tries a broken generator, with other seeds until it is caught.
fn catch(
    flaw: Flaw,
    subject: &'static Subject,
    kind: Kind,
    symptom: Symptom,
    seed: u64,
    libfaketime: &Path,
) -> Result<Caught> {
    let (ids, pace) = match flaw {
        Flaw::ForgetsTheLast => (MANY_IDS, MANY_PACE),
        _ => (FLAWED_IDS, QUICK_PACE),
    };
    let (mut sum, mut is_caught) = (Tally::default(), false);
    for nth in 0..MOST_TRIALS {
        let (kinds, libfaketime) = (vec![kind], libfaketime.to_owned());
        let seed = seed.wrapping_add(nth);
        sum.add(Trial { subject, kinds, flaw, ids, least: FLAWED_LEAST, pace, seed, libfaketime }.run()?);
        is_caught = match symptom {
            Symptom::Duplicates => sum.duplicates > 0,
            Symptom::OutOfOrder => sum.out_of_order > 0,
        };
        if is_caught {
            break;
        }
    }
    let row = [
        flaw.name().to_owned(),
        subject.name.to_owned(),
        kind.name().to_owned(),
        sum.ids.to_string(),
        sum.duplicates.to_string(),
        sum.out_of_order.to_string(),
        if is_caught { "yes" } else { "NO" }.to_owned(),
    ];
    Ok(Caught { flaw, row: row.join(" | "), is_caught })
}

fn row(subject: &Subject, tally: &Tally, seconds: u64, mb: u64) -> String {
    let duplicates = if subject.is_unique {
        tally.duplicates.to_string()
    } else {
        format!("{} by odds", tally.duplicates)
    };
    [
        subject.name.to_owned(),
        tally.ids.to_string(),
        tally.processes.to_string(),
        tally.forks.to_string(),
        tally.execs.to_string(),
        tally.kills.to_string(),
        tally.stops.to_string(),
        tally.steps.to_string(),
        tally.starts_over.to_string(),
        tally.refused.to_string(),
        tally.denials.to_string(),
        tally.without_randomness.to_string(),
        duplicates,
        tally.out_of_order.to_string(),
        tally.other_faults.to_string(),
        seconds.to_string(),
        mb.to_string(),
    ]
    .join(" | ")
}

/// The library that steps the clocks.
fn libfaketime() -> Result<PathBuf> {
    let folders =
        [format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH), "/usr/lib64".into(), "/usr/lib".into()];
    let paths = folders.map(|folder| PathBuf::from(folder).join("faketime/libfaketime.so.1"));
    paths
        .into_iter()
        .find(|path| path.exists())
        .context("libfaketime is not installed (Debian, Ubuntu, Fedora: the package `libfaketime`)")
}
