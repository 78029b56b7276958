//! `sortid sql`. Tests with real databases are in the package `interop`.

use std::fs;
use std::path::Path;

use crate::{SCHEMES, good, run};

const DATABASES: [&str; 2] = ["postgresql", "mysql"];

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
            for line in file.lines() {
                assert!(printed.contains(line), "{database}/{name}: {line}");
            }
        }
    }
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
    for database in DATABASES {
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
        let removal = good(&["sql", database, "--scheme", "ulid", "--remove"], "");
        assert!(removal.lines().all(|line| line.starts_with("DROP FUNCTION IF EXISTS ulid_")), "{removal}");
    }
}
