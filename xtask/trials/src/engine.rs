//! The engine of a registry, with what the checks of [`deadline`](crate::deadline) and [`faults`](crate::faults) need.

use idlease::registry::{Pool, Registry};
use servers::Server;

use crate::contract;

/// A client of whatever listens on a loopback port.
pub type Client = Box<dyn Registry + Send>;

/// An engine.
pub struct Engine {
    /// The clients, with and without a login. Their password is `secret`.
    pub clients: &'static [fn(u16) -> Client],
    /// Starts a server for the first of these clients, or returns `None` if the server is not installed.
    pub start: fn() -> Option<Server>,
    /// Replies that never end. The first part is sent at once, the second byte by byte.
    pub endless: &'static [(&'static str, &'static str)],
    /// The start of a reply of gigabytes, and the byte that is repeated after it.
    pub flood: (&'static str, u8),
    /// What the error for such a reply contains.
    pub too_long: &'static str,
    /// A string that only a replacement request contains.
    pub replacement: &'static str,
    /// The URL of a port, for a worker.
    pub url: fn(u16) -> String,
    /// The workers' program.
    pub workers: &'static str,
}

impl Engine {
    /// Creates a client without a login.
    pub(crate) fn client(&self, port: u16) -> Client {
        self.clients[0](port)
    }

    /// Starts a server with a pool, and connects a client.
    pub(crate) fn with_pool(&self, pool: &Pool) -> Option<(Server, Client)> {
        let server = (self.start)()?;
        let mut registry = self.client(server.port());
        contract::create(&mut registry, pool);
        Some((server, registry))
    }
}

/// Defines one test for each check in [`deadline`](crate::deadline) and [`faults`](crate::faults), with an [`Engine`].
#[macro_export]
macro_rules! engine_tests {
    ($engine:expr) => {
        $crate::checks!(
            &$engine,
            deadline::a_listener_that_never_replies,
            deadline::a_listener_that_does_not_accept,
            deadline::a_listener_that_sends_a_byte_now_and_then,
            deadline::a_port_that_nothing_listens_on,
            deadline::a_reply_of_gigabytes_is_not_kept,
            deadline::a_server_that_is_frozen,
            deadline::a_server_that_is_killed,
            faults::a_keeper_adopts_the_grant_whose_reply_was_lost,
            faults::killed_and_frozen_processes_make_no_duplicates,
            faults::a_record_survives_killed_and_frozen_writers,
            faults::the_largest_pool_fits
        );
    };
}
