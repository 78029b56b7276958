//! Requests with a deadline, over connections that are opened as needed.

use std::mem;
use std::panic;
use std::thread;

use idlease::engine::{Deadline, ProcessLocal};
use idlease::error::RegistryError;
use tokio::runtime::Handle;
use tokio_postgres::SimpleQueryMessage;

use crate::connection::{Connect, Connection, is_usable_after, kind_of};

/// A message to the server.
pub(crate) struct Request {
    /// The operation, for errors.
    pub(crate) operation: &'static str,
    pub(crate) sql: String,
    /// Set if the request can safely be sent twice.
    pub(crate) is_repeatable: bool,
}

/// A server, and at most one connection to it.
pub(crate) struct Session {
    pub(crate) endpoint: String,
    connect: Connect,
    /// A forked child shares the sockets and the event queue with its parent. Dropping them would disturb the parent.
    connection: ProcessLocal<Connection>,
}

impl Session {
    pub(crate) fn new(endpoint: String, connect: Connect) -> Self {
        Self { endpoint, connect, connection: ProcessLocal::default() }
    }

    /// Sends a request, over a new connection if necessary. The deadline includes connecting.
    pub(crate) fn request(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, RegistryError> {
        if Handle::try_current().is_err() {
            return self.send(request, deadline);
        }
        // A thread of a runtime can't block on another runtime.
        let sent = thread::scope(|scope| {
            let begun = thread::Builder::new().spawn_scoped(scope, || self.send(request, deadline));
            begun.map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
        });
        sent.unwrap_or_else(|error| {
            Err(RegistryError::unavailable("can't start a thread outside the runtime").with_source(error))
        })
    }

    /// Sends a request. If an old connection turns out to be lost and the request is repeatable, sends it over a new
    /// one.
    fn send(
        &mut self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, RegistryError> {
        let Self { endpoint, connect, connection, .. } = self;
        let Request { operation, sql, is_repeatable } = request;
        let mut old = connection.take().filter(|connection| connection.is_open(deadline));
        let mut may_repeat = *is_repeatable && old.is_some();
        loop {
            let mut current = match old.take() {
                Some(old) => old,
                None => Connection::open(connect, endpoint, deadline)?,
            };
            // At the deadline, the connection is dropped, because a late reply must not be mistaken for the next
            // request's reply.
            let reply = current.query(sql, deadline).ok_or_else(|| deadline.error(endpoint, operation))?;
            if reply.as_ref().err().is_none_or(is_usable_after) {
                *connection = ProcessLocal::new(current);
            } else if mem::take(&mut may_repeat) {
                continue;
            }
            return reply.map_err(|error| {
                RegistryError::new(kind_of(&error), format!("{endpoint} failed to {operation}"))
                    .with_source(error)
            });
        }
    }
}
