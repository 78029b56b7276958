//! Redis.

use anyhow::{Result, ensure};
use rustix::process::Signal;

use crate::home::Home;
use crate::tls::Setup;
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
    or_skip(|| try_start(arguments, None), "Redis", "redis-server")
}

/// Starts a server like [`start`], with a second port for TLS, and a user `ids` with the password `secret`.
#[must_use]
pub fn start_with_tls(setup: &Setup<'_>) -> Option<Server> {
    let arguments = "--appendonly yes --appendfsync always --user ids on >secret ~* &* +@all";
    let arguments: Vec<_> = arguments.split(' ').collect();
    or_skip(|| try_start(&arguments, Some(setup)), "Redis", "redis-server")
}

/// Tells a server to reload its certificate.
pub fn reload(server: &Server) -> Result<()> {
    let file = |name| server.directory().join(name).display().to_string();
    let (certificate, key) = (file("server.pem"), file("server.key"));
    let request = format!("CONFIG SET tls-cert-file {certificate} tls-key-file {key}\r\n");
    let reply = exchange(server.port(), &request, |reply| reply.ends_with("\r\n"))?;
    ensure!(reply == "+OK\r\n", "CONFIG SET: {reply:?}");
    Ok(())
}

fn try_start(more: &[&str], tls: Option<&Setup<'_>>) -> Result<Option<Server>> {
    let Some(program) = find("redis-server", &[]) else { return Ok(None) };
    let mut home = Home::new()?;
    let data = home.directory().join("data");
    crate::output(home.command("mkdir").arg(&data), "")?;
    let port = home.reserve_port()?;
    let port_argument = port.to_string();
    let mut arguments =
        vec!["--port", &port_argument, "--bind", "127.0.0.1", "--save", "", "--dir", crate::text(&data)?];
    arguments.extend(more);
    let (mut tls_port, mut tls_arguments) = (port, Vec::new());
    if let Some(setup) = tls {
        tls_port = home.reserve_port()?;
        let files = setup.write(&home)?;
        let yes_or_no = |is_yes| if is_yes { "yes" } else { "no" };
        for (name, value) in [
            ("tls-port", tls_port.to_string()),
            ("tls-cert-file", files.certificate),
            ("tls-key-file", files.key),
            ("tls-ca-cert-file", files.clients),
            ("tls-auth-clients", yes_or_no(setup.clients.is_some()).to_owned()),
        ] {
            tls_arguments.extend([format!("--{name}"), value]);
        }
    }
    arguments.extend(tls_arguments.iter().map(String::as_str));
    let mut server =
        Server::spawn(home, port, (&program, &arguments), Signal::TERM, is_ready)?.with_client_port(tls_port);
    server.wait_until_ready()?;
    Ok(Some(server))
}

fn is_ready(port: u16) -> Result<()> {
    let reply = exchange(port, "PING\r\n", |reply| reply.ends_with("\r\n"))?;
    ensure!(reply == "+PONG\r\n", "PING: {reply:?}");
    Ok(())
}
