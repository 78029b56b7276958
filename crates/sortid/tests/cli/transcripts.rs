//! Transcripts of a shell: the commands in `tests/transcripts`, with their output on stdout and then on stderr. A
//! status other than 0 is in brackets.
//!
//! `SORTID_WRITE_GOLDEN=1` writes the files again, after an intended change. Review each difference: the expected
//! values come from the specifications and the test vectors.

use std::path::Path;
use std::process::Command;

/// Runs a command with `sh` in a directory. Returns its output with all special characters escaped.
fn printed(command: &str, directory: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sortid")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(directory).env_clear().env("PATH", path).env("LC_ALL", "C.UTF-8");
    let output = shell.output().unwrap();
    let mut printed = String::new();
    for stream in [output.stdout, output.stderr] {
        for character in String::from_utf8(stream).unwrap().chars() {
            match character {
                '\n' => printed.push('\n'),
                '\u{feff}' => printed.extend(character.escape_unicode()),
                _ if character.is_control() => printed.extend(character.escape_default()),
                _ => printed.push(character),
            }
        }
        if !printed.is_empty() && !printed.ends_with('\n') {
            printed.push_str(" (no line feed)\n");
        }
    }
    match output.status.code() {
        Some(0) => printed,
        status => format!("{printed}[{}]\n", status.unwrap()),
    }
}

/// Runs the commands of a file, and compares its outputs with theirs.
fn replay(name: &str) {
    let path = format!("{}/tests/transcripts/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let expected = std::fs::read_to_string(&path).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut found = String::new();
    let mut is_comment = true;
    for line in expected.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            found += &format!("{line}\n{}", printed(command, directory.path()));
            is_comment = false;
        } else if line.starts_with('#') {
            found += if is_comment { "" } else { "\n" };
            found += &format!("{line}\n");
            is_comment = true;
        }
    }
    if std::env::var_os("SORTID_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let differences = expected.lines().zip(found.lines()).filter(|(expected, found)| expected != found);
    for (expected, found) in differences.take(3) {
        eprintln!("expected: {expected}\nfound:    {found}");
    }
    assert!(expected == found, "{path} differs, see above; SORTID_WRITE_GOLDEN=1 accepts what was found");
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*
    };
}

transcripts! { check convert help inspect lease new past prefix range sql times usage }

/// Only Linux has `/dev/full`.
#[cfg(target_os = "linux")]
mod linux {
    use super::replay;

    transcripts! { streams }
}
