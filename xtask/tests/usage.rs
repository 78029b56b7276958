//! Tests of the command line of `cargo xtask`.

use std::process::Command;

#[test]
fn wrong_usage_has_its_own_exit_status() {
    for arguments in
        [&["vectors", "--verify"] as &[_], &["vectors", "--chek"], &["vector"], &[], &["test", "now"]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
