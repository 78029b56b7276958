//! The tables of `docs/performance.md`, which are also printed.

use anyhow::Result;

use super::results::{OURS, Results};
use super::rows::{OPERATIONS, OTHER_SCHEME, Operation, SCHEMES, rows};
use super::{plot, threads};
use crate::{files, markdown, root};

/// The command that writes the page.
const COMMAND: &str = "cargo xtask bench --write";

/// The numbers of IDs, as in `xtask/bench`.
const BURSTS: [&str; 8] = ["1", "10", "100", "1000", "10000", "100000", "1000000", "10000000"];

/// Our times beside those of the best peer.
pub(super) fn ratios(results: &Results) -> String {
    let head = "operation | scheme | best peer | aim (floor) | reached | ours ns | peer ns | ratio";
    let mut ratios = Vec::new();
    for row in rows(results) {
        let (peer, peer_ns) = row.best_peer.unzip();
        let (aim, reached) = row.aim.unwrap_or_default();
        ratios.push(vec![
            row.title.to_owned(),
            row.scheme.to_owned(),
            peer.unwrap_or_default(),
            aim,
            reached.to_owned(),
            ns(row.ours),
            peer_ns.map_or_else(String::new, ns),
            peer_ns.map_or_else(String::new, |peer_ns| format!("{:.2} ×", peer_ns / row.ours)),
        ]);
    }
    format!("{}\n{}", markdown::table(head, ratios, 5), bounds(results).unwrap_or_default())
}

/// The costs of which a generator's time is made.
fn bounds(results: &Results) -> Option<String> {
    let time = |name| results.get("floor", "none", name);
    let (clock, coarse_clock, lock) = (time("clock")?, time("coarse-clock")?, time("lock")?);
    Some(format!(
        "Nanoseconds per ID. Reading the clock: {}, the coarse one: {}; locking and unlocking a `Mutex`: {}; 4 random bytes: {}; \
        copying 16 bytes: {}.\nSo on one thread, no generator behind that lock becomes more than {:.2} × as fast by coarse time.\n",
        ns(clock),
        ns(coarse_clock),
        ns(lock),
        ns(time("random-4-bytes")?),
        ns(time("copy-16-bytes")?),
        (clock + lock) / (coarse_clock + lock),
    ))
}

/// All times, including those of peers with a scheme of their own.
pub(super) fn everyone(results: &Results) -> String {
    let mut rows = Vec::new();
    for Operation { name: operation, title, .. } in OPERATIONS {
        for scheme in SCHEMES.iter().chain([&OTHER_SCHEME]) {
            let mut times: Vec<_> = results.of(operation, scheme).into_iter().flatten().collect();
            times.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            let times: Vec<_> = times.iter().map(|(name, time)| format!("{name} {}", ns(**time))).collect();
            if !times.is_empty() {
                rows.push(vec![(*title).to_owned(), (*scheme).to_owned(), times.join(", ")]);
            }
        }
    }
    markdown::table("operation | scheme | ns of each, fastest first", rows, 3)
}

/// The growth of the cost of an ID: with the number of IDs, with the number of threads, and with cold caches.
pub(super) fn growth(results: &Results) -> String {
    let bursts = grow(results, "burst", &BURSTS);
    let threads = grow_with_threads(results);
    let mut cold = Vec::new();
    for (scheme, implementation) in everyone_in(results, "parse-cold") {
        let time = |operation: &str| {
            let nothing = results.get(operation, "none", "nothing")?;
            Some(ns((results.get(operation, scheme, &implementation)? - nothing).max(0.0)))
        };
        let [text, parse] = ["text-cold", "parse-cold"].map(|operation| time(operation).unwrap_or_default());
        cold.push(vec![scheme.to_owned(), implementation, text, parse]);
    }
    format!(
        "Own generator, by number of IDs at one clock reading: nanoseconds per ID.\n\n{bursts}\n\
        By number of threads: nanoseconds until any thread has the next ID.\n\n{threads}\n\
        With cold caches: nanoseconds, without the cost of the measurement itself.\n\n{}",
        markdown::table("scheme | implementation | text | parsing", cold, 2)
    )
}

