//! The groups of the first tier. A developer who works on one group need not build, read or wait for the others.

use anyhow::Result;
use xshell::cmd;

use super::plan::Plan;
use crate::command;
use crate::flags::Group;
use crate::workspace::Package;

impl Group {
    const ALL: [Self; 3] = [Self::Ids, Self::Leases, Self::Program];

    /// Returns the name of the group, and its packages that are not published. `CONTRIBUTING.md` describes the groups.
    fn describe(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Ids => ("ids", &["conformance", "models", "vectors"]),
            Self::Leases => ("leases", &["lease-models", "trials"]),
            Self::Program => ("program", &["tasks", "web", "xtask"]),
        }
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

/// Adds the tests of a group or of all groups, in one command, which also lints what it builds. With a command for each
/// group, Cargo would choose different features for the packages that the groups share, and build them again.
pub(super) fn add(plan: &mut Plan<'_>, published: &[Package], only: Option<Group>) -> Result<()> {
    let shell = command::shell()?;
    plan.command(cmd!(shell, "cargo fmt --all --check"));
    // `cargo clippy` starts clippy in the same way, but uses `cargo check`, which would build all dependencies a second
    // time.
    shell.set_var("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    shell.set_var("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    // More threads than cores, because tests with leases and of the program mostly wait.
    shell.set_var("RUST_TEST_THREADS", "8");
    let groups = Group::ALL.into_iter().filter(|group| only.is_none_or(|only| only == *group));
    let names = groups.flat_map(|group| {
        let of_group = published.iter().filter(move |package| Group::of(package) == group);
        of_group.map(|package| &*package.name).chain(group.describe().1.iter().copied())
    });
    let selected: Vec<_> = names.map(|name| format!("--package={name}")).collect();
    let name = only.map_or(String::new(), |group| format!(" {}", group.describe().0));
    plan.tests(
        Some(format!("cargo xtask test{name}")),
        cmd!(shell, "cargo test --no-fail-fast {selected...}"),
        &[],
    );
    Ok(())
}
