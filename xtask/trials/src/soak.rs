//! The soak: many processes and threads of each scheme make IDs under faults, and a checker reads every ID.
//!
//! Each kind of generator has a worker, which forks, replaces its program, is killed and stopped, and loses its randomness, while
//! its clock steps. Planted faults must be found: a checker that can't see them proves nothing.

mod checker;
mod clock;
mod frame;
mod partitions;
mod planted;
mod trial;
mod worker;

use std::env;
use std::num::NonZeroU64;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use harness::scheme::SchemeUnderTest;
use harness::{with_each_scheme, with_scheme};
use rustix::process::{getpid, set_child_subreaper};
use serde::Serialize;
use serde::de::DeserializeOwned;
use servers::clock::{Sees, library_or_skip};

use crate::markdown;
use checker::Tally;
use frame::{COUNTS, Count};
use planted::{Kind, Planted};
use trial::{Pace, Trial};

/// The IDs of each scheme, and the seconds over which they are spread.
const IDS: u64 = 100_000_000;
const SECONDS: u64 = 45;
const PACE: Pace =
    Pace { between_steps: 1_300, between_stops: 4_000, between_kills: 8_000, sees: Sees::Soon };

/// What happens hundreds of times in that form, to each scheme. Otherwise, its tools have no effect.
const DISTURBANCES: [Count; 7] = [
    Count::Forks,
    Count::Execs,
    Count::Kills,
    Count::Stops,
    Count::ClockSteps,
    Count::Refused,
    Count::WithoutRandomness,
];

/// IDs, seconds and pace of the short form.
const QUICK_IDS: u64 = 500_000;
const QUICK_SECONDS: u64 = 2;
const QUICK_PACE: Pace =
    Pace { between_steps: 150, between_stops: 700, between_kills: 900, sees: Sees::AtOnce };

/// The IDs of each planted fault, and their time.
const PLANTED_IDS: u64 = 400_000;
const PLANTED_LEAST: Duration = Duration::from_secs(4);
/// How often a planted fault is tried. Chance decides what the clock does when a process is killed, but must not decide whether the
/// fault is found.
const MOST_TRIALS: u64 = 50;
/// For one that shows where a generator continues in a tick of its predecessor: enough to exhaust the ticks of a node.
const MANY_IDS: u64 = 3_000_000;
const MANY_PACE: Pace = Pace { between_steps: 600, sees: Sees::Soon, ..QUICK_PACE };

/// A value that passes between processes.
trait Sent: idcore::Id + Serialize + DeserializeOwned {}
impl<I: idcore::Id + Serialize + DeserializeOwned> Sent for I {}

/// A scheme under test.
trait Scheme: SchemeUnderTest<Id: Sent> {}
impl<S: SchemeUnderTest<Id: Sent>> Scheme for S {}

/// Make IDs in processes and threads under faults, and check every one
#[derive(Debug, Parser)]
struct Options {
    /// Take this scheme, instead of all. Can be repeated
    #[arg(long = "scheme", value_name = "NAME", value_parser = PossibleValuesParser::new(names()))]
    schemes: Vec<String>,
    /// Make so many IDs of each scheme
    #[arg(long)]
    ids: Option<NonZeroU64>,
    /// Spread them over this time
    #[arg(long)]
    seconds: Option<NonZeroU64>,
    /// Select other faults at other times
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take seconds: few IDs, and faults in quick succession
    #[arg(long)]
    quick: bool,
}

fn names() -> Vec<&'static str> {
    with_each_scheme!(S => S::NAME).to_vec()
}

/// Runs the program, or a worker of it.
pub fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().collect();
    if let [_, word, orders, rest @ ..] = arguments.as_slice()
        && word == "worker"
    {
        return worker::run(orders, !rest.is_empty());
    }
    soak(&Options::parse())
}

