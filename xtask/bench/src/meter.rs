//! The interface between operations and meters.

/// The name of a measured implementation. The folder of a result is `<operation>/<scheme>/<implementation>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The scheme of the IDs. Ratios only compare results of the same scheme.
    pub scheme: &'static str,
    /// [`OURS`](Self::OURS), or the published crate.
    pub implementation: &'static str,
}

impl Name {
    /// The name of this workspace's implementations.
    pub const OURS: &'static str = "ours";
}

/// Measures the cost of routines.
///
/// To keep the compiler from removing a result, meters pass on a reference to it. A copy of the whole result could use wider
/// loads than the stores just before. Those loads would wait for the stores, for as long as an operation can take.
pub trait Meter {
    /// Measures a routine that handles `ids` IDs in each call.
    fn measure<T>(&mut self, name: Name, ids: usize, routine: impl FnMut() -> T);

    /// Measures a routine for one ID that several threads call at once.
    fn measure_threads<T>(&mut self, name: Name, threads: usize, routine: impl Fn() -> T + Sync);

    /// Measures a routine for one ID. Before each call, the caches are filled with other data.
    fn measure_cold<T>(&mut self, name: Name, routine: impl FnMut() -> T);
}
