//! `cargo xtask` as its users call it.

use std::process::Command;

#[test]
fn wrong_usage_is_told_from_failure() {
    for arguments in
        [&["vectors", "--verify"] as &[_], &["vectors", "--chek"], &["vector"], &[], &["test", "now"]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
