//! One round after the other: the protocol, with a registry and a target.

use std::time::Duration;

use idcore::clock::Clock;
use idcore::error::{RangeError, SystemRandomError};

use crate::engine::Deadline;
use crate::error::LeaseError;
use crate::held::Held;
use crate::protocol::{Client, Lease, MAX_ATTEMPTS, Observed, Replace, check_skew, read_by};
use crate::registry::{Pool, Registry, Replaced, Slots, Snapshot, Token};
use crate::status::{Event, Grant, StatusHandle};

/// The deadline of a call before the window is known.
const FIRST_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest deadline of a call, so that a release ends soon if the server hangs, even with a long window.
pub(super) const MAX_TIMEOUT: Duration = Duration::from_secs(5);

/// Checks the node IDs of a pool.
pub(crate) type Check = Box<dyn Fn(&Pool) -> Result<(), RangeError> + Send>;

/// The callback that receives events.
pub(crate) type OnEvent = Box<dyn FnMut(Event<'_>) + Send>;

/// A client of a registry, which passes its leases to a target.
pub(super) struct Rounds {
    pub(super) registry: Box<dyn Registry + Send>,
    pub(super) held: Held,
    pub(super) check: Check,
    pub(super) client: Client,
    /// The last grant that the target received.
    pub(super) granted: Option<Grant>,
    /// Set if other code has taken over the target.
    pub(super) superseded: bool,
    pub(super) window_ms: Option<u64>,
    /// The deadline of all calls together.
    pub(super) deadline: Option<Deadline>,
    pub(super) handle: StatusHandle,
    /// `None` once it has panicked.
    pub(super) on_event: Option<OnEvent>,
    /// Generates the token of each attempt to acquire.
    pub(super) tokens: Box<dyn FnMut() -> Result<Token, SystemRandomError> + Send>,
}

impl Rounds {
    /// Returns the window, once a round has read the pool.
    pub(super) fn window(&self) -> Option<Duration> {
        self.window_ms.map(Duration::from_millis)
    }

    /// Acquires or renews. An event reports an error.
    pub(super) fn next(&mut self) -> Result<(), LeaseError> {
        let result = self.round();
        if let Err(error) = &result {
            self.tell(Event::Failed(error));
        }
        result
    }

    /// Stops the generator and releases the lease. An event reports an error.
    pub(super) fn release(&mut self, deadline: Option<Deadline>) -> Result<(), LeaseError> {
        self.deadline = deadline;
        let released = self.try_release();
        if let Err(error) = &released {
            self.tell(Event::NotReleased(error));
        }
        released
    }

    /// Returns the timeout of a call. It is below a tenth of the window, so that several calls can fail before a lease
    /// expires. Without a lease, nothing can expire, and the call may read the records of many slots, so the timeout is
    /// at least [`FIRST_TIMEOUT`].
    fn timeout(&self) -> Duration {
        let timeout = self.window().map_or(FIRST_TIMEOUT, |window| (window / 12).min(MAX_TIMEOUT));
        let timeout = if self.client.slots() == Slots::All { timeout.max(FIRST_TIMEOUT) } else { timeout };
        self.deadline.map_or(timeout, |deadline| timeout.min(deadline.remaining()))
    }

    fn round(&mut self) -> Result<(), LeaseError> {
        if self.superseded {
            return Err(LeaseError::Superseded);
        }
        let mut taken = 0;
        for _ in 0..MAX_ATTEMPTS {
            let slots = self.client.slots();
            let token = if slots == Slots::All { Some((self.tokens)()?) } else { None };
            let (snapshot, local) = self.read(token)?;
            match self.client.observe(&snapshot) {
                Observed::Held(lease) => self.grant(&snapshot.pool, &lease)?,
                // The grant stays valid up to its end, so the generator continues.
                Observed::Lost(_) => self.granted.into_iter().for_each(|grant| self.tell(Event::Lost(grant))),
                Observed::None => {}
            }
            if self.client.lease().is_some() {
                let last = self.held.lock().target.last_unix_ms();
                let Some(replace) = self.client.renew(&snapshot, local, last) else { return Ok(()) };
                return match self.send(&snapshot.pool, &replace)? {
                    Replaced::Yes => Ok(()),
                    Replaced::No => Err(LeaseError::Taken { slot: replace.slot }),
                };
            }
            let Some(token) = token else { continue };
            check_skew(&snapshot, local)?;
            let replace = self.client.acquire(&snapshot, local, token)?;
            if self.send(&snapshot.pool, &replace)? == Replaced::Yes {
                return Ok(());
            }
            taken = replace.slot;
        }
        Err(LeaseError::Taken { slot: taken })
    }

    /// Reads the registry and this machine's clock. With a token, reads the records needed to acquire a slot, otherwise
    /// the record of its slot.
    fn read(&mut self, token: Option<Token>) -> Result<(Snapshot, u64), LeaseError> {
        let (slots, timeout, mut time) = (self.client.slots(), self.timeout(), self.handle.time().clone());
        let read = || match token {
            Some(token) => self.registry.read_free(token, timeout),
            None => self.registry.read(slots, timeout),
        };
        let (snapshot, local) = read_by(read, || Ok(time.unix_ms()?))?;
        (self.check)(&snapshot.pool).map_err(LeaseError::NodeIds)?;
        self.window_ms = Some(snapshot.pool.window_ms());
        let skew = snapshot.server_unix_ms.map(|server| {
            let difference = i128::from(server) - i128::from(local);
            i64::try_from(difference).unwrap_or(if difference < 0 { i64::MIN } else { i64::MAX })
        });
        self.handle.update(|report| report.skew_ms = skew);
        Ok((snapshot, local))
    }

    /// Sends a request. The generator receives only a confirmed lease.
    fn send(&mut self, pool: &Pool, replace: &Replace) -> Result<Replaced, LeaseError> {
        let timeout = self.timeout();
        let replaced = self.registry.replace(replace.slot, &replace.expected, &replace.new, timeout);
        if let Some(lease) = self.client.answer(replaced.as_ref().ok().copied()).copied() {
            self.grant(pool, &lease)?;
        }
        replaced.map_err(LeaseError::not_replaced)
    }

    /// Passes a lease to the target, which starts a new grant or moves the end of the current one.
    fn grant(&mut self, pool: &Pool, lease: &Lease) -> Result<(), LeaseError> {
        let record = lease.record;
        let owner = record.owner.ok_or(LeaseError::Taken { slot: lease.slot })?;
        let grant = Grant {
            slot: lease.slot,
            node_id: pool.node_id(lease.slot).map_err(LeaseError::NodeIds)?,
            node_id_size: pool.node_id_size(),
            epoch: record.epoch,
            owner,
            start_unix_ms: record.start_unix_ms,
            end_unix_ms: record.end_unix_ms,
        };
        let held = self.held.clone();
        let mut state = held.lock();
        if state.is_stopped() {
            // The guard was dropped while this waited for the registry. The thread releases the lease next.
            return Ok(());
        }
        let is_same = self.granted.is_some_and(|last| (last.slot, last.owner) == (grant.slot, grant.owner));
        let event = if is_same {
            self.superseded = !state.target.extend(grant.end_unix_ms);
            if self.superseded {
                return Err(LeaseError::Superseded);
            }
            Event::Renewed(grant)
        } else {
            state.target.begin(&grant).map_err(LeaseError::NodeIds)?;
            Event::Granted(grant)
        };
        self.handle.update(|report| report.grant = Some(grant));
        drop(state);
        // A grant that was only read back has not changed.
        if self.granted.replace(grant) != Some(grant) {
            self.tell(event);
        }
        Ok(())
    }

    fn tell(&mut self, event: Event<'_>) {
        self.handle.update(|report| {
            *match event {
                Event::Granted(_) => &mut report.counts.grants,
                Event::Renewed(_) => &mut report.counts.renewals,
                Event::Failed(_) | Event::NotReleased(_) => &mut report.counts.failures,
                Event::Lost(_) => &mut report.counts.losses,
                Event::Released(_) => &mut report.counts.releases,
            } += 1;
        });
        // A callback that panics is not put back. Otherwise, the release during the panic would call it, and a second
        // panic ends the process.
        if let Some(mut on_event) = self.on_event.take() {
            on_event(event);
            self.on_event = Some(on_event);
        }
    }

    /// Stops the generator and releases the lease. The order matters: an ID generated after the release could equal
    /// another client's ID.
    fn try_release(&mut self) -> Result<(), LeaseError> {
        let had_grant = self.granted.is_some();
        let last = self.held.stop();
        if had_grant && last.is_none() || self.client.slots() == Slots::All {
            return Ok(());
        }
        // A request without a reply may have arrived.
        let (snapshot, _) = self.read(None)?;
        self.client.observe(&snapshot);
        let Some(replace) = self.client.release(last) else { return Ok(()) };
        let timeout = self.timeout();
        match self.registry.replace(replace.slot, &replace.expected, &replace.new, timeout) {
            Ok(Replaced::Yes) => {}
            Ok(Replaced::No) => return Err(LeaseError::Taken { slot: replace.slot }),
            Err(_) if self.has_released(&replace) => {}
            Err(source) => return Err(LeaseError::not_replaced(source)),
        }
        self.granted.into_iter().for_each(|grant| self.tell(Event::Released(grant)));
        Ok(())
    }

    /// Reads the record after a request to release got no reply. Another client may have acquired the slot in the
    /// meantime.
    fn has_released(&mut self, replace: &Replace) -> bool {
        let Replace { slot, expected, .. } = replace;
        let snapshot = self.registry.read(Slots::One(*slot), self.timeout()).ok().flatten();
        let record = snapshot.and_then(|snapshot| snapshot.record(*slot).copied());
        record.is_some_and(|record| (record.epoch, record.owner) != (expected.epoch, expected.owner))
    }
}
