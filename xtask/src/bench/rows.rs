//! The comparison: one row for each operation and scheme, with its aim.

use super::page::ns;
use super::results::{OURS, Results};

/// The schemes. Those with peers come first.
pub(super) const SCHEMES: &[&str] = &["scru128", "scru64", "ulid", "scru160", "ulid-flake"];

/// The scheme of peers that have none of our schemes.
pub(super) const OTHER_SCHEME: &str = "uuid";

/// An operation of the comparison.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The operation of the peers, and which of them.
    peers: (&'static str, Peers),
}

/// The peers that an operation is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Peers {
    All,
    /// Those whose IDs increase in all threads together.
    Monotonic,
    /// Those whose IDs do not.
    NotMonotonic,
}

const fn operation(name: &'static str, title: &'static str) -> Operation {
    Operation { name, title, peers: (name, Peers::All) }
}

const fn process_wide(name: &'static str, title: &'static str, of_peers: &'static str) -> Operation {
    Operation { name, title, peers: (of_peers, Peers::Monotonic) }
}

const fn per_thread(name: &'static str, title: &'static str, of_peers: &'static str) -> Operation {
    Operation { name, title, peers: (of_peers, Peers::NotMonotonic) }
}

/// The operations of the comparison. No peer has a coarse clock of the system, so these rows have the peers' exact ones. A
/// generator for each thread is compared with peers that keep no order among threads.
pub(super) const OPERATIONS: &[Operation] = &[
    operation("text-stack", "text on the stack"),
    operation("text-string", "text as `String`"),
    operation("text-filled", "text into one buffer"),
    operation("parse", "parsing"),
    operation("own-generator", "own generator"),
    Operation {
        peers: ("own-generator", Peers::All),
        ..operation("own-generator-coarse", "own generator, coarse time")
    },
    process_wide("process-wide-1", "process-wide, 1 thread", "process-wide-1"),
    process_wide("process-wide-coarse-1", "process-wide, 1 thread, coarse time", "process-wide-1"),
    process_wide("process-wide-2", "process-wide, 2 threads", "process-wide-2"),
    process_wide("process-wide-coarse-2", "process-wide, 2 threads, coarse time", "process-wide-2"),
    per_thread("per-thread-1", "one for each thread, 1 thread", "process-wide-1"),
    per_thread("per-thread-coarse-1", "one for each thread, 1 thread, coarse time", "process-wide-1"),
    per_thread("per-thread-2", "one for each thread, 2 threads", "process-wide-2"),
    per_thread("per-thread-coarse-2", "one for each thread, 2 threads, coarse time", "process-wide-2"),
    operation("fill-1000", "`fill` of 1 000"),
    operation("fill-1000000", "`fill` of 1 000 000"),
    operation("sort-1000000", "sorting 1 000 000"),
    operation("search-1000000", "searching 1 000 000"),
];

/// Peers whose process-wide IDs are not monotonic across threads: each ID is random, or each thread counts by itself.
const NOT_MONOTONIC: &[&str] = &["ferroid-thread-local", "rusty_ulid", "ulid"];

impl Operation {
    /// The fastest peer for a scheme.
    fn best_peer(&self, scheme: &str, results: &Results) -> Option<(String, f64)> {
        let (operation, peers) = self.peers;
        let times = results.of(operation, scheme).into_iter().flatten();
        let wanted = |name: &str| {
            let is_weak = NOT_MONOTONIC.contains(&name);
            name != OURS
                && match peers {
                    Peers::All => true,
                    Peers::Monotonic => !is_weak,
                    Peers::NotMonotonic => is_weak,
                }
        };
        times
            .filter(|(name, _)| wanted(name))
            .min_by(|(_, one), (_, other)| one.total_cmp(other))
            .map(|(name, ns)| (name.clone(), *ns))
    }
}

