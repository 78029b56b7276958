//! Tests of the integrations with serialisers, time, schemas, and libraries for tests and logs, for every ID type.

mod vectors;

/// Runs generic functions for each ID type, as tests of their own.
macro_rules! test_every_id {
    ($($test:ident),+ $(,)?) => {
        $(mod $test {
            crate::test_every_id!(@ $test
                scru160: scru160::Scru160,
                scru128: scru128::Scru128,
                scru64: scru64::Scru64,
                ulid: ulid::Ulid,
                ulid_flake: ulid_flake::UlidFlake,
                ulid_flake_scalable: ulid_flake::ScalableUlidFlake,
            );
        })+
    };
    (@ $test:ident $($name:ident: $id:ty,)+) => {
        $(#[test]
        fn $name() {
            super::$test::<$id>();
        })+
    };
}
use test_every_id;

mod binary;
mod formats;
mod forms;
mod layouts;
mod logs;
mod random;
mod schemas;
mod times;
