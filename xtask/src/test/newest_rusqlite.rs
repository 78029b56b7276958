//! Checks the schemes with the newest version of rusqlite that they accept. All other tests use the oldest one, because the
//! other libraries need its SQLite, and a program can link only one.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::Result;

use super::{SCHEMES, run_command};
use crate::root;

/// Uses every ID as a parameter and as a column.
const LIBRARY: &str = r#"
use rusqlite::{Connection, Result, ToSql, types::FromSql};

fn stored<I: ToSql + FromSql>(connection: &Connection, id: I) -> Result<Option<I>> {
    connection.query_row("SELECT ?", [id], |row| row.get(0))
}

pub fn all(connection: &Connection) -> Result<()> {
    stored(connection, scru160::Scru160::MIN)?;
    stored(connection, scru128::Scru128::MIN)?;
    stored(connection, scru64::Scru64::MIN)?;
    stored(connection, ulid::Ulid::MIN)?;
    stored(connection, ulid_flake::UlidFlake::MIN)?;
    stored(connection, ulid_flake::ScalableUlidFlake::MIN)?;
    Ok(())
}
"#;

/// Writes a project in the folder `target`, and checks it.
///
/// # Errors
///
/// A scheme does not build with that version.
pub(super) fn check() -> Result<()> {
    let folder = root().join("target/newest-rusqlite");
    fs::create_dir_all(&folder)?;
    let mut manifest = String::from(
        "[package]\nname = \"newest-rusqlite\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n\n\
         [dependencies]\nrusqlite = { version = \"*\", default-features = false }\n",
    );
    for scheme in SCHEMES {
        writeln!(manifest, "{scheme} = {{ path = \"../../crates/{scheme}\", features = [\"rusqlite\"] }}")?;
    }
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("lib.rs"), LIBRARY)?;
    run_command(Command::new("cargo").args([
        "check",
        "--quiet",
        "--manifest-path=target/newest-rusqlite/Cargo.toml",
        "--target-dir=target/newest-rusqlite",
    ]))
}
