//! Decides when to acquire, renew and release a lease. [`Rounds`] does it.

mod rounds;

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

pub(crate) use self::rounds::{Check, OnEvent};
use self::rounds::{MAX_TIMEOUT, Rounds};
use crate::Label;
use crate::engine::{Deadline, ProcessLocal};
use crate::error::LeaseError;
use crate::held::Held;
use crate::protocol::Client;
use crate::registry::{Registry, Token};
use crate::status::{Status, StatusHandle};
use crate::target::Target;
use crate::time::Time;

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
    rounds: ProcessLocal<Rounds>,
    held: Held,
    handle: StatusHandle,
    /// The elapsed time at which the next round is due.
    due: Duration,
}

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
        let rounds = Rounds {
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
        Self { rounds: ProcessLocal::new(rounds), held, handle, due: Duration::ZERO }
    }

    /// Sets the label of leases acquired from now on, like
    /// [`LeaseBuilder::with_label`](crate::LeaseBuilder::with_label).
    #[must_use]
    pub fn with_label(mut self, label: Label) -> Self {
        if let Some(rounds) = self.rounds.get() {
            rounds.client = rounds.client.clone().with_label(label);
        }
        self
    }

    /// Sets the source of tokens, for tests that repeat a run. No two attempts of any keepers may have the same token.
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    #[must_use]
    pub fn with_tokens(mut self, mut tokens: impl FnMut() -> Token + Send + 'static) -> Self {
        if let Some(rounds) = self.rounds.get() {
            rounds.tokens = Box::new(move || Ok(tokens()));
        }
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
        let Some(rounds) = self.rounds.get() else {
            self.due = Duration::MAX;
            return Err(LeaseError::Forked);
        };
        let result = rounds.next();
        let window = rounds.window();
        let wait = match &result {
            Ok(()) => window.map(|window| window / 4),
            Err(error) if error.is_permanent() => Some(Duration::MAX),
            Err(_) => window.map(|window| (window / 20).min(MAX_TIMEOUT)),
        };
        let last_id_unix_ms = self.held.lock().target.last_unix_ms();
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
            let window = self.rounds.get().and_then(|rounds| rounds.window());
            let usual = window.map_or(FIRST_ACQUIRE_TIMEOUT, |window| window * 9 / 4);
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

    fn end(&mut self, deadline: Option<Deadline>) -> Result<(), LeaseError> {
        let Some(mut rounds) = self.rounds.take() else {
            return if self.handle.is_forked() { Err(LeaseError::Forked) } else { Ok(()) };
        };
        let released = rounds.release(deadline);
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
        let _ = self.end(Some(Deadline::after(MAX_DROP_WAIT)));
    }
}

impl fmt::Debug for Keeper {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Keeper").field("status", &self.status()).finish_non_exhaustive()
    }
}
