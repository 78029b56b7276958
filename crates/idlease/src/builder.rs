//! The builder of leases.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use idcore::error::RangeError;

use crate::cell::{Cell, CellTarget, Configure, check};
use crate::error::LeaseError;
use crate::keeper::OnEvent;
use crate::process_wide::ProcessWideTarget;
use crate::registry::{Pool, Registry};
use crate::status::Event;
use crate::target::Target;
#[cfg(feature = "testing")]
use crate::testing::TestClock;
use crate::time::Time;
use crate::{Keeper, Label, LeaseGuard, LeasedGenerator, NodeScheme};

/// Leases node IDs for SCRU64.
///
/// ```
/// use scru64::Scru64;
///
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let lease = idlease::scru64(registry).keep()?;
/// let id = Scru64::try_new()?;
/// # drop(lease);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scru64(registry: impl Registry + Send + 'static) -> LeaseBuilder<scru64::Config> {
    LeaseBuilder::new(registry)
}

/// Leases scalabilities for scalable Ulid-Flakes. The pool must have 5-bit node IDs.
pub fn scalable_ulid_flake(
    registry: impl Registry + Send + 'static,
) -> LeaseBuilder<ulid_flake::scalable::Config> {
    LeaseBuilder::new(registry)
}

/// Leases node IDs for SCRU160. The pool must have node IDs of at most 16 bits.
pub fn scru160(registry: impl Registry + Send + 'static) -> LeaseBuilder<scru160::Config> {
    LeaseBuilder::new(registry)
}

/// Leases a node ID, for the process-wide generator or for your own. Start with [`scru64`](scru64()),
/// [`scalable_ulid_flake`] or [`scru160`](scru160()).
///
/// | method                                 | generator                    | driven by  | ends on drop of       |
/// | -------------------------------------- | ---------------------------- | ---------- | --------------------- |
/// | [`keep`](Self::keep)                   | process-wide                 | a thread   | [`LeaseGuard`]        |
/// | [`keeper`](Self::keeper)               | process-wide                 | the caller | [`Keeper`]            |
/// | [`leased`](Self::leased)               | your own [`LeasedGenerator`] | a thread   | [`LeasedGenerator`]   |
/// | [`caller_driven`](Self::caller_driven) | your own [`LeasedGenerator`] | the caller | both, the generator first |
#[must_use = "nothing is leased yet"]
pub struct LeaseBuilder<S: NodeScheme> {
    registry: Box<dyn Registry + Send>,
    configure: Arc<Configure<S>>,
    acquire_timeout: Option<Duration>,
    time: Time,
    on_event: OnEvent,
    label: Label,
}

impl<S: NodeScheme> LeaseBuilder<S> {
    fn new(registry: impl Registry + Send + 'static) -> Self {
        let configure = Arc::new(S::with_node_id);
        Self {
            registry: Box::new(registry),
            configure,
            acquire_timeout: None,
            time: Time::default(),
            on_event: Box::new(|_| {}),
            label: Label::host(),
        }
    }

