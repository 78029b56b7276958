//! `sortid sql`. Tests with real databases are in the package `interop`.

use std::fs;
use std::path::Path;

use crate::{SCHEMES, good, refuses, run};

const DATABASES: [&str; 3] = ["postgresql", "mysql", "sqlite"];

/// Each file of a database's folder, with its name.
fn files(database: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql").join(database);
    let files = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
    });
    files.collect()
}

#[test]
fn prints_every_file_of_the_folder() {
    for database in DATABASES {
        let printed = good(&["sql", database], "");
        let files = files(database);
        assert!(files.len() >= 6, "{database}");
        for (name, file) in files {
            // In SQLite, the table of all bytes takes the place of a parameter.
            for line in file.lines().filter(|line| !line.contains(":bytes")) {
                assert!(printed.contains(line), "{database}/{name}: {line}");
            }
        }
    }
    assert!(!good(&["sql", "sqlite"], "").contains(":bytes"));
}

/// The functions that SQL creates or drops.
fn functions<'a>(sql: &'a str, statements: &[&str]) -> Vec<&'a str> {
    let names = sql.lines().filter_map(|line| {
        let rest = statements.iter().find_map(|statement| line.strip_prefix(statement))?;
        rest.split(['(', ';']).next()
    });
    names.collect()
}

#[test]
fn removes_what_it_creates_in_reverse() {
    for database in ["postgresql", "mysql"] {
        let removal = good(&["sql", database, "--remove"], "");
        let all = good(&["sql", database], "");
        let mut created = functions(&all, &["CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION "]);
        created.reverse();
        let removed = functions(&removal, &["DROP FUNCTION IF EXISTS "]);
        assert_eq!(removed, created);
        assert_eq!(removed.len(), removal.lines().count());
    }
}

#[test]
fn prints_one_scheme() {
    for database in DATABASES {
        for (scheme, _) in SCHEMES {
            let run = run(&["sql", database, "--scheme", scheme]);
            if run.stderr.contains("there is SQL only for ") {
                assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{scheme}");
                continue;
            }
            let printed = run.stdout;
            let prefix = scheme.replace('-', "_");
            for name in ["text", "time", "from_text", "min_at", "max_at", "timestamp"] {
                assert!(printed.contains(&format!("{prefix}_{name}")), "{database}: {name}");
            }
            let other = if prefix.starts_with("ulid") { "scru128_text" } else { "ulid_text" };
            assert!(!printed.contains(other), "{database} {scheme}");
        }
        // The common functions may serve another scheme.
        if database != "sqlite" {
            let removal = good(&["sql", database, "--scheme", "ulid", "--remove"], "");
            assert!(
                removal.lines().all(|line| line.starts_with("DROP FUNCTION IF EXISTS ulid_")),
                "{removal}"
            );
        }
    }
}

#[test]
fn prints_a_view_for_sqlite() {
    let view = |options: &[&str]| {
        good(&[&["sql", "sqlite", "--scheme", "scru64", "--table", "a\"b"], options].concat(), "")
    };
    let printed = view(&[]);
    assert!(printed.starts_with(
        "DROP VIEW IF EXISTS \"a\"\"b_id\";\nCREATE VIEW \"a\"\"b_id\" AS SELECT\n    \"a\"\"b\".*,\n"
    ));
    assert!(printed.ends_with("FROM \"a\"\"b\";\n"));
    for name in ["text", "unix_ms", "time", "timestamp", "node_ctr"] {
        assert!(printed.contains(&format!(") AS \"id_{name}\"")), "{name}");
    }
    assert!(!printed.contains(":id"));
    assert_eq!(view(&["--column", "c", "--remove"]), "DROP VIEW IF EXISTS \"a\"\"b_c\";\n");
}

#[test]
fn refuses_options_that_do_not_apply() {
    refuses(&[
        (&["sql", "oracle"], "[possible values: postgresql, mysql, sqlite]"),
        (&["sql", "sqlite", "--table", "t"], "--scheme"),
        (&["sql", "sqlite", "--scheme", "ulid", "--column", "c"], "--table"),
        (&["sql", "sqlite", "--scheme", "ulid-flake", "--epoch", "0"], "--table"),
        (&["sql", "sqlite", "--remove"], "--remove needs --scheme and --table for sqlite"),
        (&["sql", "mysql", "--scheme", "ulid", "--table", "t"], "--table applies only to sqlite"),
        (
            &["sql", "sqlite", "--scheme", "ulid", "--table", "t", "--epoch", "0"],
            "--epoch applies only to ulid-flake",
        ),
    ]);
}
