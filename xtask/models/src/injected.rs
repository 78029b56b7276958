//! The injected bugs, which the models must find.

use core::cell::{Cell, RefCell};
use core::fmt;
use core::panic::Location;
use core::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release};
use real::collections::BTreeSet;

/// An injected bug in one atomic operation of a published file, or in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bug {
    file: &'static str,
    line: u32,
    column: u32,
    kind: Kind,
}

/// The kind of a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// `Acquire`, or the acquire half of `AcqRel`, is missing.
    NoAcquire,
    /// `Release`, or the release half of `AcqRel`, is missing.
    NoRelease,
    /// `Acquire` is missing after a failed exchange.
    NoAcquireOnFailure,
    /// A comparison and a store instead of one operation.
    Torn,
    /// An addition has no effect.
    Lost,
    /// The fork handler is registered after the next step of the thread.
    Late,
}

impl fmt::Display for Bug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::NoAcquire => "no Acquire",
            Kind::NoRelease => "no Release",
            Kind::NoAcquireOnFailure => "no Acquire on failure",
            Kind::Torn => "not atomic",
            Kind::Lost => "no effect",
            Kind::Late => "too late",
        };
        let file = self.file.split_once("xtask/models/src/../../").map_or(self.file, |(_, file)| file);
        write!(formatter, "{file}:{}:{}: {kind}", self.line, self.column)
    }
}

real::thread_local! {
    /// The bugs that could have been injected into the operations.
    static POSSIBLE: RefCell<BTreeSet<Bug>> = const { RefCell::new(BTreeSet::new()) };
    static PRESENT: Cell<Option<Bug>> = const { Cell::new(None) };
}

/// Injects this bug, or none.
pub(crate) fn set(bug: Option<Bug>) {
    PRESENT.set(bug);
}

/// Returns the bugs that could have been injected since the last call.
pub(crate) fn take_possible() -> BTreeSet<Bug> {
    POSSIBLE.take()
}

/// Returns `true` if the operation at this location has the bug.
pub(crate) fn has(location: &'static Location<'static>, kind: Kind) -> bool {
    let bug = Bug { file: location.file(), line: location.line(), column: location.column(), kind };
    if PRESENT.get().is_none() {
        POSSIBLE.with_borrow_mut(|possible| possible.insert(bug));
    }
    PRESENT.get() == Some(bug)
}

/// Returns the ordering of an operation, weakened if it has the bug.
pub(crate) fn ordering(location: &'static Location<'static>, ordering: Ordering) -> Ordering {
    match ordering {
        Acquire if has(location, Kind::NoAcquire) => Relaxed,
        Release if has(location, Kind::NoRelease) => Relaxed,
        AcqRel if has(location, Kind::NoAcquire) => Release,
        AcqRel if has(location, Kind::NoRelease) => Acquire,
        other => other,
    }
}

/// Returns the ordering of a failed exchange, weakened if it has the bug.
pub(crate) fn ordering_on_failure(location: &'static Location<'static>, ordering: Ordering) -> Ordering {
    match ordering {
        Acquire if has(location, Kind::NoAcquireOnFailure) => Relaxed,
        other => other,
    }
}