/// The aim of an operation, and the floor below which the work on it is not finished.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// At least this many times as fast as the best peer.
    Faster { aim: f64, floor: f64 },
    /// At most this multiple of the cost of a reading of the clock and of the draws of a number of words.
    OverCost { clock: &'static str, words: f64, aim: f64, floor: f64 },
    /// At least this many times as fast as another operation of ours.
    FasterThanOurs { other: &'static str, aim: f64, floor: f64 },
    /// At most this many nanoseconds.
    AtMost { aim: f64, floor: f64 },
}

/// The aim of an operation, if it has one.
fn aim(operation: &str, scheme: &str) -> Option<Aim> {
    let over_cost = |words| Aim::OverCost { clock: "clock", words, aim: 1.15, floor: 1.3 };
    let over_coarse = |words| Aim::OverCost { clock: "coarse-clock", words, aim: 1.3, floor: 1.6 };
    let at_most = |ns| Aim::AtMost { aim: ns, floor: ns };
    Some(match (operation, scheme) {
        ("text-stack", "scru128") => Aim::Faster { aim: 4.0, floor: 2.5 },
        ("text-stack", "scru64") => Aim::Faster { aim: 2.5, floor: 1.8 },
        ("text-stack", "ulid") => Aim::Faster { aim: 2.0, floor: 1.6 },
        ("parse", "scru128" | "scru64" | "ulid") => Aim::Faster { aim: 2.0, floor: 1.4 },
        // The draws of an ID within a tick.
        ("own-generator", "scru64" | "ulid") => over_cost(0.0),
        ("own-generator", "scru128" | "ulid-flake") => over_cost(1.0),
        ("own-generator", "scru160") => over_cost(3.0),
        ("own-generator-coarse", "scru64" | "ulid") => over_coarse(0.0),
        ("own-generator-coarse", "scru128") => over_coarse(1.0),
        ("own-generator-coarse", "scru160") => over_coarse(3.0),
        ("process-wide-coarse-1", "scru128") => Aim::Faster { aim: 10.0, floor: 8.0 },
        ("process-wide-coarse-1", _) => Aim::FasterThanOurs { other: "process-wide-1", aim: 3.0, floor: 2.5 },
        ("per-thread-2", _) => Aim::FasterThanOurs { other: "per-thread-1", aim: 1.0, floor: 1.0 },
        ("per-thread-coarse-2", _) => {
            Aim::FasterThanOurs { other: "per-thread-coarse-1", aim: 1.0, floor: 1.0 }
        }
        ("process-wide-1", "scru128") => Aim::Faster { aim: 5.0, floor: 3.3 },
        ("process-wide-2", "scru128") => Aim::Faster { aim: 1.0, floor: 1.0 },
        ("fill-1000" | "fill-1000000", "scru128" | "ulid") => at_most(3.0),
        ("fill-1000" | "fill-1000000", "scru64") => at_most(2.0),
        ("fill-1000" | "fill-1000000", "scru160") => Aim::AtMost { aim: 4.0, floor: 5.0 },
        _ => return None,
    })
}

/// One comparison.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) operation: &'static str,
    pub(super) title: &'static str,
    pub(super) scheme: &'static str,
    pub(super) ours: f64,
    pub(super) best_peer: Option<(String, f64)>,
    /// The aim as text, and whether it was reached.
    pub(super) aim: Option<(String, &'static str)>,
}

/// All comparisons with results.
pub(super) fn rows(results: &Results) -> Vec<Row> {
    let mut rows = Vec::new();
    for operation in OPERATIONS {
        let Operation { name, title, .. } = *operation;
        for scheme in SCHEMES {
            let Some(ours) = results.get(name, scheme, OURS) else { continue };
            let best_peer = operation.best_peer(scheme, results);
            let aim = aim(name, scheme).and_then(|aim| judge(aim, scheme, ours, best_peer.as_ref(), results));
            rows.push(Row { operation: name, title, scheme, ours, best_peer, aim });
        }
    }
    rows
}

/// The aim as text, and how much of it was reached. `None` without an aim or a result to compare with.
fn judge(
    aim: Aim,
    scheme: &str,
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
        Aim::FasterThanOurs { other, aim, floor } => {
            let ratio = results.get(other, scheme, OURS)? / ours;
            let other = OPERATIONS.iter().find(|operation| operation.name == other)?.title;
            (format!("{aim} × ({floor} ×) ours {other}"), reached(ratio >= aim, ratio >= floor))
        }
        Aim::OverCost { clock, words, aim, floor } => {
            let draw = results.get("floor", "none", "random-4-bytes")?;
            let cost = results.get("floor", "none", clock)? + words * draw;
            let words = format!("≤ {aim} ({floor}) × {}", ns(cost));
            (words, reached(ours <= aim * cost, ours <= floor * cost))
        }
        Aim::AtMost { aim, floor } => {
            let text = if (aim - floor).abs() < f64::EPSILON {
                format!("≤ {aim}")
            } else {
                format!("≤ {aim} ({floor})")
            };
            (text, reached(ours <= aim, ours <= floor))
        }
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
    fn a_row_has_the_peers_that_keep_the_same_promises() {
        let rows = rows(&results(&[
            ("process-wide-1", "ulid", "ours", 30.0),
            ("process-wide-coarse-1", "ulid", "ours", 10.0),
            ("per-thread-1", "ulid", "ours", 20.0),
            ("process-wide-1", "ulid", "ferroid-lock", 40.0),
            ("process-wide-1", "ulid", "ferroid-thread-local", 2.0),
        ]));
        let peers: Vec<_> = rows
            .iter()
            .map(|row| (row.operation, row.best_peer.as_ref().map_or("", |(name, _)| name.as_str())))
            .collect();
        assert_eq!(
            peers,
            [
                ("process-wide-1", "ferroid-lock"),
                ("process-wide-coarse-1", "ferroid-lock"),
                ("per-thread-1", "ferroid-thread-local")
            ]
        );
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
        for (ours, expected) in [(4.0, "aim"), (5.0, "floor"), (5.1, "no")] {
            assert_eq!(reached(&[("fill-1000", "scru160", "ours", ours)]), [Some(expected)]);
        }
        for (ours, expected) in [(10.0, "aim"), (12.0, "floor"), (13.0, "no")] {
            let times =
                [("process-wide-1", "ulid", "ours", 30.0), ("process-wide-coarse-1", "ulid", "ours", ours)];
            assert_eq!(reached(&times), [None, Some(expected)]);
        }
        // Nothing to compare with.
        assert_eq!(reached(&[("parse", "ulid", "ours", 5.0)]), [None]);
    }
}
