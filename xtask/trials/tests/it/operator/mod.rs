//! The commands of operators, and the alerts.

mod alerts;
mod check;
mod page;

use std::ffi::OsString;
use std::process::{Command, Output};

/// Runs `sortid lease` with a registry.
fn lease(url: &str, arguments: &[&str]) -> Output {
    lease_with(url, arguments, &[])
}

fn lease_with(url: &str, arguments: &[&str], environment: &[(&str, OsString)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_operator"));
    command.arg("lease").args(arguments).args(["--registry", url]).envs(environment.iter().cloned());
    command.output().expect("it starts")
}

/// Returns the output of a command that succeeds.
fn printed(url: &str, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = lease(url, arguments);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}
