//! IDs with a node ID that is leased for the run.

use std::time::{Duration, Instant as Timer};

use anyhow::{Result, bail};
use anyid::crates::{scru64, scru160, ulid_flake};
use anyid::{AnyId, Scheme, Writer};
use idcore::__private::WaitBudget;
use idcore::error::{GenerateError, RangeError};
use idlease::error::LeasedError;
use idlease::status::Event;
use idlease::{LeaseBuilder, LeasedGenerator, NodeScheme};

use super::config::describe as describe_range;
use super::live::{BATCH, Batch, QUIET_WAIT, Source, append, wait};
use crate::cli::{LeaseOptions, Options};
use crate::failure::UsageError;
use crate::lease::failure::{full_text, gave_up};
use crate::registry;
use crate::streams::{Signals, complain};

/// The longest wait for a renewal.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The time between checks for a renewal.
const POLL: Duration = Duration::from_millis(20);

/// Acquires a node ID. Returns a source of batches of its IDs. Dropping the source releases the node ID. While it
/// exists, a signal doesn't end the process, so that the node ID is released.
pub(super) fn source(
    url: &str,
    scheme: Scheme,
    options: &Options,
    writer: Writer,
) -> Result<(Source, Option<Signals>)> {
    let usage = |error: RangeError| UsageError::new(describe_range(&error));
    let (registry, lease) = (registry::open(url)?, &options.lease);
    let source = match scheme {
        Scheme::Scru64 => {
            let guard_bits = options.scru64.guard_bits.unwrap_or(0);
            let configure =
                move |node_id, size| scru64::Config::with_node_id(node_id, size)?.with_guard_bits(guard_bits);
            batches(idlease::scru64(registry), configure, writer, lease)
        }
        Scheme::Scru160 => {
            let options = options.scru160;
            options.apply(scru160::Config::new()).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(<scru160::Config as NodeScheme>::with_node_id(node_id, size)?)
            };
            batches(idlease::scru160(registry), configure, writer, lease)
        }
        Scheme::UlidFlakeScalable => {
            let options = options.flake;
            ulid_flake::Config::scalable(0).and_then(|config| options.apply(config)).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(ulid_flake::scalable::Config::with_node_id(node_id, size)?)
            };
            batches(idlease::scalable_ulid_flake(registry), configure, writer, lease)
        }
        // No other scheme has `--lease`.
        _ => bail!("{} has no node IDs", scheme.name()),
    };
    Ok((source?, Some(Signals::new()?)))
}

fn batches<S>(
    builder: LeaseBuilder<S>,
    configure: impl Fn(u32, u32) -> Result<S, RangeError> + Copy + Send + Sync + 'static,
    writer: Writer,
    lease: &LeaseOptions,
) -> Result<Source>
where
    S: NodeScheme<Id: Into<AnyId> + Default + Ord>,
{
    let (begun, mut is_waiting) = (Timer::now(), true);
    let mut builder = builder.with_config(configure).on_event(move |event| match event {
        // Printed once, and only before the first lease.
        Event::Failed(error) if is_waiting && begun.elapsed() > QUIET_WAIT => {
            is_waiting = false;
            complain(&format!("waiting for a lease: {}", full_text(error)));
        }
        Event::Granted(_) => is_waiting = false,
        _ => {}
    });
    if let Some(label) = lease.label {
        builder = builder.with_label(label);
    }
    if let Some(wait) = lease.wait {
        builder = builder.with_acquire_timeout(wait);
    }
    // An error that needs an operator ends the wait at once.
    let waited = || lease.wait.unwrap_or(Duration::from_secs(begun.elapsed().as_secs()));
    let leased = builder.leased().map_err(|error| gave_up(&error, waited()))?;
    let mut run = Run {
        leased: Some(leased),
        configure,
        last: None,
        stalled: None,
        announced: false,
        budget: WaitBudget::default(),
    };
    let mut ids = [S::Id::default(); BATCH];
    Ok(Box::new(move |most, text| {
        let most = most.min(ids.len());
        let (ids, _) = ids.split_at_mut(most);
        let (filled, wait) = run.fill(ids)?;
        let (ids, _) = ids.split_at(filled);
        let ids = run.after_last(ids);
        append(ids, writer, text)?;
        Ok(Batch { count: u64::try_from(ids.len())?, wait })
    }))
}

