//! A parent and its child share no ID.

use conformance::processes::{an_own_generator_forks, the_process_wide_generator_forks};
use ulid::{Generator, Ulid};

#[test]
fn the_process_wide_generator_shares_no_id_with_a_child() {
    the_process_wide_generator_forks::<Ulid>(ulid::new_string);
}

/// The clock stands still, so only the fork can make the IDs differ.
#[test]
fn an_own_generator_shares_no_id_with_a_child() {
    let mut generator = Generator::new();
    an_own_generator_forks::<Ulid>(
        |now| generator.generate_at(now).expect("the tick has room").to_string(),
        1_700_000_000_000,
    );
}
