//! The stages of a run. The tests that cost least come first. Each stage has the mutants that the ones before it missed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Mutant, Verdict, Verdicts, tree};
use crate::test::PUBLISHED;
use crate::{command, files, root};

/// Tests that run for each mutant of some files.
struct Stage {
    name: &'static str,
    files: fn(&str) -> bool,
    /// The packages whose tests run.
    packages: &'static [Package],
    /// The targets of these packages. `SCHEME` stands for the scheme's module.
    targets: &'static [&'static str],
    /// The arguments of the test programs.
    arguments: &'static [&'static str],
    /// The time that the tests of one mutant may take, in seconds. An endless loop takes all of it.
    timeout: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Package {
    Mutated,
    Named(&'static str),
}

const FEATURES: &[&str] = &[
    "--features=serde",
    "--features=rand_core_0_10",
    "--features=rand_core_0_6",
    "--features=rand_core_0_9",
];

/// The tests of these two take longer than all others of `idcore`, and no others test them.
fn is_codec(file: &str) -> bool {
    file.contains("/base32") || file.contains("/base36")
}

fn is_scheme(file: &str) -> bool {
    !file.starts_with("crates/idcore/")
}

/// The one file of the scheme crates with a unit test.
fn is_process_wide(file: &str) -> bool {
    file.ends_with("/src/process_wide.rs")
}

const STAGES: &[Stage] = &[
    Stage {
        name: "unit tests of the long codecs",
        files: is_codec,
        packages: &[Package::Mutated],
        targets: &["--lib"],
        // This one takes as long as all others.
        arguments: &["base32::", "base36::", "--skip=base32::tests::both_variants_agree"],
        timeout: 20,
    },
    Stage {
        name: QUICK,
        files: |file| !is_codec(file) && (!is_scheme(file) || is_process_wide(file)),
        packages: &[Package::Mutated],
        targets: &["--lib"],
        arguments: &["--skip=base32::", "--skip=base36::"],
        timeout: 20,
    },
    Stage {
        name: "test vectors of the scheme",
        files: |file| is_scheme(file) && !is_process_wide(file),
        packages: &[Package::Named("conformance")],
        targets: &["--lib"],
        arguments: &["our_vectors_pass::SCHEME"],
        timeout: 30,
    },
    Stage {
        name: "tests of the scheme",
        files: is_scheme,
        packages: &[Package::Named("conformance")],
        targets: &["--test=SCHEME", "--test=errors", "--test=limits"],
        arguments: &[],
        timeout: 120,
    },
    Stage {
        name: "all unit tests and test vectors",
        files: |file| !is_scheme(file),
        packages: &[Package::Mutated, Package::Named("conformance")],
        targets: &["--lib"],
        arguments: &[],
        timeout: 60,
    },
    Stage {
        name: "all tests",
        files: |_| true,
        packages: &[Package::Mutated, Package::Named("conformance")],
        targets: &["--lib", "--tests"],
        arguments: &[],
        timeout: 180,
    },
];

/// The stage of the short form.
const QUICK: &str = "unit tests";

impl Stage {
    /// The packages whose tests run for a mutant of `package`.
    fn packages<'a>(&self, package: &'a str) -> impl Iterator<Item = &'a str> {
        self.packages.iter().map(move |tested| match tested {
            Package::Mutated => package,
            Package::Named(name) => name,
        })
    }

    fn targets(&self, package: &str) -> impl Iterator<Item = String> {
        let scheme = module(package);
        self.targets.iter().map(move |target| target.replace("SCHEME", &scheme))
    }

    /// The arguments of the test programs for a mutant of `package`.
    fn arguments(&self, package: &str) -> impl Iterator<Item = String> {
        let scheme = module(package);
        let separator = ["--"].into_iter().filter(|_| !self.arguments.is_empty());
        separator
            .chain(self.arguments.iter().copied())
            .map(move |argument| argument.replace("SCHEME", &scheme))
    }
}

/// The name of a scheme in the tests.
fn module(package: &str) -> String {
    package.replace('-', "_")
}

/// The sources and the results of a run.
pub(super) struct Run {
    tree: PathBuf,
    _lock: File,
}

impl Run {
    /// Copies the sources, once no other run needs the previous copy. Otherwise it would write the original over a mutant.
    pub(super) fn prepare() -> Result<Self> {
        let lock = tree::lock()?;
        Ok(Self { tree: tree::update()?, _lock: lock })
    }

    /// All mutants, or those that the arguments select.
    pub(super) fn list(&self, selection: &[String]) -> Result<Vec<Mutant>> {
        let mut command = self.cargo_mutants();
        let list = command::read(command.args(["--list", "--json"]).args(selection))?;
        // If a difference concerns no mutant, nothing is printed.
        if list.trim().is_empty() {
            return Ok(Vec::new());
        }
        serde_json::from_str(&list)
            .with_context(|| format!("`{}` printed another format", command::line(&command)))
    }

