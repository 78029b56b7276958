//! The trial of each engine and its workers, see [`trials::trial`]. `cargo xtask prove leases` builds and runs this
//! program.

#[cfg(unix)]
fn main() -> anyhow::Result<()> {
    trials::trial::main()
}

#[cfg(not(unix))]
fn main() -> anyhow::Result<()> {
    anyhow::bail!("only Unix can freeze processes")
}
