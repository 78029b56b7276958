//! A parent and its child make different IDs, as far as 20 and 15 random bits allow.

use conformance::processes::{an_own_generator_forks, forks_under_load_keep_what_is_configured, in_child};
use idcore::{Id, Milliseconds, Scheme, SystemClock, SystemRandom};
use ulid_flake::{Config, Generator, ScalableGenerator, ScalableUlidFlake, UlidFlake};

#[test]
fn the_process_wide_generators_work_in_a_child() {
    let _ = (ulid_flake::new(), ulid_flake::scalable::new());
    let texts = in_child(|| vec![ulid_flake::new_string(), ulid_flake::scalable::new_string()]);
    assert!(texts[0].parse::<UlidFlake>().is_ok() && texts[1].parse::<ScalableUlidFlake>().is_ok());
}

/// The clock stands still, so only the fork can make the IDs differ: the child's are one millisecond later.
fn shares_no_id_with_a_child<S: Scheme<Id: Id, Unit = Milliseconds>>(
    mut generator: idcore::Generator<S, SystemClock, SystemRandom>,
    saved: S::Id,
    unix_ms: u64,
) {
    generator.resume_after(saved).expect("it could be generated");
    let mut made = 0;
    let make = |now| {
        made += 1;
        // The child starts at random, possibly near the end. It then continues with the next millisecond.
        let id = generator.generate_at(now).or_else(|_| generator.generate_at(now + 1 + made));
        id.expect("the tick has room").to_string()
    };
    an_own_generator_forks::<S::Id>(make, unix_ms);
}

#[test]
fn an_own_generator_shares_no_id_with_a_child() {
    // From a start in the middle, 100 steps never exhaust a millisecond.
    let saved = UlidFlake::from_parts(50_000_000_000, 1 << 19).expect("they are in range");
    shares_no_id_with_a_child(Generator::new(), saved, saved.unix_ms());
}

#[test]
fn an_own_scalable_generator_shares_no_id_with_a_child() {
    let saved = ScalableUlidFlake::from_parts(50_000_000_000, 1, 0).expect("they are in range");
    shares_no_id_with_a_child(ScalableGenerator::new(), saved, saved.unix_ms());
}

#[test]
fn a_child_keeps_the_scalability_of_its_parent() {
    ulid_flake::scalable::configure(Config::scalable(9).expect("in range"));
    forks_under_load_keep_what_is_configured(ulid_flake::scalable::new_string, |text| {
        text.parse::<ScalableUlidFlake>().is_ok_and(|id| id.scalability() == 9)
    });
}
