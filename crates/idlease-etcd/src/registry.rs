//! The registry.

use std::fmt;
use std::time::Duration;

use idlease::engine::{Deadline, Url};
use idlease::error::{AddressError, RegistryError};
use idlease::protocol::free_from;
use idlease::registry::{
    Finding, Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token, unix_ms,
};
use ureq::Agent;

use crate::check::check;
use crate::clock::MARGIN_MS;
use crate::connection::{Connection, Repeat, Reply};
use crate::contents::{self, Contents, Selection, contended};
use crate::endpoint::{self, Address, Endpoint};
use crate::gateway::{Header, TxnReply};
use crate::history::{History, Verdict};
use crate::init::init;
use crate::keys::Keys;

const PREFIX: &str = "idlease";
/// The maximum number of times that a call retries because other clients change the store at the same time.
const MAX_ATTEMPTS: usize = 5;

/// A registry in etcd 3.4 or later.
///
/// It connects on the first call, and tries the next endpoint if one does not answer. The [crate's
/// documentation](crate) describes how to set up etcd and what to do after a restore.
///
/// Two clients can't share a connection, so create one registry for each keeper. After a fork, create a new one in the
/// child.
pub struct EtcdRegistry {
    connection: Connection,
    keys: Keys,
    history: History,
    /// The last read and the time at which the store answered it, for the replacement that follows.
    read: Option<(Header, Contents)>,
}

impl EtcdRegistry {
    /// Creates a registry from a URL: `etcd://user:password@host:2379,host2:2379/prefix`, or `etcds:` with
    /// [TLS](crate#tls). User, ports and prefix are optional. Sends nothing yet, reads no file, and ignores proxies set
    /// in the environment.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is malformed, or if it requires TLS and the `tls` feature is off.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        Url::parse(url).ok_or(endpoint::FORM)?.try_into()
    }

    /// Creates a registry from endpoints, such as `https://etcd-1:2379`, and an agent that connects to them. The agent
    /// has the certificates and the proxy. Sends nothing yet.
    ///
    /// ```
    /// use idlease_etcd::{EtcdRegistry, ureq::Agent};
    ///
    /// // For your own TLS, enable `rustls` or `native-tls` of your program's `ureq`, and give the agent a `tls_config`.
    /// let agent = Agent::config_builder().proxy(None).build().new_agent();
    /// let registry = EtcdRegistry::new(["http://etcd-1:2379", "http://etcd-2:2379"], agent)?
    ///     .with_prefix("payments-node-ids")?
    ///     .with_user("payments", "a password");
    /// # Ok::<(), idlease::error::AddressError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the list of endpoints is empty, or if an endpoint is malformed.
    pub fn new<E: AsRef<str>>(
        endpoints: impl IntoIterator<Item = E>,
        agent: Agent,
    ) -> Result<Self, AddressError> {
        let endpoints = endpoints.into_iter().map(|endpoint| Endpoint::parse(endpoint.as_ref()));
        let endpoints = endpoints.collect::<Result<Vec<_>, _>>()?;
        if endpoints.is_empty() {
            return Err(AddressError::new("at least one endpoint"));
        }
        Ok(Self::of(Connection::new(Some(agent), None, endpoints)))
    }

    fn of(connection: Connection) -> Self {
        Self { connection, keys: Keys::new(PREFIX), history: History::default(), read: None }
    }

    /// Sets the prefix of all keys. Each pool has its own. The default is `idlease`.
    ///
    /// # Errors
    ///
    /// Returns an error if the prefix is empty or contains a slash.
    pub fn with_prefix(self, prefix: &str) -> Result<Self, AddressError> {
        // With a slash, one pool's keys could be among a different pool's keys.
        if prefix.is_empty() || prefix.contains('/') {
            return Err(AddressError::new("a prefix without slashes, such as idlease"));
        }
        Ok(Self { keys: Keys::new(prefix), ..self })
    }

    /// Sets the user. The registry gets a token for the user, and a new one when etcd no longer accepts it.
    #[must_use]
    pub fn with_user(mut self, name: impl Into<String>, password: impl Into<String>) -> Self {
        self.connection.set_user(name.into(), password.into());
        self
    }

    /// Reads, and sets the floor if the store was rolled back.
    fn look(&mut self, selection: Selection, deadline: Deadline) -> Result<Option<Contents>, RegistryError> {
        self.read = None;
        for _ in 0..MAX_ATTEMPTS {
            let txn = contents::read(&self.keys, selection);
            let reply = self.connection.txn("read the records", &txn, deadline, Repeat::Safe)?;
            let server_unix_ms = reply.second.nearest(unix_ms().unwrap_or(0));
            let Some(contents) = Contents::parse(&self.keys, &reply.value, server_unix_ms)? else {
                return Ok(None);
            };
            match self.judge(&reply, &contents, deadline)? {
                Verdict::Forward => {
                    let header = reply.value.header;
                    self.history.remember(header, &contents);
                    self.read = Some((header, contents.clone()));
                    return Ok(Some(contents));
                }
                // Another client has changed the term in the meantime.
                Verdict::LowTerm => {}
                Verdict::WentBack => self.set_floor(&reply, &contents, deadline)?,
            }
        }
        Err(contended("read the records"))
    }

    /// Judges a read. If only the term is in doubt, asks for it.
    fn judge(
        &mut self,
        reply: &Reply<TxnReply>,
        contents: &Contents,
        deadline: Deadline,
    ) -> Result<Verdict, RegistryError> {
        let verdict = self.history.judge(&reply.value.header, contents);
        if verdict != Verdict::LowTerm {
            return Ok(verdict);
        }
        let txn = contents.probe(&self.keys);
        let probe = self.connection.txn("find the raft term", &txn, deadline, Repeat::Safe)?.value;
        let header = Header { raft_term: probe.header.raft_term, ..reply.value.header };
        match (probe.succeeded, self.history.judge(&header, contents)) {
            (false, _) => Ok(Verdict::LowTerm),
            (true, Verdict::LowTerm) => Ok(Verdict::WentBack),
            (true, verdict) => Ok(verdict),
        }
    }

    /// Sets the floor after all grants that the store may have forgotten. If another client is faster, its floor
    /// counts.
    fn set_floor(
        &mut self,
        reply: &Reply<TxnReply>,
        contents: &Contents,
        deadline: Deadline,
    ) -> Result<(), RegistryError> {
        let now = reply.second.last().saturating_add(contents.pool.horizon_ms()).saturating_add(MARGIN_MS);
        // The new floor is higher than any earlier one, which tells other clients that the rollback was detected.
        let last = self.history.floor_unix_ms().max(contents.floor_unix_ms);
        let floor_unix_ms = now.max(last.saturating_add(1));
        let txn = contents.set_floor(&self.keys, &reply.value.header, floor_unix_ms);
        self.connection.txn("set the floor", &txn, deadline, Repeat::Never)?;
        Ok(())
    }
}

