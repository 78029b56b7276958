//! `corpus seeds|unpack|pack TARGET FOLDER`: the stored inputs of a target, as files for the fuzzer.
//!
//! `seeds` writes the test vectors, `unpack` the stored inputs to files of a folder. `pack` stores the files of a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, io};

use fuzz::{TARGETS, corpus, seeds};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [task, target, folder] = &arguments[..] else {
        eprintln!("usage: corpus seeds|unpack|pack TARGET FOLDER");
        return ExitCode::from(2);
    };
    match run(task, target, &PathBuf::from(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {task} {target}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, target: &str, folder: &Path) -> io::Result<()> {
    let stored = corpus::path(target);
    match task {
        "seeds" if TARGETS.iter().any(|(name, _)| *name == target) => {
            corpus::unpack(&seeds::seeds(target), folder)
        }
        "seeds" => Err(io::Error::other("there is no such target; some need the features of the package")),
        "unpack" => corpus::unpack(&corpus::read(&stored)?, folder),
        "pack" => corpus::write(&stored, corpus::files(folder)?),
        _ => Err(io::Error::other("expected seeds, unpack or pack")),
    }
}
