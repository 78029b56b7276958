//! PgBouncer, a connection pool for PostgreSQL.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use rustix::process::Signal;

use crate::home::Home;
use crate::{Server, find, or_skip, postgresql, text};

/// Starts a pool of two connections to a PostgreSQL server, with a mode such as `transaction`. Its clients log in as
/// `postgres`, without a password. Returns `None` if PgBouncer is not installed, after a message that names what to
/// install.
#[must_use]
pub fn start(server: &Server, mode: &str) -> Option<Server> {
    or_skip(|| try_start(server.port(), mode), "PgBouncer", "pgbouncer")
}

fn try_start(server: u16, mode: &str) -> Result<Option<Server>> {
    let Some(program) = find("pgbouncer", &[PathBuf::from("/usr/sbin")]) else { return Ok(None) };
    let mut home = Home::new()?;
    let port = home.reserve_port()?;
    let (settings, users) = (home.directory().join("settings"), home.directory().join("users"));
    fs::write(&users, "\"postgres\" \"\"\n")?;
    let users = text(&users)?;
    let contents = format!(
        "[databases]\n* = host=127.0.0.1 port={server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
         unix_socket_dir =\nauth_type = trust\nauth_file = {users}\npool_mode = {mode}\ndefault_pool_size = 2\n"
    );
    fs::write(&settings, contents)?;
    let ready = |port| postgresql::client(port, "postgres").run("SELECT 1;").map(drop);
    let mut server = Server::spawn(home, port, (&program, &[text(&settings)?]), Signal::TERM, ready)?;
    server.wait_until_ready()?;
    Ok(Some(server))
}
