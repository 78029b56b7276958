//! What measures, and what is measured.

/// What is measured: the folder of a result is `<operation>/<scheme>/<implementation>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The scheme of the IDs. A ratio is only made of two results of the same scheme.
    pub scheme: &'static str,
    /// [`OURS`](Self::OURS), or the published crate.
    pub implementation: &'static str,
}

impl Name {
    /// The implementation that is this workspace's.
    pub const OURS: &'static str = "ours";
}

/// Takes the cost of routines.
///
/// What a routine returns is kept from being optimised away by a look at where it is. A copy of all of it, made by wider loads
/// than the stores just before, would wait for those, and that can take as long as an operation does.
pub trait Meter {
    /// Measures a routine, of which one call is for so many IDs.
    fn measure<T>(&mut self, name: Name, ids: usize, routine: impl FnMut() -> T);

    /// Measures a routine for one ID that several threads call at once.
    fn measure_threads<T>(&mut self, name: Name, threads: usize, routine: impl Fn() -> T + Sync);

    /// Measures a routine for one ID, before each call of which the caches are filled with something else.
    fn measure_cold<T>(&mut self, name: Name, routine: impl FnMut() -> T);
}
