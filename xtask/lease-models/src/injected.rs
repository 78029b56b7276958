//! The injected bugs: incorrect designs, each with one broken step around the shipped functions.

/// A broken step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    /// The generator has no ceiling. Losing the lease sets a flag that nobody reads.
    NoCeiling,
    /// The check and the ID are two steps.
    CheckThenGenerate,
    /// The ceiling is compared with the clock instead of the computed ID.
    CeilingOnReading,
    /// The registry writes a renewal without a comparison.
    BlindRenewal,
    /// A grant starts at the reading of the new owner's clock.
    AcquireFromOwnNow,
    /// A request without a reply counts as granted.
    AmbiguousIsYes,
    /// The lease is released while the generator is still running.
    ReleaseBeforeStop,
    /// The registry is restored from a backup and does not detect it.
    StaleRestore,
    /// The registry was restored or restarted, and renews an expired grant.
    RenewExpired,
    /// After a crash, the client continues with its old lease.
    CachedAfterCrash,
    /// The client adopts a record with its epoch, no matter who owns it.
    AdoptWithoutToken,
    /// After a loss, leases start two windows of the new pool from now, instead of two windows of the lost pool. Only
    /// fleets lose a registry.
    WaitForNewWindow,
}

impl Bug {
    /// All bugs.
    pub const ALL: [Self; 12] = [
        Self::NoCeiling,
        Self::CheckThenGenerate,
        Self::CeilingOnReading,
        Self::BlindRenewal,
        Self::AcquireFromOwnNow,
        Self::AmbiguousIsYes,
        Self::ReleaseBeforeStop,
        Self::StaleRestore,
        Self::RenewExpired,
        Self::CachedAfterCrash,
        Self::AdoptWithoutToken,
        Self::WaitForNewWindow,
    ];
}
