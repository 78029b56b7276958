//! `sortid sql`.

use std::fs;

use crate::{good, schemes};

/// A project can then copy the files instead of running the command.
#[test]
fn prints_the_files_of_the_repository_unchanged() {
    for database in ["postgresql", "mysql"] {
        let file = |name: &str| {
            let path = format!("{}/sql/{database}/{name}.sql", env!("CARGO_MANIFEST_DIR"));
            fs::read_to_string(path).unwrap()
        };
        let common = file("common");
        let mut all = common.clone();
        for (scheme, _) in schemes() {
            // Both forms of Ulid-Flake are in one file.
            let is_first = !scheme.ends_with("-scalable");
            let functions = file(&scheme.trim_end_matches("-scalable").replace('-', "_"));
            let printed = good(&["sql", database, "--scheme", scheme], "");
            assert!(printed == [common.as_str(), &functions].concat(), "{database}, {scheme}");
            all += if is_first { &functions } else { "" };
        }
        assert!(good(&["sql", database], "") == all, "{database}");
    }
}
