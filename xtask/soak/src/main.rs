//! `soak [--scheme NAME] [--ids N] [--seed N] [--seconds N] [--quick]`: many processes and threads make IDs under faults, and
//! a checker reads every ID. `cargo xtask prove soak` runs it.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn main() -> anyhow::Result<()> {
    linux::main()
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn main() -> anyhow::Result<()> {
    anyhow::bail!("the soak needs Linux on x86_64 or aarch64")
}
