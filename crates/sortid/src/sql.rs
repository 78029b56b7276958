//! `sortid sql`: prints SQL that shows stored IDs. The folder `sql/` holds it.

use std::io::Write;

use anyhow::Result;

use crate::cli::{Database, Epoch, Scheme, Sql};
use crate::failure::UsageError;

/// A file of the folder.
struct Script {
    /// The schemes whose IDs it is for. For common functions, none.
    schemes: &'static [Scheme],
    sql: &'static str,
}

macro_rules! scripts {
    ($($path:literal: [$($scheme:ident),*]),* $(,)?) => {
        &[$(Script { schemes: &[$(Scheme::$scheme),*], sql: include_str!(concat!("../sql/", $path)) }),*]
    };
}

const POSTGRESQL: &[Script] = scripts![
    "postgresql/common.sql": [],
    "postgresql/scru160.sql": [Scru160],
    "postgresql/scru128.sql": [Scru128],
    "postgresql/scru64.sql": [Scru64],
    "postgresql/ulid.sql": [Ulid],
    "postgresql/ulid_flake.sql": [UlidFlake, UlidFlakeScalable],
];

const MYSQL: &[Script] = scripts![
    "mysql/common.sql": [],
    "mysql/scru160.sql": [Scru160],
    "mysql/scru128.sql": [Scru128],
    "mysql/scru64.sql": [Scru64],
    "mysql/ulid.sql": [Ulid],
    "mysql/ulid_flake.sql": [UlidFlake, UlidFlakeScalable],
];

const SQLITE: &[Script] = scripts![
    "sqlite/common.sql": [],
    "sqlite/scru160.sql": [Scru160],
    "sqlite/scru128.sql": [Scru128],
    "sqlite/scru64.sql": [Scru64],
    "sqlite/ulid.sql": [Ulid],
    "sqlite/ulid_flake.sql": [UlidFlake],
    "sqlite/ulid_flake_scalable.sql": [UlidFlakeScalable],
];

/// Writes the SQL.
pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    let text = match (&sql.table, sql.scheme) {
        (Some(_), _) if sql.database != Database::Sqlite => {
            return Err(UsageError::new("--table applies only to sqlite").into());
        }
        (Some(table), Some(scheme)) => view(sql, table, scheme)?,
        _ if sql.remove => removal(sql)?,
        _ => installation(sql),
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The files for the requested schemes.
fn scripts(sql: &Sql) -> impl DoubleEndedIterator<Item = &'static Script> {
    let scripts = match sql.database {
        Database::Postgresql => POSTGRESQL,
        Database::Mysql => MYSQL,
        Database::Sqlite => SQLITE,
    };
    let scheme = sql.scheme;
    scripts.iter().filter(move |script| {
        scheme.is_none_or(|scheme| script.schemes.is_empty() || script.schemes.contains(&scheme))
    })
}

fn installation(sql: &Sql) -> String {
    let files: Vec<_> = scripts(sql).map(|script| script.sql).collect();
    let text = files.join("\n");
    if sql.database == Database::Sqlite { text.replace(":bytes", &every_byte()) } else { text }
}

/// Drops the functions, the callers before the called.
fn removal(sql: &Sql) -> Result<String> {
    if sql.database == Database::Sqlite {
        let message = "--remove needs --scheme and --table for sqlite, which has no functions to remove";
        return Err(UsageError::new(message).into());
    }
    // Other schemes may still need the common functions.
    let scripts = scripts(sql).rev().filter(|script| sql.scheme.is_none() || !script.schemes.is_empty());
    let functions = scripts.flat_map(|script| functions(script.sql).rev());
    Ok(functions.map(|name| format!("DROP FUNCTION IF EXISTS {name};\n")).collect())
}

/// The names of the functions that a file creates.
fn functions(sql: &'static str) -> impl DoubleEndedIterator<Item = &'static str> {
    sql.lines().filter_map(|line| {
        let rest = line.strip_prefix("CREATE OR REPLACE FUNCTION ");
        let rest = rest.or_else(|| line.strip_prefix("CREATE FUNCTION "))?;
        rest.split('(').next()
    })
}

/// Creates a view of an SQLite table. Its further columns are the queries of `:id`.
fn view(sql: &Sql, table: &str, scheme: Scheme) -> Result<String> {
    crate::program::refuse_epoch(Epoch { epoch: sql.epoch }, Some(scheme))?;
    let view = identifier(&format!("{table}_{}", sql.column));
    let mut text = format!("DROP VIEW IF EXISTS {view};\n");
    if sql.remove {
        return Ok(text);
    }
    let id = format!("{}.{}", identifier(table), identifier(&sql.column));
    let epoch_unix_ms = crate::epoch_unix_ms(sql.epoch).to_string();
    let prefix = format!("{}_", scheme.name().replace('-', "_"));
    let columns = scripts(sql).filter(|script| !script.schemes.is_empty()).flat_map(|script| {
        let prefix = &prefix;
        queries(script.sql).filter_map(move |(name, query)| Some((name.strip_prefix(prefix)?, query)))
    });
    text.push_str(&format!("CREATE VIEW {view} AS SELECT\n    {}.*", identifier(table)));
    for (name, query) in columns.filter(|(_, query)| query.contains(":id")) {
        let query = query.replace("coalesce(:epoch, 1704067200000)", &epoch_unix_ms).replace(":id", &id);
        let column = identifier(&format!("{}_{name}", sql.column));
        text.push_str(&format!(",\n    -- {name}\n    ({}) AS {column}", query.replace('\n', "\n    ")));
    }
    text.push_str(&format!("\nFROM {};\n", identifier(table)));
    Ok(text)
}

/// The queries of a file for SQLite, with their names, without their semicolons. A line of comment has the name, and an
/// empty line follows each query.
fn queries(sql: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    sql.split("\n\n").filter_map(|block| {
        let name = block.strip_prefix("-- ")?.lines().next()?;
        let query = block.find("\nSELECT")?;
        Some((name, block[query..].trim().trim_end_matches(';')))
    })
}

/// The 256 bytes from 00 to ff as an SQL literal. Old versions of SQLite have no other way from an integer to a byte.
fn every_byte() -> String {
    let digits: String = (0..=u8::MAX).map(|byte| format!("{byte:02x}")).collect();
    format!("x'{digits}'")
}

/// Quotes the name of a table or a column.
fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
