//! The registry in a directory passes the contract.

use idlease::registry::FileRegistry;
use trials::contract_tests;

contract_tests!({
    let parent = tempfile::tempdir().expect("a directory");
    // In a subdirectory, because `init` creates its directory.
    Some(move || FileRegistry::new(parent.path().join("leases")))
});
