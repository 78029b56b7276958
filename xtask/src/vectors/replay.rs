//! Driving a generator through a trace: a clock and a random source that say what a step says.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use idcore::{Clock, Draw, GenerateError, Generator, MicrosecondClock, RandomSource, Scheme, Unit};
use serde_json::{Map, Value};

use super::format::Step;
use crate::schemes::integer;

/// Which of the generator's calls take the readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `generate` and `generate_or_reset`, which read the clock.
    Clock,
    /// `generate_at` and `generate_or_reset_at`, which are given the reading.
    Caller,
}

impl Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Clock => "read from the clock",
            Self::Caller => "given by the caller",
        })
    }
}

/// What a call gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An ID, as text.
    Text(String),
    /// An error, as the vectors spell it.
    Error(String),
}

impl Outcome {
    /// What a step expects.
    #[must_use]
    pub fn of(step: &Step) -> Self {
        match (&step.text, &step.error) {
            (Some(text), _) => Self::Text(text.clone()),
            (None, error) => Self::Error(error.clone().unwrap_or_default()),
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Error(error) => write!(formatter, "the error `{error}`"),
        }
    }
}

/// What came of one step.
#[derive(Debug)]
pub struct Played {
    /// What the call gave.
    pub outcome: Outcome,
    /// Where the generator's draws were not those of the step.
    pub problems: Vec<String>,
}

/// A generator that plays steps.
pub trait Replay {
    /// Makes one call.
    fn step(&mut self, step: &Step) -> Played;
    /// The text of the last ID.
    fn last(&self) -> Option<String>;
}

/// What the clock and the random source of a replay share with it.
#[derive(Debug, Default)]
struct Script {
    now: u64,
    /// The draws that are still to be asked for; `null` is a source that fails there.
    draws: Map<String, Value>,
    problems: Vec<String>,
}

/// A clock that reads what the step says.
#[derive(Clone, Debug)]
pub struct ScriptedClock(Rc<RefCell<Script>>);

/// A random source that draws what the step says.
#[derive(Clone, Debug)]
pub struct ScriptedRandom(Rc<RefCell<Script>>);

/// The step says that the source fails.
#[derive(Clone, Copy, Debug)]
pub struct Scripted;

impl Clock for ScriptedClock {
    type Error = Scripted;

