//! Forks while threads make SCRU64 IDs of the node in the environment. Fails if a child makes an ID of that node, too.

#[cfg(all(unix, feature = "std"))]
fn main() {
    let new =
        || harness::scru64::Scru64::try_new().map_or_else(|error| error.to_string(), |id| id.to_string());
    assert_eq!(new().len(), 12, "the first ID is the parent's: {}", new());
    conformance::processes::forks_under_load(new, |said| said.contains("forked"));
}

#[cfg(not(all(unix, feature = "std")))]
fn main() {}
