//! A database of a server.

use std::process::Command;
use std::sync::OnceLock;

use anyhow::Result;

use crate::{Server, output};

/// A database of a server, and the client program that runs SQL in it.
#[derive(Debug, Clone)]
pub struct Database {
    pub(crate) url: String,
    pub(crate) client: &'static str,
    pub(crate) arguments: Vec<String>,
}

impl Database {
    /// Returns the URL, with user, address, port and name.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs statements with the server's own client program, and returns the rows of their results: a line for each row,
    /// with tabs between the columns. No statement runs after a failed one.
    pub fn run(&self, sql: &str) -> Result<String> {
        output(Command::new(self.client).args(&self.arguments), sql)
    }
}

/// Creates a database on the server that all tests of this program share. The first call starts the server. The name
/// must be new.
pub(crate) fn of_shared(
    server: &'static OnceLock<Option<Server>>,
    start: fn() -> Option<Server>,
    client: fn(u16, &str) -> Database,
    (all, name): (&str, &str),
) -> Option<Database> {
    let port = server.get_or_init(start).as_ref()?.port();
    let created = client(port, all).run(&format!("CREATE DATABASE {name};"));
    created.unwrap_or_else(|error| panic!("{error:?}"));
    Some(client(port, name))
}
