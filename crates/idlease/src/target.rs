//! For programs with their own generator, or without a generator: the receivers of a keeper's grants.

mod no_generator;

use idcore::error::RangeError;

pub use no_generator::NoGenerator;

use crate::status::Grant;

/// Receives the grants of a [`Keeper`](crate::Keeper). Implement it for a custom generator. For the usual targets, use
/// [`LeaseBuilder`](crate::LeaseBuilder). If another program generates the IDs, use [`NoGenerator`].
///
/// The uniqueness of IDs depends on the implementation: an ID belongs to a grant only if its **timestamp** is at or
/// after the start and before the latest end. Compare the timestamp of the ID, not a clock.
///
/// The methods are called one at a time, either on the keeper's thread or on the thread that drops its guard. They must
/// return quickly.
///
/// ```
/// # use idlease::{registry::Pool, testing::MemoryRegistry};
/// # let registry = MemoryRegistry::with_pool(Pool::new(8)?);
/// use idlease::status::Grant;
/// use idlease::target::Target;
/// use idlease::Keeper;
/// use scru64::{Config, Generator, NodeSpec};
/// use scru64::clock::SystemClock;
/// use scru64::error::RangeError;
/// use scru64::random::SystemRandom;
/// use std::sync::{Arc, Mutex};
///
/// #[derive(Default)]
/// struct Shared(Arc<Mutex<Option<Generator>>>);
///
/// impl Target for Shared {
///     fn begin(&mut self, grant: &Grant) -> Result<(), RangeError> {
///         let node = NodeSpec::with_node_id(grant.node_id, grant.node_id_size)?;
///         let generator = Generator::with_config(Config::new(node), SystemClock, SystemRandom::new());
///         let mut generator = generator.with_ceiling_unix_ms(grant.end_unix_ms);
///         generator.resume_after_instant(grant.start_unix_ms - 1)?;
///         *self.0.lock().unwrap() = Some(generator);
///         Ok(())
///     }
///     fn extend(&mut self, end_unix_ms: u64) -> bool {
///         let mut generator = self.0.lock().unwrap();
///         generator.as_mut().map(|generator| generator.set_ceiling_unix_ms(end_unix_ms)).is_some()
///     }
///     fn last_unix_ms(&self) -> Option<u64> {
///         self.0.lock().unwrap().as_ref()?.used_unix_ms()
///     }
///     fn stop(&mut self) -> Option<u64> {
///         self.0.lock().unwrap().take()?.used_unix_ms()
///     }
/// }
///
/// let target = Shared::default();
/// let ids = Arc::clone(&target.0);
/// let mut keeper = Keeper::new(registry, target);
/// keeper.tick(); // acquires; call again after the duration that it returns
/// if let Some(generator) = ids.lock().unwrap().as_mut() {
///     println!("{}", generator.generate()?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Target: Send {
    /// Starts a new grant, which replaces any earlier grant.
    ///
    /// # Errors
    ///
    /// Returns an error if the generator rejects the node ID or the start. The keeper then stops trying.
    fn begin(&mut self, grant: &Grant) -> Result<(), RangeError>;

    /// Moves the end of the grant, in milliseconds since 1970. Returns `false` if the generator no longer belongs to
    /// the keeper. In that case, the keeper stops renewing.
    fn extend(&mut self, end_unix_ms: u64) -> bool;

    /// Returns the timestamp of the last ID, in milliseconds since 1970, or a later timestamp. Returns `None` before
    /// the first ID. A renewal moves the end beyond it.
    fn last_unix_ms(&self) -> Option<u64>;

    /// Stops the generator. No ID of the grant may be generated after this has returned.
    ///
    /// Returns the timestamp of the last ID, or a later timestamp, because the next owner can use all timestamps after
    /// it. Returns `None` if IDs may still be generated. In that case, the lease isn't released but expires.
    fn stop(&mut self) -> Option<u64>;
}
