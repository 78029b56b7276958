//! Runs the test vectors against ports with one planted fault each, and names the case that finds it.

use std::collections::BTreeMap;
use std::panic;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context as _, Result, bail, ensure};
use oracle::faults::{EQUIVALENT, Fault, faults};
use oracle::format::{File, Kind};
use oracle::port::Port;
use oracle::schemes::{SCHEMES, Scheme};
use oracle::trial::first_failure;
use oracle::{load, test_vectors};

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
    let vectors = SCHEMES.iter().map(|scheme| read(scheme)).collect::<Result<Vec<_>>>()?;
    for Vectors { scheme, files } in &vectors {
        let failure = failure(&Port::right(scheme), files, &Kind::ALL);
        ensure!(failure.is_none(), "{}: a port without a fault fails at {failure:?}", scheme.name);
    }
    for scheme in SCHEMES {
        for kind in scheme.kinds() {
            let is_tested = faults().any(|fault| fault.kinds.contains(&kind) && (fault.applies)(scheme));
            ensure!(
                is_tested,
                "{}: expected a planted fault for {}, found none",
                scheme.name,
                kind.file_name()
            );
        }
    }
    // A port that panics fails its case. Its message would only hide the table.
    panic::set_hook(Box::new(|_| {}));
    let trials: Vec<_> = faults()
        .flat_map(|fault| {
            vectors.iter().filter(move |of| (fault.applies)(of.scheme)).map(move |of| (fault, of))
        })
        .collect();
    let results = in_threads(&trials, |(fault, of)| {
        let mut rules = of.scheme.rules();
        (fault.plant)(&mut rules);
        failure(&Port::new(of.scheme, rules), &of.files, fault.kinds)
    });
    let _ = panic::take_hook();
    report(&trials, &results)
}

fn read(scheme: &'static Scheme) -> Result<Vectors> {
    let folder = test_vectors().join(scheme.name);
    let files = scheme.kinds().map(|kind| load::file(&folder.join(kind.file_name()), scheme, kind));
    Ok(Vectors { scheme, files: files.collect::<Result<_>>()? })
}

/// The kind and the id of the first case that a port fails, among the files of some kinds.
fn failure(port: &Port<'_>, files: &[File], kinds: &[Kind]) -> Option<String> {
    files.iter().find_map(|file| {
        let kind = file.header().kind;
        let id = kinds.contains(&kind).then(|| first_failure(port, file)).flatten()?;
        Some(format!("{} {id}", kind.name()))
    })
}

/// Calls a function with each trial, in as many threads as there are cores.
fn in_threads<T: Sync, R: Send>(trials: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((index, trial)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| Some((index, trials.get(index)?)))
        {
            results.push((index, run(trial)));
        }
        results
    };
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let mut results: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Prints a row for each fault, with the case at which the port of each scheme fails.
fn report(trials: &[(Fault, &Vectors)], results: &[Option<String>]) -> Result<()> {
    let mut rows: Vec<(&str, &str, BTreeMap<&str, String>)> = Vec::new();
    let mut survivors = Vec::new();
    let mut equivalents = 0;
    let mut used = vec![false; EQUIVALENT.len()];
    for ((fault, of), result) in trials.iter().zip(results) {
        let scheme = of.scheme.name;
        let known = EQUIVALENT
            .iter()
            .position(|entry| (entry.0, entry.1, entry.2) == (scheme, fault.group, fault.name));
        let cell = match (result, known) {
            (Some(case), _) => case.clone(),
            (None, Some(known)) => {
                used[known] = true;
                equivalents += 1;
                "equivalent".to_owned()
            }
            (None, None) => {
                survivors.push(format!("{scheme}: {}: {}", fault.group, fault.name));
                "SURVIVES".to_owned()
            }
        };
        if rows
            .last()
            .is_none_or(|row| (row.0, row.1) != (fault.group, fault.name) || row.2.contains_key(scheme))
        {
            rows.push((fault.group, fault.name, BTreeMap::new()));
        }
        let row = rows.last_mut().context("a row was pushed")?;
        row.2.insert(scheme, cell);
    }
    print!("{:<12} {:<62}", "group", "fault: the first case that fails");
    SCHEMES.iter().for_each(|scheme| print!(" {:<19}", scheme.name));
    println!();
    for (group, name, cells) in &rows {
        print!("{group:<12} {name:<62}");
        for scheme in SCHEMES {
            print!(" {:<19}", cells.get(scheme.name).map_or("", String::as_str));
        }
        println!();
    }
    let caught = results.iter().flatten().count();
    println!(
        "\n{} faults in ports: {caught} caught, {equivalents} equivalent, {} survive",
        results.len(),
        survivors.len()
    );
    for (entry, used) in EQUIVALENT.iter().zip(used) {
        if !used {
            bail!("{}: {}: {}: listed as equivalent, but no such port survives", entry.0, entry.1, entry.2);
        }
    }
    ensure!(survivors.is_empty(), "no case fails on these faults:\n  {}", survivors.join("\n  "));
    Ok(())
}
