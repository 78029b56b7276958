//! The groups of the first tier. A developer who works on one group need not build, read or wait for the others.

use std::cell::RefCell;
use std::rc::Rc;

use anyhow::Result;
use xshell::cmd;

use super::plan::Plan;
use super::programs;
use crate::command;
use crate::flags::Group;
use crate::workspace::Package;

/// The packages of each group in `xtask/`. `CONTRIBUTING.md` describes the groups.
const IDS: &[&str] = &["conformance", "models", "vectors"];
const LEASES: &[&str] = &["lease-models", "trials"];
const PROGRAM: &[&str] = &["tasks", "web", "xtask"];

impl Group {
    const ALL: [Self; 3] = [Self::Ids, Self::Leases, Self::Program];

    fn name(self) -> &'static str {
        match self {
            Self::Ids => "ids",
            Self::Leases => "leases",
            Self::Program => "program",
        }
    }

    /// Returns the names of the packages of the group.
    fn packages(self, published: &[Package]) -> Vec<String> {
        let others = match self {
            Self::Ids => IDS,
            Self::Leases => LEASES,
            Self::Program => PROGRAM,
        };
        let of_group = published.iter().filter(|package| Self::of(package) == self);
        of_group.map(|package| &*package.name).chain(others.iter().copied()).map(str::to_owned).collect()
    }

    /// Returns the group of a published package.
    fn of(package: &Package) -> Self {
        if package.name.starts_with("idlease") {
            Self::Leases
        } else if package.name == "idcore" || !package.schemes.is_empty() {
            Self::Ids
        } else {
            Self::Program
        }
    }
}

/// Adds lints and tests in one build, and then the tests of each group.
pub(super) fn add(plan: &mut Plan<'_>, published: &[Package], only: Option<Group>) -> Result<()> {
    let shell = command::shell()?;
    plan.command(cmd!(shell, "cargo fmt --all --check"));
    // `cargo clippy` starts clippy in the same way, but uses `cargo check`, which would build all dependencies a second
    // time.
    shell.set_var("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    shell.set_var("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    let groups: Vec<_> =
        Group::ALL.into_iter().filter(|group| only.is_none_or(|only| only == *group)).collect();
    let all: Vec<_> = groups.iter().flat_map(|group| group.packages(published)).collect();
    let selected: Vec<_> = all.iter().map(|name| format!("--package={name}")).collect();
    let programs = Rc::new(RefCell::new(Vec::new()));
    let built = Rc::clone(&programs);
    let repeat =
        only.map_or("cargo xtask test".to_owned(), |group| format!("cargo xtask test {}", group.name()));
    let mut build = cmd!(shell, "cargo build").args(&selected).into();
    let examples = cmd!(shell, "cargo test --doc --no-fail-fast {selected...}");
    plan.check("build and lint the tests", repeat, move || {
        programs::build(&mut build, &mut built.borrow_mut())
    });
    for group in groups {
        let (programs, packages) = (Rc::clone(&programs), group.packages(published));
        plan.programs(group.name(), move |tally| {
            let programs = programs.borrow();
            let mut failed = Vec::new();
            for package in &packages {
                let of_package = || programs.iter().filter(|program| program.package == *package);
                if of_package().next().is_none() {
                    eprintln!("error: {package}: expected a test program, found none");
                    failed.push(format!("cargo test -p {package}"));
                }
                failed.extend(of_package().filter_map(|program| program.run(tally)));
            }
            failed
        });
    }
    plan.tests(Some("examples in the documentation"), examples, &[]);
    Ok(())
}
