//! The options of `sql`.

use anyid::Scheme;
use clap::{Args, ValueEnum};

/// The databases of `sql`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    /// PostgreSQL 14 and later. 128-bit IDs are uuid, 160-bit IDs bytea, the others bigint.
    Postgresql,
    /// MySQL 8 and MariaDB 10.5 and later. 128-bit IDs are BINARY(16), 160-bit IDs BINARY(20), the others BIGINT.
    Mysql,
}

/// Print SQL functions that show the text, the time and the fields of stored IDs, find IDs by text and time, and generate IDs.
///
/// They are functions such as ulid_text(id), ulid_time(id), ulid_from_text(text), ulid_min_at(time) and ulid_max_at(time).
/// ulid_generate() generates IDs, for a DEFAULT in PostgreSQL and a trigger in MySQL. Printed again, they replace themselves.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid sql postgresql | psql
  sortid sql mysql --scheme scru128 | mysql shop
  sortid sql postgresql --remove | psql")]
pub(crate) struct Sql {
    /// Database that the SQL is for.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) database: Database,
    /// Scheme of the IDs [default: all]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
    /// Print statements that remove the functions. With --scheme, those remain that all schemes share
    #[arg(long)]
    pub(crate) remove: bool,
}
