//! Tests of what a generator inherits from a different configuration and across a fork.

use core::convert::Infallible;

use super::*;
use crate::clock::NoClock;
use crate::test_support::scheme::{Config, Id, MAX_COUNT, MAX_TIMESTAMP};

/// An epoch with room for other epochs before and after it.
const EPOCH: u64 = 1_000_000_000_000;
/// A reading, and its timestamp with that epoch.
const NOW: u64 = EPOCH + T;
const T: u64 = 700_000_000_000;

/// A source that draws 7.
struct Seven;

impl RandomSource for Seven {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(7 << 16)
    }
}

fn generator(epoch_unix_ms: u64, node: u8) -> Generator<Config, NoClock, Seven> {
    Generator::with_config(Config { epoch_unix_ms, node }, NoClock, Seven)
}

/// Returns the next ID at [`NOW`] from a generator with an epoch and a node that follows `predecessor`.
fn next_after(predecessor: &mut Generator<Config, NoClock, Seven>, epoch_unix_ms: u64, node: u8) -> Id {
    let mut successor = generator(epoch_unix_ms, node);
    successor.continue_from(predecessor);
    successor.generate_at(NOW).expect("no draw fails")
}

#[test]
fn a_configuration_that_could_have_made_the_last_id_continues_after_it() {
    let mut used = generator(EPOCH, 1);
    assert_eq!(used.generate_at(NOW), Ok((T, 1, 7)));
    assert_eq!(next_after(&mut used, EPOCH, 1), (T, 1, 8));
}

#[test]
fn any_other_configuration_begins_after_the_last_instant() {
    let mut used = generator(EPOCH, 1);
    used.generate_at(NOW).expect("no draw fails");
    assert_eq!(next_after(&mut used, EPOCH, 2), (T + 1, 2, 7), "a different node");
    // With a different epoch, the timestamp of the last ID would mean a different instant, far ahead or far back.
    assert_eq!(next_after(&mut used, EPOCH + 1000, 1), (T - 999, 1, 7), "a later epoch");
    let mut used = generator(EPOCH + 1000, 1);
    used.generate_at(NOW).expect("no draw fails");
    assert_eq!(next_after(&mut used, EPOCH, 1), (T + 1, 1, 7), "an earlier epoch");
}

/// A saved start ID counts only if it is later than everything used.
#[test]
fn a_start_of_its_own_counts_only_if_it_is_later() {
    let mut used = generator(EPOCH, 1);
    used.resume_after((T, 1, 7)).expect("it has this node");
    for (node, start, expected) in [
        (1, (T, 1, 6), (T, 1, 8)),
        (1, (T, 1, 7), (T, 1, 8)),
        (1, (T, 1, 9), (T, 1, 10)),
        (1, (T - 1, 1, 900), (T, 1, 8)),
        (1, (T + 3, 1, 900), (T + 3, 1, 901)),
        // Earlier IDs may have continued after this same start.
        (2, (T, 2, 900), (T + 1, 2, 7)),
        (2, (T - 1, 2, 900), (T + 1, 2, 7)),
        (2, (T + 3, 2, 900), (T + 3, 2, 901)),
    ] {
        let mut successor = generator(EPOCH, node);
        successor.resume_after(start).expect("it has this node");
        successor.continue_from(&used);
        assert_eq!(successor.generate_at(NOW), Ok(expected), "{start:?}");
    }
}

/// Leaves the generator in the state that a fork leaves in the child.
fn pretend_fork(generator: &mut Generator<Config, NoClock, Seven>) {
    // No process has number 0.
    generator.process_number = 0;
}

/// Only the parent continues after its last ID. The child starts at a later tick.
#[test]
fn only_the_same_process_continues_after_the_last_id() {
    let mut used = generator(EPOCH, 1);
    used.generate_at(NOW).expect("no draw fails");
    assert_eq!(next_after(&mut used, EPOCH, 1), (T, 1, 8));
    pretend_fork(&mut used);
    assert_eq!(next_after(&mut used, EPOCH, 1), (T + 1, 1, 7));
}

