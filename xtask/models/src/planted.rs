//! The planted faults, which the models must find.

use core::cell::{Cell, RefCell};
use core::fmt;
use core::panic::Location;
use core::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release};
use real::collections::BTreeSet;

/// A planted fault in one atomic operation of a published file, or in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    file: &'static str,
    line: u32,
    column: u32,
    kind: Kind,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// `Acquire` or the half of `AcqRel` is missing.
    NoAcquire,
    /// `Release` or the half of `AcqRel` is missing.
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

impl fmt::Display for Fault {
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
    /// The faults that operations without a fault could have had.
    static POSSIBLE: RefCell<BTreeSet<Fault>> = const { RefCell::new(BTreeSet::new()) };
    static PRESENT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Plants this fault, or none.
pub(crate) fn set(fault: Option<Fault>) {
    PRESENT.set(fault);
}

/// The faults that operations could have had since the last call.
pub(crate) fn take_possible() -> BTreeSet<Fault> {
    POSSIBLE.take()
}

/// Whether the operation at a place has a fault.
pub(crate) fn has(location: &'static Location<'static>, kind: Kind) -> bool {
    let fault = Fault { file: location.file(), line: location.line(), column: location.column(), kind };
    if PRESENT.get().is_none() {
        POSSIBLE.with_borrow_mut(|possible| possible.insert(fault));
    }
    PRESENT.get() == Some(fault)
}

/// The ordering of an operation, weaker if it has that fault.
pub(crate) fn ordering(location: &'static Location<'static>, ordering: Ordering) -> Ordering {
    match ordering {
        Acquire if has(location, Kind::NoAcquire) => Relaxed,
        Release if has(location, Kind::NoRelease) => Relaxed,
        AcqRel if has(location, Kind::NoAcquire) => Release,
        AcqRel if has(location, Kind::NoRelease) => Acquire,
        other => other,
    }
}

/// The ordering of a failed exchange, weaker if it has that fault.
pub(crate) fn ordering_on_failure(location: &'static Location<'static>, ordering: Ordering) -> Ordering {
    match ordering {
        Acquire if has(location, Kind::NoAcquireOnFailure) => Relaxed,
        other => other,
    }
}
