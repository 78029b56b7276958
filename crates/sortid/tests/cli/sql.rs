//! `sortid sql`. Tests with real databases are in the package `interop`.

use std::fs;
use std::path::Path;

use crate::good;

#[test]
fn prints_every_file_of_the_folder() {
    for database in ["postgresql", "mysql"] {
        let printed = good(&["sql", database], "");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql").join(database);
        let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.len() >= 6, "{database}");
        for file in files {
            for line in fs::read_to_string(&file).unwrap().lines() {
                assert!(printed.contains(line), "{}: {line}", file.display());
            }
        }
    }
}
