//! What the models of leases share: incorrect designs that they must find, and the rules of a registry on a server.
//!
//! `tests/leases` runs the shipped lease client with clocks, crashes and requests in every order, using [stateright].
//! `tests/fleets` runs the shipped keeper and generator in fleets, in virtual time.
//!
//! [stateright]: https://docs.rs/stateright

mod injected;
mod server;

pub use injected::Bug;
pub use server::Server;
