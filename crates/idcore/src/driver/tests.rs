//! Every decision of the driver, around each of its limits, against a model.

use core::convert::Infallible;
use std::vec::Vec;

use crate::error::FillError;
use crate::test_scheme::{Config, Id, MAX_COUNT, MAX_TIMESTAMP};
use crate::{Clock, GenerateError, Generator, RandomSource};

const EPOCH: u64 = 1_000_000;
const ALLOWANCE: u64 = 3;
const FLOOR: u64 = EPOCH + 2;

/// The count of the first ID of a timestamp.
const FIRST: u64 = 7;

/// A clock that stands still, and a source that always draws [`FIRST`].
#[derive(Clone, Copy)]
struct Still(u64);

impl Clock for Still {
    type Error = Infallible;

    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        Ok(self.0)
    }
}

impl RandomSource for Still {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(7 << 16)
    }
}

/// What is used before a call: timestamps, with a count if the last state is known.
#[derive(Clone, Copy, Debug)]
struct Used {
    timestamp: u64,
    count: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    used: Option<Used>,
    reading: u64,
    ceiling: Option<u64>,
    reset: bool,
}

type Outcome = Result<Id, GenerateError<Infallible, Infallible>>;

impl Case {
    /// The table of [`step`](super::step), and the rule for the ceiling, in timestamps.
    fn expected(&self, moves_on: bool) -> Outcome {
        if self.reading < FLOOR {
            return Err(GenerateError::BeforeFloor { unix_ms: self.reading, floor_unix_ms: FLOOR });
        }
        let now = self.reading - EPOCH;
        let below = |timestamp: u64| match self.ceiling {
            Some(ceiling_unix_ms) if EPOCH + timestamp >= ceiling_unix_ms => {
                Err(GenerateError::AfterCeiling { unix_ms: EPOCH + timestamp, ceiling_unix_ms })
            }
            _ => Ok(()),
        };
        let first = |timestamp| below(timestamp).map(|()| (timestamp, 0, FIRST));
        let Some(Used { timestamp: last, count }) = self.used.filter(|used| now <= used.timestamp) else {
            return first(now);
        };
        let (unix_ms, last_unix_ms) = (self.reading, EPOCH + last);
        if last - now > ALLOWANCE {
            below(last)?;
            return if self.reset {
                Ok((now, 0, FIRST))
            } else {
                Err(GenerateError::Rollback { unix_ms, last_unix_ms, allowance_ms: ALLOWANCE })
            };
        }
        match count {
            Some(count) if count < MAX_COUNT => below(last).map(|()| (last, 0, count + 1)),
            Some(_) if !moves_on => below(last).and(Err(GenerateError::Overflow { unix_ms, last_unix_ms })),
            _ if last == MAX_TIMESTAMP => {
                below(last).and(Err(GenerateError::Overflow { unix_ms, last_unix_ms }))
            }
            _ => first(last + 1),
        }
    }

    fn generator<const MOVES_ON: bool>(&self) -> Generator<Config<false, MOVES_ON>, Still, Still> {
        let config = Config { epoch_unix_ms: EPOCH, node: 0 };
        let mut generator = Generator::with_config(config, Still(self.reading), Still(0))
            .with_allowance_ms(ALLOWANCE)
            .with_floor_unix_ms(FLOOR);
        match self.used {
            Some(Used { timestamp, count: Some(count) }) => generator.resume_after((timestamp, 0, count)),
            Some(Used { timestamp, count: None }) => generator.resume_after_instant(EPOCH + timestamp),
            None => Ok(()),
        }
        .expect("it is in range");
        match self.ceiling {
            Some(ceiling) => generator.with_ceiling_unix_ms(ceiling),
            None => generator,
        }
    }

    fn check<const MOVES_ON: bool>(&self) {
        let mut generator = self.generator::<MOVES_ON>();
        let result =
            if self.reset { generator.generate_or_reset() } else { generator.generate_at(self.reading) };
        assert_eq!(result, self.expected(MOVES_ON), "{self:?}, {MOVES_ON}");
        if self.reset {
            return;
        }
        let (mut one_by_one, mut at_once) = (self.generator::<MOVES_ON>(), self.generator::<MOVES_ON>());
        let mut expected = Vec::new();
        let result = (0..6).try_for_each(|filled| {
            expected.push(one_by_one.generate().map_err(|error| FillError { filled, error })?);
            Ok(())
        });
        let mut filled = [(0, 0, 0); 6];
        assert_eq!(at_once.fill(&mut filled), result, "{self:?}, {MOVES_ON}");
        expected.resize(6, (0, 0, 0));
        assert_eq!(
            (filled.as_slice(), at_once.last()),
            (expected.as_slice(), one_by_one.last()),
            "{self:?}, {MOVES_ON}"
        );
    }
}

/// Readings and ceilings around the last timestamp, in the middle and at the end of all timestamps.
#[test]
fn every_decision_is_the_models() {
    for last in [10, MAX_TIMESTAMP] {
        let counts = [None, Some(FIRST), Some(MAX_COUNT - 2), Some(MAX_COUNT)];
        let used = counts.map(|count| Some(Used { timestamp: last, count })).into_iter().chain([None]);
        let around = || (last - 10..=(last + 6).min(MAX_TIMESTAMP)).map(|timestamp| EPOCH + timestamp);
        let beyond =
            [None, Some(0), Some(1), Some(EPOCH - 1), Some(EPOCH + MAX_TIMESTAMP + 1), Some(u64::MAX)];
        for used in used {
            for reading in around() {
                for ceiling in around().map(Some).chain(beyond) {
                    for reset in [false, true] {
                        let case = Case { used, reading, ceiling, reset };
                        case.check::<false>();
                        case.check::<true>();
                    }
                }
            }
        }
    }
}

/// No ID may start over in a window that belongs to one process.
#[test]
fn an_exclusive_ceiling_does_not_start_over() {
    let config: Config = Config { epoch_unix_ms: EPOCH, node: 0 };
    let reading = EPOCH + 10;
    for is_exclusive in [true, false] {
        let mut generator = Generator::with_config(config, Still(reading), Still(0));
        if is_exclusive {
            generator.make_exclusive();
        }
        assert_eq!(generator.is_exclusive(), is_exclusive);
        generator.resume_after_instant(reading + 10_001).expect("it is in range");
        assert_eq!(generator.generate_or_reset().is_err(), is_exclusive);
        assert_eq!(generator.ceiling_unix_ms(), u64::MAX);
    }
}
