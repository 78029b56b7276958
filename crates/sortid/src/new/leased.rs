//! IDs of a node id that is leased for the run.

use std::time::{Duration, Instant as Timer};

use anyhow::{Result, anyhow, bail};
use anyid::crates::{scru64, scru160, ulid_flake};
use anyid::{AnyId, Scheme, Writer};
use idcore::__private::WaitBudget;
use idcore::error::{GenerateError, RangeError};
use idlease::error::LeasedError;
use idlease::{Keeper, LeaseBuilder, LeaseGuard, LeasedGenerator, NodeScheme};

use super::config::describe as describe_range;
use super::live::{BATCH, Batch, QUIET_WAIT, Source, Wait, append, pause, wait};
use crate::cli::{LeaseOptions, Options};
use crate::failure::UsageError;
use crate::lease::failure::{full_text, gave_up};
use crate::registry;
use crate::streams::{UntilSignal, complain};

/// A longer wait for a renewal is an error.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Acquires a node id, and returns batches of its IDs. Dropping the source releases the node id. From the first request for one, a
/// signal no longer ends the program, so that the node id is released.
pub(super) fn source(
    url: &str,
    scheme: Scheme,
    options: &Options,
    writer: Writer,
) -> Result<(Source, Option<UntilSignal>)> {
    let usage = |error: RangeError| UsageError::new(describe_range(&error));
    let registry = registry::open(url)?;
    let signals = UntilSignal::new()?;
    let how = Acquire { signals: &signals, options: &options.lease };
    let source = match scheme {
        Scheme::Scru64 => {
            let guard_bits = options.scru64.guard_bits.unwrap_or(0);
            let configure =
                move |node_id, size| scru64::Config::with_node_id(node_id, size)?.with_guard_bits(guard_bits);
            batches(idlease::scru64(registry), configure, writer, &how)
        }
        Scheme::Scru160 => {
            let options = options.scru160;
            options.apply(scru160::Config::new()).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(<scru160::Config as NodeScheme>::with_node_id(node_id, size)?)
            };
            batches(idlease::scru160(registry), configure, writer, &how)
        }
        Scheme::UlidFlakeScalable => {
            let options = options.flake;
            ulid_flake::Config::scalable(0).and_then(|config| options.apply(config)).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(ulid_flake::scalable::Config::with_node_id(node_id, size)?)
            };
            batches(idlease::scalable_ulid_flake(registry), configure, writer, &how)
        }
        // `refuse_foreign` has refused this.
        _ => bail!("{} has no node ids", scheme.name()),
    };
    Ok((source?, Some(signals)))
}

