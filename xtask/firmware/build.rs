//! Copies the memory map of the image's board to the directory that the linker searches.

use std::env;
use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let directory = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::copy("lm3s6965.x", directory.join("memory.x"))?;
    println!("cargo::rustc-link-search={}", directory.display());
    println!("cargo::rerun-if-changed=lm3s6965.x");
    Ok(())
}
