//! Requests with a deadline, over connections that are made as needed.

use std::mem;
use std::panic;
use std::thread;
use std::time::{Duration, Instant};

use idlease::Process;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::timeout_at;
use tokio_postgres::{SimpleQueryMessage, SimpleQueryRow};

use crate::PostgresError;
use crate::connection::{Connecting, Connection, is_usable_after};

/// Far enough for a timeout without an end.
const LONGEST: Duration = Duration::from_secs(365 * 86_400);

/// Makes a connection. The argument is the time that is left.
pub(crate) type Connect = Box<dyn FnMut(Duration) -> Connecting + Send>;

/// The end of a call.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    timeout: Duration,
    at: Instant,
}

impl Deadline {
    pub(crate) fn after(timeout: Duration) -> Self {
        Self { timeout, at: Instant::now() + timeout.min(LONGEST) }
    }

    pub(crate) fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// A message to the server.
pub(crate) struct Request {
    /// What it does, for errors.
    pub(crate) operation: &'static str,
    pub(crate) sql: String,
    /// Whether sending it a second time is safe.
    pub(crate) is_repeatable: bool,
}

/// A server, and at most one connection to it.
pub(crate) struct Session {
    pub(crate) endpoint: String,
    connect: Connect,
    connection: Option<Connection>,
    runtime: Option<Runtime>,
    /// The process that made the connection and the runtime.
    process: Process,
}

impl Session {
    pub(crate) fn new(endpoint: String, connect: Connect) -> Self {
        Self { endpoint, connect, connection: None, runtime: None, process: Process::current() }
    }

    /// Sends a request, over a new connection if necessary. The deadline includes connecting.
    pub(crate) fn request(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, PostgresError> {
        self.forget_if_forked();
        if Handle::try_current().is_err() {
            return self.block_on(request, deadline);
        }
        // A thread of a runtime can't block on another one.
        thread::scope(|scope| {
            let begun = thread::Builder::new().spawn_scoped(scope, || self.block_on(request, deadline));
            begun.map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
        })
        .unwrap_or_else(|source| Err(PostgresError::Runtime { endpoint: self.endpoint.clone(), source }))
    }

    fn block_on(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, PostgresError> {
        let runtime = match self.runtime.take() {
            Some(runtime) => runtime,
            None => Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|source| PostgresError::Runtime { endpoint: self.endpoint.clone(), source })?,
        };
        let result =
            runtime.block_on(async { timeout_at(deadline.at.into(), self.send(request, deadline)).await });
        self.runtime = Some(runtime);
        result.unwrap_or_else(|_| {
            // A reply that is late must not be taken for the next request's.
            self.connection = None;
            let Deadline { timeout, .. } = deadline;
            let operation = request.operation;
            Err(PostgresError::Timeout { endpoint: self.endpoint.clone(), operation, timeout })
        })
    }

    /// Sends a request. If an old connection turns out to be lost, and the request is repeatable, sends it over a new one.
    async fn send(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, PostgresError> {
        if let Some(connection) = &mut self.connection {
            if !connection.is_open().await {
                self.connection = None;
            }
        }
        let mut may_repeat = request.is_repeatable && self.connection.is_some();
        loop {
            let connection = match self.connection.take() {
                Some(connection) => connection,
                None => self.connect(deadline).await?,
            };
            // The deadline can end any `await`. The connection is then still here, to be closed.
            let connection = self.connection.insert(connection);
            let source = match connection.query(&request.sql).await {
                Ok(messages) => return Ok(messages),
                Err(source) => source,
            };
            if !is_usable_after(&source) {
                self.connection = None;
                if mem::take(&mut may_repeat) {
                    continue;
                }
            }
            let (endpoint, operation) = (self.endpoint.clone(), request.operation);
            return Err(PostgresError::Query { endpoint, operation, source });
        }
    }

    /// Connects to the primary server.
    async fn connect(&mut self, deadline: Deadline) -> Result<Connection, PostgresError> {
        let endpoint = self.endpoint.clone();
        let (client, driver) = match (self.connect)(deadline.left()).await {
            Ok(parts) => parts,
            Err(source) => return Err(PostgresError::Connect { endpoint, source }),
        };
        let mut connection = Connection::new(client, driver);
        match connection.query("SELECT pg_is_in_recovery()").await {
            Err(source) => Err(PostgresError::Connect { endpoint, source: source.into() }),
            Ok(messages) if rows(&messages).any(|row| row.get(0) != Some("f")) => {
                Err(PostgresError::Standby { endpoint })
            }
            Ok(_) => Ok(connection),
        }
    }

    /// A forked child shares the sockets with its parent, and the queue of events too. Dropping them would disturb the parent.
    fn forget_if_forked(&mut self) {
        if !self.process.is_current() {
            mem::forget((self.connection.take(), self.runtime.take()));
            self.process = Process::current();
        }
    }
}

/// Closes the connection, except in a forked child.
impl Drop for Session {
    fn drop(&mut self) {
        self.forget_if_forked();
        self.connection = None;
        if let Some(runtime) = self.runtime.take() {
            // Otherwise a thread that resolves a name would be waited for.
            runtime.shutdown_background();
        }
    }
}

/// The rows among the messages.
pub(crate) fn rows(messages: &[SimpleQueryMessage]) -> impl Iterator<Item = &SimpleQueryRow> {
    messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    })
}