    /// Sets the function that builds the configuration from a node ID and its size. Use it to set the scheme's other
    /// options. All processes of a pool must set the same options. For example, Ulid-Flakes with different epochs have
    /// the same timestamp at different times, and no lease prevents duplicates among them.
    ///
    /// ```
    /// # use idlease::{registry::Pool, testing::MemoryRegistry};
    /// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
    /// use scru64::{Config, NodeSpec};
    ///
    /// let builder = idlease::scru64(registry)
    ///     .with_config(|node_id, size| Config::new(NodeSpec::with_node_id(node_id, size)?).with_guard_bits(1));
    /// # drop(builder.leased()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_config(
        mut self,
        configure: impl Fn(u32, u32) -> Result<S, RangeError> + Send + Sync + 'static,
    ) -> Self {
        self.configure = Arc::new(configure);
        self
    }

    /// Sets how long [`keep`](Self::keep) and [`leased`](Self::leased) try to acquire. With [`Duration::ZERO`], they
    /// try once.
    ///
    /// By default, they try for two and a quarter windows, or for 30 s as long as the window is unknown. That outlasts
    /// a restart of the store, after which some stores grant nothing for two windows, and the crash of a process that
    /// had the last free slot. By default, an error that an operator must correct, such as a wrong password, is
    /// returned at once.
    pub const fn with_acquire_timeout(mut self, timeout: Duration) -> Self {
        self.acquire_timeout = Some(timeout);
        self
    }

    /// Sets a callback for each [`Event`], for example for logging. Until the first grant, it runs on the thread that
    /// calls [`keep`](Self::keep) or [`leased`](Self::leased), and after that on the keeper's thread. If the caller
    /// drives the keeper, it runs on the caller's thread. These threads wait for the callback, so it must return
    /// quickly. It must not panic, because a panic ends the keeper, and the callback is not called again.
    ///
    /// ```
    /// # use idlease::{registry::Pool, testing::MemoryRegistry};
    /// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
    /// let builder = idlease::scru64(registry).on_event(|event| println!("{event:?}"));
    /// # drop(builder.leased()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_event(mut self, on_event: impl FnMut(Event<'_>) + Send + 'static) -> Self {
        self.on_event = Box::new(on_event);
        self
    }

    /// Sets the label that operators see next to the owner. By default, it is the [name of this host](Label::host). For
    /// no label, use [`Label::EMPTY`].
    pub const fn with_label(mut self, label: Label) -> Self {
        self.label = label;
        self
    }

    /// Sets the clock of the keeper and of a separate generator, for tests. The process-wide generator reads the
    /// system's clock.
    #[cfg(feature = "testing")]
    pub fn with_clock(mut self, clock: TestClock) -> Self {
        self.time = Time::Test(clock);
        self
    }

    /// Acquires a node ID for the process-wide generator and keeps it in a thread.
    ///
    /// From then on, the scheme's `try_new` generates IDs with this node ID. It returns an error after the lease has
    /// expired or the guard was dropped.
    ///
    /// Don't generate IDs before this call. It would be an error, except in SCRU160, which generates IDs without a node
    /// ID, and in SCRU64 if `SCRU64_NODE_SPEC` is set.
    ///
    /// # Errors
    ///
    /// Returns an error if no node ID can be acquired.
    pub fn keep(self) -> Result<LeaseGuard, LeaseError> {
        let timeout = self.acquire_timeout;
        let mut keeper = self.keeper();
        keeper.acquire_within(timeout)?;
        keeper.spawn()
    }

    /// Creates a keeper for the process-wide generator, which the caller drives. Nothing is acquired yet. Until the first
    /// grant, IDs are generated without a lease in the cases that [`keep`](Self::keep) describes.
    pub fn keeper(self) -> Keeper {
        let target = ProcessWideTarget::new(Arc::clone(&self.configure));
        self.keeper_for(target)
    }

    /// Creates a keeper that passes its grants to a target, if the scheme takes the node IDs of the pool.
    fn keeper_for(self, target: impl Target + 'static) -> Keeper {
        let Self { registry, configure, time, on_event, label, .. } = self;
        let check = Box::new(move |pool: &Pool| check(&*configure, pool));
        Keeper::of(registry, Box::new(target), check, time, on_event, label)
    }

    /// Acquires a node ID for a separate generator and keeps it in a thread.
    ///
    /// # Errors
    ///
    /// Returns an error if no node ID can be acquired.
    pub fn leased(self) -> Result<LeasedGenerator<S>, LeaseError> {
        let timeout = self.acquire_timeout;
        let (mut leased, mut keeper) = self.caller_driven();
        if let Err(error) = keeper.acquire_within(timeout) {
            // Without a generator, the keeper can release what it may have acquired without a reply.
            drop(leased);
            return Err(error);
        }
        leased.keep_with(keeper.spawn()?);
        Ok(leased)
    }

    /// Creates a separate generator and the keeper of its lease, which the caller drives. Nothing is acquired yet.
    pub fn caller_driven(self) -> (LeasedGenerator<S>, Keeper) {
        let cell = Arc::new(Cell::default());
        let configure = Arc::clone(&self.configure);
        let keeper = self.keeper_for(CellTarget::new(Arc::clone(&cell)));
        (LeasedGenerator::new(cell, configure, keeper.status_handle()), keeper)
    }
}

impl<S: NodeScheme> fmt::Debug for LeaseBuilder<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("LeaseBuilder")
            .field("acquire_timeout", &self.acquire_timeout)
            .finish_non_exhaustive()
    }
}
