//! One connection, and the runtime that drives it only during a request.

use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use idlease::engine::Deadline;
use idlease::error::{RegistryError, RegistryErrorKind};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::{Client, Error, SimpleQueryMessage, SimpleQueryRow};

use crate::statements::TRUSTED_NAMES;

/// The future that reads and writes the socket.
pub(crate) type Driver = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// The cause of a failed connect function.
pub(crate) type Cause = Box<dyn StdError + Send + Sync>;

/// The result of a connect function.
pub(crate) type Connecting = Pin<Box<dyn Future<Output = Result<(Client, Driver), Cause>> + Send>>;

/// Opens a connection. The argument is the remaining time.
pub(crate) type Connect = Box<dyn FnMut(Duration) -> Connecting + Send>;

/// An open connection. Dropping it closes the socket, so that a late reply reaches nobody.
pub(crate) struct Connection {
    client: Client,
    driver: JoinHandle<Result<(), Error>>,
    runtime: Background,
}

impl Connection {
    /// Connects to the primary server.
    pub(crate) fn open(
        connect: &mut Connect,
        endpoint: &str,
        deadline: Deadline,
    ) -> Result<Self, RegistryError> {
        const OPERATION: &str = "accept a connection";
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| {
            RegistryError::unavailable(format!("can't start a runtime for the connection to {endpoint}"))
                .with_source(error)
        })?;
        let runtime = Background(Some(runtime));
        let failed = |error: Cause| {
            // A file that TLS needs, or the server's reply.
            let kind = error.downcast_ref().map(RegistryError::kind).or(error.downcast_ref().map(kind_of));
            let kind = kind.unwrap_or(RegistryErrorKind::Unavailable);
            let state = error.downcast_ref().and_then(Error::code).map(refused);
            RegistryError::new(kind, format!("can't connect to {endpoint}"))
                .with_source(state.map_or(error, Cause::from))
        };
        let late = || deadline.error(endpoint, OPERATION);
        let connecting = connect(deadline.remaining());
        let connected = runtime.run(deadline, async {
            let (client, driver) = connecting.await?;
            Ok((client, tokio::spawn(driver)))
        });
        let (client, driver) = connected.ok_or_else(late)?.map_err(failed)?;
        let mut connection = Self { client, driver, runtime };
        let is_standby = format!("{TRUSTED_NAMES} SELECT pg_is_in_recovery();");
        let reply = connection.query(&is_standby, deadline).ok_or_else(late)?;
        if rows(&reply.map_err(|error| failed(error.into()))?).any(|row| row.get(0) != Some("f")) {
            let message = format!("{endpoint} is a standby, expected the primary server");
            return Err(RegistryError::unavailable(message));
        }
        Ok(connection)
    }

    /// Returns `true` unless this machine knows that the server has closed the connection.
    pub(crate) fn is_open(&self, deadline: Deadline) -> bool {
        let driven = self.runtime.run(deadline, async {
            // After the first yield, the runtime asks the operating system for events. Before the second returns, the
            // driver processes them.
            yield_now().await;
            yield_now().await;
        });
        driven.is_some() && !self.driver.is_finished()
    }

    /// Sends statements as one message and returns all replies, or `None` at the deadline. After `None`, the connection
    /// must be dropped.
    pub(crate) fn query(
        &mut self,
        sql: &str,
        deadline: Deadline,
    ) -> Option<Result<Vec<SimpleQueryMessage>, Error>> {
        let Self { client, driver, runtime } = self;
        runtime.run(deadline, async {
            match client.simple_query(sql).await {
                // The client only knows that the connection is closed.
                Err(closed) if closed.is_closed() => match driver.await {
                    Ok(Err(reason)) => Err(reason),
                    _ => Err(closed),
                },
                result => result,
            }
        })
    }
}

/// A runtime, or `None` during the drop. Dropping never waits for the runtime, which may be waiting for a thread that
/// resolves a name.
struct Background(Option<Runtime>);

impl Background {
    /// Runs a future until the deadline.
    fn run<T>(&self, deadline: Deadline, work: impl Future<Output = T>) -> Option<T> {
        self.0.as_ref()?.block_on(async { timeout(deadline.remaining(), work).await.ok() })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Returns `true` if the connection can be used after this error, because the server has replied and waits for the next
/// request.
pub(crate) fn is_usable_after(error: &Error) -> bool {
    // A fatal error from the server is also a reply, but the server closes the connection after it.
    error.as_db_error().is_some_and(|error| error.parsed_severity() == Some(Severity::Error))
}

/// Returns how to react to an error. Only the server can report that an operator must change a login, a privilege or a
/// name.
pub(crate) fn kind_of(error: &Error) -> RegistryErrorKind {
    // The classes of PostgreSQL's appendix A: invalid authorization, invalid catalog name, syntax error or access rule
    // violation.
    let is_refused = |code: &str| ["28", "3D", "42"].iter().any(|class| code.starts_with(class));
    match error.code() {
        Some(state) if is_refused(state.code()) => RegistryErrorKind::Refused,
        _ => RegistryErrorKind::Unavailable,
    }
}

/// Returns why the server denied a login. The server's own message can repeat any part of the URL, such as an unknown
/// option.
fn refused(state: &SqlState) -> String {
    let reason = match *state {
        SqlState::INVALID_PASSWORD => "unknown user or wrong password",
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "this user may not connect from here, or only with TLS (add `sslmode=verify-full` and `sslrootcert` to the URL) \
             or with a client certificate (`sslcert`)"
        }
        SqlState::INVALID_CATALOG_NAME => "no such database",
        SqlState::TOO_MANY_CONNECTIONS => "too many connections",
        SqlState::CANNOT_CONNECT_NOW => "the server is starting, stopping or recovering",
        _ => "see the server's log for the reason",
    };
    format!("{reason} (SQLSTATE {})", state.code())
}

/// Returns the rows among the messages.
pub(crate) fn rows(messages: &[SimpleQueryMessage]) -> impl Iterator<Item = &SimpleQueryRow> {
    messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    })
}
