//! The start of a window, in a process whose generator has used the tick in which it lies, or resumes in it. This is a
//! separate program, because it needs an unused process-wide generator.
#![cfg(feature = "std")]

use harness::scru64::{Config, NodeSpec, Scru64};
use idcore::__private::ProcessWide;
use idcore::clock::{Clock, SystemClock};
use idcore::error::GenerateError;

/// Longer than any pause of a test.
const HOUR_MS: u64 = 3_600_000;

/// The rest of the tick before the start can belong to another holder.
#[test]
fn no_window_continues_in_the_tick_before_it() {
    let config: Config = "5/8".parse().expect("a node spec");
    Scru64::configure(config);
    let start = Scru64::new().unix_ms() + 100;
    let _window = Scru64::configure_within(config, start, start + HOUR_MS).expect("it is in range");
    // Before the next tick, an error is also correct. An ID can be ahead of the clock.
    let id = Scru64::try_new().expect("an ID of the next tick");
    assert!(id.unix_ms() >= start, "an ID of {} ms, in a window from {start} ms", id.unix_ms());
}

/// A saved ID of that tick does not change this, although the generator would otherwise continue after it.
#[test]
fn no_window_continues_after_a_saved_id_in_the_tick_before_it() {
    static GENERATOR: ProcessWide<Config> = ProcessWide::new(|_| Err(GenerateError::Forked));
    // Ahead of the clock, but within the allowance.
    let tick = SystemClock.unix_ms().expect("the clock is set") / 256 + 10;
    let saved = Scru64::from_parts(tick, 5 << 16 | 7).expect("it is in range");
    let config = NodeSpec::with_node_prev(saved, 8).expect("it is not reserved").into();
    let start = tick * 256 + 100;
    GENERATOR.configure_within(config, start, start + HOUR_MS).expect("it is in range");
    let id = GENERATOR.try_id().expect("an ID of the next tick");
    assert!(id.unix_ms() >= start, "an ID of {} ms, in a window from {start} ms", id.unix_ms());
}
