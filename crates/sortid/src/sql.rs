//! `sortid sql`: prints SQL functions that show stored IDs. The folder `sql/` holds them.

use std::io::Write;

use anyhow::Result;

use crate::cli::{Database, Scheme, Sql};
use crate::failure::UsageError;
use crate::scheme::Schemes;

/// The functions that all schemes call, for each database.
const COMMON: [&str; 2] =
    [include_str!("../sql/postgresql/common.sql"), include_str!("../sql/mysql/common.sql")];

/// Writes the SQL.
pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    let text = if sql.remove { removal(sql)? } else { installation(sql)? };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// The file of a database.
fn of_database(sql: &Sql, [postgresql, mysql]: [&'static str; 2]) -> &'static str {
    match sql.database {
        Database::Postgresql => postgresql,
        Database::Mysql => mysql,
    }
}

/// The files for the requested scheme, or for all that have some.
fn files(sql: &Sql) -> Result<Vec<&'static str>, UsageError> {
    let mut files: Vec<_> = match sql.scheme {
        None => Scheme::ALL.iter().filter_map(|scheme| scheme.facts().sql).collect(),
        Some(scheme) => vec![scheme.facts().sql.ok_or_else(|| {
            let known = Schemes::that(|scheme| scheme.facts().sql.is_some()).list("and");
            UsageError::new(format!("there is SQL only for {known}, not for {}", scheme.name()))
        })?],
    };
    files.dedup();
    Ok(files.into_iter().map(|files| of_database(sql, files)).collect())
}

fn installation(sql: &Sql) -> Result<String, UsageError> {
    Ok([vec![of_database(sql, COMMON)], files(sql)?].concat().join("\n"))
}

/// Drops the functions, the callers before the called.
fn removal(sql: &Sql) -> Result<String, UsageError> {
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
