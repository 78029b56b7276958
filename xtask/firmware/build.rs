//! Copies the memory map of the image's core to where the linker looks for it.

use std::env;
use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let is_for_hal = env::var_os("CARGO_FEATURE_HAL").is_some();
    let map = if is_for_hal { "stm32f405.x" } else { "lm3s6965.x" };
    fs::copy(map, folder.join("memory.x"))?;
    println!("cargo::rustc-link-search={}", folder.display());
    println!("cargo::rerun-if-changed={map}");
    Ok(())
}
