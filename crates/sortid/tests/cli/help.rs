//! The examples in the help, and the version.

use crate::{good, sortid};

#[test]
fn the_examples_in_help_run() {
    // Some examples write files.
    let directory = tempfile::tempdir().unwrap();
    let init = ["lease", "init", "--registry", "file:leases", "--node-id-size", "8"];
    assert!(sortid(&init).current_dir(&directory).output().unwrap().status.success());
    for command in ["new", "inspect", "convert", "range"] {
        let help = good(&[command, "--help"], "");
        let examples = help.lines().skip_while(|line| !line.starts_with("Example"));
        let examples = examples.filter_map(|line| line.strip_prefix("  sortid "));
        let mut count = 0;
        for example in examples.filter(|example| !example.contains(['|', '<'])) {
            let arguments: Vec<_> = example.split(' ').collect();
            let output = sortid(&arguments).current_dir(&directory).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{example}: {output:?}");
            count += 1;
        }
        assert!(count >= 2, "{command}");
    }
}

#[test]
fn prints_the_version() {
    assert_eq!(good(&["--version"], ""), format!("sortid {}\n", env!("CARGO_PKG_VERSION")));
}