    fn unix_ms(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

/// In a trace whose readings are in microseconds.
impl MicrosecondClock for ScriptedClock {
    fn unix_us(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

impl ScriptedRandom {
    /// Takes the draw that the step has for a field; it must be in the range.
    fn take(&self, field: &str, min: u128, max: u128) -> Result<u128, Scripted> {
        let script = &mut *self.0.borrow_mut();
        let problem = match script.draws.remove(field) {
            Some(Value::Null) => return Err(Scripted),
            Some(value) => match integer(&value) {
                Some(int) if (min..=max).contains(&int) && has_width(&value, max) => return Ok(int),
                _ => format!("a draw from {min} to {max} for `{field}`, which is {value}"),
            },
            // Whether no bits at all are a draw is for each implementation to say.
            None if max == 0 => return Ok(0),
            None => format!("a draw for `{field}`, which is not there"),
        };
        script.problems.push(problem);
        Err(Scripted)
    }
}

/// Whether a hex string has as many digits as the largest value; numbers have no width.
fn has_width(value: &Value, max: u128) -> bool {
    value.as_str().is_none_or(|hex| hex.len() == format!("{max:x}").len())
}

fn largest(bits: u32) -> u128 {
    u128::MAX.checked_shr(128 - bits).unwrap_or(0)
}

impl RandomSource for ScriptedRandom {
    type Error = Scripted;

    fn next_u32(&mut self) -> Result<u32, Scripted> {
        self.0.borrow_mut().problems.push("a random number for no field".to_owned());
        Err(Scripted)
    }

    fn draw(&mut self, Draw { field, bits }: Draw) -> Result<u32, Scripted> {
        let value = self.take(field, 0, largest(bits))?;
        u32::try_from(value).map_err(|_| Scripted)
    }

    fn draw_wide(&mut self, Draw { field, bits }: Draw) -> Result<u128, Scripted> {
        self.take(field, 0, largest(bits))
    }

    fn draw_positive(&mut self, Draw { field, bits }: Draw) -> Result<u32, Scripted> {
        let value = self.take(field, 1, largest(bits))?;
        u32::try_from(value).map_err(|_| Scripted)
    }
}

/// Any scheme's generator, playing steps.
struct SchemeReplay<S: Scheme> {
    generator: Generator<S, ScriptedClock, ScriptedRandom>,
    script: Rc<RefCell<Script>>,
    entry: Entry,
    reset: bool,
}

/// A replay with a scheme's configuration, and with what every trace has in its `config`. It goes on after `resume_after`,
/// if that is an ID.
///
/// # Errors
///
/// A key is missing or has a value that it can't have, or no generator makes the ID to go on after.
pub fn replay<S>(
    scheme: S,
    config: &Map<String, Value>,
    entry: Entry,
    resume_after: Option<S::Id>,
) -> Result<Box<dyn Replay>>
where
    S: Scheme<Id: Display, Unit: Unit<ScriptedClock>> + 'static,
{
    let allowance_ms = number(config, "allowance_ms")?;
    let reset = match config.get("on_rollback").and_then(Value::as_str) {
        Some("error") => false,
        Some("reset") => true,
        _ => bail!("on_rollback: expected `error` or `reset`"),
    };
    let script = Rc::new(RefCell::new(Script::default()));
    let (clock, random) = (ScriptedClock(Rc::clone(&script)), ScriptedRandom(Rc::clone(&script)));
    let mut generator = Generator::with_config(scheme, clock, random).with_allowance_ms(allowance_ms);
    if let Some(id) = resume_after {
        generator.resume_after(id).context("resume_after")?;
    }
    Ok(Box::new(SchemeReplay { generator, script, entry, reset }))
}

/// The number of a key in `config` or `fields`.
///
/// # Errors
///
/// The key is missing, or its value is no number of the type.
pub fn number<T: TryFrom<u64>>(map: &Map<String, Value>, key: &str) -> Result<T> {
    let number = map.get(key).and_then(Value::as_u64).with_context(|| format!("{key}: expected a number"))?;
    T::try_from(number).ok().with_context(|| format!("{key}: {number} is too large"))
}

impl<S: Scheme<Id: Display, Unit: Unit<ScriptedClock>>> Replay for SchemeReplay<S> {
    fn step(&mut self, step: &Step) -> Played {
        *self.script.borrow_mut() = Script { now: step.now, draws: step.draws.clone(), problems: Vec::new() };

        let generator = &mut self.generator;
        let result = match (self.entry, self.reset) {
            (Entry::Clock, false) => generator.generate(),
            (Entry::Clock, true) => generator.generate_or_reset(),
            (Entry::Caller, false) => generator.generate_at(step.now),
            (Entry::Caller, true) => generator.generate_or_reset_at(step.now),
        };
        let outcome = match result {
            Ok(id) => Outcome::Text(id.to_string()),
            Err(error) => Outcome::Error(name(&error)),
        };

        let script = std::mem::take(&mut *self.script.borrow_mut());
        let mut problems = script.problems;
        // After a failed draw, a generator need not ask for the others.
        let failed = outcome == Outcome::Error("rng".to_owned());
        let unused = script.draws.iter().filter(|(_, value)| value.is_null() || !failed);
        problems.extend(unused.map(|(field, _)| format!("no draw for `{field}`")));
        Played { outcome, problems }
    }

    fn last(&self) -> Option<String> {
        self.generator.last().map(|id| id.to_string())
    }
}

/// How the vectors spell an error.
fn name<C: fmt::Debug, R: fmt::Debug>(error: &GenerateError<C, R>) -> String {
    match error {
        GenerateError::Random(_) => "rng".to_owned(),
        GenerateError::OutOfRange(_) => "out_of_range".to_owned(),
        GenerateError::Rollback { .. } => "rollback".to_owned(),
        GenerateError::Overflow { .. } => "overflow".to_owned(),
        other => format!("{other:?}"),
    }
}
