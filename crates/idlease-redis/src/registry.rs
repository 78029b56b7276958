//! The registry on a Redis server.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use idlease::engine::{ProcessLocal, Url};
use idlease::error::{AddressError, RegistryError, RegistryErrorKind};
use idlease::registry::{Finding, Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token};
use redis::{Cmd, Value};

use crate::connection::{Session, message};
use crate::reply::{self, Cause};
use crate::{Connection, Deadline, script, url};

/// The default key of the hash.
const KEY: &str = "idlease";

type Connect = dyn FnMut(&Deadline) -> Result<Connection, Cause> + Send;

/// A registry on one Redis or Valkey server, stored in one hash. For the server's settings, see the [front
/// page](crate).
///
/// It connects on its first call, keeps the connection between calls, and drops it after any failure.
pub struct RedisRegistry {
    endpoint: String,
    connect: Box<Connect>,
    key: String,
    deadline: Deadline,
    /// A forked child would mix up its replies with its parent's.
    session: ProcessLocal<Session>,
}

impl RedisRegistry {
    /// Creates a registry on the server that `connect` connects to, for passwords that change or your own TLS. Sends
    /// nothing yet.
    ///
    /// `endpoint` is the name of the server in errors, such as `host:port`. For each new connection, `connect` is
    /// called with the deadline of the current call.
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
            session: ProcessLocal::default(),
        }
    }

    /// Creates a registry from a URL. Sends nothing yet, and reads no file.
    ///
    /// The form is `redis://user:password@host:6379/0?hash=idlease`, or `valkey:`. Everything but the scheme and the
    /// host is optional, but a user needs a password. User and password are percent-encoded. For `hash`, see
    /// [`with_key`](Self::with_key). For `rediss:` and `valkeys:`, see [TLS](crate#tls).
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has an unknown part, or if it requires TLS and the `tls` feature is off. The error
    /// does not contain the password.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        Url::parse(url).ok_or(url::FORM)?.try_into()
    }

    /// Sets the key of the hash. Each pool on a server has its own. The default is `idlease`.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Self {
        Self { key: key.into(), ..self }
    }

    /// Sends a request within the call's deadline. With `again`, resends it if the old connection failed.
    fn request(
        &mut self,
        operation: &'static str,
        request: &Cmd,
        again: bool,
    ) -> Result<Value, RegistryError> {
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

    /// Sends a request on a session and keeps the session only if a reply came.
    fn request_on(
        &mut self,
        mut session: Session,
        operation: &'static str,
        request: &Cmd,
    ) -> Result<Value, RegistryError> {
        let reply = session.request(&self.endpoint, operation, request, message)?;
        self.session = ProcessLocal::new(session);
        Ok(reply)
    }

    fn open(&mut self) -> Result<Session, RegistryError> {
        let connection = (self.connect)(&self.deadline).map_err(|error| {
            // A file that TLS needs.
            let kind = error.downcast_ref().map_or(RegistryErrorKind::Unavailable, RegistryError::kind);
            RegistryError::new(kind, format!("can't connect to {}", self.endpoint)).with_source(error)
        })?;
        Session::open(connection, &self.endpoint)
    }

    fn unexpected(&self, cause: impl Into<Cause>) -> RegistryError {
        let Self { endpoint, key, .. } = self;
        RegistryError::unexpected(format!("unexpected reply from {endpoint} for the hash {key:?}"))
            .with_source(cause)
    }
}

impl Registry for RedisRegistry {
    /// Creates everything in one script, so that a pool is never created in part.
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("create the pool", &script::init(&self.key, pool, start), false)?;
        if reply == Value::Nil {
            return Ok(Init::Created);
        }
        let found = reply::text(&reply).ok_or_else(|| "expected nil or a pool".into());
        let found = found.and_then(|found| reply::parse("pool", found));
        found.map(Init::Exists).map_err(|cause| self.unexpected(cause))
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("read the records", &script::read(&self.key, slots), true)?;
        reply::snapshot(reply).map_err(|cause| self.unexpected(cause))
    }

    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.deadline.set(timeout);
        let reply = self.request("read the records", &script::read_free(&self.key, token), true)?;
        reply::snapshot(reply).map_err(|cause| self.unexpected(cause))
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

    fn check(&mut self, timeout: Duration) -> Result<Vec<Finding>, RegistryError> {
        self.deadline.set(timeout);
        let values = script::SETTINGS.split(' ').map(|name| {
            let reply = self.request("read a setting", redis::cmd("CONFIG").arg("GET").arg(name), true);
            // A user without the privilege gets an error.
            reply.ok().and_then(|reply| reply::setting(&reply)).unwrap_or_default()
        });
        let values = values.collect();
        let request = script::check(&self.key, values);
        let reply = self.request("check the settings", &request, true)?;
        reply::findings(&reply).ok_or_else(|| self.unexpected("expected findings"))
    }
}

/// Does the same as [`RedisRegistry::from_url`].
impl TryFrom<Url> for RedisRegistry {
    type Error = AddressError;

    fn try_from(url: Url) -> Result<Self, AddressError> {
        let url::Address { mut endpoint, login, database, hash, tls } = url::address(url)?;
        let registry = Self::new(endpoint.to_string(), move |deadline| {
            let connection = match &tls {
                #[cfg(feature = "tls")]
                Some(tls) => Connection::new(endpoint.connect_tls(tls, deadline)?),
                _ => Connection::new(endpoint.connect(deadline)?),
            };
            let connection = connection.with_database(database);
            Ok(match &login {
                Some((user, password)) => connection.with_login(user.as_deref(), password),
                None => connection,
            })
        });
        Ok(registry.with_key(hash.unwrap_or_else(|| KEY.to_owned())))
    }
}

/// Leaves out the login.
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
