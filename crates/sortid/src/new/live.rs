//! IDs with the current time, in batches. Each batch takes one clock reading and one write.

use std::io::Write;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use anyid::{AnyId, Instant, Writer};
use idcore::__private::WaitBudget;
use idcore::Generator;
use idcore::clock::{SystemClock, Unit};
use idcore::error::{FillError, GenerateError};
use idcore::random::SystemRandom;

use crate::cli::New;
use crate::streams::complain;

/// The number of IDs per clock reading, about as many as a pipe holds.
pub(super) const BATCH: usize = 2048;
/// The longest wait without a notice. Short waits limit the rate of a scheme.
pub(super) const QUIET_WAIT: Duration = Duration::from_secs(2);

/// Generates the IDs and writes them.
pub(super) fn run(
    new: &New,
    mut generate: impl FnMut(usize, &mut Vec<u8>) -> Result<Batch>,
    out: &mut impl Write,
) -> Result<()> {
    let mut text = Vec::with_capacity(BATCH * 64);
    let mut left = if new.general.endless { u64::MAX } else { new.general.count };
    while left > 0 {
        text.clear();
        let most = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
        let batch = generate(most, &mut text)?;
        // The reader gets these IDs before the next batch is generated.
        out.write_all(&text)?;
        out.flush()?;
        if !new.general.endless {
            left -= batch.count;
        }
        if let Some(wait) = batch.wait {
            if wait > QUIET_WAIT {
                let seconds = wait.as_secs();
                complain(&format!(
                    "the last ID is ahead of the clock; waiting {seconds} s for the clock to catch up"
                ));
            }
            thread::sleep(wait);
        }
    }
    Ok(())
}

pub(super) struct Batch {
    pub(super) count: u64,
    /// The time to wait until more IDs are available.
    pub(super) wait: Option<Duration>,
}

/// A generator for any scheme. Generates at most this many IDs, and appends them to the text.
pub(super) type Source = Box<dyn FnMut(usize, &mut Vec<u8>) -> Result<Batch>>;

pub(super) fn batches<S>(config: S, writer: Writer) -> Source
where
    S: idcore::Scheme<Id: Into<AnyId> + Default> + 'static,
    S::Unit: Unit<SystemClock>,
{
    let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
    let (mut ids, mut budget) = ([S::Id::default(); BATCH], WaitBudget::default());
    Box::new(move |most, text| {
        let most = most.min(ids.len());
        let (ids, _) = ids.split_at_mut(most);
        let (filled, wait) = match generator.fill(ids) {
            Ok(()) => {
                budget = WaitBudget::default();
                (most, None)
            }
            Err(error) => (error.filled, Some(wait(&mut budget, generator.config(), error)?)),
        };
        let (ids, _) = ids.split_at(filled);
        append(ids, writer, text)?;
        Ok(Batch { count: u64::try_from(filled)?, wait })
    })
}

pub(super) fn append<I: Copy + Into<AnyId>>(ids: &[I], writer: Writer, text: &mut Vec<u8>) -> Result<()> {
    for id in ids {
        writer.append_line(text, &(*id).into().into())?;
    }
    Ok(())
}

/// Returns how long to wait until the generator can generate the next ID, or the error if it can't.
pub(super) fn wait<S: idcore::Scheme, C, R>(
    budget: &mut WaitBudget,
    config: &S,
    FillError { filled, error }: FillError<C, R>,
) -> Result<Duration>
where
    GenerateError<C, R>: std::error::Error + Send + Sync + 'static,
{
    if filled > 0 {
        *budget = WaitBudget::default();
    }
    match (budget.next_wait(config, &error), error) {
        (Some(wait), _) => Ok(wait),
        (None, GenerateError::Rollback { last_unix_ms, allowance_ms, .. }) => {
            let until = Instant(last_unix_ms.saturating_sub(allowance_ms));
            bail!("the last ID is too far ahead of the clock; set the clock or wait until {until}")
        }
        (None, error) => Err(error.into()),
    }
}
