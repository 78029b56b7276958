//! The soak: see [`trials::soak`]. `cargo xtask prove soak` builds and runs it.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn main() -> anyhow::Result<()> {
    trials::soak::main()
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn main() -> anyhow::Result<()> {
    anyhow::bail!("the soak needs Linux on x86_64 or aarch64")
}
