//! Holding the crates against a table.

use core::cell::RefCell;
use core::fmt::{Arguments, Debug, Display};

use idcore::{GenerateError, Generator, Scheme, Unit};

use crate::script::{Script, Scripted, ScriptedClock, ScriptedRandom};
use crate::subject::{self, Subject};
use crate::table::{Name, Record, Source, TableError, Text};

/// What became of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The scheme's name.
    pub scheme: Name,
    /// `codec` or `generator`.
    pub kind: Name,
    /// How many cases there are.
    pub cases: u32,
    /// How many of them passed.
    pub passed: u32,
}

/// Takes the number of a case, and what about it is not as it should be.
pub type Report<'a> = &'a mut dyn FnMut(&str, u32, Arguments<'_>);

/// Holds a crate against the next file of a table; `None` after the last.
///
/// # Errors
///
/// The table can't be read, or is of a scheme that there is not.
pub fn next_file<S: Source>(source: &mut S, report: Report<'_>) -> Result<Option<Tally>, TableError> {
    let Some(record) = source.next()? else { return Ok(None) };
    let Record::File { scheme, kind, cases } = record else { return Err(TableError::Misplaced) };
    let mut file = File { source, report, scheme: &scheme, cases };
    let passed = match scheme.as_str() {
        "scru160" => file.hold::<subject::Scru160>(),
        "scru128" => file.hold::<subject::Scru128>(),
        "scru64" => file.hold::<subject::Scru64>(),
        "ulid" => file.hold::<subject::Ulid>(),
        "ulid-flake" => file.hold::<subject::UlidFlake>(),
        "ulid-flake-scalable" => file.hold::<subject::ScalableUlidFlake>(),
        _ => Err(TableError::Misplaced),
    }?;
    Ok(Some(Tally { scheme, kind, cases, passed }))
}

struct File<'a, 'r, S> {
    source: &'a mut S,
    report: Report<'r>,
    scheme: &'a str,
    cases: u32,
}

impl<S: Source> File<'_, '_, S> {
    fn hold<T: Subject>(&mut self) -> Result<u32, TableError> {
        let mut passed = 0;
        for _ in 0..self.cases {
            let has_passed = match self.source.next()?.ok_or(TableError::CutOff)? {
                Record::Valid { case, text, bytes, fields, unix_ms, alternates } => {
                    let mut checker = Checker::new(self.scheme, case, self.report);
                    let id = T::of_bytes(&bytes);
                    checker.equal(format_args!("reading {text}"), &Ok(id), &T::of_text(&text).map(Some));
                    checker.equal(format_args!("from fields"), &id, &T::of_fields(&fields));
                    if let Some(id) = id {
                        checker.equal(format_args!("text"), &text.as_str(), &T::encode(id).as_ref());
                        checker.equal(format_args!("fields"), &fields, &T::fields(id));
                        checker.equal(format_args!("unix_ms"), &unix_ms, &T::unix_ms(id));
                    } else {
                        checker.fail(format_args!("bytes"), "an ID", "none");
                    }
                    for _ in 0..alternates {
                        let Some(Record::Alternate(text)) = self.source.next()? else {
                            return Err(TableError::Misplaced);
                        };
                        checker.equal(format_args!("reading {text}"), &Ok(id), &T::of_text(&text).map(Some));
                    }
                    checker.passed
                }
                Record::Invalid { case, text, reason, position } => {
                    let mut checker = Checker::new(self.scheme, case, self.report);
                    match T::of_text(&text) {
                        Ok(id) => {
                            checker.fail(format_args!("reading {text}"), &reason, T::encode(id).as_ref())
                        }
                        Err(error) => {
                            checker.equal(format_args!("reason"), &reason.as_str(), &error.reason());
                            let found = error.position().map(|position| position as u64);
                            checker.equal(format_args!("position"), &position.map(u64::from), &found);
                        }
                    }
                    checker.passed
                }
                Record::Trace { case, config, microseconds, reset, resume_after, steps } => {
                    let mut steps = Steps {
                        source: self.source,
                        checker: Checker::new(self.scheme, case, self.report),
                        microseconds,
                        reset,
                        resume_after,
                        allowance_ms: config.number("allowance_ms").ok_or(TableError::Misplaced)?,
                        count: steps,
                    };
                    T::play(&config, &mut steps).ok_or(TableError::Misplaced)??;
                    steps.checker.passed
                }
                Record::File { .. } | Record::Alternate(_) | Record::Step { .. } => {
                    return Err(TableError::Misplaced);
                }
            };
            passed += u32::from(has_passed);
        }
        Ok(passed)
    }
}

/// Holds one case.
struct Checker<'a, 'r> {
    scheme: &'a str,
    case: u32,
    report: &'a mut (dyn FnMut(&str, u32, Arguments<'_>) + 'r),
    passed: bool,
}

