//! The C program on this computer. AddressSanitizer checks both the program and the library.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::build::Library;
use super::{compile, header_path, tally, tests, write_table};
use crate::vendor::c;
use crate::{command, files, root, workspace};

/// The compiler options.
const OPTIONS: [&str; 6] = [
    "-pedantic",
    "-g",
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover",
    "-fno-omit-frame-pointer",
];

/// Runs the program on all vectors.
pub(super) fn run(directory: &Path) -> Result<String> {
    let program = directory.join("host");
    let library = Library { sanitized: true, ..Library::default() }.build()?;
    compile(Command::new("gcc").args(OPTIONS), "host.c", &library, &program)?;
    let cases = write_table(directory)?;
    let printed = command::read(Command::new(&program).arg(directory.join("table")))?;
    tally(&printed, cases)
}

/// Runs the examples of all schemes and writes one library like `cargo xtask vendor --c`.
pub(super) fn run_examples(directory: &Path) -> Result<String> {
    let library = Library { sanitized: true, ..Library::default() }.build()?;
    let template = files::read(&root().join("crates/capi/example/example.c"))?;
    let (source, program) = (directory.join("example.c"), directory.join("example"));
    let schemes = workspace::scheme_crates()?;
    for scheme in &schemes {
        files::write(&source, &c::fill(&template, scheme))?;
        let mut compiler = Command::new("gcc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Wc++-compat", "-Werror"]).args(OPTIONS);
        let include = header_path();
        compiler.arg("-I").arg(include.with_file_name("")).arg(&source).arg(&library).arg("-o").arg(&program);
        command::read(&mut compiler)?;
        are_ids(&command::read(&mut Command::new(&program))?).with_context(|| scheme.clone())?;
    }
    // The scheme with the longest example, in a library with a second scheme.
    are_ids(&c::try_example(&["scru64", "ulid"], None)?)
        .context("the example of `cargo xtask vendor --c scru64,ulid`")?;
    Ok(format!("three IDs of {}", schemes.join(", ")))
}

/// Checks that an example has printed three IDs in order.
fn are_ids(printed: &str) -> Result<()> {
    let ids: Vec<_> = printed.lines().collect();
    ensure!(
        ids.len() == 3 && ids.is_sorted_by(|a, b| a < b),
        "expected three IDs in order, found\n{printed}"
    );
    Ok(())
}

/// Runs a program that passes a wrong buffer size. The sanitizer must detect that the library writes past the end.
pub(super) fn detect_overflow(directory: &Path) -> Result<String> {
    let program = directory.join("overflow");
    let library = Library { sanitized: true, ..Library::default() }.build()?;
    let mut compiler = Command::new("gcc");
    compiler.args(OPTIONS).arg(tests("overflow.c")).arg(&library).arg("-o").arg(&program);
    command::read(&mut compiler)?;
    let (passed, printed) = command::outcome(&mut Command::new(&program))?;
    let is_detected = !passed && printed.contains("stack-buffer-overflow") && printed.contains("sortid_");
    ensure!(is_detected, "expected a report of AddressSanitizer from the library, found\n{printed}");
    Ok("a wrong buffer size".to_owned())
}
