//! Driving a generator through a trace: a clock and a random source that say what a step says.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use idcore::{Clock, Draw, GenerateError, Generator, RandomSource, Scheme};
use serde_json::{Map, Value};

use super::format::Step;

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

impl RandomSource for ScriptedRandom {
    type Error = Scripted;

    fn next_u32(&mut self) -> Result<u32, Scripted> {
        self.0.borrow_mut().problems.push("a random number for no field".to_owned());
        Err(Scripted)
    }

    fn draw(&mut self, Draw { field, bits }: Draw) -> Result<u32, Scripted> {
        let script = &mut *self.0.borrow_mut();
        let problem = match script.draws.remove(field) {
            Some(Value::Null) => return Err(Scripted),
            Some(value) => match value.as_u64().and_then(|value| u32::try_from(value).ok()) {
                Some(value) if u64::from(value) >> bits == 0 => return Ok(value),
                _ => format!("a draw of {bits} bits for `{field}`, which is {value}"),
            },
            None => format!("a draw for `{field}`, which is not there"),
        };
        script.problems.push(problem);
        Err(Scripted)
    }
}

/// Any scheme's generator, playing steps.
struct SchemeReplay<S: Scheme> {
    generator: Generator<S, ScriptedClock, ScriptedRandom>,
    script: Rc<RefCell<Script>>,
    entry: Entry,
    reset: bool,
}

/// A replay with a scheme's configuration, and with what every trace has in its `config`.
///
/// # Errors
///
/// A key is missing or has a value that it can't have.
pub fn replay<S>(scheme: S, config: &Map<String, Value>, entry: Entry) -> Result<Box<dyn Replay>>
where
    S: Scheme<Id: Display> + 'static,
{
    let allowance_ms =
        config.get("allowance_ms").and_then(Value::as_u64).context("allowance_ms: expected a number")?;
    let reset = match config.get("on_rollback").and_then(Value::as_str) {
        Some("error") => false,
        Some("reset") => true,
        _ => bail!("on_rollback: expected `error` or `reset`"),
    };
    let script = Rc::new(RefCell::new(Script::default()));
    let (clock, random) = (ScriptedClock(Rc::clone(&script)), ScriptedRandom(Rc::clone(&script)));
    let generator = Generator::with_config(scheme, clock, random).with_allowance_ms(allowance_ms);
    Ok(Box::new(SchemeReplay { generator, script, entry, reset }))
}

impl<S: Scheme<Id: Display>> Replay for SchemeReplay<S> {
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
