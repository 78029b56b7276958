//! The comparison: one row for each operation and scheme, with its aim.

use super::page::ns;
use super::results::{OURS, Results};

/// The schemes. Those with peers come first.
pub(super) const SCHEMES: &[&str] = &["scru128", "scru64", "ulid", "scru160", "ulid-flake"];

/// The scheme of peers that have none of our schemes.
pub(super) const OTHER_SCHEME: &str = "uuid";

/// The operations of the comparison, and their titles.
pub(super) const OPERATIONS: &[(&str, &str)] = &[
    ("text-stack", "text on the stack"),
    ("text-string", "text as `String`"),
    ("text-filled", "text into one buffer"),
    ("parse", "parsing"),
    ("own-generator", "own generator"),
    ("process-wide-1", "process-wide, 1 thread"),
    ("process-wide-2", "process-wide, 2 threads"),
    ("fill-1000", "`fill` of 1 000"),
    ("fill-1000000", "`fill` of 1 000 000"),
    ("sort-1000000", "sorting 1 000 000"),
    ("search-1000000", "searching 1 000 000"),
];

/// Peers whose process-wide IDs are not monotonic across threads: each ID is random, or each thread counts by itself.
const NOT_MONOTONIC: &[&str] = &["ferroid-thread-local", "rusty_ulid", "ulid"];

/// The aim of an operation, and the floor below which the work on it is not finished.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// At least this many times as fast as the best peer.
    Faster { aim: f64, floor: f64 },
    /// At most this multiple of the cost of a clock reading and of the draws of a number of words.
    OverCost { words: f64, aim: f64, floor: f64 },
    /// At most this many nanoseconds.
    AtMost { ns: f64 },
}

/// The aim of an operation, if it has one.
fn aim(operation: &str, scheme: &str) -> Option<Aim> {
    let over_cost = |words| Aim::OverCost { words, aim: 1.15, floor: 1.3 };
    Some(match (operation, scheme) {
        ("text-stack", "scru128") => Aim::Faster { aim: 4.0, floor: 2.5 },
        ("text-stack", "scru64") => Aim::Faster { aim: 2.5, floor: 1.8 },
        ("text-stack", "ulid") => Aim::Faster { aim: 2.0, floor: 1.6 },
        ("parse", "scru128" | "scru64" | "ulid") => Aim::Faster { aim: 2.0, floor: 1.4 },
        // The draws of an ID within a tick.
        ("own-generator", "scru64" | "ulid") => over_cost(0.0),
        ("own-generator", "scru128" | "ulid-flake") => over_cost(1.0),
        ("own-generator", "scru160") => over_cost(3.0),
        ("process-wide-1", "scru128") => Aim::Faster { aim: 5.0, floor: 3.3 },
        ("process-wide-2", "scru128") => Aim::Faster { aim: 1.0, floor: 1.0 },
        ("fill-1000" | "fill-1000000", "scru128" | "ulid") => Aim::AtMost { ns: 3.0 },
        ("fill-1000" | "fill-1000000", "scru64") => Aim::AtMost { ns: 2.0 },
        _ => return None,
    })
}

/// One comparison.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) operation: &'static str,
    pub(super) title: String,
    pub(super) scheme: &'static str,
    pub(super) ours: f64,
    pub(super) best_peer: Option<(String, f64)>,
    /// Whether the peer's IDs are not monotonic across threads. Peers with monotonic IDs are in the previous row.
    pub(super) is_weaker: bool,
    /// The aim as text, and whether it was reached.
    pub(super) aim: Option<(String, &'static str)>,
}

/// All comparisons with results.
pub(super) fn rows(results: &Results) -> Vec<Row> {
    let mut rows = Vec::new();
    for (operation, title) in OPERATIONS {
        for scheme in SCHEMES {
            let Some(ours) = results.get(operation, scheme, OURS) else { continue };
            let weaker = |peer: &str| operation.starts_with("process-wide") && NOT_MONOTONIC.contains(&peer);
            let best = |wanted: &dyn Fn(&str) -> bool| {
                let peers = results.of(operation, scheme).into_iter().flatten();
                peers
                    .filter(|(name, _)| name.as_str() != OURS && wanted(name))
                    .min_by(|(_, one), (_, other)| one.total_cmp(other))
                    .map(|(name, ns)| (name.clone(), *ns))
            };
            let mut add = |title: String, best_peer: Option<(String, f64)>, is_weaker: bool| {
                let aim =
                    aim(operation, scheme).and_then(|aim| judge(aim, ours, best_peer.as_ref(), results));
                rows.push(Row { operation, title, scheme, ours, best_peer, is_weaker, aim });
            };
            add((*title).to_owned(), best(&|peer| !weaker(peer)), false);
            if let Some(peer) = best(&weaker) {
                add(format!("{title}; peer not monotonic"), Some(peer), true);
            }
        }
    }
    rows
}

