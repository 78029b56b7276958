//! Runs the protocol against a registry: acquires, renews and releases a lease.

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use idcore::clock::Clock;
use idcore::error::{RangeError, SystemRandomError};

use crate::Label;
use crate::engine::Deadline;
use crate::error::LeaseError;
use crate::held::Held;
use crate::protocol::{Client, Lease, MAX_ATTEMPTS, Observed, Replace, check_skew, read_by};
use crate::registry::{Pool, Registry, Replaced, Slots, Snapshot, Token};
use crate::status::{Event, Grant, Status, StatusHandle};
use crate::target::Target;
use crate::time::Time;

/// The deadline of a call before the window is known.
const FIRST_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest deadline of a call, so that a release ends soon if the server hangs, even with a long window.
const MAX_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest time that a drop waits for the registry.
pub(crate) const MAX_DROP_WAIT: Duration = Duration::from_secs(1);
/// The time to keep trying while the window is unknown.
const FIRST_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time between two attempts while the window is unknown.
const FIRST_RETRY: Duration = Duration::from_millis(200);

/// Keeps a lease, driven by the caller: acquires it, renews it after a quarter of the window, and acquires a new one
/// after a loss. To drive it in a thread, use [`spawn`](Self::spawn).
///
/// ```
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let (mut ids, mut keeper) = idlease::scru64(registry).caller_driven();
/// let wait = keeper.tick(); // acquires; call again after `wait`
/// let id = ids.generate()?;
/// # assert!(wait <= std::time::Duration::from_secs(15));
/// drop(ids); // a lease can't be released while its generator can run
/// keeper.release()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In a forked child, it does nothing: neither [`tick`](Self::tick) nor `Drop` touches the registry. The child needs
/// its own keeper.
pub struct Keeper {
    /// `None` only during the drop.
    parts: Option<Parts>,
    held: Held,
    handle: StatusHandle,
    /// The elapsed time at which the next round is due.
    due: Duration,
}

struct Parts {
    registry: Box<dyn Registry + Send>,
    held: Held,
    check: Check,
    client: Client,
    /// The last grant that the target received.
    granted: Option<Grant>,
    /// Set if other code has taken over the target.
    superseded: bool,
    window_ms: Option<u64>,
    /// The deadline of all calls together.
    deadline: Option<Deadline>,
    handle: StatusHandle,
    /// `None` once it has panicked.
    on_event: Option<OnEvent>,
    /// Generates the token of each attempt to acquire.
    tokens: Box<dyn FnMut() -> Result<Token, SystemRandomError> + Send>,
}

/// Checks the node IDs of a pool.
pub(crate) type Check = Box<dyn Fn(&Pool) -> Result<(), RangeError> + Send>;

