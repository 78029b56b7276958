//! `sortid new --coarse-clock`.

use std::time::Duration;

use anyid::Instant;
use idcore::clock::{Clock, CoarseClock};
use serde_json::Value;

use crate::{good, schemes, unix_ms};

fn new(scheme: &str, options: &[&str], more: &[&str]) -> Vec<String> {
    let ids = good(&[&["new", scheme, "--coarse-clock"], options, more].concat(), "");
    ids.lines().map(ToOwned::to_owned).collect()
}

/// The program reads the same coarse clock as this process, which never goes back unless the system's clock is set, and is never ahead
/// of the exact clock. A timestamp of SCRU64 is a multiple of 256 ms.
#[test]
fn ids_increase_and_are_not_later_than_the_coarse_clock() {
    let microseconds = ("scru160", &["--microseconds"] as &[_]);
    for (scheme, options) in schemes().chain([microseconds]) {
        let tick = if scheme == "scru64" { 256 } else { 1 };
        let before = CoarseClock.unix_ms().unwrap();
        let ids = new(scheme, options, &["-n", "1000"]);
        let after = Instant::now().0;
        assert_eq!(ids.len(), 1000);
        assert!(ids.is_sorted_by(|before, after| before < after), "{scheme}");
        let first = unix_ms(scheme, &ids[0]);
        assert!((before / tick * tick..=after).contains(&first), "{scheme}: {before}, {first}, {after}");
    }
}

/// With 24-bit increments, Ulid-Flake soon has used up a millisecond, and waits for the next reading, which is a tick later. A millisecond
/// has ten IDs with a probability below 1/9!, so ten have 100 with one below 10^-50.
#[test]
fn the_clock_is_coarse_where_the_system_has_one() {
    let tick = CoarseClock::resolution().unwrap_or_default();
    let lines = new("ulid-flake", &["--entropy-bits", "24"], &["-n", "100", "--format", "json"]);
    let time = |line: &String| serde_json::from_str::<Value>(line).unwrap()["unix_ms"].as_u64().unwrap();
    let mut times: Vec<_> = lines.iter().map(time).collect();
    times.dedup();
    // The fractions of a millisecond are cut off, and a clock that is corrected can run a little more slowly. If the clock is set
    // meanwhile, one pair is shorter.
    let is_short = |pair: &&[u64]| Duration::from_millis(pair[1].saturating_sub(pair[0]) + 1) < tick;
    assert!(times.len() > 10 && times.windows(2).filter(is_short).count() < 2, "{times:?}");
}
