//! Compiles the tables of `docs/migrate.md` with each version of each crate that they name, and tests what the page says
//! about strings that both sides parse.

#[cfg(test)]
mod behaviour;
#[cfg(test)]
mod tables;

/// Its examples.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/migrate.md")]
struct Page;
