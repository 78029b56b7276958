//! PostgreSQL.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;
use rustix::process::Signal;

use crate::home::Home;
use crate::tls::{Setup, write};
use crate::{Database, Server, database, find, or_skip, output, text};

/// What a role can create in the schema `public` of a database to take over the sessions of other roles. If a session
/// runs any of it, the statement fails, usually with an error that contains the word `neighbour`.
pub const NEIGHBOUR: &str = include_str!("neighbour.sql");

static SHARED: OnceLock<Option<Server>> = OnceLock::new();

/// Creates an empty database on the server that all tests of this program share. Returns `None` if PostgreSQL is not
/// installed, after a message that names what to install.
pub fn database(name: &str) -> Option<Database> {
    database::of_shared(&SHARED, start, client, ("postgres", name))
}

/// Starts a server. The user `postgres` needs no password. A commit survives [`Server::crash`]. Returns `None` if
/// PostgreSQL is not installed, after a message that names what to install.
#[must_use]
pub fn start() -> Option<Server> {
    start_with(&[])
}

/// Starts a server like [`start`], with further settings such as `full_page_writes=on`. They override the default
/// settings.
#[must_use]
pub fn start_with(settings: &[&str]) -> Option<Server> {
    or_skip(|| try_start(settings, None, None), "PostgreSQL", "postgresql")
}

/// Starts a server like [`start`], with TLS. The role `ids` has the password `secret`, may create schemas in the
/// database `postgres`, and must use TLS.
#[must_use]
pub fn start_with_tls(setup: &Setup<'_>) -> Option<Server> {
    let server = or_skip(|| try_start(&[], Some(setup), None), "PostgreSQL", "postgresql")?;
    let role = "CREATE ROLE ids LOGIN PASSWORD 'secret'; GRANT CREATE ON DATABASE postgres TO ids;";
    let created = client(server.port(), "postgres").run(role);
    created.unwrap_or_else(|error| panic!("{error:?}"));
    Some(server)
}

/// Tells a server to reload its certificate.
pub fn reload(server: &Server) -> Result<()> {
    client(server.port(), "postgres").run("SELECT pg_reload_conf();").map(drop)
}

/// Starts a streaming replica of a server that [`start`] has started, with further settings.
#[must_use]
pub fn replica_of(primary: &Server, settings: &[&str]) -> Option<Server> {
    or_skip(|| try_start(settings, None, Some(primary.port())), "PostgreSQL", "postgresql")
}

/// Returns a server's database with this name, which need not exist yet. The database `postgres` always exists.
#[must_use]
pub fn database_of(server: &Server, name: &str) -> Database {
    client(server.port(), name)
}

/// Returns the URL of the database `postgres` on a port.
#[must_use]
pub fn url(port: u16) -> String {
    client(port, "postgres").url
}

pub(crate) fn client(port: u16, database: &str) -> Database {
    let url = format!("postgres://postgres@127.0.0.1:{port}/{database}");
    // No user settings, no headers, tabs between columns, and an exit status that shows a failed statement.
    let arguments = ["-XqAt", "-F\t", "-vON_ERROR_STOP=1", "-d", &url].map(str::to_owned).to_vec();
    Database { url, client: "psql", arguments }
}

fn try_start(more: &[&str], tls: Option<&Setup<'_>>, primary: Option<u16>) -> Result<Option<Server>> {
    let create = if primary.is_some() { "pg_basebackup" } else { "initdb" };
    let program = |name| find(name, &directories());
    let (Some(create), Some(postgres), Some(_)) = (program(create), program("postgres"), find("psql", &[]))
    else {
        return Ok(None);
    };
    let mut home = Home::new()?;
    let data = home.directory().join("data");
    let data = text(&data)?.to_owned();
    let common = ["-D", &data, "--no-sync"];
    let url = format!("postgres://postgres@127.0.0.1:{}", primary.unwrap_or_default());
    let more_options = match primary {
        Some(_) => ["--checkpoint=fast", "--write-recovery-conf", "-d", &url],
        None => ["-Upostgres", "-Atrust", "-EUTF8", "--locale=C"],
    };
    output(home.command(create).args(common).args(more_options), "")?;
    let port = home.reserve_port()?;
    let settings = [
        &format!("port={port}"),
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        // Only a crash of the machine could lose what is in the kernel, and it would end the tests too.
        "fsync=off",
        "full_page_writes=off",
        "shared_buffers=32MB",
    ];
    let tls = tls.map(|setup| tls_settings(setup, &home)).transpose()?.unwrap_or_default();
    let tls: Vec<_> = tls.iter().map(String::as_str).collect();
    let mut arguments = vec!["-D", &data];
    // If a name occurs more than once, the last value applies.
    arguments.extend(settings.iter().chain(more).chain(&tls).flat_map(|setting| ["-c", setting]));
    let mut server = Server::spawn(home, port, (&postgres, &arguments), Signal::QUIT, |port| {
        client(port, "postgres").run("SELECT 1;").map(drop)
    })?;
    server.wait_until_ready()?;
    Ok(Some(server))
}

fn tls_settings(setup: &Setup<'_>, home: &Home) -> Result<Vec<String>> {
    let files = setup.write(home)?;
    let certificate = if setup.clients.is_some() { "clientcert=verify-ca" } else { "" };
    let rules = format!(
        "host all postgres 127.0.0.1/32 trust\n\
         hostssl all ids 127.0.0.1/32 scram-sha-256 {certificate}\n"
    );
    let rules = write(home.directory(), home.account(), "hba.conf", &rules)?;
    Ok(vec![
        "ssl=on".to_owned(),
        format!("ssl_cert_file={}", files.certificate),
        format!("ssl_key_file={}", files.key),
        format!("ssl_ca_file={}", files.clients),
        format!("hba_file={}", text(&rules)?),
    ])
}

/// Returns the directories of Debian's packages, newest version first.
fn directories() -> Vec<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin"))))
        .collect();
    versions.sort_unstable();
    versions.into_iter().rev().map(|(_, directory)| directory).collect()
}
