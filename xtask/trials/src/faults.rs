//! Checks with lost replies, and with processes that are killed and frozen. Every registry on a server must pass them.

use idlease::Keeper;
use idlease::error::LeaseError;
use idlease::registry::{Pool, Record, Replaced, Slots};
use idlease::target::NoGenerator;
use servers::proxy::Proxy;

use crate::contract::{grant, read, replace};
use crate::deadline::until_arrival;
use crate::engine::Engine;
use crate::fleet::Fleet;
use crate::restarts::{self, tick_until};
use crate::trial::{self, OnServer};

/// Checks that the keeper reads the grant back and does not acquire another slot. It also adopts a renewal.
pub fn a_keeper_adopts_the_grant_whose_reply_was_lost(engine: &Engine) {
    let pool = restarts::pool();
    let Some((server, mut direct)) = engine.with_pool(&pool) else { return };
    let proxy = Proxy::start(server.port()).expect("a port");
    let (mut ids, mut keeper) = idlease::scru64(engine.client(proxy.port())).caller_driven();
    let mut end_unix_ms = 0;
    for round in 0..2 {
        proxy.lose_replies_to(engine.replacement);
        let has_arrived = || {
            let snapshot = read(&mut engine.client(server.port()), Slots::All);
            snapshot.records.iter().any(|(_, record)| record.end_unix_ms > end_unix_ms.max(1_000))
        };
        until_arrival(&proxy, has_arrived, || {
            // On a busy machine, the preceding read can time out.
            tick_until(&mut keeper, |error| {
                matches!(error, Some(LeaseError::Registry { operation: "replace", .. }))
            });
        });
        assert_eq!(ids.generate().is_ok(), round > 0, "only a known grant generates IDs");
        proxy.pass();
        tick_until(&mut keeper, |error| error.is_none());
        let status = keeper.status();
        assert!(status.last_error.is_none() && ids.generate().is_ok(), "{status:?}");
        let found = status.grant.expect("a lease");
        assert!(found.end_unix_ms > end_unix_ms);
        end_unix_ms = found.end_unix_ms;
        let records = read(&mut direct, Slots::All).records;
        let granted: Vec<_> = records.iter().filter(|(_, record)| record.epoch > 0).collect();
        assert!(
            matches!(granted[..], [(slot, record)] if (*slot, record.epoch) == (found.slot, 1)),
            "{granted:?}"
        );
    }
}

/// Checks [`no_duplicates`] with a server.
pub fn killed_and_frozen_processes_make_no_duplicates(engine: &Engine) {
    let Some(server) = (engine.start)() else { return };
    no_duplicates(Some((server, &engine.url)), engine.workers);
}

/// Checks [`one_writer_at_a_time`] with a server.
pub fn a_record_survives_killed_and_frozen_writers(engine: &Engine) {
    let Some((server, _)) = engine.with_pool(&trial::pool()) else { return };
    one_writer_at_a_time(engine.workers, &(engine.url)(server.port()));
}

/// Checks a pool of 65 536 slots, the largest possible. An attempt to acquire one of them reads only some records.
pub fn the_largest_pool_fits(engine: &Engine) {
    let Some((server, mut registry)) = engine.with_pool(&Pool::new(16).expect("a pool")) else { return };
    let snapshot = read(&mut registry, Slots::All);
    assert!(snapshot.records.iter().map(|(slot, _)| *slot).eq(0..65_536));
    let last = Record::initial(1_000);
    assert_eq!(snapshot.record(65_535), Some(&last));
    assert_eq!(replace(&mut registry, 65_535, &last, &grant(&last, 1)), Replaced::Yes);

    let proxy = Proxy::start(server.port()).expect("a port");
    let mut keeper = Keeper::new(engine.client(proxy.port()), NoGenerator::default());
    let mut before = 0;
    tick_until(&mut keeper, |error| {
        if error.is_some() {
            // On a busy machine, an attempt can time out. Only the bytes of the successful one count.
            before = proxy.bytes();
        }
        error.is_none()
    });
    let bytes = proxy.bytes() - before;
    assert!(bytes < 1 << 20, "{bytes} bytes, and the records have 2 MB");
}

/// Runs one round of the [`trial`].
pub fn no_duplicates(server: Option<OnServer<'_>>, workers: &str) {
    let (outcome, gaps) = trial::run(server, workers.as_ref(), 1).expect("both slots are in use");
    println!("{outcome:?}, {gaps:?}");
    assert!(outcome.duplicates == 0 && outcome.values > 300, "{outcome:?}");
}

/// Checks that no replacement is reported twice, and that a killed or frozen worker stops no other. Workers replace the
/// same record as fast as they can and are killed at any moment.
pub fn one_writer_at_a_time(workers: &str, address: &str) {
    let mut fleet = Fleet::start(workers.as_ref(), address, ["count"; 3]).expect("workers count");
    for round in 0..15 {
        fleet.wait_for(5).expect("workers count");
        fleet.kill(round % 3).expect("it runs");
    }
    fleet.freeze(0).expect("it runs");
    fleet.freeze(1).expect("it runs");
    fleet.wait_for(20).expect("the third one counts");
    for number in [0, 1] {
        fleet.thaw(number).expect("it is frozen");
    }
    fleet.wait_for(20).expect("workers count");
    let outcome = fleet.finish();
    println!("{outcome:?}");
    assert_eq!(outcome.duplicates, 0);
}
