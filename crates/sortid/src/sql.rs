//! `sortid sql`: prints SQL functions that show, find and generate IDs. They are in the `sql/` directory.

use std::io::Write;

use anyhow::Result;
use anyid::Scheme;

use crate::cli::{Database, Sql};

/// The functions that all schemes call, per database.
const COMMON: [&str; 2] =
    [include_str!("../sql/postgresql/common.sql"), include_str!("../sql/mysql/common.sql")];

pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    // Whole files without anything in between, so that `cat` prints the same.
    for file in [vec![of_database(sql, COMMON)], files(sql)].concat() {
        out.write_all(file.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// Returns the file of a scheme, per database. Both forms of Ulid-Flake share a file.
const fn of_scheme(scheme: Scheme) -> [&'static str; 2] {
    macro_rules! files {
        ($name:literal) => {
            [
                include_str!(concat!("../sql/postgresql/", $name, ".sql")),
                include_str!(concat!("../sql/mysql/", $name, ".sql")),
            ]
        };
    }
    match scheme {
        Scheme::Scru160 => files!("scru160"),
        Scheme::Scru128 => files!("scru128"),
        Scheme::Scru64 => files!("scru64"),
        Scheme::Ulid => files!("ulid"),
        Scheme::UlidFlake | Scheme::UlidFlakeScalable => files!("ulid_flake"),
        Scheme::Uuid7 => files!("uuid7"),
    }
}

fn of_database(sql: &Sql, [postgresql, mysql]: [&'static str; 2]) -> &'static str {
    match sql.database {
        Database::Postgresql => postgresql,
        Database::Mysql => mysql,
    }
}

/// Returns the files for the requested scheme, or for all schemes.
fn files(sql: &Sql) -> Vec<&'static str> {
    let wanted = Scheme::ALL.into_iter().filter(|scheme| sql.scheme.is_none_or(|wanted| wanted == *scheme));
    let mut files: Vec<_> = wanted.map(|scheme| of_database(sql, of_scheme(scheme))).collect();
    files.dedup();
    files
}
