//! Help, completions, man pages, and errors in the command line.

use crate::{SCHEMES, fails, good, run, sortid};

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
fn usage_errors_are_one_line_that_says_what_to_do() {
    let line = fails(2, &["new", "ulidd"]);
    assert!(line.contains("tip: a similar value exists: 'ulid'"), "{line}");
    assert!(line.ends_with("see --help"), "{line}");
    assert!(fails(2, &["mew"]).contains("'new'"));
    assert!(fails(2, &["new", "ulid", "--wrong"]).contains("'--wrong'"));
    assert!(fails(2, &["man", "cow"]).contains("expected one of new, inspect"));
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
    assert_eq!(fails(2, &["man", "sql", "cow"]), "unknown command \"cow\", expected none");
    assert!(fails(2, &["man", "lease", "cow"]).contains("expected one of init, status"));
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

/// A negative number is a value out of range, not an option.
#[test]
fn negative_values_are_errors_that_name_the_range() {
    for (arguments, words) in [
        (&["new", "ulid", "-n", "-1"] as &[_], ["'--count <N>'", "expected 0 to 18446744073709551615"]),
        (&["new", "scru160", "--counter-bits", "-1"], ["--counter-bits", "expected 0 to 15"]),
        (&["new", "scru160", "--extension-bits", "-1"], ["--extension-bits", "expected 0 to 16"]),
        (
            &["new", "scru160", "--node-id", "-1", "--node-id-bits", "8"],
            ["--node-id", "expected 0 to 65535, in decimal or in hex with the prefix 0x"],
        ),
        (
            &["new", "scru160", "--node-id", "1", "--node-id-bits", "-8"],
            ["--node-id-bits", "expected 0 to 16"],
        ),
        (
            &["new", "scru64", "--node-spec", "1/8", "--guard-bits", "-1"],
            ["--guard-bits", "expected 0 to 23"],
        ),
        (&["new", "ulid-flake", "--entropy-bits", "-1"], ["--entropy-bits", "expected 1 to 24"]),
        (&["new", "ulid-flake-scalable", "--scalability", "-1"], ["--scalability", "expected 0 to 31"]),
        (&["new", "ulid-flake", "--epoch", "-5"], ["--epoch", "unix milliseconds, 0 to"]),
        (&["inspect", "--epoch", "-5", "00CMXB6TAK4SA"], ["--epoch", "unix milliseconds, 0 to"]),
        (&["range", "ulid", "--from", "-1", "--to", "1"], ["--from", "unix milliseconds, 0 to"]),
    ] {
        let line = fails(2, arguments);
        assert!(words.iter().all(|&words| line.contains(words)), "{arguments:?}: {line}");
        assert!(!line.contains("tip:"), "{arguments:?}: {line}");
    }
}

/// An empty shell variable leaves out the value of an option. The next option must not become the value.
#[test]
fn a_missing_value_is_an_error() {
    for (arguments, option) in [
        (&["new", "ulid", "-n", "--format", "json"] as &[_], "'--count <N>'"),
        (&["new", "scru64", "--node-spec", "--guard-bits", "1"], "'--node-spec <SPEC>'"),
        (&["range", "ulid", "--from", "--to", "5"], "'--from <TIME>'"),
    ] {
        let line = fails(2, arguments);
        assert!(line.contains("a value is required for") && line.contains(option), "{arguments:?}: {line}");
    }
}

/// No valid ID or time begins with a hyphen, so a tip on how to write one is useless.
#[test]
fn gives_no_useless_tips() {
    for arguments in [
        &["new", "ulid", "--verbose"] as &[_],
        &["inspect", "-x"],
        &["range", "ulid", "--from", "0", "--to", "-2026-11-21T07:30:00Z"],
    ] {
        let line = fails(2, arguments);
        assert!(line.starts_with("unexpected argument '-") && !line.contains("tip:"), "{line}");
    }
}
