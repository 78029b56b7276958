//! PostgreSQL.

use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::Result;

use super::supervised::Home;
use super::{Database, Server, find, free_port, output, shared, text};

static SERVER: OnceLock<Option<Server>> = OnceLock::new();

/// Makes an empty database. Returns `None` if PostgreSQL is not installed, after a message that names what to install.
///
/// # Panics
///
/// There is already a database with this name, the server does not start, or it is not installed although `CI=true`.
pub fn database(name: &str) -> Option<Database> {
    let server = shared(&SERVER, start, ("PostgreSQL", "postgresql"))?;
    let all = client(server.port, "postgres");
    all.run(&format!("CREATE DATABASE {name};")).unwrap_or_else(|error| panic!("{error:?}"));
    Some(client(server.port, name))
}

fn client(port: u16, database: &str) -> Database {
    let url = format!("postgres://postgres@127.0.0.1:{port}/{database}");
    // No settings of the user's, no headers, tabs between columns, and an exit status that shows a failed statement.
    let arguments = ["-XqAt", "-F\t", "-vON_ERROR_STOP=1", "-d", &url].map(str::to_owned).to_vec();
    Database { url, client: "psql", arguments }
}

fn start() -> Result<Option<Server>> {
    let folders = folders();
    let (Some(initdb), Some(postgres), Some(_)) =
        (find("initdb", &folders), find("postgres", &folders), find("psql", &[]))
    else {
        return Ok(None);
    };
    let home = Home::new()?;
    let data = home.folder().join("data");
    let data = text(&data)?.to_owned();
    output(
        home.command(initdb).args([
            "-D",
            &data,
            "--no-sync",
            "-Upostgres",
            "-Atrust",
            "-EUTF8",
            "--locale=C",
        ]),
        "",
    )?;
    let port = free_port()?;
    let settings = [
        &format!("port={port}"),
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "shared_buffers=32MB",
    ];
    let mut command = vec![text(&postgres)?, "-D", &data];
    command.extend(settings.iter().flat_map(|setting| ["-c", setting]));
    let process = home.start("QUIT", &command)?;
    Server { port, process }.wait_until_ready(&client(port, "postgres")).map(Some)
}

/// Returns the folders of Debian's packages, the newest version first.
fn folders() -> Vec<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|version| Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin"))))
        .collect();
    versions.sort_unstable();
    versions.into_iter().rev().map(|(_, folder)| folder).collect()
}
