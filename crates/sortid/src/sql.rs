//! `sortid sql`: prints SQL functions that show, find and generate IDs. They are in the `sql/` directory.

use std::io::Write;

use anyhow::Result;
use anyid::Scheme;

use crate::cli::{Database, Sql};

/// The functions that all schemes call, per database.
const COMMON: [&str; 2] =
    [include_str!("../sql/postgresql/common.sql"), include_str!("../sql/mysql/common.sql")];

pub(crate) fn run(sql: &Sql, out: &mut impl Write) -> Result<()> {
    let text = if sql.remove { removal(sql) } else { installation(sql) };
    out.write_all(text.as_bytes())?;
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

/// Joins whole files without anything in between, so that `cat` prints the same.
fn installation(sql: &Sql) -> String {
    [vec![of_database(sql, COMMON)], files(sql)].concat().concat()
}

/// Drops the functions, callers before callees, and then the sequence that they use.
fn removal(sql: &Sql) -> String {
    // Other schemes may still need the common functions.
    let common = sql.scheme.is_none().then(|| of_database(sql, COMMON));
    let files = files(sql).into_iter().rev().chain(common);
    let functions = files.flat_map(|file| functions(sql.database, file).into_iter().rev());
    let dropped: String =
        functions.map(|function| format!("DROP FUNCTION IF EXISTS {function};\n")).collect();
    let has_sequence = sql.scheme.is_none() && matches!(sql.database, Database::Postgresql);
    dropped + if has_sequence { "DROP SEQUENCE IF EXISTS sortid_numbers;\n" } else { "" }
}

/// Returns the functions that a file creates, as DROP FUNCTION names them.
fn functions(database: Database, file: &str) -> Vec<String> {
    match database {
        Database::Postgresql => {
            file.split("\nCREATE OR REPLACE FUNCTION ").skip(1).map(with_arguments).collect()
        }
        Database::Mysql => {
            let names =
                file.split("\nCREATE FUNCTION ").skip(1).filter_map(|created| created.split('(').next());
            names.map(str::to_owned).collect()
        }
    }
}

/// Returns the name and the arguments of a function, without defaults. The user may have a function with the same name
/// and different arguments.
fn with_arguments(created: &str) -> String {
    let words: Vec<_> = created.split_whitespace().take_while(|word| *word != "RETURNS").collect();
    let declared = words.join(" ").replace("( ", "(").replace(" )", ")");
    let arguments = declared.trim_end_matches(')').split(", ");
    let arguments: Vec<_> = arguments.filter_map(|argument| argument.split(" DEFAULT ").next()).collect();
    format!("{})", arguments.join(", "))
}
