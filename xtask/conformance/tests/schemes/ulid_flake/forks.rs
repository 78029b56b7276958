//! A child has its parent's scalability and generates no ID until it gets a new one.

use conformance::processes::in_child;
use harness::scheme::SchemeUnderTest;
use harness::schemes::ScalableUlidFlake as Scheme;
use harness::ulid_flake::ScalableUlidFlake;
use harness::ulid_flake::error::GenerateError;

/// One test, because it configures the process-wide generator, with the configuration that the tests of all schemes use.
#[test]
fn a_child_makes_no_id_until_it_has_a_scalability_of_its_own() {
    let (config, of_child) = (Scheme::config(42), Scheme::config(43));
    ScalableUlidFlake::configure(config);
    let before = ScalableUlidFlake::new();
    let said = in_child(|| {
        let refused = [ScalableUlidFlake::try_new(), ScalableUlidFlake::try_new()]
            .map(|result| matches!(result, Err(GenerateError::Forked)).to_string());
        ScalableUlidFlake::configure(of_child);
        refused.into_iter().chain([ScalableUlidFlake::new().to_string()]).collect()
    });
    assert_eq!(said[..2], ["true", "true"]);
    assert_eq!(said[2].parse().map(ScalableUlidFlake::scalability), Ok(of_child.scalability()));
    let after = ScalableUlidFlake::new();
    assert!(after > before && after.scalability() == config.scalability(), "the parent continues");
}