fn soak(options: &Options) -> Result<()> {
    let libfaketime = library_or_skip().context("the clocks can't be stepped")?;
    // Processes whose parents were killed become children of this one, which reaps them.
    set_child_subreaper(Some(getpid()))?;
    let (ids, seconds, pace) =
        if options.quick { (QUICK_IDS, QUICK_SECONDS, QUICK_PACE) } else { (IDS, SECONDS, PACE) };
    let ids = options.ids.map_or(ids, NonZeroU64::get);
    let least = Duration::from_secs(options.seconds.map_or(seconds, NonZeroU64::get));
    let mut faults = Vec::new();

    let mut table = Vec::new();
    let is_selected =
        |name| options.schemes.is_empty() || options.schemes.iter().any(|scheme| scheme == name);
    for name in names().into_iter().filter(|&name| is_selected(name)) {
        let start = Instant::now();
        let (kinds, libfaketime) = (Kind::ALL.to_vec(), libfaketime.clone());
        let trial = Trial { kinds, planted: None, ids, least, pace, seed: options.seed, libfaketime };
        let Tally { counts, descriptions } = run(&trial, name)?;
        let seconds = start.elapsed().as_secs();
        eprintln!("{name}: {} IDs in {seconds} s", counts[Count::Ids]);
        descriptions.iter().for_each(|description| eprintln!("    {description}"));
        let is_unique = with_scheme!(name, S => S::IS_UNIQUE).unwrap_or(true);
        let mut numbers = counts.0.map(|count| count.to_string());
        if !is_unique {
            numbers[Count::Duplicates as usize] += " by odds";
        }
        let row = [name.to_owned()].into_iter().chain(numbers).chain([seconds.to_string()]);
        table.push(row.collect());
        let duplicates = if is_unique { counts[Count::Duplicates] } else { 0 };
        if duplicates + counts[Count::OutOfOrder] + counts[Count::OtherFaults] > 0 {
            faults.push(name.to_owned());
        }
        ensure!(
            counts[Count::Ids] >= ids / 2,
            "{name}: only {} IDs were made, expected {ids}",
            counts[Count::Ids]
        );
        if let Some(missing) = DISTURBANCES.into_iter().find(|&count| counts[count] == 0)
            && ids >= IDS
            && least.as_secs() >= SECONDS
        {
            bail!("{name}: expected all disturbances, found no {}", COUNTS[missing as usize]);
        }
    }
    let head = format!("scheme | {} | seconds", COUNTS.join(" | "));
    print!("{}", markdown::table(&head, table, 1));

    let caught = thread::scope(|scope| {
        let catch = |planted| {
            let libfaketime = &libfaketime;
            scope.spawn(move || catch(planted, options.seed, libfaketime))
        };
        let trials = Planted::ALL.map(catch);
        trials.into_iter().map(|trial| trial.join().expect("it does not panic")).collect::<Result<Vec<_>>>()
    })?;
    let head = "planted fault | scheme | kind | IDs | duplicates | out of order | found";
    let mut table = Vec::new();
    for (row, is_caught) in caught {
        if !is_caught {
            faults.push(row[0].clone());
        }
        table.push(row.to_vec());
    }
    print!("\n{}", markdown::table(head, table, 3));
    ensure!(faults.is_empty(), "the soak found faults, or did not find planted ones: {}", faults.join(", "));
    Ok(())
}

fn run(trial: &Trial, scheme: &str) -> Result<Tally> {
    let tally = with_scheme!(scheme, S => trial.run::<S>());
    tally.with_context(|| format!("there is no scheme `{scheme}`"))?.with_context(|| scheme.to_owned())
}

/// Tries a planted fault, with other seeds until it is found. Returns its row in the table.
fn catch(
    (planted, scheme, kind, symptom): (Planted, &str, Kind, Count),
    seed: u64,
    libfaketime: &Path,
) -> Result<([String; 7], bool)> {
    let (ids, pace) = match planted {
        Planted::ForgetsTheLast => (MANY_IDS, MANY_PACE),
        _ => (PLANTED_IDS, QUICK_PACE),
    };
    let mut sum = Tally::default();
    for seed in (0..MOST_TRIALS).map(|nth| seed.wrapping_add(nth)) {
        let (kinds, libfaketime) = (vec![kind], libfaketime.to_owned());
        let trial =
            Trial { kinds, planted: Some(planted), ids, least: PLANTED_LEAST, pace, seed, libfaketime };
        sum.add(run(&trial, scheme)?);
        if sum.counts[symptom] > 0 {
            break;
        }
    }
    let is_caught = sum.counts[symptom] > 0;
    let counts =
        [Count::Ids, Count::Duplicates, Count::OutOfOrder].map(|count| sum.counts[count].to_string());
    let [ids, duplicates, out_of_order] = counts;
    let [planted, kind] = [format!("{planted:?}"), format!("{kind:?}")];
    let found = if is_caught { "yes" } else { "NO" };
    Ok(([planted, scheme.to_owned(), kind, ids, duplicates, out_of_order, found.to_owned()], is_caught))
}