/// Our kinds of generator for several threads, then the peers.
fn grow_with_threads(results: &Results) -> String {
    let mut rows = Vec::new();
    for line in threads::lines(results, &SCHEMES.iter().chain([&OTHER_SCHEME]).copied().collect::<Vec<_>>()) {
        let times = line.times.iter().map(|time| time.map_or_else(String::new, ns));
        rows.push([line.scheme.to_owned(), line.label].into_iter().chain(times).collect());
    }
    markdown::table(&format!("scheme | implementation | {}", threads::THREADS.join(" | ")), rows, 2)
}

/// One row for each implementation, one column for each number of IDs.
fn grow(results: &Results, operation: &str, numbers: &[&str]) -> String {
    let mut rows = Vec::new();
    for (scheme, implementation) in everyone_in(results, &format!("{operation}-{}", numbers[0])) {
        let time = |number| results.get(&format!("{operation}-{number}"), scheme, &implementation);
        let times: Vec<_> = numbers.iter().map(|number| time(number).map_or_else(String::new, ns)).collect();
        rows.push([vec![scheme.to_owned(), implementation], times].concat());
    }
    markdown::table(&format!("scheme | implementation | {}", numbers.join(" | ")), rows, 2)
}

/// The implementations with times for an operation, ours first in each scheme.
fn everyone_in(results: &Results, operation: &str) -> Vec<(&'static str, String)> {
    let mut everyone = Vec::new();
    for scheme in SCHEMES.iter().chain([&OTHER_SCHEME]) {
        let mut names: Vec<_> =
            results.of(operation, scheme).into_iter().flatten().map(|(name, _)| name).collect();
        names.sort_by_key(|name| *name != OURS);
        everyone.extend(names.into_iter().map(|name| (*scheme, name.clone())));
    }
    everyone
}

/// Writes the table of ratios into the page for readers and everything else into the page of times, and the plots.
pub(super) fn write(results: &Results, machine: &str) -> Result<()> {
    let docs = root().join("docs");
    let measured = format!("{machine}- Command: `{COMMAND}`\n");
    let ratios = format!("\n{}\n{measured}\n", ratios(results));
    markdown::write_generated(&docs.join("performance.md"), COMMAND, &ratios)?;
    let times =
        format!("\n{measured}\n## Compared\n\n{}\n## Growth\n\n{}\n", everyone(results), growth(results));
    markdown::write_generated(&docs.join("performance-times.md"), COMMAND, &times)?;
    files::write(&docs.join("performance.svg"), &plot::draw(results))?;
    files::write(&docs.join("performance-threads.svg"), &threads::draw(results))
}

/// A time with a sensible number of digits.
pub(super) fn ns(ns: f64) -> String {
    if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_says_how_many_times_as_fast_ours_is() {
        let mut results = Results::default();
        results.insert("parse", "ulid", OURS, 5.0);
        results.insert("parse", "ulid", "peer", 12.5);
        let table = ratios(&results);
        let row = table.lines().find(|line| line.contains("parsing")).unwrap();
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[1..9], ["parsing", "ulid", "peer", "2 × (1.4 ×)", "aim", "5.0", "12.5", "2.50 ×"]);
    }

    #[test]
    fn coarse_time_gains_no_more_than_the_lock_leaves() {
        let mut results = Results::default();
        let times = [
            ("clock", 30.0),
            ("coarse-clock", 5.0),
            ("lock", 20.0),
            ("random-4-bytes", 2.0),
            ("copy-16-bytes", 1.0),
        ];
        for (name, ns) in times {
            results.insert("floor", "none", name, ns);
        }
        assert!(bounds(&results).unwrap().contains(" more than 2.00 × "));
    }

    #[test]
    fn growth_has_a_column_for_each_number() {
        let mut results = Results::default();
        results.insert("process-wide-1", "ulid", OURS, 30.0);
        results.insert("process-wide-8", "ulid", OURS, 90.0);
        let tables = growth(&results);
        let row = tables.lines().find(|line| line.starts_with("| ulid")).unwrap();
        assert_eq!(row.split('|').map(str::trim).collect::<Vec<_>>()[3..7], ["30.0", "", "", "90.0"]);
    }
}
