//! A client's knowledge between two requests, as a state machine without I/O.

use super::plan::{Lease, Replace, plan_acquire, plan_release, plan_renew};
use crate::Label;
use crate::error::Refusal;
use crate::registry::{Replaced, Slots, Snapshot, Token};

/// The state of one client. [`Keeper`](crate::Keeper) runs it against a registry, and a model check runs it against all
/// orders of events.
///
/// Each round has the same steps: read [`slots`](Self::slots), [`observe`](Self::observe) the result, plan with
/// [`acquire`](Self::acquire), [`renew`](Self::renew) or [`release`](Self::release), send the request, and pass its
/// reply to [`answer`](Self::answer).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Client {
    lease: Option<Lease>,
    /// A request with an unknown outcome.
    sent: Option<Replace>,
    label: Label,
}

/// What a client learned about its lease from the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observed {
    /// The client has this lease. Its end may be later than before, if an earlier request did arrive.
    Held(Lease),
    /// The client had this lease, but the registry no longer does. It can't be renewed, but it remains valid up to its
    /// end.
    Lost(Lease),
    /// The client has no lease.
    None,
}

impl Client {
    /// Creates a client without a lease. A client that restarts after a crash starts like this and never with its old
    /// lease, because its generator does not know the last ID.
    #[must_use]
    pub const fn new() -> Self {
        Self { lease: None, sent: None, label: Label::EMPTY }
    }

    /// Sets the label for leases acquired from now on.
    #[must_use]
    pub const fn with_label(self, label: Label) -> Self {
        Self { label, ..self }
    }

    /// Returns the lease, as far as the registry has confirmed it.
    #[must_use]
    pub const fn lease(&self) -> Option<&Lease> {
        self.lease.as_ref()
    }

    /// Returns the slots to read next: one slot if this client has a record there, otherwise all.
    #[must_use]
    pub const fn slots(&self) -> Slots {
        match (&self.lease, &self.sent) {
            (Some(Lease { slot, .. }), _) | (None, Some(Replace { slot, .. })) => Slots::One(*slot),
            (None, None) => Slots::All,
        }
    }

    /// Updates the client from the registry's contents. After a request without a reply, this shows the client whether
    /// it arrived.
    ///
    /// A record counts as this client's only if it has the client's token **and** epoch.
    pub fn observe(&mut self, snapshot: &Snapshot) -> Observed {
        let sent = self.sent.take();
        let known = match (self.lease.take(), sent) {
            (Some(lease), _) => lease,
            (None, Some(Replace { slot, new, .. })) => {
                let ours = Lease { slot, record: new };
                self.lease = confirmed(&ours, snapshot);
                return self.lease.map_or(Observed::None, Observed::Held);
            }
            (None, None) => return Observed::None,
        };
        self.lease = confirmed(&known, snapshot);
        self.lease.map_or(Observed::Lost(known), Observed::Held)
    }

    /// Plans to acquire a slot. Each attempt needs a new random token.
    ///
    /// # Errors
    ///
    /// Returns an error if no slot is free.
    pub fn acquire(
        &mut self,
        snapshot: &Snapshot,
        local_unix_ms: u64,
        token: Token,
    ) -> Result<Replace, Refusal> {
        let mut replace = plan_acquire(snapshot, local_unix_ms, token)?;
        replace.new.label = self.label;
        self.sent = Some(replace);
        Ok(replace)
    }

    /// Plans to renew the lease. Returns `None` if the client has no lease or its end can't move.
    pub fn renew(
        &mut self,
        snapshot: &Snapshot,
        local_unix_ms: u64,
        last_id_unix_ms: Option<u64>,
    ) -> Option<Replace> {
        let lease = self.lease.as_ref()?;
        self.sent = plan_renew(lease, snapshot, local_unix_ms, last_id_unix_ms);
        self.sent
    }

    /// Plans to release the lease. Returns `None` if the client has no lease. From this call on, the lease is no longer
    /// this client's, whatever happens to the request. The generator must have stopped before the call.
    pub fn release(&mut self, last_id_unix_ms: Option<u64>) -> Option<Replace> {
        self.sent = None;
        self.lease.take().map(|lease| plan_release(&lease, last_id_unix_ms))
    }

    /// Processes the reply to a request to acquire or renew, or `None` if no reply came. Only `Some(Replaced::Yes)`
    /// confirms the lease. Returns the confirmed lease.
    pub fn answer(&mut self, replaced: Option<Replaced>) -> Option<&Lease> {
        match (replaced, self.sent) {
            (Some(Replaced::Yes), Some(Replace { slot, new, .. })) => {
                self.sent = None;
                self.lease = Some(Lease { slot, record: new });
                self.lease.as_ref()
            }
            (Some(Replaced::No), _) => {
                self.sent = None;
                None
            }
            (_, _) => None,
        }
    }
}

/// Returns the lease as stored in the registry, if it is still the same grant and can still be renewed.
fn confirmed(known: &Lease, snapshot: &Snapshot) -> Option<Lease> {
    let record = *snapshot.record(known.slot)?;
    let ours = record.owner == known.record.owner && record.epoch == known.record.epoch;
    // The end can be later than the confirmed end if a request without a reply did arrive. If it is earlier, the
    // registry has forgotten a renewal. If it is below the floor, the registry may have forgotten a later grant of the
    // slot.
    (ours && record.end_unix_ms >= known.record.end_unix_ms && record.end_unix_ms >= snapshot.floor_unix_ms)
        .then_some(Lease { slot: known.slot, record })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Pool, Record};

    /// As in [`admits`](crate::protocol::admits), the floor is the earliest end that shows that nothing was forgotten.
    #[test]
    fn a_lease_that_ends_at_the_floor_is_kept() {
        let (pool, first) = (Pool::new(8).unwrap(), Record::initial(1_000));
        let mut snapshot =
            Snapshot { pool, records: vec![(0, first)], server_unix_ms: Some(2_000), floor_unix_ms: 0 };
        let mut client = Client::new();
        let granted = client.acquire(&snapshot, 2_000, Token::from_u128(1)).unwrap().new;
        client.answer(Some(Replaced::Yes));
        snapshot.records = vec![(0, granted)];
        snapshot.floor_unix_ms = granted.end_unix_ms;
        assert!(matches!(client.observe(&snapshot), Observed::Held(_)));
        snapshot.floor_unix_ms += 1;
        assert!(matches!(client.observe(&snapshot), Observed::Lost(_)));
    }
}
