//! The registries that a worker can open by name.

use anyhow::{Result, bail};
use idlease::{FileRegistry, Registry};

/// Opens a registry by its address, such as `file:/var/lib/leases`.
///
/// # Errors
///
/// Returns an error if there is no such kind of registry.
pub fn open(address: &str) -> Result<Box<dyn Registry + Send>> {
    match address.split_once(':') {
        Some(("file", folder)) => Ok(Box::new(FileRegistry::new(folder))),
        _ => bail!("{address:?} is no registry: expected file:FOLDER"),
    }
}