impl Registry for EtcdRegistry {
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        self.read = None;
        let result = init(&mut self.connection, &self.keys, pool, start, Deadline::after(timeout));
        if let Ok(Init::Created) = result {
            self.history.forget();
        }
        result
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let contents = self.look(Selection::Slots(slots), Deadline::after(timeout))?;
        Ok(contents.map(|contents| contents.snapshot()))
    }

    /// Reads a few records, and all of them if none of these is free, because etcd can't filter by value.
    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let deadline = Deadline::after(timeout);
        let Some(Contents { pool, .. }) = self.look(Selection::Slots(Slots::One(0)), deadline)? else {
            return Ok(None);
        };
        let first = u32::try_from(token.to_u128() % u128::from(pool.slots())).unwrap_or(0);
        let some = self.look(Selection::From(first), deadline)?.map(|contents| contents.snapshot());
        let is_free = |snapshot: &Snapshot| {
            let now = snapshot.server_unix_ms.unwrap_or(0);
            snapshot.records.iter().any(|(_, record)| free_from(snapshot, record) <= now)
        };
        if some.as_ref().is_none_or(is_free) {
            return Ok(some);
        }
        Ok(self.look(Selection::Slots(Slots::All), deadline)?.map(|contents| contents.snapshot()))
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        let deadline = Deadline::after(timeout);
        // The clock of an earlier read admits less than the current clock. So a record that it admits is admitted now,
        // and also if the request arrives late.
        let known = self.read.take().filter(|(_, contents)| contents.admits(slot, expected, new));
        let (header, contents) = match known {
            Some(known) => known,
            None => {
                self.look(Selection::Slots(Slots::One(slot)), deadline)?;
                match self.read.take() {
                    Some(known) if known.1.admits(slot, expected, new) => known,
                    _ => return Ok(Replaced::No),
                }
            }
        };
        let txn = contents.replace(&self.keys, &header, slot, expected, new);
        let Reply { endpoint, value, .. } =
            self.connection.txn("replace a record", &txn, deadline, Repeat::Never)?;
        if !value.succeeded {
            return Ok(Replaced::No);
        }
        if !self.history.replaced(value.header, slot) {
            return Err(RegistryError::unavailable(format!(
                "etcd at {endpoint} was rolled back to an earlier state, so the record may overlap with a forgotten grant"
            )));
        }
        self.read = Some((header, contents));
        Ok(Replaced::Yes)
    }

    fn check(&mut self, timeout: Duration) -> Result<Vec<Finding>, RegistryError> {
        check(&mut self.connection, &self.keys, Deadline::after(timeout))
    }
}

/// Does the same as [`EtcdRegistry::from_url`].
impl TryFrom<Url> for EtcdRegistry {
    type Error = AddressError;

    fn try_from(url: Url) -> Result<Self, AddressError> {
        let Address { user, endpoints, prefix, tls } = Address::of(url)?;
        let mut registry = Self::of(Connection::new(None, tls, endpoints));
        if let Some(prefix) = prefix {
            registry = registry.with_prefix(&prefix)?;
        }
        if let Some((user, password)) = user {
            registry = registry.with_user(user, password);
        }
        Ok(registry)
    }
}

/// Leaves out the password.
impl fmt::Debug for EtcdRegistry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("EtcdRegistry")
            .field("endpoints", &self.connection.endpoints().collect::<Vec<_>>())
            .field("prefix", &self.keys.prefix)
            .field("user", &self.connection.user())
            .finish_non_exhaustive()
    }
}
