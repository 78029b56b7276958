//! A parent and its child share no ID.

use conformance::processes::{
    an_own_generator_forks, forks_under_load_keep_what_is_configured, the_process_wide_generator_forks,
};
use scru160::{Config, Generator, Scru160};

#[test]
fn the_process_wide_generator_shares_no_id_with_a_child() {
    the_process_wide_generator_forks::<Scru160>(scru160::new_string);
}

/// The clock stands still, so only the fork can make the IDs differ.
#[test]
fn an_own_generator_shares_no_id_with_a_child() {
    let mut generator = Generator::new();
    an_own_generator_forks::<Scru160>(
        |now| generator.generate_at(now).expect("the tick has room").to_string(),
        1_700_000_000_000,
    );
}

#[test]
fn a_child_keeps_the_node_of_its_parent() {
    scru160::configure(Config::new().with_node_id(0xabcd, 16).expect("it fits"));
    forks_under_load_keep_what_is_configured(scru160::new_string, |text| {
        text.parse::<Scru160>().is_ok_and(|id| id.random16() == 0xabcd)
    });
}
