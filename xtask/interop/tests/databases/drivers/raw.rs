//! The databases themselves, without the library under test: their kinds, and what they print.

use std::path::{Path, PathBuf};

use ::rusqlite::types::ValueRef;
use ::rusqlite::{Connection, Row};
use anyhow::Result;
use idcore::id::Id;
use servers::{Database, mariadb, postgresql};

/// An empty database.
pub(crate) enum Raw {
    PostgreSql(Database),
    MariaDb(Database),
    Sqlite(tempfile::TempDir),
}

impl Raw {
    /// Creates a database in PostgreSQL, or returns `None` if PostgreSQL is not installed.
    pub(crate) fn postgresql(name: &str) -> Option<Self> {
        postgresql::database(name).map(Self::PostgreSql)
    }

    /// Creates a database in MariaDB, or returns `None` if MariaDB is not installed.
    pub(crate) fn mariadb(name: &str) -> Option<Self> {
        mariadb::database(name).map(Self::MariaDb)
    }

    /// Creates a directory for SQLite's file.
    pub(crate) fn sqlite(_name: &str) -> Option<Self> {
        Some(Self::Sqlite(tempfile::tempdir().expect("a directory")))
    }

    /// Returns the URL for the libraries. For SQLite, this is a path.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::PostgreSql(database) | Self::MariaDb(database) => database.url().to_owned(),
            Self::Sqlite(_) => self.file().to_str().expect("UTF-8").to_owned(),
        }
    }

    fn file(&self) -> PathBuf {
        match self {
            Self::Sqlite(directory) => directory.path().join("ids.sqlite"),
            Self::PostgreSql(_) | Self::MariaDb(_) => unreachable!("a server has no file"),
        }
    }

    /// Runs statements and returns the result of the last statement, with a line for each row and tabs between the
    /// columns.
    pub(crate) fn run(&self, sql: &str) -> String {
        let result = match self {
            Self::PostgreSql(database) | Self::MariaDb(database) => database.run(sql),
            Self::Sqlite(_) => run_sqlite(&self.file(), sql),
        };
        result.unwrap_or_else(|error| panic!("{sql}\n{error:?}"))
    }

    /// Returns the types of columns for IDs with `bytes` bytes, where integers have 8: the native type, a type for bytes and
    /// a type for strings. The fourth string is the SQL that shows a column of the native type.
    pub(crate) fn columns(&self, bytes: usize) -> [&'static str; 4] {
        match (self, bytes) {
            (Self::PostgreSql(_), 8) => ["bigint", "bytea", "text", "id"],
            (Self::PostgreSql(_), 16) => ["uuid", "bytea", "text", "encode(uuid_send(id), 'hex')"],
            (Self::PostgreSql(_), _) => ["bytea", "bytea", "text", "encode(id, 'hex')"],
            (Self::MariaDb(_), 8) => ["BIGINT", "BLOB", "VARCHAR(40)", "id"],
            (Self::MariaDb(_), 16) => ["BINARY(16)", "BLOB", "VARCHAR(40)", "LOWER(HEX(id))"],
            (Self::MariaDb(_), _) => ["BINARY(20)", "BLOB", "VARCHAR(40)", "LOWER(HEX(id))"],
            (Self::Sqlite(_), 8) => ["INTEGER", "BLOB", "TEXT", "id"],
            (Self::Sqlite(_), _) => ["BLOB", "BLOB", "TEXT", "lower(hex(id))"],
        }
    }

    /// Returns the start of a query that explains another query, and what its answer contains if the other query uses
    /// the primary key.
    pub(crate) fn explain(&self) -> (&'static str, &'static str) {
        match self {
            Self::PostgreSql(_) => ("EXPLAIN", "items_pkey"),
            Self::MariaDb(_) => ("EXPLAIN FORMAT=JSON", "\"key\": \"PRIMARY\""),
            Self::Sqlite(_) => ("EXPLAIN QUERY PLAN", "SEARCH items USING"),
        }
    }
}

/// Returns the name of a database for a library and an ID type.
pub(crate) fn name<I: Id>(library: &str) -> String {
    format!("{library}_{}{}", crate::ids::prefix::<I>(), I::NAME.to_lowercase())
}

fn run_sqlite(file: &Path, sql: &str) -> Result<String> {
    let connection = Connection::open(file)?;
    if !sql.starts_with("SELECT") {
        connection.execute_batch(sql)?;
        return Ok(String::new());
    }
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let line = |row: &Row<'_>| {
        (0..columns).map(|column| row.get_ref(column).map(shown)).collect::<Result<Vec<_>, _>>()
    };
    let rows = statement.query_map([], line)?.collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().map(|row| row.join("\t") + "\n").collect())
}

fn shown(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(integer) => integer.to_string(),
        ValueRef::Real(real) => real.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(_) => "a blob".to_owned(),
    }
}
