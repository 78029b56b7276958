//! The planted faults: designs that do not hold, each with one broken step around the shipped functions.

/// A broken step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// The generator has no ceiling: losing the lease sets a flag that nobody reads.
    NoCeiling,
    /// The check and the ID are two steps.
    CheckThenGenerate,
    /// The ceiling is compared with the clock, and not with the computed ID.
    CeilingOnReading,
    /// The registry writes a renewal without a comparison.
    BlindRenewal,
    /// A grant starts at what the clock of the new owner reads.
    AcquireFromOwnNow,
    /// A request without a reply counts as granted.
    AmbiguousIsYes,
    /// The lease is released while the generator is still running.
    ReleaseBeforeStop,
    /// The registry goes back to a backup, and does not notice.
    StaleRestore,
    /// The registry was restored or restarted, and renews a grant that has expired.
    RenewExpired,
    /// After a crash, the client continues with the lease that it had.
    CachedAfterCrash,
    /// The client adopts a record of its epoch, whoever owns it.
    AdoptWithoutToken,
    /// After a loss, leases start two windows of the new pool from now, and not of the lost one. Only fleets lose a registry.
    WaitForNewWindow,
}

impl Fault {
    pub(crate) const ALL: [Self; 12] = [
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
