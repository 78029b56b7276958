//! The start of a window, in a process whose generator has used the tick in which it lies. It has a program of its own, because it
//! needs the process-wide generator as it is at first.
#![cfg(feature = "std")]

use scru64::Config;

/// The rest of the tick before the start can be another holder's.
#[test]
fn no_window_continues_in_the_tick_before_it() {
    let config: Config = "5/8".parse().expect("a node spec");
    scru64::configure(config);
    let start = scru64::new().unix_ms() + 100;
    let _window = scru64::configure_within(config, start, start + 60_000).expect("it is in range");
    // Before the next tick, an error is right too. An ID can be ahead of the clock.
    let id = scru64::try_new().expect("an ID of the next tick");
    assert!(id.unix_ms() >= start, "an ID of {} ms, in a window from {start} ms", id.unix_ms());
}
