//! `cargo xtask prove supply`: checks the packages that users receive, and their dependencies. Standard tools do most
//! of the checks.

mod hidden;
mod packages;
mod versions;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::report::Report;
use crate::test::msrv::{self, Toolchain};
use crate::workspace::{Package, published, selected};
use crate::{command, flags, pinned, release};

/// Features that are not integrations, because integrations take long to build.
const FEATURES: &[&str] = &["rand_core_0_10", "rand_core_0_6", "rand_core_0_9", "serde", "std"];

/// Runs all checks and prints one table. A failure does not stop the other checks.
pub(crate) fn run(options: &flags::Supply) -> Result<()> {
    let (published, shell) = (&published()?, &command::shell()?);
    let mut report = Report::new();
    report.check("files in the packages", "licences, a README, sources", Ok(()), |()| {
        packages::check_files(published)
    });
    let deny = || pinned::check_tool(shell, "cargo-deny");
    report.check("deny.toml", "licences, duplicates, sources", deny(), |()| check_rules(shell, published));
    report.check("advisories", "known vulnerabilities of dependencies", deny(), |()| {
        check_advisories(shell, published)
    });
    let oldest = || pinned::check_nightly(shell, None).and_then(|()| Toolchain::find(&msrv::rust_version()?));
    report.check("lowest versions", "of direct dependencies build, also tests", oldest(), |oldest| {
        versions::check_lowest(&oldest, published)
    });
    let nightly = || pinned::check_nightly(shell, None);
    report.check("lock files of a year ago", "stay", nightly(), |()| versions::check_old_locks(published));
    report.check("newest versions", "of rusqlite build", Ok(()), |()| versions::check_newest(published));
    let baseline = || {
        pinned::check_tool(shell, "cargo-semver-checks")?;
        match &options.baseline {
            Some(revision) => Ok(revision.clone()),
            None => cmd!(shell, "git describe --tags --abbrev=0 --match=v*")
                .ignore_stderr()
                .read()
                .context("no release is tagged yet; `--baseline REVISION` selects a different state"),
        }
    };
    report.check("compatibility", "with earlier public APIs", baseline(), |baseline| {
        check_compatibility(shell, published, &baseline)
    });
    report.check("hidden items", "of idcore, for earlier scheme crates", baseline(), |baseline| {
        hidden::check(shell, &baseline)
    });
    report.run()
}

/// Checks the rules in `deny.toml`. Unused entries are errors too.
fn check_rules(shell: &Shell, published: &[Package]) -> Result<String> {
    let stale = ["--deny=unmatched-skip", "--deny=unnecessary-skip", "--deny=license-not-encountered"];
    check_with_deny(shell, published, &[&stale[..], &["bans", "licenses", "sources"]].concat())?;
    Ok("according to deny.toml".to_owned())
}

fn check_advisories(shell: &Shell, published: &[Package]) -> Result<String> {
    check_with_deny(shell, published, &["advisories"])?;
    Ok("no dependency has one".to_owned())
}

/// Checks the copy for a release, which contains only what users build.
fn check_with_deny(shell: &Shell, published: &[Package], checks: &[&str]) -> Result<()> {
    let manifest = release::write_checked_copy(published)?.join("Cargo.toml");
    let deny = cmd!(shell, "cargo deny --manifest-path={manifest} --config=deny.toml --workspace check");
    command::run(&mut deny.args(checks).into())
}

/// Compares the libraries with a git revision. A change that breaks users requires a new version.
fn check_compatibility(shell: &Shell, published: &[Package], baseline: &str) -> Result<String> {
    let commit = format!("{baseline}^{{commit}}");
    let known = cmd!(shell, "git rev-parse --verify --quiet {commit}").ignore_stdout().quiet().run();
    ensure!(known.is_ok(), "--baseline: expected a git revision, found {baseline:?}");
    let existed = |package: &&Package| {
        let manifest = format!("{baseline}:crates/{}/Cargo.toml", package.name);
        cmd!(shell, "git cat-file -e {manifest}").ignore_stderr().quiet().run().is_ok()
    };
    let (old, new): (Vec<_>, Vec<_>) =
        published.iter().filter(|package| package.is_library).partition(existed);
    let (core, others): (Vec<_>, Vec<_>) = old.iter().copied().partition(|package| package.is_core());
    for (packages, features) in [(core, FEATURES), (others, &[])] {
        if !packages.is_empty() {
            let packages = selected(packages);
            let features = features.iter().map(|feature| format!("--features={feature}"));
            let semver = ["semver-checks", "--only-explicit-features", "--baseline-rev", baseline];
            command::run(&mut cmd!(shell, "cargo {semver...} {packages...} {features...}").into())?;
        }
    }
    let new: Vec<_> = new.iter().map(|package| &*package.name).collect();
    Ok(format!("{} libraries against {baseline}; not there yet: {}", old.len(), new.join(", ")))
}