struct Run<S: NodeScheme, F> {
    /// `None` only in `drop`.
    leased: Option<LeasedGenerator<S>>,
    configure: F,
    last: Option<S::Id>,
    /// When the lease ran out of IDs.
    stalled: Option<Timer>,
    /// `true` if the current wait was announced.
    announced: bool,
    budget: WaitBudget,
}

impl<S, F> Run<S, F>
where
    S: NodeScheme<Id: Copy + Ord>,
    F: Fn(u32, u32) -> Result<S, RangeError>,
{
    /// Fills a slice. Returns the number of IDs, and how long to wait if the slice is not full.
    fn fill(&mut self, ids: &mut [S::Id]) -> Result<(usize, Option<Duration>)> {
        let Some(leased) = &mut self.leased else { bail!(LeasedError::NoLease) };
        let error = match leased.fill(ids) {
            Ok(()) => {
                (self.stalled, self.budget) = (None, WaitBudget::default());
                return Ok((ids.len(), None));
            }
            Err(LeasedError::Fill(error)) => error,
            Err(error) => return Err(error.into()),
        };
        let filled = error.filled;
        if filled > 0 {
            self.stalled = None;
        }
        let wait = match &error.error {
            GenerateError::AfterCeiling { .. } => {
                self.stall()?;
                POLL
            }
            // The wait depends only on the ticks of the scheme, which are the same for all node IDs.
            _ => {
                let config = self.config()?;
                wait(&mut self.budget, &config, error)?
            }
        };
        Ok((filled, Some(wait)))
    }

    /// Measures the wait for a renewal. Announces a long wait, once its reason is known. Returns an error if it is too
    /// long.
    fn stall(&mut self) -> Result<()> {
        let stalled = self.stalled.get_or_insert_with(Timer::now).elapsed();
        if stalled < QUIET_WAIT {
            self.announced = false;
            return Ok(());
        }
        let reason = self.leased.as_ref().and_then(|leased| leased.status().last_error);
        if stalled > MAX_WAIT {
            let reason = reason.map_or_else(String::new, |error| format!(": {}", full_text(&error)));
            bail!("the lease has no IDs left and was not renewed for {} s{reason}", stalled.as_secs());
        }
        if let Some(error) = reason.filter(|_| !self.announced) {
            complain(&format!("the lease has no IDs left; waiting for its renewal: {}", full_text(&error)));
            self.announced = true;
        }
        Ok(())
    }

    fn config(&self) -> Result<S> {
        let grant = self.leased.as_ref().and_then(|leased| leased.status().grant);
        let Some(grant) = grant else { bail!(LeasedError::NoLease) };
        Ok((self.configure)(grant.node_id, grant.node_id_size)?)
    }

    /// Returns the IDs that are greater than all IDs before. After the loss of a lease, the first IDs of the next lease
    /// can be smaller.
    fn after_last<'a>(&mut self, ids: &'a [S::Id]) -> &'a [S::Id] {
        let first = ids.iter().position(|id| self.last.is_none_or(|last| *id > last)).unwrap_or(ids.len());
        let (_, ids) = ids.split_at(first);
        self.last = ids.last().copied().or(self.last);
        ids
    }
}

impl<S: NodeScheme, F> Drop for Run<S, F> {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.leased.take().map(LeasedGenerator::release) {
            let reason = full_text(&error);
            complain(&format!("failed to release the lease, which expires within its window: {reason}"));
        }
    }
}
