//! Help, completions, man pages, and errors in the command line.

use crate::{SCHEMES, good, run, sortid};

const COMMANDS: [&str; 10] =
    ["new", "inspect", "convert", "range", "check", "sql", "lease", "schemes", "completions", "man"];

#[test]
fn every_help_has_examples() {
    for flag in ["--help", "-h"] {
        assert!(good(&[flag], "").contains("Examples:\n  sortid "));
        for command in COMMANDS {
            let help = good(&[command, flag], "");
            assert!(help.contains("Example"), "{help}");
            assert!(help.contains(&format!("  sortid {command}")), "{help}");
        }
    }
}

#[test]
fn help_has_help_too() {
    for flag in ["--help", "-h"] {
        assert!(good(&["help", flag], "").contains("Usage: sortid help"));
    }
    assert!(good(&["help", "new"], "").contains("Usage: sortid new"));
}

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
fn a_missing_command_prints_help_and_is_an_error() {
    let run = run(&[]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("Usage: sortid"));
}

#[test]
fn prints_the_version() {
    assert_eq!(good(&["--version"], ""), format!("sortid {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&["completions", shell], "");
        for (scheme, _) in SCHEMES.iter().filter(|_| shell != "elvish" && shell != "powershell") {
            assert!(script.contains(scheme), "{shell}");
        }
    }
}

/// The parser knows a scheme after options and in capitals, too.
#[test]
fn help_of_a_scheme_has_its_options_alone() {
    for (scheme, own, foreign) in [
        ("scru160", "--microseconds", "--node-spec"),
        ("scru128", "--unordered", "--lease"),
        ("scru64", "--lease", "--unordered"),
        ("ulid-flake", "--entropy-bits", "--scalability"),
        ("ulid-flake-scalable", "--scalability", "--unordered"),
    ] {
        for arguments in [["new", scheme, "--help"], ["new", "--help", &scheme.to_uppercase()]] {
            let help = good(&arguments, "");
            assert!(help.contains(own) && help.contains("--count") && !help.contains(foreign), "{help}");
            assert!(help.contains(&format!("Examples:\n  sortid new {scheme}")), "{help}");
        }
        assert!(good(&["man", "new", scheme], "").contains(&format!(".TH sortid-new-{scheme} 1")));
    }
}

#[test]
fn every_command_has_a_man_page() {
    let page = good(&["man"], "");
    assert!(page.contains(".TH sortid 1"), "{page}");
    assert!(page.contains("\n.fi\n.SH \"EXIT STATUS\"\n0 on success, 1 if an input is bad"), "{page}");
    for command in COMMANDS {
        let page = good(&["man", command], "");
        assert!(page.contains(&format!(".TH sortid-{command} 1")), "{page}");
        assert!(page.contains(&format!("\n.SH EXAMPLES\n.nf\nsortid {command}")), "{page}");
        assert!(!page.contains("EXTRA") && !page.contains("Example"), "{page}");
    }
}

#[test]
fn commands_of_a_command_have_help_and_man_pages() {
    for command in ["init", "status", "acquire", "fence"] {
        let help = good(&["lease", command, "--help"], "");
        assert!(help.contains(&format!("Examples:\n  sortid lease {command} --registry ")), "{help}");
        let page = good(&["man", "lease", command], "");
        assert!(page.contains(&format!(".TH sortid-lease-{command} 1")), "{page}");
        assert!(good(&["man", "lease"], "").contains(&format!("sortid\\-lease\\-{command}")), "{command}");
        assert!(
            good(&["completions", "bash"], "").contains(&format!("sortid__subcmd__lease__subcmd__{command}"))
        );
    }
}

#[test]
fn compares_the_schemes() {
    let table = good(&["schemes"], "");
    for (scheme, _) in SCHEMES {
        let rows = table.lines().filter(|line| line.split(' ').next() == Some(scheme));
        assert!(rows.count() >= 2, "{scheme}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

/// The help is prose, which a new scheme does not change by itself.
#[test]
fn help_names_every_scheme() {
    let help = good(&["inspect", "--help"], "");
    // After that come the possible values.
    let (prose, _) = help.split_once("\nUsage: ").unwrap();
    let words: Vec<_> = prose.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    for (scheme, _) in SCHEMES {
        assert!(
            words.contains(&scheme),
            "expected {scheme} in the help of inspect, in src/cli/reading.rs: {help}"
        );
    }
}