/// A generator that starts at an instant continues after its last ID only if that is not before the instant.
#[test]
fn it_begins_at_an_instant_or_after_a_later_id() {
    for (start, expected) in [
        (NOW + 2, (T + 2, 1, 7)),
        (NOW + 1, (T + 1, 1, 7)),
        (NOW, (T, 1, 8)),
        (NOW - 1, (T, 1, 8)),
        (0, (T, 1, 8)),
        (1, (T, 1, 8)),
        (EPOCH, (T, 1, 8)),
    ] {
        let mut begun = generator(EPOCH, 1);
        begun.resume_after((T, 1, 7)).expect("it has this node");
        begun.begin_at(start).expect("IDs can carry it, or all are later");
        assert_eq!(begun.generate_at(NOW), Ok(expected), "{start}");
    }
    let mut begun = generator(EPOCH, 1);
    begun.begin_at(NOW).expect("IDs can carry it");
    assert_eq!((begun.used_unix_ms(), begun.generate_at(NOW - 5)), (Some(NOW - 1), Ok((T, 1, 7))));

    // No ID can follow the last instant, but the generator can stop there.
    let last = EPOCH + MAX_TIMESTAMP;
    assert_eq!(begun.begin_at(last + 1), Ok(()));
    assert_eq!(begun.used_unix_ms(), Some(last));
    for beyond in [last + 2, u64::MAX] {
        assert!(begun.begin_at(beyond).is_err(), "{beyond}");
    }
}

#[test]
fn an_exhausted_tick_is_waited_out_unless_the_clock_stands_still() {
    /// Returns the next ID of an exhausted tick. The clock returns `reading` of the number of readings so far.
    fn next(reading: impl Fn(u64) -> u64) -> Result<Id, GenerateError<Infallible, Infallible>> {
        let mut readings = 0;
        let clock = crate::clock::from_fn(|| {
            readings += 1;
            Ok(reading(readings))
        });
        let config = Config { epoch_unix_ms: EPOCH, node: 1 };
        let mut generator = Generator::<Config, _, _>::with_config(config, clock, Seven);
        generator.resume_after((T, 1, MAX_COUNT)).expect("it has this node");
        generator.generate_or_wait()
    }
    assert_eq!(next(|readings| NOW - 3 + readings), Ok((T + 1, 1, 7)));
    // The coarse clock of a stalled machine, read once in each millisecond.
    assert_eq!(next(|readings| NOW + readings / 50 * 50), Ok((T + 50, 1, 7)));
    assert_eq!(next(|_| NOW), Err(GenerateError::Overflow { unix_ms: NOW, last_unix_ms: NOW }));
}

/// A source that records the time it receives.
#[derive(Default)]
struct Told(Option<u64>);

impl RandomSource for Told {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(7 << 16)
    }

    fn observe_time(&mut self, unix_ms: u64) {
        self.0 = Some(unix_ms);
    }
}

/// The source receives each clock reading outside the last ID's tick, and no reading from the caller.
#[test]
fn the_source_is_told_the_time_of_the_clock() {
    let now = core::cell::Cell::new(NOW);
    let clock = crate::clock::from_fn(|| Ok::<_, ()>(now.get()));
    let config: Config = Config { epoch_unix_ms: EPOCH, node: 1 };
    let mut told = Told::default();
    let mut generator = Generator::with_config(config, clock, &mut told);
    for (unix_ms, expected) in [
        (NOW, Some(NOW)),
        (NOW, None),
        (NOW + 1, Some(NOW + 1)),
        (NOW - 5, Some(NOW - 5)),
        (NOW + 1, None),
        (NOW - 20_000, Some(NOW - 20_000)),
    ] {
        now.set(unix_ms);
        generator.random.0 = None;
        let result = generator.generate();
        assert_eq!(result.is_ok(), unix_ms > NOW - 10_000);
        assert_eq!(generator.random.0, expected, "{unix_ms}");
    }
    for fill in [false, true] {
        now.set(now.get() + 30_000);
        generator.random.0 = None;
        if fill {
            generator.fill(&mut [(0, 0, 0); 3]).expect("nothing fails");
        } else {
            generator.generate_or_reset().expect("nothing fails");
        }
        assert_eq!(generator.random.0, Some(now.get()));
    }
    generator.random.0 = None;
    generator.generate_at(NOW + 100_000).expect("nothing fails");
    generator.generate_or_reset_at(NOW).expect("nothing fails");
    assert_eq!(generator.random.0, None);
}
