//! Plays a trace with a generator.

use core::cell::RefCell;
use core::fmt::{self, Display};

use idcore::__private::{OnRollback, Reading};
use idcore::clock::Unit;
use idcore::error::GenerateError;
use idcore::{Generator, Scheme};

use crate::case::{Setup, Step};
use crate::checker::Checker;
use crate::refusal::Refusal;
use crate::script::{Script, Scripted, ScriptedClock, ScriptedRandom};

/// Calls a function with each step of a trace.
pub type Steps<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&Step<'_>));

/// A trace that a generator plays.
pub struct Player<'a, 'r> {
    pub(crate) setup: &'a Setup<'a>,
    pub(crate) steps: Steps<'a>,
    pub(crate) checker: &'a mut Checker<'r>,
}

/// A position in a trace, for messages.
struct At {
    step: u32,
    now: u64,
    /// `true` if the generator read the clock, `false` if the caller passed the reading.
    by_clock: bool,
}

impl Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = if self.by_clock { "read from the clock" } else { "given by the caller" };
        write!(formatter, "step {} (now {}, {entry})", self.step, self.now)
    }
}

/// The result of a call, expected or found.
#[derive(PartialEq)]
struct Outcome<I, E>(Result<I, E>);

impl<I: Display, E: Display> Display for Outcome<I, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(id) => id.fmt(formatter),
            Err(error) => write!(formatter, "the `{error}` error"),
        }
    }
}

impl Player<'_, '_> {
    /// Plays the steps with two generators. One reads a clock, the other gets its readings from the caller.
    pub fn play<C>(self, config: C, resume_after: Option<C::Id>) -> Result<(), Refusal>
    where
        C: for<'s> Scheme<Id: Copy + AsRef<[u8]> + Display, Unit: Unit<ScriptedClock<'s>>> + Clone,
    {
        let Self { setup, steps, checker } = self;
        let allowance_ms =
            setup.config.number("allowance_ms").ok_or_else(|| Refusal::missing("allowance_ms"))?;
        let script = RefCell::new(Script::new(&setup.draw_bits));
        let new = || {
            let (clock, random) = (ScriptedClock(&script), ScriptedRandom(&script));
            let mut generator =
                Generator::with_config(config.clone(), clock, random).with_allowance_ms(allowance_ms);
            resume_after.map_or(Ok(()), |id| generator.resume_after(id))?;
            Ok::<_, Refusal>(generator)
        };
        let mut generators = [(true, new()?), (false, new()?)];
        let mut number = 0;
        steps(&mut |step| {
            for (by_clock, generator) in &mut generators {
                if let Some(ceiling_unix_ms) = step.ceiling_unix_ms {
                    generator.set_ceiling_unix_ms(ceiling_unix_ms);
                }
                let at = At { step: number, now: step.now, by_clock: *by_clock };
                call(generator, setup.reset, &script, step, &at, checker);
            }
            number += 1;
        });
        Ok(())
    }
}

/// Generates the ID of a step and checks it.
fn call<'s, C>(
    generator: &mut Generator<C, ScriptedClock<'s>, ScriptedRandom<'s>>,
    reset: bool,
    script: &RefCell<Script<'_>>,
    step: &Step<'_>,
    at: &At,
    checker: &mut Checker<'_>,
) where
    C: Scheme<Id: Copy + AsRef<[u8]> + Display, Unit: Unit<ScriptedClock<'s>>>,
{
    // Later calls depend on the one that failed.
    if !checker.passed {
        return;
    }
    let before = generator.last();
    script.borrow_mut().turn_to(step);
    let result = match (at.by_clock, reset) {
        (true, false) => generator.generate(),
        (true, true) => generator.generate_or_reset(),
        (false, false) => generator.step(Reading::Caller(step.now), OnRollback::Error),
        (false, true) => generator.step(Reading::Caller(step.now), OnRollback::Reset),
    };
    check_call(checker, at, step, &result, &script.borrow());
    check_last(checker, at, result.ok().or(before), generator.last());
}

/// Compares the result of a call, and its draws, with a step.
fn check_call<I: Copy + Display>(
    checker: &mut Checker<'_>,
    at: &At,
    step: &Step<'_>,
    result: &Result<I, GenerateError<Scripted, Scripted>>,
    script: &Script<'_>,
) {
    let same = match (step.expected, result) {
        (Ok(text), Ok(id)) => is_written(id, text),
        (Err(expected), Err(error)) => expected == error.reason(),
        _ => false,
    };
    if !same {
        checker.fail(at, Outcome(step.expected), Outcome(result.as_ref().map_err(GenerateError::reason)));
    }
    if let Some(fault) = script.fault() {
        checker.fail(at, "the draws of the case", fault);
    }
    let failed = matches!(result, Err(GenerateError::Random(_)));
    if let Some(field) = script.unused(failed) {
        checker.fail(at, "the draws of the case", format_args!("no draw for `{field}`"));
    }
}

/// Checks the last ID, which an error leaves unchanged.
fn check_last<I: AsRef<[u8]> + Display>(
    checker: &mut Checker<'_>,
    at: &At,
    expected: Option<I>,
    found: Option<I>,
) {
    if expected.as_ref().map(AsRef::as_ref) != found.as_ref().map(AsRef::as_ref) {
        let [expected, found] = [expected, found].map(|last| Outcome(last.ok_or("no last ID")));
        checker.fail(format_args!("{at}: the last ID afterwards"), expected, found);
    }
}

/// Returns `true` if a value is displayed as `text`.
fn is_written(value: impl Display, text: &str) -> bool {
    struct Rest<'a>(Option<&'a str>);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.and_then(|rest| rest.strip_prefix(part));
            Ok(())
        }
    }
    let mut rest = Rest(Some(text));
    fmt::write(&mut rest, format_args!("{value}")).is_ok() && rest.0 == Some("")
}
