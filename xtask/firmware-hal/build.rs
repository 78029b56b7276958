//! Copies the memory map to where the linker looks for it.

use std::env;
use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::copy("memory.x", folder.join("memory.x"))?;
    println!("cargo::rustc-link-search={}", folder.display());
    println!("cargo::rerun-if-changed=memory.x");
    Ok(())
}
