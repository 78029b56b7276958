//! A clock that steps. The workers read it through `libfaketime`, from a file that this module replaces.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use super::kind::Kind;
use super::random::Random;

/// The distance of the regions of time that the clock visits, in milliseconds. A visit takes far less.
const REGION_MS: u64 = 600_000;
/// The largest step back within a visit, in milliseconds: all steps of a visit together stay within the allowance of 10 s,
/// also where a generator is ahead of the clock.
const SMALL_STEP_MS: u64 = 5_000;

/// The clock of a worker and of the processes that it forks.
pub(crate) struct SteppedClock {
    file: PathBuf,
    random: Random,
    /// Whether every region is visited once only. Then an ID that is less than an earlier one of the same region is out of
    /// order, whatever another thread has seen between the two.
    visits_once: bool,
    /// The time when the clock was made, where the region 0 begins.
    home: u64,
    region: i64,
    visited: HashSet<i64>,
    /// The first readings of all visits.
    starts: Vec<u64>,
    /// The greatest reading so far, and that of this visit.
    highest: u64,
    highest_of_visit: u64,
    setting: Setting,
    /// Whether the last step went far back.
    is_far_back: bool,
    steps: u64,
}

#[derive(Clone, Copy, Debug)]
enum Setting {
    /// The clock runs, this many milliseconds ahead of the real one.
    Ahead(i64),
    /// The clock stands still.
    Stuck(u64),
}

impl SteppedClock {
    /// A clock that shows the real time.
    pub(crate) fn new(folder: &Path, name: &str, kind: Kind, random: Random) -> Result<Self> {
        let home = real_unix_ms()?;
        let clock = Self {
            file: folder.join(name),
            random,
            visits_once: kind == Kind::Threads,
            home,
            region: 0,
            visited: HashSet::from([0]),
            starts: vec![home],
            highest: home,
            highest_of_visit: home,
            setting: Setting::Ahead(0),
            is_far_back: false,
            steps: 0,
        };
        clock.write()?;
        Ok(clock)
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// The number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes the next step.
    pub(crate) fn step(&mut self) -> Result<()> {
        let real = real_unix_ms()?;
        let reading = self.reading(real);
        self.highest = self.highest.max(reading);
        self.highest_of_visit = self.highest_of_visit.max(reading);
        let target = if self.visits_once { self.next_of_visit(reading) } else { self.next(reading) };
        self.setting = match target {
            Target::Running(unix_ms) => Setting::Ahead(signed(unix_ms) - signed(real)),
            Target::Stuck => Setting::Stuck(reading),
            Target::Before1970 => Setting::Ahead(-signed(real) - 1_000_000_000),
        };
        self.steps += 1;
        self.write()
    }

    fn reading(&self, real: u64) -> u64 {
        match self.setting {
            Setting::Ahead(ms) => u64::try_from(signed(real) + ms).unwrap_or(0),
            Setting::Stuck(unix_ms) => unix_ms,
        }
    }

    /// A step within this visit, or the begin of another one in a region that was never visited.
    fn next_of_visit(&mut self, reading: u64) -> Target {
        match self.random.below(100) {
            0..35 => {
                let back = 100 + self.random.below(SMALL_STEP_MS - 100);
                Target::Running((reading - back).max(self.highest_of_visit - SMALL_STEP_MS))
            }
            35..55 => Target::Running(reading + self.random.below(SMALL_STEP_MS)),
            _ => {
                let lowest = self.visited.iter().copied().min().unwrap_or(0);
                let highest = self.visited.iter().copied().max().unwrap_or(0);
                let is_below = self.region == highest && self.random.below(2) == 0;
                self.region = if is_below { lowest - 1 } else { highest + 1 + signed(self.random.below(3)) };
                self.visited.insert(self.region);
                let start = signed(self.home) + self.region * signed(REGION_MS);
                let start = u64::try_from(start).unwrap_or(self.home);
                self.highest_of_visit = start;
                Target::Running(start)
            }
        }
    }

    /// Any step, also to instants that the clock has shown before.
    fn next(&mut self, reading: u64) -> Target {
        let choice = if self.is_far_back && self.random.below(4) > 0 { 99 } else { self.random.below(100) };
        self.is_far_back = false;
        match choice {
            0..28 => Target::Running(reading.saturating_sub(100 + self.random.below(SMALL_STEP_MS))),
            28..42 => Target::Running(reading + self.random.below(2 * SMALL_STEP_MS)),
            42..52 => Target::Stuck,
            52..74 => {
                self.is_far_back = true;
                let again = self.starts[self.random.index(self.starts.len())];
                let is_far = again + 20_000 < reading;
                let back = 11_000 + self.random.below(7_200_000);
                Target::Running(if is_far { again } else { reading.saturating_sub(back) })
            }
            74..77 => {
                self.is_far_back = true;
                Target::Before1970
            }
            _ => {
                let start = self.highest + self.random.below(SMALL_STEP_MS);
                self.starts.push(start);
                Target::Running(start)
            }
        }
    }

    /// Replaces the file, so that a reader never sees half of it.
    fn write(&self) -> Result<()> {
        let text = match self.setting {
            // As many digits each time: the library parses in a buffer that its threads share.
            Setting::Ahead(ms) => {
                let sign = if ms < 0 { '-' } else { '+' };
                let ms = ms.unsigned_abs();
                format!("{sign}{:011}.{:03}\n", ms / 1000, ms % 1000)
            }
            Setting::Stuck(unix_ms) => format!("{:011}\n", unix_ms / 1000),
        };
        let new = self.file.with_extension("new");
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &self.file))
            .with_context(|| format!("the clock's file {} can't be written", self.file.display()))
    }
}

enum Target {
    Running(u64),
    Stuck,
    Before1970,
}

fn real_unix_ms() -> Result<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the system's clock is before 1970")?;
    Ok(u64::try_from(now.as_millis())?)
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
