//! IDs of the present, in batches. Each batch takes one reading of the clock and one write.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use anyid::crates::scru64;
use anyid::{AnyId, Instant, Scheme, Writer};
use idcore::__private::WaitBudget;
use idcore::Generator;
use idcore::clock::Unit;
use idcore::error::{FillError, GenerateError};
use idcore::random::{RandomSource, SystemRandom};
use indicatif::{ProgressBar, ProgressStyle};

use super::clock::LiveClock;
use super::state::State;
use crate::cli::{New, Options};
use crate::streams::{PIECE, UntilSignal, complain, stdout_is_file};

/// The number of IDs made with one clock reading: about as many as a pipe holds.
pub(super) const BATCH: usize = 2048;
/// A longer wait is announced. Shorter ones are how a scheme keeps its rate.
pub(super) const QUIET_WAIT: Duration = Duration::from_secs(2);
/// How often to look whether a lease has been renewed.
const POLL: Duration = Duration::from_millis(20);

/// Makes the IDs and writes them. If the source has to end in order, a signal ends it.
pub(super) fn run(
    new: &New,
    source: impl FnOnce(LiveClock) -> Result<(Source, Option<UntilSignal>)>,
    out: &mut impl Write,
) -> Result<()> {
    warn(new);
    let bar = progress_bar(new);
    let bar = bar.as_ref();
    let (mut generate, signals) = source(LiveClock::new(new.general.coarse_clock))?;
    let signals = signals.as_ref();
    let mut text = Vec::with_capacity(BATCH * 64);
    let mut left = if new.general.endless { u64::MAX } else { new.general.count };
    while left > 0 {
        pause(Duration::ZERO, signals)?;
        text.clear();
        let most = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
        let batch = generate(most, &mut text)?;
        write(&text, out, signals)?;
        if !new.general.endless {
            left -= batch.count;
        }
        if let Some(bar) = bar {
            bar.inc(batch.count);
        }
        match batch.wait {
            None => {}
            Some(Wait::Clock(wait)) => wait_for_clock(wait, bar, signals)?,
            Some(Wait::Renewal { notice }) => {
                if let Some(notice) = notice {
                    announce(&notice, bar);
                }
                pause(POLL, signals)?;
            }
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(())
}

/// Warns a person at a terminal whose IDs may be equal to those of another call.
fn warn(new: &New) {
    let Options { scru64, lease, .. } = &new.options;
    let alone = new.scheme == Scheme::Scru64 && scru64.state.is_none() && lease.lease.is_none();
    let starts = || scru64.config().is_ok_and(|config| config.node_spec().node_prev().is_none());
    if alone && io::stderr().is_terminal() && starts() {
        complain(
            "separate calls with one node spec can make equal IDs; --state FILE or --lease URL prevents this",
        );
    }
}

/// Returns a progress bar on stderr, if the IDs go to a file and stderr is a terminal.
fn progress_bar(new: &New) -> Option<ProgressBar> {
    if new.general.endless || !stdout_is_file() || !io::stderr().is_terminal() {
        return None;
    }
    // Without randomness, the bar's hash tables panic. The generator reports an error instead.
    SystemRandom::new().next_u32().ok()?;
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {eta}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    Some(ProgressBar::new(new.general.count).with_style(style))
}

/// The result of a batch.
pub(super) struct Batch {
    pub(super) count: u64,
    /// What to wait for, if no ID is left until then.
    pub(super) wait: Option<Wait>,
}

/// What has to happen before the next ID.
pub(super) enum Wait {
    /// The clock must run for this long.
    Clock(Duration),
    /// The lease must be renewed.
    Renewal { notice: Option<String> },
}

/// A generator of any scheme. Makes at most this many IDs, and appends them to the text.
pub(super) type Source = Box<dyn FnMut(usize, &mut Vec<u8>) -> Result<Batch>>;

/// Batches of a generator with this configuration.
pub(super) fn batches<S>(config: S, clock: LiveClock, writer: Writer) -> Source
where
    S: idcore::Scheme<Id: Into<AnyId> + Default> + 'static,
    S::Unit: Unit<LiveClock>,
{
    let mut generator = Generator::with_config(config, clock, SystemRandom::new());
    let (mut ids, mut budget) = ([S::Id::default(); BATCH], WaitBudget::default());
    Box::new(move |most, text| {
        let (batch, ids) = fill(&mut generator, &mut budget, &mut ids, most)?;
        append(ids, writer, text)?;
        Ok(batch)
    })
}

/// Batches of a node whose last ID is in a file. The file is written before the IDs are.
pub(super) fn stateful(
    config: scru64::Config,
    clock: LiveClock,
    mut state: State,
    writer: Writer,
) -> Result<Source> {
    let mut generator = Generator::with_config(config, clock, SystemRandom::new());
    let (mut ids, mut budget) = ([scru64::Scru64::default(); BATCH], WaitBudget::default());
    Ok(Box::new(move |most, text| {
        let bits = generator.config().node_spec().node_id_size();
        loop {
            let mut turn = state.lock()?;
            let last = turn.last(bits)?;
            if let Some(last) = last.filter(|last| generator.last().is_none_or(|own| own < *last)) {
                generator.resume_after(last).map_err(|error| turn.foreign(last, &error))?;
            }
            let (batch, ids) = fill(&mut generator, &mut budget, &mut ids, most)?;
            let is_saved = ids.last().map_or(Ok(true), |last| turn.save(*last, bits))?;
            drop(turn);
            // Otherwise another call can make the same IDs, so these are lost.
            if is_saved {
                append(ids, writer, text)?;
                return Ok(batch);
            }
        }
    }))
}

/// Makes at most this many IDs.
fn fill<'a, S>(
    generator: &mut Generator<S, LiveClock, SystemRandom>,
    budget: &mut WaitBudget,
    ids: &'a mut [S::Id],
    most: usize,
) -> Result<(Batch, &'a [S::Id])>
where
    S: idcore::Scheme<Id: 'static>,
    S::Unit: Unit<LiveClock>,
{
    let most = most.min(ids.len());
    let (ids, _) = ids.split_at_mut(most);
    let (filled, wait) = match generator.fill(ids) {
        Ok(()) => (most, None),
        Err(error) => (error.filled, Some(wait(budget, generator.config(), error)?)),
    };
    let (ids, _) = ids.split_at(filled);
    Ok((Batch { count: u64::try_from(filled)?, wait }, ids))
}

pub(super) fn append<I: Copy + Into<AnyId>>(ids: &[I], writer: Writer, text: &mut Vec<u8>) -> Result<()> {
    for id in ids {
        writer.append_line(text, &(*id).into().into())?;
    }
    Ok(())
}

/// Returns how long the clock must run before the generator makes the next ID, or the error if it does not wait.
pub(super) fn wait<S: idcore::Scheme, C, R>(
    budget: &mut WaitBudget,
    config: &S,
    FillError { filled, error }: FillError<C, R>,
) -> Result<Wait>
where
    GenerateError<C, R>: std::error::Error + Send + Sync + 'static,
{
    if filled > 0 {
        *budget = WaitBudget::default();
    }
    match (budget.next_wait(config, &error), error) {
        (Some(wait), _) => Ok(Wait::Clock(wait)),
        (None, GenerateError::Rollback { last_unix_ms, allowance_ms, .. }) => {
            let until = Instant(last_unix_ms.saturating_sub(allowance_ms));
            bail!("the last ID is too far ahead of the clock; set the clock, or wait until {until}")
        }
        (None, error) => Err(error.into()),
    }
}

/// Writes IDs, which should not wait for more. A signal ends the wait for a reader that stalls.
fn write(text: &[u8], out: &mut impl Write, signals: Option<&UntilSignal>) -> Result<()> {
    let Some(signals) = signals else {
        out.write_all(text)?;
        return Ok(out.flush()?);
    };
    for piece in text.chunks(PIECE) {
        signals.wait_for_stdout()?;
        out.write_all(piece)?;
        out.flush()?;
    }
    Ok(())
}

/// Waits for the clock.
fn wait_for_clock(wait: Duration, bar: Option<&ProgressBar>, signals: Option<&UntilSignal>) -> Result<()> {
    if wait > QUIET_WAIT {
        let seconds = wait.as_secs();
        announce(
            &format!("the last ID is ahead of the clock, waiting {seconds} s for the clock to catch up"),
            bar,
        );
    }
    pause(wait, signals)
}

fn announce(notice: &str, bar: Option<&ProgressBar>) {
    match bar {
        Some(bar) => bar.suspend(|| complain(notice)),
        None => complain(notice),
    }
}

/// Waits. A signal is an error, if it does not end the program anyway, and then so is the end of stdout's reader.
pub(super) fn pause(wait: Duration, signals: Option<&UntilSignal>) -> Result<()> {
    match signals {
        None => thread::sleep(wait),
        Some(signals) => signals.wait(wait)?,
    }
    Ok(())
}
