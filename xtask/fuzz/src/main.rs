//! The fuzzer's program, and a tool that reads and writes the fuzzer's inputs.
//!
//! With `cfg(fuzzing)`, this is a libFuzzer program that runs the target named in the environment. Otherwise it is a
//! tool, which any compiler can build:
//!
//! - `fuzz check TARGET FILE` runs the target with the input in a file.
//! - `fuzz unpack TARGET DIR` writes each stored input to a file in the directory.
//! - `fuzz pack TARGET DIR` stores the files in the directory.

#![allow(unexpected_cfgs, reason = "`cargo fuzz` sets `fuzzing`")]
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
mod fuzzer {
    use std::env;
    use std::sync::LazyLock;

    /// The check of the target that `FUZZ_TARGET` names.
    static CHECK: LazyLock<fn(&[u8])> =
        LazyLock::new(|| fuzz::target(&env::var("FUZZ_TARGET").expect("FUZZ_TARGET")).expect("a target"));

    libfuzzer_sys::fuzz_target!(|data: &[u8]| CHECK(data));
}

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;

    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [task, target, path] = &arguments[..] else {
        eprintln!("usage: fuzz check TARGET FILE, or fuzz unpack|pack TARGET DIR");
        return ExitCode::from(2);
    };
    match run(task, target, path.as_ref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {task} {target}: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(fuzzing))]
fn run(task: &str, target: &str, path: &std::path::Path) -> std::io::Result<()> {
    use fuzz::corpus;
    use std::io::Error;

    let stored = corpus::path(target);
    let no_target = || Error::other("unknown target");
    let check = fuzz::target(target).ok_or_else(no_target)?;
    match task {
        "check" => check(&std::fs::read(path)?),
        "unpack" => corpus::unpack(&corpus::read(&stored)?, path)?,
        "pack" => corpus::write(&stored, corpus::files(path)?)?,
        _ => return Err(Error::other("expected check, unpack or pack")),
    }
    Ok(())
}
