//! The process-wide generators while their epoch changes. This is a separate program because other tests rely on the
//! generators' order.

#![cfg(feature = "std")]

use harness::ulid_flake::{Config, ScalableUlidFlake, UlidFlake};

/// IDs of one epoch stay in order, no matter which other epochs were used in between.
#[test]
fn a_change_of_epoch_and_back_repeats_no_id() {
    let other = Config::new().with_epoch_unix_ms(0).unwrap();
    let mut last = None;
    let mut next = || {
        let id = UlidFlake::new();
        assert!(last < Some(id), "{id:?} is not above {last:?}");
        last = Some(id);
    };
    for _ in 0..500 {
        UlidFlake::configure(other);
        (0..41).for_each(|_| next());
        UlidFlake::configure(Config::new());
        let _ = UlidFlake::new();
        UlidFlake::configure(other);
        next();
    }
}

/// The same is true for an epoch in the future, with which generating an ID is an error.
#[test]
fn a_future_epoch_forgets_nothing() {
    let other = Config::scalable(1).unwrap().with_epoch_unix_ms(0).unwrap();
    let future = other.with_epoch_unix_ms(4_000_000_000_000).unwrap();
    let mut last = None;
    for _ in 0..500 {
        ScalableUlidFlake::configure(other);
        for _ in 0..20 {
            let id = ScalableUlidFlake::new();
            assert!(last < Some(id), "{id:?} is not above {last:?}");
            last = Some(id);
        }
        ScalableUlidFlake::configure(future);
        assert!(ScalableUlidFlake::try_new().is_err());
    }
}
