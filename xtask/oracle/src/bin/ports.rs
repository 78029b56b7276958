//! Runs the test vectors against ports with one injected bug each, and names the case that finds it.

use std::panic;
use std::process::ExitCode;
use std::thread;

use anyhow::{Result, ensure};
use oracle::bugs::{Bug, EQUIVALENT, bugs};
use oracle::format::{File, Kind};
use oracle::load;
use oracle::port::Port;
use oracle::schemes::{SCHEMES, Scheme};
use oracle::trial::first_failure;
use xtask::progress::Steps;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A scheme with its files of vectors.
struct Vectors {
    scheme: &'static Scheme,
    files: Vec<File>,
}

fn run() -> Result<()> {
    let mut steps = Steps::new(2);
    steps.next("read the vectors and check a port without a bug");
    let vectors = SCHEMES.iter().map(|scheme| read(scheme)).collect::<Result<Vec<_>>>()?;
    for Vectors { scheme, files } in &vectors {
        let failure = failure(&Port::right(scheme), files, &Kind::ALL);
        ensure!(failure.is_none(), "{}: a port without a bug fails at {failure:?}", scheme.name);
    }
    for scheme in SCHEMES {
        for kind in scheme.kinds() {
            let is_tested = bugs().any(|bug| bug.kinds.contains(&kind) && bug.applies(scheme));
            ensure!(is_tested, "{}: expected an injected bug for {}, found none", scheme.name, kind.name());
        }
    }
    // A port that panics fails its case. Panic messages would only clutter the table.
    panic::set_hook(Box::new(|_| {}));
    let ports: Vec<_> = bugs()
        .flat_map(|bug| vectors.iter().filter(move |of| bug.applies(of.scheme)).map(move |of| (bug, of)))
        .collect();
    steps.next(&format!("check {} ports with one bug each", ports.len()));
    let results = in_threads(&ports, |(bug, of)| failure(&bug.port(of.scheme), &of.files, bug.kinds));
    let _ = panic::take_hook();
    let ports = ports.iter().zip(results);
    report(&ports.map(|((bug, of), case)| Trial { bug: *bug, scheme: of.scheme, case }).collect::<Vec<_>>())
}

/// The port of a scheme with a bug, and the first case that it fails.
struct Trial {
    bug: Bug,
    scheme: &'static Scheme,
    case: Option<String>,
}

impl Trial {
    /// Returns the position in the list of bugs that no vector can show.
    fn equivalent(&self) -> Option<usize> {
        let names = (self.scheme.name, self.bug.group, self.bug.name);
        EQUIVALENT.iter().position(|entry| (entry.0, entry.1, entry.2) == names)
    }
}

fn read(scheme: &'static Scheme) -> Result<Vectors> {
    let files = scheme.kinds().map(|kind| load::ours(scheme, kind)).collect::<Result<_>>()?;
    Ok(Vectors { scheme, files })
}

/// Returns the kind and the id of the first case that a port fails, among the files of the given kinds.
fn failure(port: &Port<'_>, files: &[File], kinds: &[Kind]) -> Option<String> {
    files.iter().find_map(|file| {
        let kind = file.header.kind;
        let id = kinds.contains(&kind).then(|| first_failure(port, file)).flatten()?;
        Some(format!("{} {id}", kind.name()))
    })
}

/// Calls a function with each port, on one thread per core.
fn in_threads<T: Sync, R: Send>(ports: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let run_all = |ports: &[T]| ports.iter().map(&run).collect::<Vec<_>>();
    thread::scope(|scope| {
        let parts = ports.chunks(ports.len().div_ceil(cores).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| run_all(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

/// Prints a row for each bug, with the case that the port of each scheme fails.
fn report(trials: &[Trial]) -> Result<()> {
    print!("{:<12} {:<62}", "group", "bug: the first case that fails");
    SCHEMES.iter().for_each(|scheme| print!(" {:<19}", scheme.name));
    println!();
    for row in trials.chunk_by(|one, next| (one.bug.group, one.bug.name) == (next.bug.group, next.bug.name)) {
        print!("{:<12} {:<62}", row[0].bug.group, row[0].bug.name);
        for scheme in SCHEMES {
            let cell = row.iter().find(|trial| trial.scheme.name == scheme.name).map_or("", |trial| {
                let missed = if trial.equivalent().is_some() { "equivalent" } else { "SURVIVES" };
                trial.case.as_deref().unwrap_or(missed)
            });
            print!(" {cell:<19}");
        }
        println!();
    }
    let missed = trials.iter().filter(|trial| trial.case.is_none());
    let (equivalent, survivors): (Vec<&Trial>, Vec<_>) =
        missed.partition(|trial| trial.equivalent().is_some());
    let [all, same, survive] = [trials.len(), equivalent.len(), survivors.len()];
    let caught = all - same - survive;
    println!("\n{all} bugs in ports: {caught} caught, {same} equivalent, {survive} survive");
    for (index, (scheme, group, name, _)) in EQUIVALENT.iter().enumerate() {
        let is_used = equivalent.iter().any(|trial| trial.equivalent() == Some(index));
        ensure!(is_used, "{scheme}: {group}: {name}: listed as equivalent, but no such port survives");
    }
    let survivors: Vec<_> = survivors
        .iter()
        .map(|trial| format!("\n  {}: {}: {}", trial.scheme.name, trial.bug.group, trial.bug.name))
        .collect();
    ensure!(survivors.is_empty(), "no case fails on these bugs:{}", survivors.concat());
    Ok(())
}
