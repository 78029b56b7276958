//! Forks while threads generate SCRU64 IDs with the node from the environment. Fails if a child also generates an ID
//! with that node.

#[cfg(all(unix, feature = "std"))]
fn main() {
    let new =
        || harness::scru64::Scru64::try_new().map_or_else(|error| error.to_string(), |id| id.to_string());
    assert_eq!(new().len(), 12, "the first ID is the parent's: {}", new());
    conformance::processes::forks_under_load(new, |said| said.contains("forked"));
}

#[cfg(not(all(unix, feature = "std")))]
fn main() {}
