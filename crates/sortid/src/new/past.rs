//! IDs with given times.

use std::io::{BufRead, Write};

use anyhow::{Result, anyhow, bail};
use anyid::{AnyId, Instant, Scheme, Writer};
use idcore::__private::OnRollback;
use idcore::Generator;
use idcore::clock::{Microseconds, Milliseconds, NoClock};
use idcore::error::GenerateError;
use idcore::random::SystemRandom;

use super::config::with_config;
use crate::cli::{New, Options};
use crate::failure::UsageError;
use crate::lines::{self, Event, Line, MAX_BYTES};
use crate::streams::Inputs;
use crate::time::ExactInstant;

/// Generates the IDs and writes them. Stops at the first time that no ID can carry.
pub(super) fn run(
    new: &New,
    at: &str,
    writer: Writer,
    inputs: &mut Inputs<'_>,
    out: &mut impl Write,
) -> Result<()> {
    let mut ids = Ids {
        generate: source(new.scheme, &new.options)?,
        last: None,
        can_be_unordered: new.scheme.info().is_unique_by_chance,
        unordered: new.options.random.unordered,
        writer,
    };
    if at == "-" {
        return from_lines(new, &mut ids, inputs.stdin(), out);
    }
    at_one_time(at, new.general.count, &mut ids, out)
}

/// Generates IDs with successive times.
struct Ids {
    generate: Source,
    last: Option<ExactInstant>,
    /// `true` if the scheme has `--unordered`.
    can_be_unordered: bool,
    unordered: bool,
    writer: Writer,
}

impl Ids {
    fn append(&mut self, text: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let text = String::from_utf8_lossy(text.trim_ascii());
        let time: ExactInstant = text.parse().map_err(|error| anyhow!("{text:?}: {error}"))?;
        self.append_at(time, out)
    }

    fn append_at(&mut self, time: ExactInstant, out: &mut Vec<u8>) -> Result<()> {
        if let Some(last) = self.last.filter(|last| time < *last && !self.unordered) {
            let or = if self.can_be_unordered { ", or pass --unordered" } else { "" };
            bail!("{time} is before the previous time, {last}; sort the input by time{or}");
        }
        self.last = Some(time);
        let id = (self.generate)(time)?;
        Ok(self.writer.append(out, &id.into())?)
    }
}

/// Generates an ID that carries exactly the given time, to the scheme's tick.
type Source = Box<dyn FnMut(ExactInstant) -> Result<AnyId>>;

fn source(scheme: Scheme, options: &Options) -> Result<Source> {
    let unordered = options.random.unordered;
    Ok(
        with_config!(scheme, options, config => if unordered { independent(config) } else { increasing(config) }),
    )
}

/// Generates each ID independently of all others.
fn independent<S>(config: S) -> Source
where
    S: idcore::Scheme<Id: Into<AnyId>, Unit: Reading> + 'static,
{
    let mut random = SystemRandom::new();
    Box::new(move |time| match idcore::__private::sample(&config, S::Unit::of(time), &mut random) {
        Ok(id) => Ok(id.into()),
        Err(GenerateError::OutOfRange(_)) => Err(out_of_range(&config, time)),
        Err(error) => Err(error.into()),
    })
}

/// Generates each ID greater than the previous ID. The times must not go back.
fn increasing<S>(config: S) -> Source
where
    S: idcore::Scheme<Id: Into<AnyId>, Unit: Reading> + 'static,
{
    // For a time that goes back within the allowance, an ID would get the time of the last ID.
    let mut generator = Generator::with_config(config, NoClock, SystemRandom::new()).with_allowance_ms(0);
    Box::new(move |time| {
        let reading = S::Unit::of(time);
        let result = generator.step(idcore::__private::Reading::Caller(reading), OnRollback::Error);
        let config = generator.config();
        let id = result.map_err(|error| explain(error, config, time))?;
        // When a tick is exhausted, some schemes continue in the next tick.
        let tick = config.resume(id).map(|state| config.last_tick(&state));
        if tick != config.tick(reading) {
            return Err(exhausted(time));
        }
        Ok(id.into())
    })
}

/// A unit of clock readings.
trait Reading {
    /// Returns the reading at an instant.
    fn of(time: ExactInstant) -> u64;
}

impl Reading for Milliseconds {
    fn of(time: ExactInstant) -> u64 {
        time.millisecond.0
    }
}

impl Reading for Microseconds {
    fn of(time: ExactInstant) -> u64 {
        time.microsecond()
    }
}

/// Explains an error of the generator for a time in the input.
fn explain<S, R>(error: GenerateError<NoClock, R>, config: &S, time: ExactInstant) -> anyhow::Error
where
    S: idcore::Scheme,
    GenerateError<NoClock, R>: std::error::Error + Send + Sync + 'static,
{
    match error {
        GenerateError::OutOfRange(_) => out_of_range(config, time),
        GenerateError::Rollback { last_unix_ms, .. } => {
            let last = Instant(last_unix_ms);
            anyhow!("no IDs are left for {time}: the last ID has a later time, {last}")
        }
        GenerateError::Overflow { .. } => exhausted(time),
        error => error.into(),
    }
}

fn out_of_range(config: &impl idcore::Scheme, time: ExactInstant) -> anyhow::Error {
    let (first, last) = config.unix_ms_range().into_inner();
    let (first, last) = (Instant(first), Instant(last));
    anyhow!("no ID can carry the time {time}, expected {first} to {last}")
}

fn exhausted(time: ExactInstant) -> anyhow::Error {
    anyhow!("no IDs are left for {time}: too many IDs have this time")
}

fn at_one_time(at: &str, count: u64, ids: &mut Ids, out: &mut impl Write) -> Result<()> {
    let time: ExactInstant =
        at.parse().map_err(|error| UsageError::new(format!("invalid value {at:?} for --at: {error}")))?;
    let mut line = Vec::new();
    for _ in 0..count {
        line.clear();
        ids.append_at(time, &mut line)?;
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

fn from_lines(new: &New, ids: &mut Ids, stdin: impl BufRead, out: &mut impl Write) -> Result<()> {
    if new.general.count != 1 {
        return Err(UsageError::new("--count doesn't apply to --at -: each line gives one ID").into());
    }
    let mut id = Vec::new();
    lines::for_each(stdin, |event| {
        let Line { text, number, .. } = match event {
            Event::Line(line) => line,
            Event::Rest(_) => return Ok(()),
            Event::Pause => return Ok(out.flush()?),
        };
        let number = number.unwrap_or(0);
        if new.general.past.header && number == 1 {
            return Ok(());
        }
        if text.len() > MAX_BYTES {
            bail!("line {number}: expected a time, found more than {MAX_BYTES} bytes");
        }
        id.clear();
        ids.append(text, &mut id).map_err(|error| error.context(format!("line {number}")))?;
        id.push(b'\n');
        Ok(out.write_all(&id)?)
    })
}
