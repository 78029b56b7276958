//! Tests of the integrations and of the SQL functions, with real databases. [`servers`] starts them.

#[cfg(doctest)]
mod docs;
#[cfg(unix)]
pub mod servers;

use std::env;
use std::io::{self, Write};

/// Reports that tests are skipped because a program is missing. The message names the program and Debian's package.
///
/// # Panics
///
/// `CI=true`, under which nothing may be skipped.
pub fn skip(name: &str, package: &str) {
    let message = format!("tests with {name}: install {name} (Debian: {package})");
    assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{message}");
    // The macros for output would leave it to the test harness, which drops the output of passed tests.
    let _ = writeln!(io::stderr(), "SKIPPED: {message}");
}