    /// The line of the source on which a mutant begins.
    pub(super) fn line(&self, mutant: &Mutant) -> Result<String> {
        let text = files::read(&self.tree.join(&mutant.file))?;
        Ok(text.lines().nth(mutant.span.start.line - 1).unwrap_or_default().trim().to_owned())
    }

    /// Runs all stages.
    pub(super) fn test(&self, mutants: &[Mutant]) -> Result<Verdicts> {
        let mut verdicts = Verdicts::new();
        for stage in STAGES {
            for package in PUBLISHED {
                let is_open =
                    |mutant: &&Mutant| matches!(verdicts.get(&mutant.name), None | Some(Verdict::Missed));
                let mutants = mutants.iter().filter(|mutant| mutant.package == *package);
                let open: Vec<_> =
                    mutants.filter(|mutant| (stage.files)(&mutant.file)).filter(is_open).collect();
                if !open.is_empty() {
                    verdicts.extend(self.run_stage(stage, package, &open)?);
                }
            }
        }
        Ok(verdicts)
    }

    /// Runs the unit tests of `idcore` alone, without those of the long codecs.
    pub(super) fn test_quickly(&self, mutants: &[Mutant]) -> Result<Verdicts> {
        let stage = STAGES.iter().find(|stage| stage.name == QUICK).context("the stage of the short form")?;
        self.run_stage(stage, "idcore", &mutants.iter().collect::<Vec<_>>())
    }

    /// Runs the tests of a stage for mutants of a package.
    fn run_stage(&self, stage: &Stage, package: &str, mutants: &[&Mutant]) -> Result<Verdicts> {
        println!("\n=== {}: {} mutants of {package}", stage.name, mutants.len());
        self.check_unchanged(stage, package)?;

        let files: BTreeSet<_> = mutants.iter().map(|mutant| format!("--file={}", mutant.file)).collect();
        let files: Vec<_> = files.into_iter().collect();
        // With `--iterate`, it leaves out the mutants in `caught.txt`.
        let wanted: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.name).collect();
        let others = self.list(&files)?.into_iter().filter(|mutant| !wanted.contains(&mutant.name));
        let others: String = others.map(|mutant| mutant.name + "\n").collect();
        let results = tree::folder().join("mutants.out");
        files::remove(&results)?;
        fs::create_dir_all(&results).with_context(|| results.display().to_string())?;
        files::write(&results.join("caught.txt"), &others)?;

        let mut command = self.cargo_mutants();
        command.args(files).arg("--output").arg(tree::folder());
        command.args(["--iterate", "--in-place", "--no-shuffle", "--baseline=skip", "--profile=mutants"]);
        command.arg(format!("--timeout={}", stage.timeout));
        command.args(FEATURES);
        command.args(stage.packages(package).map(|tested| format!("--test-package={tested}")));
        command.args(stage.targets(package).map(|target| format!("--cargo-arg={target}")));
        command.args(stage.arguments(package).map(|argument| format!("--cargo-test-arg={argument}")));
        let line = command::line(&command);
        let status = command.status().with_context(|| format!("`{line}` can't be run"))?;
        // 2: some are missed; 3: some time out.
        ensure!(matches!(status.code(), Some(0 | 2 | 3)), "`{line}` failed: {status}");

        let mut verdicts = Verdicts::new();
        for (file, verdict) in [
            ("caught.txt", Verdict::Caught),
            ("timeout.txt", Verdict::TimedOut),
            ("unviable.txt", Verdict::Unviable),
            ("missed.txt", Verdict::Missed),
        ] {
            let names = files::read(&results.join(file))?;
            verdicts.extend(names.lines().map(|name| (name.to_owned(), verdict)));
        }
        let untested = wanted.iter().find(|name| !verdicts.contains_key(**name));
        ensure!(untested.is_none(), "`{line}` did not test {untested:?}");
        Ok(verdicts)
    }

    /// Checks that the tests of a stage pass without a mutation. The check of `cargo mutants` itself has only the tests of the
    /// mutated package.
    fn check_unchanged(&self, stage: &Stage, package: &str) -> Result<()> {
        let mut command = Command::new("cargo");
        command.args(["test", "--quiet", "--profile=mutants"]).args(FEATURES);
        command.args(stage.packages(package).map(|tested| format!("--package={tested}")));
        command.args(stage.targets(package)).args(stage.arguments(package));
        let output = command::read(self.environment(&mut command).current_dir(&self.tree))?;
        let ran = |line: &str| line.starts_with("running ") && !line.starts_with("running 0 ");
        ensure!(output.lines().any(ran), "`{}` ran no test:\n{output}", command::line(&command));
        Ok(())
    }

    fn cargo_mutants(&self) -> Command {
        let mut command = Command::new("cargo");
        command.arg("mutants").arg("--dir").arg(&self.tree);
        command.arg("--config").arg(root().join("xtask/src/mutants/config.toml"));
        command.args(PUBLISHED.iter().map(|package| format!("--package={package}")));
        self.environment(&mut command);
        command
    }

    fn environment<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("CARGO_TARGET_DIR", tree::folder().join("build"))
    }
}
