//! The way to a lease.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use idcore::{RangeError, Window};

use crate::cell::{Cell, CellTarget, Configure, check};
use crate::process_wide::ProcessWideTarget;
use crate::without_generator::NoGenerator;
use crate::{Keeper, Kept, LeaseError, Leased, NodeScheme, Registry};

/// Leases node ids for SCRU64s.
///
/// ```
/// # use idlease::{MemoryRegistry, Pool};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// let kept = idlease::scru64(registry).keep()?;
/// let id = scru64::try_new()?;
/// # drop(kept);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scru64(registry: impl Registry + Send + 'static) -> Lessee<scru64::Config> {
    Lessee::new(registry)
}

/// Leases scalabilities for scalable Ulid-Flakes. The pool must have node ids of 5 bits.
///
/// ```
/// # use idlease::{MemoryRegistry, Pool};
/// # let registry = MemoryRegistry::with_pool(Pool::new(5)?);
/// let kept = idlease::scalable_ulid_flake(registry).keep()?;
/// let id = ulid_flake::scalable::try_new()?;
/// # drop(kept);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scalable_ulid_flake(registry: impl Registry + Send + 'static) -> Lessee<ulid_flake::ScalableConfig> {
    Lessee::new(registry)
}

/// Leases node ids for SCRU160s. The pool must have node ids of at most 16 bits.
///
/// ```
/// # use idlease::{MemoryRegistry, Pool};
/// # let registry = MemoryRegistry::with_pool(Pool::new(12)?);
/// let kept = idlease::scru160(registry).keep()?;
/// let id = scru160::try_new()?;
/// # drop(kept);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scru160(registry: impl Registry + Send + 'static) -> Lessee<scru160::Config> {
    Lessee::new(registry)
}

/// Leases a node id, for the process-wide generator or for your own. Start with [`scru64`](scru64()),
/// [`scalable_ulid_flake`] or [`scru160`](scru160()).
///
/// | method               | generator               | driven by  | ends with the drop of |
/// | -------------------- | ----------------------- | ---------- | --------------------- |
/// | [`keep`](Self::keep) | process-wide            | a thread   | [`Kept`]              |
/// | [`keeper`](Self::keeper) | process-wide        | the caller | [`Keeper`]            |
/// | [`leased`](Self::leased) | your own [`Leased`] | a thread   | [`Leased`]            |
/// | [`driven`](Self::driven) | your own [`Leased`] | the caller | both                  |
#[must_use = "nothing is leased yet"]
pub struct Lessee<S: NodeScheme> {
    registry: Box<dyn Registry + Send>,
    configure: Arc<Configure<S>>,
    patience: Duration,
}

impl<S: NodeScheme> Lessee<S> {
    fn new(registry: impl Registry + Send + 'static) -> Self {
        let configure = Arc::new(S::with_node_id);
        Self { registry: Box::new(registry), configure, patience: Duration::ZERO }
    }

    /// Sets how the configuration is made of a node id and its size, for what else there is to configure. All processes of a pool
    /// must configure the same: Ulid-Flakes of different epochs have the same timestamp at different times, which no lease prevents.
    ///
    /// ```
    /// # use idlease::{MemoryRegistry, Pool};
    /// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
    /// use scru64::{Config, NodeSpec};
    ///
    /// let lessee = idlease::scru64(registry)
    ///     .with_config(|node_id, size| Config::new(NodeSpec::with_node_id(node_id, size)?).with_guard_bits(1));
    /// # drop(lessee.leased()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_config(
        mut self,
        configure: impl Fn(u32, u32) -> Result<S, RangeError> + Send + Sync + 'static,
    ) -> Self {
        self.configure = Arc::new(configure);
        self
    }

    /// Sets how long [`keep`](Self::keep) and [`leased`](Self::leased) try to acquire. By default, they try once. After a
    /// crash, the slot of the crashed process stays blocked for up to two windows, so a longer time helps where the pool is
    /// nearly full.
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Acquires a node id for the process-wide generator, and keeps it in a thread.
    ///
    /// From then on, the scheme's `try_new` makes IDs. It returns an error before, and after the lease has expired or the
    /// result was dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if no node id can be acquired.
    pub fn keep(self) -> Result<Kept, Arc<LeaseError>>
    where
        Window<S>: Send,
    {
        let patience = self.patience;
        let mut keeper = self.keeper();
        keeper.acquire(patience)?;
        Ok(keeper.spawn()?)
    }

    /// Makes a keeper for the process-wide generator, which the caller drives. Nothing is acquired yet.
    pub fn keeper(self) -> Keeper
    where
        Window<S>: Send,
    {
        Keeper::new(self.registry, Box::new(ProcessWideTarget::new(self.configure)))
    }

    /// Makes a keeper without a generator, as [`Keeper::without_generator`] does, for the node ids that the scheme takes.
    pub fn without_generator(self) -> Keeper {
        let configure = self.configure;
        Keeper::new(self.registry, Box::new(NoGenerator::new(move |pool| check(&*configure, pool))))
    }

    /// Acquires a node id for a generator of your own, and keeps it in a thread.
    ///
    /// # Errors
    ///
    /// Returns an error if no node id can be acquired.
    pub fn leased(self) -> Result<Leased<S>, Arc<LeaseError>> {
        let Self { registry, configure, patience } = self;
        let cell = Arc::new(Cell::default());
        let target = CellTarget::new(Arc::clone(&cell), Arc::clone(&configure));
        let mut keeper = Keeper::new(registry, Box::new(target));
        if let Err(error) = keeper.acquire(patience) {
            // There is no generator, so the keeper can release what it may have acquired without a reply.
            drop(cell);
            return Err(error);
        }
        let board = keeper.board();
        Ok(Leased::new(cell, configure, board, Some(keeper.spawn()?)))
    }

    /// Makes a generator of your own, and the keeper of its lease, which the caller drives. Nothing is acquired yet.
    pub fn driven(self) -> (Leased<S>, Keeper) {
        let cell = Arc::new(Cell::default());
        let target = CellTarget::new(Arc::clone(&cell), Arc::clone(&self.configure));
        let keeper = Keeper::new(self.registry, Box::new(target));
        (Leased::new(cell, self.configure, keeper.board(), None), keeper)
    }
}

impl<S: NodeScheme> fmt::Debug for Lessee<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Lessee").field("patience", &self.patience).finish_non_exhaustive()
    }
}