/// The callback that receives events.
pub(crate) type OnEvent = Box<dyn FnMut(Event<'_>) + Send>;

impl Keeper {
    /// Creates a keeper that passes its grants to a target, with any node IDs that the pool has. Acquires nothing yet.
    ///
    /// For the generators of this repository, which also check the node IDs, use a
    /// [`LeaseBuilder`](crate::LeaseBuilder).
    #[must_use]
    pub fn new(registry: impl Registry + Send + 'static, target: impl Target + 'static) -> Self {
        let (registry, target) = (Box::new(registry), Box::new(target));
        Self::of(registry, target, Box::new(|_| Ok(())), Time::default(), Box::new(|_| {}), Label::host())
    }

    pub(crate) fn of(
        registry: Box<dyn Registry + Send>,
        target: Box<dyn Target>,
        check: Check,
        time: Time,
        on_event: OnEvent,
        label: Label,
    ) -> Self {
        let (handle, held) = (StatusHandle::new(time), Held::new(target));
        let parts = Parts {
            registry,
            held: held.clone(),
            check,
            client: Client::new().with_label(label),
            granted: None,
            superseded: false,
            window_ms: None,
            deadline: None,
            handle: handle.clone(),
            on_event: Some(on_event),
            tokens: Box::new(Token::random),
        };
        Self { parts: Some(parts), held, handle, due: Duration::ZERO }
    }

    /// Sets the label of leases acquired from now on, like
    /// [`LeaseBuilder::with_label`](crate::LeaseBuilder::with_label).
    #[must_use]
    pub fn with_label(mut self, label: Label) -> Self {
        self.parts = self.parts.take().map(|parts| Parts { client: parts.client.with_label(label), ..parts });
        self
    }

    /// Sets the source of tokens, for tests that repeat a run. No two attempts of any keepers may have the same token.
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    #[must_use]
    pub fn with_tokens(mut self, mut tokens: impl FnMut() -> Token + Send + 'static) -> Self {
        self.parts = self.parts.take().map(|parts| Parts { tokens: Box::new(move || Ok(tokens())), ..parts });
        self
    }

    /// Does the next step: acquires if the keeper has no lease, and renews otherwise. Returns how long to wait before
    /// the next call. [`status`](Self::status) shows whether it succeeded.
    ///
    /// Waits for the registry: for each of a few calls, up to a twelfth of the window, but at most 5 s. If the keeper
    /// has no lease, this limit is at least 2 s.
    pub fn tick(&mut self) -> Duration {
        let error = self.round().err();
        self.report(error);
        self.wait()
    }

    /// Does the same as [`tick`](Self::tick), but does not report the error.
    fn round(&mut self) -> Result<(), LeaseError> {
        let begun = self.time().elapsed();
        let forked = self.handle.is_forked();
        let Some(parts) = self.parts.as_mut().filter(|_| !forked) else {
            self.due = Duration::MAX;
            return Err(LeaseError::Forked);
        };
        let result = parts.round();
        if let Err(error) = &result {
            parts.tell(Event::Failed(error));
        }
        let window = parts.window_ms.map(Duration::from_millis);
        let wait = match &result {
            Ok(()) => window.map(|window| window / 4),
            Err(error) if error.is_permanent() => Some(Duration::MAX),
            Err(_) => window.map(|window| (window / 20).min(MAX_TIMEOUT)),
        };
        let last_id_unix_ms = parts.held.lock().target.last_unix_ms();
        self.handle.update(|report| report.last_id_unix_ms = last_id_unix_ms);
        self.due = begun.saturating_add(wait.unwrap_or(FIRST_RETRY));
        result
    }

    /// Records the error in the status, except in a forked child, where the report may be locked forever.
    fn report(&self, error: Option<LeaseError>) {
        if !self.handle.is_forked() {
            self.handle.update(|report| report.last_error = error.map(Arc::new));
        }
    }

    /// Calls [`tick`](Self::tick) until the keeper has a lease, for at most `timeout`. With [`Duration::ZERO`], tries
    /// once. Returns at once on an error that waiting can't fix.
    ///
    /// # Errors
    ///
    /// Returns an error if the keeper still has no lease. It is the error of the last attempt.
    pub fn acquire(&mut self, timeout: Duration) -> Result<(), LeaseError> {
        self.acquire_within(Some(timeout))
    }

    /// Acquires with this timeout. The default timeout outlasts a restart of the registry.
    pub(crate) fn acquire_within(&mut self, timeout: Option<Duration>) -> Result<(), LeaseError> {
        let begun = self.time().elapsed();
        loop {
            let error = self.round().err();
            let window_ms = self.parts.as_ref().and_then(|parts| parts.window_ms);
            let usual =
                window_ms.map_or(FIRST_ACQUIRE_TIMEOUT, |window_ms| Duration::from_millis(window_ms * 9 / 4));
            let timeout = match &error {
                Some(error) if error.needs_operator() => timeout.unwrap_or_default(),
                _ => timeout.unwrap_or(usual),
            };
            let waited = self.time().elapsed().saturating_sub(begun);
            let left = timeout.saturating_sub(waited);
            let has_lease = error.is_none() || self.status().can_generate();
            match error {
                Some(error) if !has_lease && (left.is_zero() || error.is_permanent()) => return Err(error),
                error => self.report(error),
            }
            if has_lease {
                return Ok(());
            }
            self.time().sleep(self.wait().min(left));
        }
    }

    /// Returns the keeper's current status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.handle.status()
    }

    /// Returns a handle that shows the status while another part of the program owns the keeper.
    #[must_use]
    pub fn status_handle(&self) -> StatusHandle {
        self.handle.clone()
    }

    /// Stops the generator and then releases the lease, so that another client can acquire the slot at once. Dropping
    /// the keeper does the same, but returns no error and gives the registry at most a second. `FileRegistry` has no
    /// timeouts.
    ///
    /// If a [`LeasedGenerator`](crate::LeasedGenerator) still exists, the lease is not released but expires, and this
    /// returns `Ok`.
    ///
    /// # Errors
    ///
    /// Returns an error if the registry did not confirm the release. The lease then expires at its end at the latest.
    pub fn release(mut self) -> Result<(), LeaseError> {
        self.end(None)
    }

    pub(crate) const fn time(&self) -> &Time {
        self.handle.time()
    }

    pub(crate) const fn due(&self) -> Duration {
        self.due
    }

    /// Returns the target, to share it with a guard.
    pub(crate) fn held(&self) -> Held {
        self.held.clone()
    }

    fn wait(&self) -> Duration {
        self.due.saturating_sub(self.time().elapsed())
    }

    fn end(&mut self, most: Option<Duration>) -> Result<(), LeaseError> {
        let Some(mut parts) = self.parts.take() else { return Ok(()) };
        if self.handle.is_forked() {
            // The registry's connection is shared with the parent. Closing it properly would also close the parent's
            // connection.
            mem::forget(parts);
            return Err(LeaseError::Forked);
        }
        parts.deadline = most.map(Deadline::after);
        let released = parts.release();
        if let Err(error) = &released {
            parts.tell(Event::NotReleased(error));
        }
        self.handle.update(|report| {
            report.grant = None;
            if thread::panicking() {
                report.last_error = Some(Arc::new(LeaseError::Panicked));
            }
        });
        released
    }
}

