//! Redis.

use anyhow::{Result, ensure};
use rustix::process::Signal;

use crate::home::Home;
use crate::{Server, exchange, find, or_skip};

/// Starts a server that writes each command to its append-only file before it replies. Returns `None` if Redis is not
/// installed, after a message that names what to install.
#[must_use]
pub fn start() -> Option<Server> {
    start_with(&["--appendonly", "yes", "--appendfsync", "always"])
}

/// Starts a server with more arguments.
#[must_use]
pub fn start_with(arguments: &[&str]) -> Option<Server> {
    or_skip(|| try_start(arguments), "Redis", "redis-server")
}

fn try_start(more: &[&str]) -> Result<Option<Server>> {
    let Some(program) = find("redis-server", &[]) else { return Ok(None) };
    let mut home = Home::new()?;
    let data = home.directory().join("data");
    crate::output(home.command("mkdir").arg(&data), "")?;
    let port = home.reserve_port()?;
    let port_argument = port.to_string();
    let mut arguments =
        vec!["--port", &port_argument, "--bind", "127.0.0.1", "--save", "", "--dir", crate::text(&data)?];
    arguments.extend(more);
    let mut server = Server::spawn(home, port, (&program, &arguments), Signal::TERM, is_ready)?;
    server.wait_until_ready()?;
    Ok(Some(server))
}

fn is_ready(port: u16) -> Result<()> {
    let reply = exchange(port, "PING\r\n", |reply| reply.ends_with("\r\n"))?;
    ensure!(reply == "+PONG\r\n", "PING: {reply:?}");
    Ok(())
}
