//! The commands of operators, and the alerts.

mod alerts;
mod check;
mod page;

use std::process::{Command, Output};

use servers::postgresql::{database_of, start_with};
use servers::{Database, Server};

/// Starts a PostgreSQL server with the settings that leases need.
fn postgresql() -> Option<(Server, Database)> {
    let server = start_with(&["fsync=on", "full_page_writes=on"])?;
    let database = database_of(&server, "postgres");
    Some((server, database))
}

/// Creates a pool of 256 slots.
fn init(url: &str) {
    printed(url, &["init", "--node-id-size", "8", "--window", "1h"]);
}

/// Runs `sortid lease` with a registry.
fn lease(url: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_operator"));
    command.arg("lease").args(arguments).args(["--registry", url]).output().expect("it starts")
}

/// Returns the output of a command that succeeds.
fn printed(url: &str, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = lease(url, arguments);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}