/// The aim as text, and how much of it was reached. `None` without an aim or a result to compare with.
fn judge(
    aim: Aim,
    ours: f64,
    best_peer: Option<&(String, f64)>,
    results: &Results,
) -> Option<(String, &'static str)> {
    let reached = |is_aim: bool, is_floor: bool| match (is_aim, is_floor) {
        (true, _) => "aim",
        (false, true) => "floor",
        (false, false) => "no",
    };
    Some(match aim {
        Aim::Faster { aim, floor } => {
            let ratio = best_peer?.1 / ours;
            (format!("{aim} × ({floor} ×)"), reached(ratio >= aim, ratio >= floor))
        }
        Aim::OverCost { words, aim, floor } => {
            let draw = results.get("floor", "none", "random-4-bytes")?;
            let cost = results.get("floor", "none", "clock")? + words * draw;
            let words = format!("≤ {aim} ({floor}) × {}", ns(cost));
            (words, reached(ours <= aim * cost, ours <= floor * cost))
        }
        Aim::AtMost { ns } => (format!("≤ {ns}"), reached(ours <= ns, ours <= ns)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(times: &[(&str, &str, &str, f64)]) -> Results {
        let mut results = Results::default();
        for (operation, scheme, implementation, ns) in times {
            results.insert(operation, scheme, implementation, *ns);
        }
        results
    }

    fn reached(times: &[(&str, &str, &str, f64)]) -> Vec<Option<&'static str>> {
        rows(&results(times)).iter().map(|row| row.aim.as_ref().map(|(_, reached)| *reached)).collect()
    }

    #[test]
    fn the_best_peer_of_the_same_scheme_is_named() {
        let rows = rows(&results(&[
            ("parse", "ulid", "ours", 5.0),
            ("parse", "ulid", "slow", 11.0),
            ("parse", "ulid", "quick", 10.0),
            ("parse", "uuid", "other", 1.0),
        ]));
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].best_peer, Some(("quick".to_owned(), 10.0)));
        assert_eq!(rows[0].aim, Some(("2 × (1.4 ×)".to_owned(), "aim")));
    }

    #[test]
    fn peers_without_the_guarantee_have_their_own_row() {
        let rows = rows(&results(&[
            ("process-wide-1", "ulid", "ours", 30.0),
            ("process-wide-1", "ulid", "ferroid-lock", 40.0),
            ("process-wide-1", "ulid", "ferroid-thread-local", 2.0),
        ]));
        let peers: Vec<_> =
            rows.iter().map(|row| row.best_peer.as_ref().map(|(name, _)| name.as_str())).collect();
        assert_eq!(peers, [Some("ferroid-lock"), Some("ferroid-thread-local")]);
    }

    #[test]
    fn aims_are_judged() {
        for (ours, expected) in [(5.0, "aim"), (6.0, "floor"), (8.0, "no")] {
            assert_eq!(
                reached(&[("text-stack", "ulid", "ours", ours), ("text-stack", "ulid", "peer", 10.0)]),
                [Some(expected)]
            );
        }
        for (ours, expected) in [(3.0, "aim"), (3.1, "no")] {
            assert_eq!(reached(&[("fill-1000", "ulid", "ours", ours)]), [Some(expected)]);
        }
        for (ours, expected) in [(31.0, "aim"), (34.0, "floor"), (36.0, "no")] {
            let times = [
                ("floor", "none", "clock", 24.0),
                ("floor", "none", "random-4-bytes", 3.0),
                ("own-generator", "scru128", "ours", ours),
            ];
            assert_eq!(reached(&times), [Some(expected)]);
        }
        // Nothing to compare with.
        assert_eq!(reached(&[("parse", "ulid", "ours", 5.0)]), [None]);
    }
}
