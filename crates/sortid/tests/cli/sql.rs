//! `sortid sql`.

use std::fs;

use crate::{good, schemes};

/// A project can copy the files for PostgreSQL instead of running the command. For MySQL, the command adds statements.
#[test]
fn prints_the_files_of_the_repository() {
    for (database, end) in [("postgresql", ""), ("mysql", "\nSET sql_mode = @sortid_sql_mode;\n")] {
        let file = |name: &str| {
            let path = format!("{}/sql/{database}/{name}.sql", env!("CARGO_MANIFEST_DIR"));
            fs::read_to_string(path).unwrap()
        };
        let printed = |scheme: &[&str]| {
            let printed = good(&[&["sql", database], scheme].concat(), "");
            let is_added = |line: &str| database == "mysql" && line.starts_with("DROP FUNCTION ");
            printed.split_inclusive('\n').filter(|line| !is_added(line)).collect::<String>()
        };
        let mut all = file("common");
        for (scheme, _) in schemes() {
            // Both forms of Ulid-Flake are in one file.
            let is_first = !scheme.ends_with("-scalable");
            let functions = file(&scheme.trim_end_matches("-scalable").replace('-', "_"));
            let expected = [&file("common"), &functions, end].concat();
            assert!(printed(&["--scheme", scheme]) == expected, "{database}, {scheme}");
            all += if is_first { &functions } else { "" };
        }
        assert!(printed(&[]) == all + end, "{database}");
    }
}
