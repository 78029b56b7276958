//! The databases, their types, and their counters.

use anyhow::{Context, Result};
use servers::{Database, Server, mariadb, postgresql};

use crate::keys::{GENERATED, Id, Key};

macro_rules! functions {
    ($database:literal) => {
        concat!(
            include_str!(concat!("../../../../../crates/sortid/sql/", $database, "/common.sql")),
            include_str!(concat!("../../../../../crates/sortid/sql/", $database, "/scru128.sql")),
        )
    };
}

/// A database, and its server if only this program uses it.
pub(crate) enum Engine {
    PostgreSql(Database, #[allow(dead_code, reason = "it stops when it is dropped")] Server),
    MariaDb(Database),
}

/// What a server has written since it started.
pub(crate) struct Written {
    /// The size in bytes of its log (write-ahead log or redo log).
    pub(crate) log: u64,
    /// The number of pages of its tables, if the database counts them.
    pub(crate) pages: Option<u64>,
}

impl Engine {
    /// Starts PostgreSQL. It runs checkpoints eight times as often as by default, and its cache is a quarter of the
    /// default. A million rows here therefore behave like several million rows on a server with the defaults.
    pub(crate) fn postgresql() -> Option<Self> {
        let server =
            postgresql::start_with(&["full_page_writes=on", "max_wal_size=128MB", "autovacuum=off"])?;
        Some(Self::PostgreSql(postgresql::database_of(&server, "postgres"), server))
    }

    pub(crate) fn mariadb() -> Option<Self> {
        mariadb::database("bench").map(Self::MariaDb)
    }

    /// Returns the name and the version.
    pub(crate) fn name(&self) -> Result<String> {
        let name = match self {
            Self::PostgreSql(..) => "PostgreSQL",
            Self::MariaDb(_) => "MariaDB",
        };
        // Like `PostgreSQL 15.18 (Debian …) on …` and `10.11.19-MariaDB-…`.
        let version = self.database().run("SELECT version();")?;
        let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        let number = version.split([' ', '-']).find(is_number).context("expected a version")?;
        Ok(format!("{name} {number}"))
    }

    /// Returns the column heads of the table. Only MariaDB counts pages.
    pub(crate) const fn head(&self) -> &'static str {
        match self {
            Self::PostgreSql(..) => "key | column | rows per second | index, 1 writer | 4 writers | log",
            Self::MariaDb(_) => {
                "key | column | rows per second | index, 1 writer | 4 writers | log | pages written"
            }
        }
    }

    pub(crate) const fn database(&self) -> &Database {
        let (Self::PostgreSql(database, _) | Self::MariaDb(database)) = self;
        database
    }

    /// Returns the type of the column.
    pub(crate) const fn column(&self, key: &Key) -> &'static str {
        let [postgresql, mariadb] = key.columns;
        match self {
            Self::PostgreSql(..) => postgresql,
            Self::MariaDb(_) => mariadb,
        }
    }

    /// Creates the functions that generate IDs.
    pub(crate) fn create_functions(&self) -> Result<()> {
        let functions = match self {
            Self::PostgreSql(..) => functions!("postgresql"),
            Self::MariaDb(_) => functions!("mysql"),
        };
        self.database().run(functions).map(drop)
    }

    /// Creates the empty table `orders`.
    pub(crate) fn create_table(&self, key: &Key, columns: &str) -> Result<()> {
        let trigger = match self {
            // In MariaDB, a DEFAULT can't call a stored function.
            Self::MariaDb(_) if key.name == GENERATED => {
                "CREATE TRIGGER orders_id BEFORE INSERT ON orders FOR EACH ROW SET NEW.id = scru128_generate();"
            }
            _ => "",
        };
        let columns = columns.replace("{key}", self.column(key));
        let create = format!("DROP TABLE IF EXISTS orders; CREATE TABLE orders {columns}; {trigger}");
        self.database().run(&create).map(drop)
    }

    /// Returns an ID in SQL and a comma, or nothing if the database generates the ID.
    pub(crate) fn literal(&self, id: &Id) -> String {
        match (self, id) {
            (_, Id::Next) => String::new(),
            (_, Id::Integer(id)) => format!("{id},"),
            (_, Id::Text(text)) => format!("'{text}',"),
            (Self::PostgreSql(..), Id::Uuid(hex)) => format!("'{hex}',"),
            (Self::PostgreSql(..), Id::Bytes(hex)) => format!("'\\x{hex}',"),
            (Self::MariaDb(_), Id::Uuid(hex) | Id::Bytes(hex)) => format!("x'{hex}',"),
        }
    }

    pub(crate) fn written(&self) -> Result<Written> {
        let database = self.database();
        match self {
            Self::PostgreSql(..) => {
                let log = database
                    .run("CHECKPOINT; SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0');")?;
                Ok(Written { log: number(&log)?, pages: None })
            }
            Self::MariaDb(_) => {
                // The export writes the table's pages that are only in memory.
                let counters = database.run(
                    "FLUSH TABLES orders FOR EXPORT; UNLOCK TABLES;
                    SELECT variable_value FROM information_schema.global_status
                    WHERE variable_name IN ('INNODB_LSN_CURRENT', 'INNODB_PAGES_WRITTEN') ORDER BY variable_name;",
                )?;
                let (log, pages) = counters.split_once('\n').context("expected two counters")?;
                Ok(Written { log: number(log)?, pages: Some(number(pages)?) })
            }
        }
    }

    /// Returns the size of the index in bytes. In MariaDB, the index of a primary key is the table itself.
    pub(crate) fn index_size(&self) -> Result<u64> {
        number(&self.database().run(match self {
            Self::PostgreSql(..) => "SELECT pg_relation_size('orders_pkey');",
            Self::MariaDb(_) => {
                "ANALYZE TABLE orders;
                SELECT stat_value * @@innodb_page_size FROM mysql.innodb_index_stats
                WHERE table_name = 'orders' AND index_name = 'PRIMARY' AND stat_name = 'size';"
            }
        })?)
    }
}

/// Returns the number in the last row of a result.
fn number(result: &str) -> Result<u64> {
    let last = result.trim().lines().last().unwrap_or_default();
    last.parse().with_context(|| format!("expected a number, found {result:?}"))
}
