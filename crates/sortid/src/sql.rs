//! `sortid sql`: prints SQL that shows stored IDs. The folder `sql/` holds it.

use std::io::Write;

use anyhow::Result;

use crate::cli::{Database, Epoch, Scheme, Sql};
use crate::failure::UsageError;
use crate::scheme::Schemes;

/// The functions that all schemes call, for each database.
const COMMON: [&str; 3] = [
    include_str!("../sql/postgresql/common.sql"),
    include_str!("../sql/mysql/common.sql"),
    include_str!("../sql/sqlite/common.sql"),
];

/// Writes the SQL.
pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    let text = match (&sql.table, sql.scheme) {
        (Some(_), _) if sql.database != Database::Sqlite => {
            return Err(UsageError::new("--table applies only to sqlite").into());
        }
        (Some(table), Some(scheme)) => view(sql, table, scheme)?,
        _ if sql.remove => removal(sql)?,
        _ => installation(sql)?,
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The file of a database.
fn of_database(sql: &Sql, files: [&'static str; 3]) -> &'static str {
    let [postgresql, mysql, sqlite] = files;
    match sql.database {
        Database::Postgresql => postgresql,
        Database::Mysql => mysql,
        Database::Sqlite => sqlite,
    }
}

/// The file of a scheme.
fn file(sql: &Sql, scheme: Scheme) -> Result<&'static str, UsageError> {
    let files = scheme.facts().sql.ok_or_else(|| {
        let (known, name) = (Schemes::that(|scheme| scheme.facts().sql.is_some()).list("and"), scheme.name());
        UsageError::new(format!("there is SQL only for {known}, not for {name}"))
    })?;
    Ok(of_database(sql, files))
}

/// The files for the requested scheme, or for all that have some.
fn files(sql: &Sql) -> Result<Vec<&'static str>, UsageError> {
    if let Some(scheme) = sql.scheme {
        return Ok(vec![file(sql, scheme)?]);
    }
    let mut files: Vec<_> = Scheme::ALL.iter().filter_map(|scheme| scheme.facts().sql).collect();
    files.dedup_by_key(|files| of_database(sql, *files));
    Ok(files.into_iter().map(|files| of_database(sql, files)).collect())
}

fn installation(sql: &Sql) -> Result<String, UsageError> {
    let text = [vec![of_database(sql, COMMON)], files(sql)?].concat().join("\n");
    Ok(if sql.database == Database::Sqlite { text.replace(":bytes", &every_byte()) } else { text })
}

/// Drops the functions, the callers before the called.
fn removal(sql: &Sql) -> Result<String> {
    if sql.database == Database::Sqlite {
        let message = "--remove needs --scheme and --table for sqlite, which has no functions to remove";
        return Err(UsageError::new(message).into());
    }
    // Other schemes may still need the common functions.
    let common = sql.scheme.is_none().then(|| of_database(sql, COMMON));
    let functions = files(sql)?.into_iter().rev().chain(common).flat_map(|file| functions(file).rev());
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
    let queries = queries(file(sql, scheme)?);
    let columns = queries.filter_map(|(name, query)| Some((name.strip_prefix(&prefix)?, query)));
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
