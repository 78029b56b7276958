//! The tests of each scheme, and those of several.

mod constants;
#[cfg(all(unix, feature = "std"))]
mod fork_draws;
#[cfg(all(unix, feature = "std"))]
mod fork_while_locked;
mod limits;
mod scru128;
mod scru160;
mod scru64;
mod sources;
mod ulid;
mod ulid_flake;

/// The macro `conformance::every_scheme!` implements it.
trait EveryScheme: harness::scheme::SchemeUnderTest {}

/// A scheme without these tests does not compile here.
#[test]
fn every_scheme_has_tests() {
    fn name<S: EveryScheme>() -> &'static str {
        S::NAME
    }
    let names = harness::with_each_scheme!(S => name::<S>());
    assert_eq!(names, oracle::schemes::SCHEMES.map(|scheme| scheme.name));
}
