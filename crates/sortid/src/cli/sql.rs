use anyid::Scheme;
use clap::{Args, ValueEnum};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    /// PostgreSQL 14 and later. 128-bit IDs are uuid, 160-bit IDs bytea, all others bigint.
    Postgresql,
    /// MySQL 8, and MariaDB 10.5 and later (10.10 to generate IDs). 128-bit IDs are BINARY(16), 160-bit IDs BINARY(20),
    /// all others BIGINT.
    Mysql,
}

/// Print SQL functions that show the text, the time and the fields of stored IDs, find IDs by text and time, and
/// generate IDs.
///
/// For ulid, the functions include ulid_text(id), ulid_time(id), ulid_from_text(text), ulid_min_at(time) and
/// ulid_max_at(time). Call ulid_generate() from a DEFAULT in PostgreSQL, or from a trigger in MySQL. Running the
/// printed SQL again replaces the functions.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid sql postgresql | psql
  sortid sql mysql --scheme scru128 | mysql shop")]
pub(crate) struct Sql {
    /// Database to print the SQL for.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) database: Database,
    /// Scheme of the IDs [default: all]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) scheme: Option<Scheme>,
}