/// Releases the lease, except in a forked child. Gives the registry at most a second.
impl Drop for Keeper {
    fn drop(&mut self) {
        // `release` returns the error, and an event reports it.
        let _ = self.end(Some(MAX_DROP_WAIT));
    }
}

impl fmt::Debug for Keeper {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Keeper").field("status", &self.status()).finish_non_exhaustive()
    }
}

impl Parts {
    /// Returns the timeout of a call. It is below a tenth of the window, so that several calls can fail before a lease
    /// expires. Without a lease, nothing can expire, and the call may read the records of many slots, so the timeout is
    /// at least [`FIRST_TIMEOUT`].
    fn timeout(&self) -> Duration {
        let window = self.window_ms.map(Duration::from_millis);
        let timeout = window.map_or(FIRST_TIMEOUT, |window| (window / 12).min(MAX_TIMEOUT));
        let timeout = if self.client.slots() == Slots::All { timeout.max(FIRST_TIMEOUT) } else { timeout };
        self.deadline.map_or(timeout, |deadline| timeout.min(deadline.remaining()))
    }

    /// Acquires or renews.
    fn round(&mut self) -> Result<(), LeaseError> {
        if self.superseded {
            return Err(LeaseError::Superseded);
        }
        let mut taken = 0;
        for _ in 0..MAX_ATTEMPTS {
            let slots = self.client.slots();
            let token = if slots == Slots::All { Some((self.tokens)()?) } else { None };
            let (snapshot, local) = self.read(token)?;
            match self.client.observe(&snapshot) {
                Observed::Held(lease) => self.grant(&snapshot.pool, &lease)?,
                // The grant stays valid up to its end, so the generator continues.
                Observed::Lost(_) => self.granted.into_iter().for_each(|grant| self.tell(Event::Lost(grant))),
                Observed::None => {}
            }
            if self.client.lease().is_some() {
                let last = self.held.lock().target.last_unix_ms();
                let Some(replace) = self.client.renew(&snapshot, local, last) else { return Ok(()) };
                return match self.send(&snapshot.pool, &replace)? {
                    Replaced::Yes => Ok(()),
                    Replaced::No => Err(LeaseError::Taken { slot: replace.slot }),
                };
            }
            let Some(token) = token else { continue };
            check_skew(&snapshot, local)?;
            let replace = self.client.acquire(&snapshot, local, token)?;
            if self.send(&snapshot.pool, &replace)? == Replaced::Yes {
                return Ok(());
            }
            taken = replace.slot;
        }
        Err(LeaseError::Taken { slot: taken })
    }

    /// Reads the registry and this machine's clock. With a token, reads the records needed to acquire a slot, otherwise
    /// the record of its slot.
    fn read(&mut self, token: Option<Token>) -> Result<(Snapshot, u64), LeaseError> {
        let (slots, timeout, mut time) = (self.client.slots(), self.timeout(), self.handle.time().clone());
        let read = || match token {
            Some(token) => self.registry.read_free(token, timeout),
            None => self.registry.read(slots, timeout),
        };
        let (snapshot, local) = read_by(read, || Ok(time.unix_ms()?))?;
        (self.check)(&snapshot.pool).map_err(LeaseError::NodeIds)?;
        self.window_ms = Some(snapshot.pool.window_ms());
        let skew = snapshot.server_unix_ms.map(|server| {
            let difference = i128::from(server) - i128::from(local);
            i64::try_from(difference).unwrap_or(if difference < 0 { i64::MIN } else { i64::MAX })
        });
        self.handle.update(|report| report.skew_ms = skew);
        Ok((snapshot, local))
    }

