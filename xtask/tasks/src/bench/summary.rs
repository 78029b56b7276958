//! The measurements that matter to most users.

use anyhow::{Context, Result};

use super::times::{OURS, Times, number};
use crate::markdown;

/// Crates whose process-wide IDs have no defined order. They can't be compared with ordered IDs.
const UNORDERED: &[&str] = &["ferroid-thread-local", "rusty_ulid", "ulid"];

/// The operations: their description for users, their name in `xtask/bench`, and the crates that are excluded.
const OPERATIONS: [(&str, &str, &[&str]); 6] = [
    ("generate an ID, with a separate generator", "own-generator", &[]),
    ("generate an ID, process-wide", "process-wide-1", UNORDERED),
    ("the same, on two threads at once", "process-wide-2", UNORDERED),
    ("generate an ID, a million at a time", "fill-1000000", &[]),
    ("format an ID", "text-stack", &[]),
    ("parse an ID", "parse", &[]),
];

/// The implementations with a column, and their schemes.
const COLUMNS: [(&str, &str, &str); 3] =
    [("SCRU128", "scru128", OURS), ("our UUIDv7", "uuid", OURS), ("UUIDv7 of `uuid`", "uuid", "uuid")];

/// The 128-bit schemes. The fastest other crate is chosen among these.
const SCHEMES: [&str; 3] = ["scru128", "ulid", "uuid"];

/// Returns a table with a row for each operation: the nanoseconds of each column, and the fastest other crate.
pub(super) fn table(times: &Times) -> Result<String> {
    let of = |operation: &str, scheme: &str| times.get(&(operation.to_owned(), scheme.to_owned()));
    let row = |(name, operation, left_out): (&str, &str, &[&str])| {
        let ns = COLUMNS.map(|(_, scheme, implementation)| {
            let ns = of(operation, scheme).and_then(|times| times.get(implementation));
            ns.map_or_else(String::new, |ns| number(*ns))
        });
        let others = SCHEMES.iter().filter_map(|scheme| of(operation, scheme)).flatten();
        let others = others.filter(|(name, _)| {
            !name.starts_with(OURS)
                && !left_out.contains(&name.as_str())
                && COLUMNS.iter().all(|column| column.2 != *name)
        });
        let best = others.min_by(|(_, one), (_, other)| one.total_cmp(other));
        let (best, best_ns) = best.with_context(|| format!("{operation}: expected times, found none"))?;
        // The name of a variant is the crate's name and another word.
        let best = format!("`{}` {}", best.split('-').next().unwrap_or(best), number(*best_ns));
        Ok([name.to_owned()].into_iter().chain(ns).chain([best]).collect())
    };
    let rows = OPERATIONS.into_iter().map(row).collect::<Result<Vec<_>>>()?;
    let head = COLUMNS.map(|(title, ..)| title).join(" | ");
    Ok(markdown::table(&format!("nanoseconds to … | {head} | best other"), rows, 1))
}
