//! The registry on a Redis server.

use std::error::Error;
use std::fmt;
use std::mem;
use std::time::Duration;

use idlease::error::{AddressError, RegistryError, RegistryErrorKind};
use idlease::registry::{Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token};
use redis::{Cmd, Value};

use crate::connection::{Session, message};
use crate::reply::{self, Fault};
use crate::{Connection, Deadline, script, url};

/// The key of the hash, unless another one is set.
const KEY: &str = "idlease";

type Connect = dyn FnMut(&Deadline) -> Result<Connection, Fault> + Send;

/// A registry on one Redis or Valkey server, in one hash. See the [front page](crate) for the settings of the server.
///
/// It connects with its first call, keeps the connection between calls, and drops it after any failure.
pub struct RedisRegistry {
    endpoint: String,
    connect: Box<Connect>,
    key: String,
    deadline: Deadline,
    session: Option<Session>,
}

impl RedisRegistry {
    /// A registry on the server that `connect` connects to, for TLS, or for passwords that change. Nothing is sent yet.
    ///
    /// `endpoint` is the name of the server in errors, such as `host:port`. Each new connection calls `connect` with the
    /// deadline of the present call.
    #[must_use]
    pub fn new(
        endpoint: impl Into<String>,
        connect: impl FnMut(&Deadline) -> Result<Connection, Box<dyn Error + Send + Sync>> + Send + 'static,
    ) -> Self {
        Self {
            endpoint: endpoint.into(),
            connect: Box::new(connect),
            key: KEY.to_owned(),
            deadline: Deadline::new(),
            session: None,
        }
    }

    /// A registry on the server of a URL, without TLS. Nothing is sent yet.
    ///
    /// The form is `redis://user:password@host:6379/0?key=idlease`, or `valkey:`. All but the scheme and the host can be left
    /// out. User and password are percent-encoded. `key` is that of [`with_key`](Self::with_key).
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has a part that this function does not understand, or asks for TLS. The error does not
    /// have the password.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        let url::Address { mut endpoint, login, database, key } = url::parse(url)?;
        let registry = Self::new(endpoint.to_string(), move |deadline| {
            let connection = Connection::new(endpoint.connect(deadline)?).with_database(database);
            Ok(match &login {
                Some((user, password)) => connection.with_login(user.as_deref(), password),
                None => connection,
            })
        });
        Ok(registry.with_key(key.unwrap_or_else(|| KEY.to_owned())))
    }

    /// Sets the key of the hash. Each pool on a server has its own. The default is `idlease`.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Self {
        Self { key: key.into(), ..self }
    }

    /// Sends a request within the call's deadline. `again` allows sending it once more, if the old connection was closed.
    fn request(
        &mut self,
        operation: &'static str,
        request: &Cmd,
        again: bool,
    ) -> Result<Value, RegistryError> {
        if self.session.as_ref().is_some_and(Session::is_inherited) {
            // To close it could end the parent's connection, if there is TLS.
            mem::forget(self.session.take());
        }
        if let Some(session) = self.session.take() {
            match self.request_on(session, operation, request) {
                Err(error)
                    if again
                        && error.kind() == RegistryErrorKind::Unavailable
                        && self.deadline.remaining().is_ok() => {}
                replied => return replied,
            }
        }
        let session = self.open()?;
        self.request_on(session, operation, request)
    }

    /// Keeps the session only if there was a reply.
    fn request_on(
        &mut self,
        mut session: Session,
        operation: &'static str,
        request: &Cmd,
    ) -> Result<Value, RegistryError> {
        let reply = session.request(&self.endpoint, operation, request, message)?;
        self.session = Some(session);
        Ok(reply)
    }

    fn open(&mut self) -> Result<Session, RegistryError> {
        let connection = (self.connect)(&self.deadline).map_err(|error| {
            RegistryError::unavailable(format!("can't connect to {}", self.endpoint)).with_source(error)
        })?;
        Session::open(connection, &self.endpoint)
    }

    fn unexpected(&self, fault: impl Into<Fault>) -> RegistryError {
        let Self { endpoint, key, .. } = self;
        RegistryError::unexpected(format!("unexpected reply from {endpoint} about the hash {key:?}"))
            .with_source(fault)
    }
}

impl Registry for RedisRegistry {
    /// Creates everything in one script, so there is no pool that is created in part.
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("create the pool", &script::init(&self.key, pool, start), false)?;
        if reply == Value::Nil {
            return Ok(Init::Created);
        }
        let found = reply::text(&reply).ok_or_else(|| "expected nil or a pool".into());
        let found = found.and_then(|found| reply::parse("pool", found));
        found.map(Init::Exists).map_err(|fault| self.unexpected(fault))
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("read records", &script::read(&self.key, slots), true)?;
        reply::snapshot(reply).map_err(|fault| self.unexpected(fault))
    }

    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("read records", &script::read_free(&self.key, token), true)?;
        reply::snapshot(reply).map_err(|fault| self.unexpected(fault))
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        self.deadline.set(timeout);
        match self.request("replace a record", &script::replace(&self.key, slot, expected, new), false)? {
            Value::Int(1) => Ok(Replaced::Yes),
            Value::Int(0) => Ok(Replaced::No),
            _ => Err(self.unexpected("expected 1 or 0")),
        }
    }
}

/// Without the login.
impl fmt::Debug for RedisRegistry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { endpoint, key, .. } = self;
        formatter
            .debug_struct("RedisRegistry")
            .field("endpoint", endpoint)
            .field("key", key)
            .finish_non_exhaustive()
    }
}