    /// Sends a request. The generator receives only a confirmed lease.
    fn send(&mut self, pool: &Pool, replace: &Replace) -> Result<Replaced, LeaseError> {
        let timeout = self.timeout();
        let replaced = self.registry.replace(replace.slot, &replace.expected, &replace.new, timeout);
        if let Some(lease) = self.client.answer(replaced.as_ref().ok().copied()).copied() {
            self.grant(pool, &lease)?;
        }
        replaced.map_err(|source| LeaseError::Registry { operation: "replace", what: "record", source })
    }

    /// Passes a lease to the target, which starts a new grant or moves the end of the current one.
    fn grant(&mut self, pool: &Pool, lease: &Lease) -> Result<(), LeaseError> {
        let record = lease.record;
        let owner = record.owner.ok_or(LeaseError::Taken { slot: lease.slot })?;
        let grant = Grant {
            slot: lease.slot,
            node_id: pool.node_id(lease.slot).map_err(LeaseError::NodeIds)?,
            node_id_size: pool.node_id_size(),
            epoch: record.epoch,
            owner,
            start_unix_ms: record.start_unix_ms,
            end_unix_ms: record.end_unix_ms,
        };
        let held = self.held.clone();
        let mut state = held.lock();
        if state.is_stopped() {
            // The guard was dropped while this waited for the registry. The thread releases the lease next.
            return Ok(());
        }
        let is_same = self.granted.is_some_and(|last| (last.slot, last.owner) == (grant.slot, grant.owner));
        let event = if is_same {
            self.superseded = !state.target.extend(grant.end_unix_ms);
            if self.superseded {
                return Err(LeaseError::Superseded);
            }
            Event::Renewed(grant)
        } else {
            state.target.begin(&grant).map_err(LeaseError::NodeIds)?;
            Event::Granted(grant)
        };
        self.handle.update(|report| report.grant = Some(grant));
        drop(state);
        // A grant that was only read back has not changed.
        if self.granted.replace(grant) != Some(grant) {
            self.tell(event);
        }
        Ok(())
    }

    fn tell(&mut self, event: Event<'_>) {
        self.handle.update(|report| {
            *match event {
                Event::Granted(_) => &mut report.counts.grants,
                Event::Renewed(_) => &mut report.counts.renewals,
                Event::Failed(_) | Event::NotReleased(_) => &mut report.counts.failures,
                Event::Lost(_) => &mut report.counts.losses,
                Event::Released(_) => &mut report.counts.releases,
            } += 1;
        });
        // A callback that panics is not put back. Otherwise, the release during the panic would call it, and a second
        // panic ends the process.
        if let Some(mut on_event) = self.on_event.take() {
            on_event(event);
            self.on_event = Some(on_event);
        }
    }

    /// Stops the generator and releases the lease. The order matters: an ID generated after the release could equal
    /// another client's ID.
    fn release(&mut self) -> Result<(), LeaseError> {
        let had_grant = self.granted.is_some();
        let last = self.held.stop();
        if had_grant && last.is_none() || self.client.slots() == Slots::All {
            return Ok(());
        }
        // A request without a reply may have arrived.
        let (snapshot, _) = self.read(None)?;
        self.client.observe(&snapshot);
        let Some(replace) = self.client.release(last) else { return Ok(()) };
        let timeout = self.timeout();
        match self.registry.replace(replace.slot, &replace.expected, &replace.new, timeout) {
            Ok(Replaced::Yes) => {}
            Ok(Replaced::No) => return Err(LeaseError::Taken { slot: replace.slot }),
            Err(_) if self.has_released(&replace) => {}
            Err(source) => {
                return Err(LeaseError::Registry { operation: "replace", what: "record", source });
            }
        }
        self.granted.into_iter().for_each(|grant| self.tell(Event::Released(grant)));
        Ok(())
    }

    /// Reads the record after a request to release got no reply. Another client may have acquired the slot in the
    /// meantime.
    fn has_released(&mut self, replace: &Replace) -> bool {
        let Replace { slot, expected, .. } = replace;
        let snapshot = self.registry.read(Slots::One(*slot), self.timeout()).ok().flatten();
        let record = snapshot.and_then(|snapshot| snapshot.record(*slot).copied());
        record.is_some_and(|record| (record.epoch, record.owner) != (expected.epoch, expected.owner))
    }
}
