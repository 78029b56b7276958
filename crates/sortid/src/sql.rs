//! `sortid sql`: prints SQL functions that show, find and generate IDs. They are in the `sql/` directory.

use std::io::Write;

use anyhow::Result;
use anyid::Scheme;

use crate::cli::{Database, Sql};

pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    let wanted = Scheme::ALL.into_iter().filter(|scheme| sql.scheme.is_none_or(|wanted| wanted == *scheme));
    let mut files = vec![file(sql.database, None)];
    files.extend(wanted.map(|scheme| file(sql.database, Some(scheme))));
    files.dedup();
    let mut delimiter = ";";
    for line in files.into_iter().flat_map(str::lines) {
        delimiter = line.strip_prefix("DELIMITER ").unwrap_or(delimiter);
        // MySQL can't replace a function.
        if let Some((name, _)) = line.strip_prefix("CREATE FUNCTION ").and_then(|rest| rest.split_once('(')) {
            writeln!(out, "DROP FUNCTION IF EXISTS {name}{delimiter}")?;
        }
        writeln!(out, "{line}")?;
    }
    if sql.database == Database::Mysql {
        writeln!(out, "\nSET sql_mode = @sortid_sql_mode;")?;
    }
    out.flush()?;
    Ok(())
}

/// Returns the file of a scheme, or the file of the functions that all schemes call. Both forms of Ulid-Flake share a
/// file.
const fn file(database: Database, scheme: Option<Scheme>) -> &'static str {
    macro_rules! file {
        ($name:literal) => {
            match database {
                Database::Postgresql => include_str!(concat!("../sql/postgresql/", $name, ".sql")),
                Database::Mysql => include_str!(concat!("../sql/mysql/", $name, ".sql")),
            }
        };
    }
    match scheme {
        None => file!("common"),
        Some(Scheme::Scru160) => file!("scru160"),
        Some(Scheme::Scru128) => file!("scru128"),
        Some(Scheme::Scru64) => file!("scru64"),
        Some(Scheme::Ulid) => file!("ulid"),
        Some(Scheme::UlidFlake | Scheme::UlidFlakeScalable) => file!("ulid_flake"),
        Some(Scheme::Uuid7) => file!("uuid7"),
    }
}
