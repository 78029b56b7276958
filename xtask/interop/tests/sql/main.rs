//! The SQL that `sortid sql` prints, in real databases: against the test vectors, with wrong data, and in queries that an
//! index must answer.
#![cfg(unix)]

mod functions;
mod mysql;
mod postgresql;
mod sqlite;
mod vectors;

use std::collections::HashMap;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Runs the program. Cargo builds it first if necessary.
fn sortid(arguments: &[&str]) -> String {
    /// What it printed for which arguments.
    static PRINTED: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let run = || {
        let cargo = ["run", "--quiet", "--package=sortid", "--", "sql"];
        let output = Command::new(env!("CARGO")).args(cargo).args(arguments).output().expect("cargo");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("SQL in UTF-8")
    };
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    printed.get_or_insert_default().entry(arguments.join(" ")).or_insert_with(run).clone()
}