fn batches<S>(
    builder: LeaseBuilder<S>,
    configure: impl Fn(u32, u32) -> Result<S, RangeError> + Copy + Send + Sync + 'static,
    writer: Writer,
    how: &Acquire<'_>,
) -> Result<Source>
where
    S: NodeScheme<Id: Into<AnyId> + Default + Ord>,
{
    let (leased, mut keeper) = builder.with_config(configure).caller_driven();
    if let Some(label) = how.options.label {
        keeper = keeper.with_label(label);
    }
    if let Err(error) = acquire(&mut keeper, how) {
        // Without a generator, the keeper can release what it may have acquired without a reply.
        drop(leased);
        return Err(error);
    }
    let mut run = Run {
        leased: Some(leased),
        guard: Some(keeper.spawn()?),
        configure,
        last: None,
        stalled: None,
        announced: None,
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

/// How to acquire a lease.
struct Acquire<'a> {
    signals: &'a UntilSignal,
    options: &'a LeaseOptions,
}

/// Acquires a node id. Says what it waits for, if that takes long.
fn acquire(keeper: &mut Keeper, how: &Acquire<'_>) -> Result<()> {
    let (begun, handle) = (Timer::now(), keeper.status_handle());
    let (mut announced, mut ended) = (false, None);
    let wait = |wait| {
        if begun.elapsed() > QUIET_WAIT && !std::mem::replace(&mut announced, true) {
            let reason = handle.status().last_error;
            let reason = reason.map_or_else(String::new, |error| format!(": {}", full_text(&error)));
            complain(&format!("waiting for a lease{reason}"));
        }
        let left = how.options.wait.map_or(wait, |longest| longest.saturating_sub(begun.elapsed()));
        ended = pause(wait.min(left), Some(how.signals)).err();
        ended.is_none() && !left.is_zero()
    };
    let acquired = keeper.acquire_while(wait);
    // An error that needs an operator ends the wait at once, and then nothing was given up.
    let whole_seconds = || Duration::from_secs(begun.elapsed().as_secs());
    if acquired.map_err(|error| gave_up(&error, whole_seconds()))? {
        return Ok(());
    }
    let waited = how.options.wait.unwrap_or_default();
    let last_error =
        || keeper.status().last_error.map_or(anyhow!(LeasedError::NoLease), |error| gave_up(&error, waited));
    Err(ended.unwrap_or_else(last_error))
}

/// A lease and its generator.
struct Run<S: NodeScheme, F> {
    /// `None` only while it is dropped.
    leased: Option<LeasedGenerator<S>>,
    /// `None` only while it is dropped.
    guard: Option<LeaseGuard>,
    configure: F,
    last: Option<S::Id>,
    /// Since when the lease is used up.
    stalled: Option<Timer>,
    /// Whether the notice of this stall says why; `None` before a notice.
    announced: Option<bool>,
    budget: WaitBudget,
}

impl<S, F> Run<S, F>
where
    S: NodeScheme<Id: Copy + Ord>,
    F: Fn(u32, u32) -> Result<S, RangeError>,
{
    /// Fills a slice. Returns the number of IDs made, and what to wait for if it is not full.
    fn fill(&mut self, ids: &mut [S::Id]) -> Result<(usize, Option<Wait>)> {
        let Some(leased) = &mut self.leased else { bail!(LeasedError::NoLease) };
        let error = match leased.fill(ids) {
            Ok(()) => {
                self.stalled = None;
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
            GenerateError::AfterCeiling { .. } => Wait::Renewal { notice: self.stall()? },
            // Only the ticks of the scheme matter here, which are the same for each node id.
            _ => {
                let config = self.config()?;
                wait(&mut self.budget, &config, error)?
            }
        };
        Ok((filled, Some(wait)))
    }

    /// Counts a wait for the renewal. Returns a notice if it is a long one, once, and once more if the first did not say why.
    /// Returns an error if it is too long.
    fn stall(&mut self) -> Result<Option<String>> {
        let stalled = self.stalled.get_or_insert_with(Timer::now).elapsed();
        if stalled < QUIET_WAIT {
            self.announced = None;
            return Ok(None);
        }
        let status = self.leased.as_ref().map(LeasedGenerator::status);
        let reason = status.and_then(|status| status.last_error);
        let says_why = Some(reason.is_some());
        let reason = reason.map_or_else(String::new, |error| format!(": {}", full_text(&error)));
        if stalled > MAX_WAIT {
            bail!("the lease is used up, and was not renewed for {} s{reason}", stalled.as_secs());
        }
        let notice = format!("the lease is used up, waiting for its renewal{reason}");
        let is_new = self.announced < says_why;
        self.announced = self.announced.max(says_why);
        Ok(is_new.then_some(notice))
    }

    fn config(&self) -> Result<S> {
        let grant = self.leased.as_ref().and_then(|leased| leased.status().grant);
        let Some(grant) = grant else { bail!(LeasedError::NoLease) };
        Ok((self.configure)(grant.node_id, grant.node_id_size)?)
    }

    /// The IDs that are greater than all before. After the loss of a lease, the first IDs of the next one can be less.
    fn after_last<'a>(&mut self, ids: &'a [S::Id]) -> &'a [S::Id] {
        let first = ids.iter().position(|id| self.last.is_none_or(|last| *id > last)).unwrap_or(ids.len());
        let (_, ids) = ids.split_at(first);
        self.last = ids.last().copied().or(self.last);
        ids
    }
}

impl<S: NodeScheme, F> Drop for Run<S, F> {
    fn drop(&mut self) {
        // A lease can't be released while its generator can run.
        self.leased = None;
        if let Some(Err(error)) = self.guard.take().map(LeaseGuard::release) {
            let reason = full_text(&error);
            complain(&format!("the lease was not released, and expires within its window: {reason}"));
        }
    }
}
