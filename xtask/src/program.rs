//! Builds the program of a package, shows Cargo's progress, and runs the program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use crate::progress;

/// The program of a package in this workspace.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    package: &'a str,
    name: &'a str,
    build_options: &'a [&'a str],
}

impl<'a> Program<'a> {
    /// Selects the program that has the name of its package.
    #[must_use]
    pub fn new(package: &'a str) -> Self {
        Self { package, name: package, build_options: &[] }
    }

    /// Selects a program with another name.
    #[must_use]
    pub fn with_name(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    /// Sets further options of `cargo build`, such as features.
    #[must_use]
    pub fn with_build_options(self, build_options: &'a [&'a str]) -> Self {
        Self { build_options, ..self }
    }

    /// Builds the program and runs it in the current directory.
    ///
    /// # Errors
    ///
    /// Returns an error if the program can't be built or started.
    pub fn run<S: AsRef<OsStr>>(self, arguments: &[S]) -> io::Result<ExitStatus> {
        let Self { package, name, build_options } = self;
        let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        build.args(["build", "--package", package, "--bin", name]).args(build_options);
        build.arg("--manifest-path").arg(root().join("Cargo.toml"));
        // The program is next to this one, so it must have the same profile.
        build.args((!cfg!(debug_assertions)).then_some("--release"));
        forget_package(&mut build);
        let heading = format!("build the `{name}` program");
        if !progress::within_step(&heading, || progress::run(&mut build))?.success() {
            return Err(io::Error::other(format!(
                "the `{name}` program can't be built: see the messages above. If a download failed: the first build needs \
                 crates.io, and `cargo fetch` downloads all packages in advance"
            )));
        }
        let path = env::current_exe()?.with_file_name(format!("{name}{}", env::consts::EXE_SUFFIX));
        let mut program = Command::new(&path);
        forget_package(&mut program);
        program.args(arguments).env(progress::STARTED, progress::started().to_string());
        let status = progress::hand_over(|| program.status());
        status.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }
}

/// Removes the variables with which `cargo run` describes the package that it runs. Build scripts rerun when they
/// change: with them, a task would rebuild `ring` and all its users after each build without a task.
fn forget_package(command: &mut Command) {
    let of_package = |name: &OsString| {
        name.to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
    };
    for name in env::vars_os().map(|(name, _)| name).filter(of_package) {
        command.env_remove(name);
    }
}

/// The name of the package, and the options.
impl fmt::Display for Program<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [self.package].into_iter().chain(self.build_options.iter().copied());
        formatter.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

/// Returns the root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.parent().map(PathBuf::from).unwrap_or(package)
}
