//! A clock that steps, for a worker and the processes that it forks.

use anyhow::Result;
use fastrand::Rng;
use idlease::unix_ms as real_unix_ms;
use servers::clock::{Clock, Setting};

/// The distance of the regions of time that the clock visits, in milliseconds. A visit takes far less.
const REGION_MS: u64 = 600_000;
/// The largest step back within a visit, in milliseconds: all steps of a visit together stay within the allowance of 10 s,
/// also where a generator is ahead of the clock.
const SMALL_STEP_MS: u64 = 5_000;

/// Chooses what the clock shows.
pub(super) struct SteppedClock<'a> {
    clock: &'a Clock,
    random: Rng,
    /// Whether every region is visited once only. Then an ID that is less than an earlier one of the same region is out of
    /// order, whatever another thread has seen between the two.
    visits_once: bool,
    /// The time when the clock was made, where the region 0 begins.
    home: u64,
    region: i64,
    /// The first and the last region of all.
    lowest: i64,
    highest_region: i64,
    /// The first readings of all visits.
    starts: Vec<u64>,
    /// The greatest reading so far, and that of this visit.
    highest: u64,
    highest_of_visit: u64,
    setting: Setting,
    /// Whether the last step went far back.
    is_far_back: bool,
}

impl<'a> SteppedClock<'a> {
    /// Steps a clock that is right.
    pub(super) fn new(clock: &'a Clock, random: Rng, visits_once: bool) -> Result<Self> {
        let home = real_unix_ms()?;
        Ok(Self {
            clock,
            random,
            visits_once,
            home,
            region: 0,
            lowest: 0,
            highest_region: 0,
            starts: vec![home],
            highest: home,
            highest_of_visit: home,
            setting: Setting::Ahead(0),
            is_far_back: false,
        })
    }

    /// Makes the next step.
    pub(super) fn step(&mut self) -> Result<()> {
        let real = real_unix_ms()?;
        let reading = self.reading(real);
        self.highest = self.highest.max(reading);
        self.highest_of_visit = self.highest_of_visit.max(reading);
        let running = |unix_ms| Setting::Ahead(signed(unix_ms) - signed(real));
        self.setting = if self.visits_once {
            running(self.next_of_visit(reading))
        } else {
            match self.next(reading) {
                Target::Running(unix_ms) => running(unix_ms),
                Target::Stuck => Setting::Stuck(reading),
                Target::Before1970 => Setting::Ahead(-signed(real) - 1_000_000_000),
            }
        };
        self.clock.set(self.setting)
    }

    fn reading(&self, real: u64) -> u64 {
        match self.setting {
            Setting::Ahead(ms) => u64::try_from(signed(real) + ms).unwrap_or(0),
            Setting::Stuck(unix_ms) => unix_ms,
        }
    }

    /// A step within this visit, or the begin of another one in a region that was never visited.
    fn next_of_visit(&mut self, reading: u64) -> u64 {
        match self.random.u64(..100) {
            0..35 => {
                let back = 100 + self.random.u64(..SMALL_STEP_MS - 100);
                (reading - back).max(self.highest_of_visit - SMALL_STEP_MS)
            }
            35..55 => reading + self.random.u64(..SMALL_STEP_MS),
            _ => {
                if self.region == self.highest_region && self.random.bool() {
                    self.lowest -= 1;
                    self.region = self.lowest;
                } else {
                    self.highest_region += 1 + self.random.i64(0..3);
                    self.region = self.highest_region;
                }
                let start = signed(self.home) + self.region * signed(REGION_MS);
                self.highest_of_visit = u64::try_from(start).unwrap_or(self.home);
                self.highest_of_visit
            }
        }
    }

    /// Any step, also to instants that the clock has shown before.
    fn next(&mut self, reading: u64) -> Target {
        let choice = if self.is_far_back && self.random.u64(..4) > 0 { 99 } else { self.random.u64(..100) };
        self.is_far_back = false;
        match choice {
            0..28 => Target::Running(reading.saturating_sub(100 + self.random.u64(..SMALL_STEP_MS))),
            28..42 => Target::Running(reading + self.random.u64(..2 * SMALL_STEP_MS)),
            42..52 => Target::Stuck,
            52..74 => {
                self.is_far_back = true;
                let again = self.starts[self.random.usize(..self.starts.len())];
                let is_far = again + 20_000 < reading;
                let back = 11_000 + self.random.u64(..7_200_000);
                Target::Running(if is_far { again } else { reading.saturating_sub(back) })
            }
            74..77 => {
                self.is_far_back = true;
                Target::Before1970
            }
            _ => {
                let start = self.highest + self.random.u64(..SMALL_STEP_MS);
                self.starts.push(start);
                Target::Running(start)
            }
        }
    }
}

enum Target {
    Running(u64),
    Stuck,
    Before1970,
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
