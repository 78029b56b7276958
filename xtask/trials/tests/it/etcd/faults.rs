//! Keys that are missing or wrong.

use idlease::registry::{Record, Registry, Replaced, Slots, Start};
use trials::contract::{TIMEOUT, create_from, find};

use super::store::{Prefix, delete, get, grant, init, next, pool, put, read, record, replace};

#[test]
fn a_missing_key_is_left_out_and_never_created() {
    let Some(store) = Prefix::new() else { return };
    let mut registry = store.connect();
    init(&mut registry);
    let last = record(&mut registry, 2);
    delete(store.port(), &store.key("slots/00002"));
    let snapshot = read(&mut registry);
    assert_eq!(snapshot.records.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(replace(&mut registry, 2, &last, &next(&last)), Replaced::No);
    assert_eq!(get(store.port(), &store.key("slots/00002")), None);

    delete(store.port(), &store.key("floor"));
    let error = registry.read(Slots::All, TIMEOUT).expect_err("the floor is missing");
    assert!(error.to_string().contains("/floor"), "{error}");
    registry.replace(1, &last, &next(&last), TIMEOUT).expect_err("the floor is missing");

    delete(store.port(), &store.key("pool"));
    assert_eq!(find(&mut registry, Slots::All), None);
    assert_eq!(replace(&mut registry, 1, &last, &next(&last)), Replaced::No);
    // An operator's step, in the store that has lost its pool.
    create_from(&mut registry, &pool(), Start::new_registry(5_000));
    assert_eq!(record(&mut registry, 2), Record::initial(5_000));
}

/// The floor is compared in the same step as the record.
#[test]
fn a_change_between_read_and_replace_prevents_the_replacement() {
    let Some(store) = Prefix::new() else { return };
    let mut registry = store.connect();
    init(&mut registry);
    for key in ["floor", "cluster", "pool"] {
        let last = record(&mut registry, 0);
        let same = get(store.port(), &store.key(key)).expect("it exists");
        put(store.port(), &store.key(key), &same);
        let outcome = replace(&mut registry, 0, &last, &next(&last));
        assert_eq!(outcome, Replaced::No, "{key}");
        assert_eq!(record(&mut registry, 0), last);
        grant(&mut registry, 0);
    }
}

#[test]
fn a_value_that_is_not_understood_is_an_error_with_its_key() {
    let Some(store) = Prefix::new() else { return };
    let mut registry = store.connect();
    init(&mut registry);
    for (key, value) in [
        ("slots/00001", "1 - 5"),
        ("slots/1", "0 - 1000 1000"),
        ("floor", "-1"),
        ("raft-term", ""),
        ("cluster", "0x5"),
        ("pool", "8 0 257 1000"),
    ] {
        let before = get(store.port(), &store.key(key));
        put(store.port(), &store.key(key), value);
        let error = registry.read(Slots::All, TIMEOUT).expect_err("no such value");
        assert!(error.to_string().contains(&store.key(key)), "{error}");
        match before {
            Some(before) => put(store.port(), &store.key(key), &before),
            None => delete(store.port(), &store.key(key)),
        }
        read(&mut registry);
    }
}

#[test]
fn init_completes_an_interrupted_init() {
    let Some(store) = Prefix::new() else { return };
    put(store.port(), &store.key("init"), "00000000000000000000000000000001");
    put(store.port(), &store.key("slots/00001"), "0 - 500 500");
    put(store.port(), &store.key("slots/00250"), "0 - 500 500");
    let mut registry = store.connect();
    assert_eq!(find(&mut registry, Slots::All), None);
    init(&mut registry);
    let expected: Vec<_> = (0..4).map(|slot| (slot, Record::initial(1_000))).collect();
    assert_eq!(read(&mut registry).records, expected);
    assert_eq!(get(store.port(), &store.key("init")), None);
    assert_eq!(get(store.port(), &store.key("slots/00250")), None);
}
