//! Where the seed of [`SystemRandom`](crate::SystemRandom) comes from.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use getrandom::Error;

/// Asks the operating system for random bytes.
///
/// # Errors
///
/// Returns an error if the system has none, or refuses them.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) fn seed() -> Result<[u8; 32], Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map(|()| seed)
}

/// There is no operating system to ask.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[derive(Debug, thiserror::Error)]
#[error("wasm32-unknown-unknown has no operating system: give the generator a random source of your own")]
pub(crate) struct Error;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) fn seed() -> Result<[u8; 32], Error> {
    Err(Error)
}
