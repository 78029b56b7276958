//! The table in `docs/operate.md` that helps to choose a window, computed with the shipped keeper in virtual time.

use std::time::Duration;

use idlease::registry::Pool;
use idlease::testing::{Contents, MemoryRegistry, TestClock};
use idlease::{Keeper, LeasedGenerator};
use scru64::Config;

use crate::NOW;

/// A process, and a store with the same clock.
struct Scene {
    registry: MemoryRegistry,
    clock: TestClock,
    ids: LeasedGenerator<Config>,
    keeper: Keeper,
    /// The time until the next round.
    wait: Duration,
}

impl Scene {
    /// Starts a process and lets it renew its lease.
    fn new(window: Duration) -> Self {
        let pool = Pool::new(8).and_then(|pool| pool.with_window_ms(millis(window))).expect("a pool");
        let (registry, clock) = (MemoryRegistry::with_pool(pool), TestClock::new(NOW));
        let (ids, keeper) = idlease::scru64(registry.clone()).with_clock(clock.clone()).caller_driven();
        let mut scene = Self { registry, clock, ids, keeper, wait: Duration::ZERO };
        (0..3).for_each(|_| scene.next_round());
        scene
    }

    fn pass(&mut self, time: Duration) {
        self.clock.advance(time);
        self.wait = self.wait.saturating_sub(time);
        self.registry.set_server_unix_ms(Some(self.clock.unix_ms()));
    }

    /// Lets the time pass until the next round, and runs it.
    fn next_round(&mut self) {
        self.pass(self.wait);
        self.wait = self.keeper.tick();
    }

    fn end_unix_ms(&self) -> u64 {
        self.keeper.status().grant.expect("a lease").end_unix_ms
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).expect("it is short")
}

/// Returns how long a process is without IDs if the store fails this long after a renewal, and a replica that may have
/// forgotten leases is promoted after an outage. The next lease starts two windows after the promotion.
fn gap(window: Duration, age: Duration, outage: Duration) -> Duration {
    let mut scene = Scene::new(window);
    scene.pass(age);
    let (promotion, end) = (scene.clock.unix_ms() + millis(outage), scene.end_unix_ms());
    let contents = scene.registry.save();
    if !outage.is_zero() {
        scene.registry.restore(Contents::default(), false);
        while scene.clock.unix_ms() + millis(scene.wait) < promotion {
            scene.next_round();
        }
        scene.pass(Duration::from_millis(promotion - scene.clock.unix_ms()));
    }
    scene.registry.restore(contents, true);
    while scene.end_unix_ms() == end {
        // An ID has the time at which its tick of 256 ms started.
        let tick_start = scene.clock.unix_ms() / 256 * 256;
        assert_eq!(scene.ids.generate().is_ok(), tick_start < end);
        scene.next_round();
    }
    scene.ids.generate().expect("the next lease has started");
    Duration::from_millis(scene.clock.unix_ms() - end)
}

/// Returns the longest gap, whenever the store fails.
fn longest_gap(window: Duration, outage: Duration) -> Duration {
    let ages = (0..20).map(|step| window / 80 * step).chain([window / 4 - Duration::from_millis(1)]);
    ages.map(|age| gap(window, age, outage)).max().expect("an age")
}

/// Returns how long a process can be paused at the worst moment, which is just before a renewal.
fn tolerated_pause(window: Duration) -> Duration {
    let mut scene = Scene::new(window);
    scene.pass(scene.wait);
    let pause = Duration::from_millis(scene.keeper.status().remaining_ms);
    scene.pass(pause - Duration::from_millis(1));
    scene.ids.generate().expect("the lease has not expired");
    scene.pass(Duration::from_millis(257));
    scene.ids.generate().expect_err("the lease has expired");
    pause
}

/// Returns the number of renewals per second.
fn renewals(window: Duration, processes: u32) -> f64 {
    let mut scene = Scene::new(window);
    let (before, counted) = (scene.clock.unix_ms(), scene.keeper.status().counts.renewals);
    (0..100).for_each(|_| scene.next_round());
    let number = u32::try_from(scene.keeper.status().counts.renewals - counted).expect("few rounds");
    let time = Duration::from_millis(scene.clock.unix_ms() - before);
    f64::from(processes) * f64::from(number) / time.as_secs_f64()
}

/// Formats a number with two digits.
fn rounded(number: f64) -> String {
    format!(
        "{number:.*}",
        if number >= 10.0 {
            0
        } else if number >= 1.0 {
            1
        } else {
            2
        }
    )
}

#[test]
fn the_table_of_windows_is_computed() {
    let page = include_str!("../../../../docs/operate.md");
    let cells = |row: &str| row.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows: Vec<_> = page.lines().map(cells).collect();
    for seconds in [10, 60, 300, 3_600] {
        let window = Duration::from_secs(seconds);
        let in_seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        let (gap, pause) = (longest_gap(window, Duration::ZERO), tolerated_pause(window));
        let [few, many] = [40, 400].map(|processes| rounded(renewals(window, processes)));
        let row = format!("| {seconds} s | {} | {} | {few} | {many} |", in_seconds(gap), in_seconds(pause));
        assert!(rows.contains(&cells(&row)), "docs/operate.md lacks this row: {row}");
        // An outage before the promotion adds its length, and at most the time between two attempts.
        for outage in [window / 10, window * 3] {
            let longest = longest_gap(window, outage);
            let attempt = (window / 20).min(Duration::from_secs(5));
            assert!((gap + outage..=gap + outage + attempt).contains(&longest), "{longest:?}");
        }
    }
}
