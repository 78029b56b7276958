//! IDs with a node ID that is leased for the run.

use std::io::Write;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
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
use super::live::{self, BATCH, Batch, QUIET_WAIT, append, wait};
use crate::cli::New;
use crate::failure::{Interrupted, UsageError};
use crate::lease::failure::{full_text, gave_up};
use crate::registry;
use crate::streams::{End, Signals, complain};

/// The longest wait for a renewal.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The time between checks for a renewal.
const POLL: Duration = Duration::from_millis(20);

/// Acquires a node ID, generates the IDs and releases the node ID, even if a signal ends the run.
pub(super) fn run(new: &New, url: &str, writer: Writer, out: &mut impl Write) -> Result<()> {
    let usage = |error: RangeError| UsageError::new(describe_range(&error));
    let (registry, options) = (registry::open(url)?, &new.options);
    match new.scheme {
        Scheme::Scru64 => {
            let guard_bits = options.scru64.guard_bits.unwrap_or(0);
            let configure =
                move |node_id, size| scru64::Config::with_node_id(node_id, size)?.with_guard_bits(guard_bits);
            generate(idlease::scru64(registry), configure, new, writer, out)
        }
        Scheme::Scru160 => {
            let options = options.scru160;
            options.apply(scru160::Config::new()).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(<scru160::Config as NodeScheme>::with_node_id(node_id, size)?)
            };
            generate(idlease::scru160(registry), configure, new, writer, out)
        }
        Scheme::UlidFlakeScalable => {
            let options = options.flake;
            ulid_flake::Config::scalable(0).and_then(|config| options.apply(config)).map_err(usage)?;
            let configure = move |node_id, size| {
                options.apply(ulid_flake::scalable::Config::with_node_id(node_id, size)?)
            };
            generate(idlease::scalable_ulid_flake(registry), configure, new, writer, out)
        }
        // No other scheme has `--lease`.
        scheme => bail!("{} has no node IDs", scheme.name()),
    }
}

fn generate<S>(
    builder: LeaseBuilder<S>,
    configure: impl Fn(u32, u32) -> Result<S, RangeError> + Copy + Send + Sync + 'static,
    new: &New,
    writer: Writer,
    out: &mut impl Write,
) -> Result<()>
where
    S: NodeScheme<Id: Into<AnyId> + Default + Ord>,
{
    let lease = &new.options.lease;
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
    let leased = Arc::new(Mutex::new(Some(leased)));
    release_at_signal(Arc::clone(&leased))?;
    let mut run =
        Run { configure, last: None, stalled: None, announced: false, budget: WaitBudget::default() };
    let mut ids = [S::Id::default(); BATCH];
    let source = |most: usize, text: &mut Vec<u8>| {
        let (ids, _) = ids.split_at_mut(most.min(BATCH));
        let mut leased = leased.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(leased) = &mut *leased else { bail!(LeasedError::NoLease) };
        let (filled, wait) = run.fill(leased, ids)?;
        let (ids, _) = ids.split_at(filled);
        let ids = run.after_last(ids);
        append(ids, writer, text)?;
        Ok(Batch { count: u64::try_from(ids.len())?, wait })
    };
    let result = live::run(new, source, out);
    drop(release(&leased));
    result
}

/// Starts a thread that releases the node ID and ends the process at a signal, or once nobody reads the IDs.
fn release_at_signal<S: NodeScheme>(leased: Shared<S>) -> Result<()> {
    let ends = Signals::new()?.ends(true)?;
    let wait = move || {
        let Ok(end) = ends.recv() else { return };
        // The run waits for the lock until the process ends. It would report that it has no lease.
        let _locked = release(&leased);
        if let End::Signal(status) = end {
            complain(&Interrupted(status).to_string());
            process::exit(status.into());
        }
        process::exit(0);
    };
    thread::Builder::new().name("release".into()).spawn(wait)?;
    Ok(())
}

/// A generator, until it is released.
type Shared<S> = Arc<Mutex<Option<LeasedGenerator<S>>>>;

type Locked<'a, S> = MutexGuard<'a, Option<LeasedGenerator<S>>>;

/// Releases the node ID, unless it was released. A signal that arrives meanwhile waits for this.
fn release<S: NodeScheme>(leased: &Mutex<Option<LeasedGenerator<S>>>) -> Locked<'_, S> {
    let mut leased = leased.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Err(error)) = leased.take().map(LeasedGenerator::release) {
        let reason = full_text(&error);
        complain(&format!("failed to release the lease, which expires within its window: {reason}"));
    }
    leased
}

struct Run<S: NodeScheme, F> {
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
    fn fill(
        &mut self,
        leased: &mut LeasedGenerator<S>,
        ids: &mut [S::Id],
    ) -> Result<(usize, Option<Duration>)> {
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
                self.stall(leased)?;
                POLL
            }
            // The wait depends only on the ticks of the scheme, which are the same for all node IDs.
            _ => {
                let Some(grant) = leased.status().grant else { bail!(LeasedError::NoLease) };
                wait(&mut self.budget, &(self.configure)(grant.node_id, grant.node_id_size)?, error)?
            }
        };
        Ok((filled, Some(wait)))
    }

    /// Measures the wait for a renewal. Announces a long wait, once its reason is known. Returns an error if it is too
    /// long.
    fn stall(&mut self, leased: &LeasedGenerator<S>) -> Result<()> {
        let stalled = self.stalled.get_or_insert_with(Timer::now).elapsed();
        if stalled < QUIET_WAIT {
            self.announced = false;
            return Ok(());
        }
        let reason = leased.status().last_error;
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

    /// Returns the IDs that are greater than all IDs before. After the loss of a lease, the first IDs of the next lease
    /// can be smaller.
    fn after_last<'a>(&mut self, ids: &'a [S::Id]) -> &'a [S::Id] {
        let first = ids.iter().position(|id| self.last.is_none_or(|last| *id > last)).unwrap_or(ids.len());
        let (_, ids) = ids.split_at(first);
        self.last = ids.last().copied().or(self.last);
        ids
    }
}
