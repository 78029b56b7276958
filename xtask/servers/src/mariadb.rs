//! MariaDB.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;
use rustix::process::Signal;

use crate::home::Home;
use crate::{Database, Server, database, find, or_skip, output, text};

static SHARED: OnceLock<Option<Server>> = OnceLock::new();

/// Creates an empty database on the server that all tests of this program share. Returns `None` if MariaDB is not
/// installed, after a message that names what to install.
pub fn database(name: &str) -> Option<Database> {
    database::of_shared(&SHARED, || start_with(&[]), client, ("mysql", name))
}

/// Starts a server with further options, such as `--log-bin=log`. Returns `None` if MariaDB is not installed, after a
/// message that names what to install.
#[must_use]
pub fn start_with(options: &[&str]) -> Option<Server> {
    or_skip(|| try_start(options), "MariaDB", "mariadb-server")
}

/// Returns a server's database with this name, which need not exist yet. The database `mysql` always exists.
#[must_use]
pub fn database_of(server: &Server, name: &str) -> Database {
    client(server.port(), name)
}

fn client(port: u16, database: &str) -> Database {
    let url = format!("mysql://root@127.0.0.1:{port}/{database}");
    let arguments = [
        "--no-defaults",
        "--host=127.0.0.1",
        &format!("--port={port}"),
        "--user=root",
        "--default-character-set=utf8mb4",
        "--batch",
        "--skip-column-names",
        database,
    ];
    Database { url, client: "mariadb", arguments: arguments.map(str::to_owned).to_vec() }
}

fn try_start(more: &[&str]) -> Result<Option<Server>> {
    let directories = ["/usr/sbin", "/usr/libexec"].map(PathBuf::from);
    let (Some(install), Some(mariadbd), Some(_)) =
        (find("mariadb-install-db", &directories), find("mariadbd", &directories), find("mariadb", &[]))
    else {
        return Ok(None);
    };
    let mut home = Home::new()?;
    let directory = text(home.directory())?.to_owned();
    let data = format!("--datadir={directory}/data");
    output(
        home.command(install).args([
            "--no-defaults",
            &data,
            // When MariaDB starts, it removes the temporary tables of all other servers from this directory.
            &format!("--tmpdir={directory}"),
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
            "--skip-name-resolve",
        ]),
        "",
    )?;
    let port = home.reserve_port()?;
    let arguments = [
        "--no-defaults",
        &data,
        &format!("--tmpdir={directory}"),
        &format!("--socket={directory}/socket"),
        &format!("--port={port}"),
        "--bind-address=127.0.0.1",
        "--skip-networking=0",
        "--skip-name-resolve",
        "--innodb-flush-log-at-trx-commit=0",
        "--innodb-doublewrite=0",
        "--innodb-buffer-pool-size=64M",
        "--character-set-server=utf8mb4",
    ];
    let arguments = [arguments.as_slice(), more].concat();
    // A clean shutdown takes seconds, and the data need not be saved.
    let mut server = Server::spawn(home, port, (&mariadbd, &arguments), Signal::KILL, |port| {
        client(port, "mysql").run("SELECT 1;").map(drop)
    })?;
    server.wait_until_ready()?;
    Ok(Some(server))
}
