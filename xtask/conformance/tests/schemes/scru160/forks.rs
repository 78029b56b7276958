//! A child has its parent's configuration.

use conformance::processes::forks_under_load_keep_what_is_configured;
use harness::scru160::{Config, Scru160};

#[test]
fn a_child_keeps_the_node_of_its_parent() {
    Scru160::configure(Config::new().with_node_id(0xabcd, 16).expect("it fits"));
    forks_under_load_keep_what_is_configured(
        || Scru160::new().to_string(),
        |text| text.parse::<Scru160>().is_ok_and(|id| id.random16() == 0xabcd),
    );
}
