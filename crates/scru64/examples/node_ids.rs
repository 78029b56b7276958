//! Gives generators node IDs, so that no two of them generate the same ID: `cargo run -p scru64 --example node_ids`.

use std::error::Error;

use scru64::clock::SystemClock;
use scru64::random::SystemRandom;
use scru64::{Config, Generator, NodeSpec, Scru64};

fn main() -> Result<(), Box<dyn Error>> {
    // Node 42, with 8-bit node IDs: at most 256 generators. Instead of this call, you can set SCRU64_NODE_SPEC=42/8.
    Scru64::configure("42/8".parse()?);
    let id = Scru64::new(); // increasing across all threads
    println!("{id} is {} in a BIGINT column", id.to_i64());
    assert_eq!(Scru64::try_from(id.to_i64())?, id);

    // The node ID takes the upper 8 of the 24 bits after the time.
    assert_eq!(id.node_ctr() >> 16, 42);

    // A separate generator needs its own node ID.
    let node_spec = NodeSpec::with_node_id(43, 8)?;
    let mut generator = Generator::with_config(Config::new(node_spec), SystemClock, SystemRandom::new());
    assert_eq!(generator.generate()?.node_ctr() >> 16, 43);

    // Every node ID must fit in its size. For processes that come and go, lease node IDs with the `idlease` crate.
    assert!("256/8".parse::<NodeSpec>().is_err());
    Ok(())
}
