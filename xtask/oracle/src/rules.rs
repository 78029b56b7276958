//! What happens in a generator, and the rules by which it happens.

use crate::origin::Followed;
use crate::origin::Origin::{self, Ours};

/// An event in a step. The `ref` of a case lists the rules of a step in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// The generator resumed after an ID.
    Resumed,
    /// The string to resume after is not an ID.
    NoId,
    /// The ID to resume after has a reserved timestamp.
    Reserved,
    /// The ID to resume after contains no microsecond.
    NoMicrosecond,
    /// The ID to resume after comes from a different node.
    OtherNode,
    /// The allowance has more than 32 bits.
    WideAllowance,
    /// A ceiling is set.
    HasCeiling,
    /// The reading is before the first timestamp that an ID can carry.
    TooEarly,
    /// The reading is after the last timestamp.
    TooLate,
    /// The reading is too early, and also before the last ID.
    TooEarlyAndBehind,
    /// The reading is before the last ID.
    RolledBack,
    /// A rollback of exactly the allowance, or one that is rounded to it.
    NextToAllowance,
    /// The generator started over after a large rollback.
    StartedOver,
    /// A counter overflowed in the last timestamp.
    Ended,
    /// The timestamp after an overflow is ahead of the reading by more than the allowance.
    BeyondAllowance,
    /// SCRU128's `counter_hi` was reset to a random number.
    Renewed,
    /// It was renewed less than a second after an overflow set it to zero.
    RenewedAfterOverflow,
    /// It was renewed in the timestamp of an overflow.
    RenewedByOverflow,
    /// It was renewed less than a second after the ID that the generator resumed after.
    RenewedAfterResuming,
    /// The timestamp had no more IDs.
    Overflowed,
    /// The next ID in a timestamp.
    Counted,
    /// The first ID in a timestamp.
    MovedForward,
    /// A call in the timestamp of a call that failed with an overflow.
    CalledAgain,
    /// SCRU160's counter started with an extension.
    DrewExtension,
    /// A Ulid-Flake's increment was larger than any randomness.
    DrewLargeIncrement,
    /// The random source failed.
    SourceFailed,
}

use Event::{
    BeyondAllowance, CalledAgain, Counted, Ended, HasCeiling, MovedForward, NextToAllowance, Overflowed,
    Renewed, RenewedAfterOverflow, RenewedAfterResuming, RenewedByOverflow, Resumed, RolledBack,
    SourceFailed, StartedOver, TooEarlyAndBehind, WideAllowance,
};

/// A table of rules: what happens, and a source of the rule for it.
pub(crate) type Rules = &'static [(Event, Origin)];

/// Our choices for what a specification leaves open. A scheme's own rules for an event replace them.
const OURS: Rules = &[
    (Resumed, Ours("Resuming after an ID")),
    (WideAllowance, Ours("Allowance")),
    (HasCeiling, Ours("A ceiling")),
    (TooEarlyAndBehind, Ours("A reading that no ID can carry")),
    (RolledBack, Ours("Allowance")),
    (NextToAllowance, Ours("Allowance")),
    (StartedOver, Ours("A large rollback")),
    (Ended, Ours("An overflow at the last timestamp")),
    (BeyondAllowance, Ours("An overflow may exceed the allowance")),
    (SourceFailed, Ours("A failing random source")),
];

/// Returns the sources of the rules for an event.
pub(crate) fn origins(rules: Rules, event: Event) -> impl Iterator<Item = Origin> {
    let is_own = rules.iter().any(|(own, _)| *own == event);
    let rows = if is_own { rules } else { OURS };
    rows.iter().filter(move |(known, _)| *known == event).map(|(_, origin)| *origin)
}

/// The rules that a generator has followed, and the past events that decide which rules its next step follows.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    rules: Rules,
    pub(crate) followed: Followed,
    /// `true` if the last call that reached the counter failed with an overflow.
    overflowed: bool,
    /// When and why `counter_hi` was last left without a renewal.
    unrenewed: Option<(u64, Event)>,
}

impl Trail {
    /// Starts with the rules of the configuration.
    pub(crate) fn new(rules: Rules, settings: Vec<Origin>) -> Self {
        let mut followed = Followed::default();
        followed.add(settings);
        Self { rules, followed, overflowed: false, unrenewed: None }
    }

    /// Adds the rules for resuming after an ID with the timestamp.
    pub(crate) fn resume(&mut self, timestamp: u64) {
        self.followed.add(origins(self.rules, Resumed));
        self.unrenewed = Some((timestamp, RenewedAfterResuming));
    }

    /// Adds the rules for the events of a step, which ended with the timestamp and the error.
    pub(crate) fn add(&mut self, mut events: Vec<Event>, timestamp: u64, error: Option<&str>) {
        let has = |event| events.contains(&event);
        let stays = has(Counted) || has(Overflowed);
        let called_again = (self.overflowed && stays).then_some(CalledAgain);
        if stays || has(MovedForward) {
            self.overflowed = error == Some("overflow");
        }
        let mut unrenewed = self.unrenewed.filter(|_| !has(StartedOver));
        if has(Overflowed) {
            unrenewed = Some((timestamp, RenewedAfterOverflow));
        }
        let renewed = if has(Renewed) { unrenewed.take() } else { None };
        let renewed = renewed.filter(|(since, _)| timestamp < since + 1000);
        let renewed = renewed.map(|(since, why)| if since < timestamp { why } else { RenewedByOverflow });
        if error.is_none() {
            self.unrenewed = unrenewed;
        }
        if error == Some("rng") {
            // Without its random numbers, an overflow changes nothing. Only the rules within a timestamp apply.
            events.iter_mut().filter(|event| **event == Overflowed).for_each(|event| *event = Counted);
        }
        events.extend(called_again.into_iter().chain(renewed));
        events.sort();
        events.into_iter().for_each(|event| self.followed.add(origins(self.rules, event)));
    }
}
