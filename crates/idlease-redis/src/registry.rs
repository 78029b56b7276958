//! The registry on a Redis server.

use std::fmt;
use std::mem;
use std::time::Duration;

use idlease::{Init, Pool, Record, Registry, RegistryError, Replaced, Slots, Snapshot};
use redis::{Cmd, Value};

use crate::connection::{Failure, Session};
use crate::error::RedisRegistryError;
use crate::reply::{self, Fault};
use crate::{Connection, Deadline, UrlError, script, url};

/// The key of the hash, unless another one is set.
const KEY: &str = "idlease";

type Connect = dyn FnMut(&Deadline) -> Result<Connection, RegistryError> + Send;

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
        connect: impl FnMut(&Deadline) -> Result<Connection, RegistryError> + Send + 'static,
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
    pub fn from_url(url: &str) -> Result<Self, UrlError> {
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
    ) -> Result<Value, RedisRegistryError> {
        if self.session.as_ref().is_some_and(Session::is_inherited) {
            // To close it could end the parent's connection, if there is TLS.
            mem::forget(self.session.take());
        }
        if let Some(session) = self.session.take() {
            match self.request_on(session, operation, request) {
                Err(RedisRegistryError::NoReply { .. }) if again && self.deadline.remaining().is_ok() => {}
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
    ) -> Result<Value, RedisRegistryError> {
        let reply = session.request(request).map_err(|failure| self.failed(operation, failure))?;
        self.session = Some(session);
        Ok(reply)
    }

    fn open(&mut self) -> Result<Session, RedisRegistryError> {
        let connection = (self.connect)(&self.deadline)
            .map_err(|source| RedisRegistryError::Connect { endpoint: self.endpoint.clone(), source })?;
        Session::open(connection).map_err(|(operation, failure)| self.failed(operation, failure))
    }

    fn failed(&self, operation: &'static str, failure: Failure) -> RedisRegistryError {
        let endpoint = self.endpoint.clone();
        match failure {
            Failure::NoReply(source) => RedisRegistryError::NoReply { endpoint, operation, source },
            Failure::Refused(reply) => RedisRegistryError::Refused { endpoint, operation, reply },
        }
    }

    fn fault(&self, operation: &'static str, fault: Fault) -> RedisRegistryError {
        let endpoint = self.endpoint.clone();
        match fault {
            Fault::Form(expected) => RedisRegistryError::Reply { endpoint, operation, expected },
            Fault::Contents(field, source) => {
                RedisRegistryError::Contents { endpoint, key: self.key.clone(), field, source }
            }
        }
    }
}

impl Registry for RedisRegistry {
    /// Creates everything in one script, so there is no pool that is created in part.
    fn init(&mut self, pool: &Pool, from_unix_ms: u64, timeout: Duration) -> Result<Init, RegistryError> {
        const OPERATION: &str = "create the pool";
        self.deadline.set(timeout);
        let reply = self.request(OPERATION, &script::init(&self.key, pool, from_unix_ms), false)?;
        if reply == Value::Nil {
            return Ok(Init::Created);
        }
        let found = reply::text(&reply).ok_or(Fault::Form("nil or a pool"));
        let found = found.and_then(|found| reply::parse("pool", found));
        Ok(Init::Exists(found.map_err(|fault| self.fault(OPERATION, fault))?))
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        const OPERATION: &str = "read records";
        self.deadline.set(timeout);
        let reply = self.request(OPERATION, &script::read(&self.key, slots), true)?;
        Ok(reply::snapshot(reply).map_err(|fault| self.fault(OPERATION, fault))?)
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        const OPERATION: &str = "replace a record";
        self.deadline.set(timeout);
        match self.request(OPERATION, &script::replace(&self.key, slot, expected, new), false)? {
            Value::Int(1) => Ok(Replaced::Yes),
            Value::Int(0) => Ok(Replaced::No),
            _ => Err(self.fault(OPERATION, Fault::Form("1 or 0")).into()),
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
