//! The registry in a directory passes the contract.

use std::path::PathBuf;

use idlease::registry::FileRegistry;
use trials::contract::Store;
use trials::contract_tests;

/// A directory that is removed at the end. The registry is in a subdirectory, because `init` creates its directory.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn registry(&self) -> PathBuf {
        self.0.path().join("leases")
    }
}

impl Store for Folder {
    type Client = FileRegistry;

    fn connect(&self) -> FileRegistry {
        FileRegistry::new(self.registry())
    }
}

contract_tests!(Folder::new());
