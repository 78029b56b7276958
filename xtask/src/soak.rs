//! The short form of `cargo xtask prove soak`, which a change must pass.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::program;
use crate::test::tools;

/// Runs the short form if `libfaketime` is installed.
pub(crate) fn check_where_possible() -> Result<()> {
    let quick = |()| program::run_unoptimised("soak", &["--quick".into()]);
    tools("soak --quick", libfaketime())?.map_or(Ok(()), quick)
}

fn libfaketime() -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "the soak needs Linux");
    let folders =
        [format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH), "/usr/lib64".into(), "/usr/lib".into()];
    ensure!(
        folders.iter().any(|folder| Path::new(folder).join("faketime/libfaketime.so.1").exists()),
        "libfaketime is not installed (Debian, Ubuntu, Fedora: the package `libfaketime`)"
    );
    Ok(())
}
