//! Runs the SQL that `sortid sql` prints in real databases: with the test vectors, with wrong data, in queries that
//! must use an index, and to generate IDs. Also runs the SQL of the page about databases.

mod functions;
mod generate;
mod mysql;
mod postgresql;

use std::ffi::OsString;
use std::io;

use servers::{Database, mariadb};

/// Returns what `sortid` prints.
fn sortid(arguments: &[&str]) -> String {
    let arguments = ["sortid", "sql"].iter().chain(arguments).map(OsString::from);
    let (mut printed, mut errors) = (Vec::new(), Vec::new());
    let status = sortid::with_streams(arguments, io::empty(), &mut printed, &mut errors);
    assert_eq!(status, Some(0), "{}", String::from_utf8_lossy(&errors));
    String::from_utf8(printed).expect("SQL in UTF-8")
}

/// Installs the functions in a database.
fn installed(dialect: &str, database: Option<Database>) -> Option<Database> {
    let database = database?;
    database.run(&sortid(&[dialect])).expect("functions");
    Some(database)
}

/// Runs each SQL block of the page in its database, one after another.
#[test]
fn the_statements_of_the_page_run() {
    let page = include_str!("../../../../docs/databases.md");
    let run = |heading: &str, dialect: &str, database: Option<Database>| {
        let Some(database) = installed(dialect, database) else { return };
        let blocks: Vec<_> = page.split(&format!("```sql\n-- {heading}\n")).skip(1).collect();
        let printed: Vec<_> = blocks
            .iter()
            .map(|block| database.run(block.split("```").next().expect("SQL")).expect("no error"))
            .collect();
        assert_eq!(printed, ["", "0372ijojuxuhjsfkeryi2mrtm\n", ""], "{heading}");
        let generated =
            database.run("SELECT count(*) FROM payments WHERE scru128_unix_ms(id) > 1700000000000;");
        assert_eq!(generated.expect("a row"), "1\n", "{heading}");
    };
    run("PostgreSQL", "postgresql", servers::postgresql::database("sql_page"));
    run("MariaDB", "mysql", mariadb::database("sql_page"));
}
