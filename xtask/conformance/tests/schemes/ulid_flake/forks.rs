//! A child has its parent's configuration.

use conformance::processes::forks_under_load_keep_what_is_configured;
use harness::ulid_flake;
use harness::ulid_flake::{Config, ScalableUlidFlake};

#[test]
fn a_child_keeps_the_scalability_of_its_parent() {
    ulid_flake::scalable::configure(Config::scalable(9).expect("in range"));
    forks_under_load_keep_what_is_configured(ulid_flake::scalable::new_string, |text| {
        text.parse::<ScalableUlidFlake>().is_ok_and(|id| id.scalability() == 9)
    });
}
