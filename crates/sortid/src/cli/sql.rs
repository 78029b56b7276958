//! The options of `sql`.

use clap::{Args, ValueEnum};

use super::Scheme;
use crate::time::Instant;

/// The databases of `sql`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    /// PostgreSQL 14 and later. 128-bit IDs are uuid, 160-bit IDs bytea, the others bigint.
    Postgresql,
    /// MySQL 8 and MariaDB 10.5 and later. 128-bit IDs are BINARY(16), 160-bit IDs BINARY(20), the others BIGINT.
    Mysql,
    /// SQLite 3.38 and later. 128-bit and 160-bit IDs are BLOBs, the others INTEGERs.
    Sqlite,
}

/// Print SQL that shows the text, the time and the fields of stored IDs, and finds IDs by text and time.
///
/// For PostgreSQL and MySQL it is functions, such as ulid_text(id), ulid_time(id), ulid_from_text(text), ulid_min_at(time)
/// and ulid_max_at(time). Printed again, they replace themselves. SQLite has no functions in SQL. With --table it is a
/// view: the table with further columns, such as id_text and id_time. Without, it is queries with the parameters :id, :text
/// and :time, for your program.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid sql postgresql | psql
  sortid sql mysql --scheme scru128 | mysql shop
  sortid sql postgresql --remove | psql
  sortid sql sqlite --scheme ulid --table orders | sqlite3 shop.db
  sqlite3 shop.db 'SELECT id_text, id_time FROM orders_id ORDER BY id DESC LIMIT 10'")]
pub(crate) struct Sql {
    /// Database that the SQL is for.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) database: Database,
    /// Scheme of the IDs [default: all]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
    /// Table whose IDs to show in a view, for sqlite
    #[arg(long, value_name = "NAME", requires = "scheme")]
    pub(crate) table: Option<String>,
    /// Column of the IDs. The view is named after the table and the column
    #[arg(long, value_name = "NAME", default_value = "id", requires = "table")]
    pub(crate) column: String,
    /// Epoch of the Ulid-Flakes in the table, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, requires = "table")]
    pub(crate) epoch: Option<Instant>,
    /// Print statements that remove the functions or the view.
    #[arg(long)]
    pub(crate) remove: bool,
}