impl<'a, 'r> Checker<'a, 'r> {
    fn new(scheme: &'a str, case: u32, report: &'a mut (dyn FnMut(&str, u32, Arguments<'_>) + 'r)) -> Self {
        Self { scheme, case, report, passed: true }
    }

    fn equal<V: PartialEq + Debug>(&mut self, what: Arguments<'_>, expected: &V, found: &V) {
        if expected != found {
            self.passed = false;
            let message = format_args!("{what}: expected {expected:?}, found {found:?}");
            (self.report)(self.scheme, self.case, message);
        }
    }

    fn fail(&mut self, what: Arguments<'_>, expected: impl Display, found: impl Display) {
        self.passed = false;
        (self.report)(self.scheme, self.case, format_args!("{what}: expected {expected}, found {found}"));
    }
}

/// The steps of one trace.
pub struct Steps<'a, 'r, S> {
    source: &'a mut S,
    checker: Checker<'a, 'r>,
    microseconds: bool,
    reset: bool,
    resume_after: Option<Text>,
    allowance_ms: u64,
    count: u32,
}

impl<S: Source> Steps<'_, '_, S> {
    /// Whether the readings are in microseconds.
    #[must_use]
    pub fn microseconds(&self) -> bool {
        self.microseconds
    }

    /// The ID to go on after.
    #[must_use]
    pub fn resume_after(&self) -> Option<&str> {
        self.resume_after.as_deref()
    }

    /// Plays the steps with two generators, one that reads a clock and one that is given the readings.
    ///
    /// # Errors
    ///
    /// The table can't be read, or no generator makes the ID to go on after.
    pub fn play<C>(&mut self, config: C, resume_after: Option<C::Id>) -> Result<(), TableError>
    where
        C: for<'s> Scheme<Id: Copy + Display, Unit: Unit<ScriptedClock<'s>>> + Clone,
    {
        let script = RefCell::new(Script::default());
        let new = || {
            let (clock, random) = (ScriptedClock(&script), ScriptedRandom(&script));
            let mut generator =
                Generator::with_config(config.clone(), clock, random).with_allowance_ms(self.allowance_ms);
            match resume_after.map(|id| generator.resume_after(id)) {
                None | Some(Ok(())) => Ok(generator),
                Some(Err(_)) => Err(TableError::Misplaced),
            }
        };
        let (mut by_clock, mut by_caller) = (new()?, new()?);
        for step in 0..self.count {
            let Some(Record::Step { now, draws, expected }) = self.source.next()? else {
                return Err(TableError::Misplaced);
            };
            let mut play = |generate: &mut dyn FnMut()
                -> Result<C::Id, GenerateError<Scripted, Scripted>>| {
                script.replace(Script { now, draws: draws.clone(), strayed: false });
                let result = generate();
                let script = script.take();
                check(&mut self.checker, step, &expected, result, &script);
            };
            if self.reset {
                play(&mut || by_clock.generate_or_reset());
                play(&mut || by_caller.generate_or_reset_at(now));
            } else {
                play(&mut || by_clock.generate());
                play(&mut || by_caller.generate_at(now));
            }
        }
        Ok(())
    }
}

/// Compares what a call gave, and what it drew, with a step.
fn check<I: Display>(
    checker: &mut Checker<'_, '_>,
    step: u32,
    expected: &Result<Text, Name>,
    result: Result<I, GenerateError<Scripted, Scripted>>,
    script: &Script,
) {
    match (expected, &result) {
        (Ok(text), Ok(id)) => {
            let mut found = Text::new();
            let _ = core::fmt::write(&mut found, format_args!("{id}"));
            checker.equal(format_args!("step {step}"), text, &found);
        }
        (Ok(text), Err(error)) => checker.fail(format_args!("step {step}"), text, name(error)),
        (Err(error), Ok(id)) => checker.fail(format_args!("step {step}"), error, id),
        (Err(error), Err(found)) => checker.equal(format_args!("step {step}"), &error.as_str(), &name(found)),
    }
    // After a failed draw, a generator need not ask for the others.
    let failed = matches!(result, Err(GenerateError::Random(_)));
    let unused = script.draws.0.iter().any(|(_, value)| value.is_none() || !failed);
    if script.strayed || unused {
        checker.fail(format_args!("step {step}: draws"), "those of the step", "others");
    }
}

/// How the vectors spell an error.
fn name<C, R>(error: &GenerateError<C, R>) -> &'static str {
    match error {
        GenerateError::Random(_) => "rng",
        GenerateError::OutOfRange(_) => "out_of_range",
        GenerateError::Rollback { .. } => "rollback",
        GenerateError::Overflow { .. } => "overflow",
        _ => "an error that no step has",
    }
}
