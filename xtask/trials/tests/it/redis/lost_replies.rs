//! Replies that are lost or late.

use idlease::{Registry, Slots};
use servers::proxy::{Proxy, Verdict, after, losing_the_reply_to};
use trials::deadline::{SHORT, until_arrival};

use super::{TIMEOUT, acquire, grant, initialised, read, record, registry};

/// Text that only the script of `replace` has.
const REPLACE: &str = "1 if the record was replaced";

/// The late reply has the record of another slot.
#[test]
fn a_late_reply_is_never_taken_for_the_next_one() {
    let Some(server) = servers::redis::start() else { return };
    let mut direct = initialised(&server);
    let granted = [acquire(&mut direct, 0), acquire(&mut direct, 1)];
    let proxy = Proxy::start(server.port()).expect("a port");
    let mut registry = registry(proxy.port());
    assert_eq!(record(&mut registry, 0), granted[0]);
    proxy.treat(after(0, Verdict::Pass, Verdict::Hold));
    registry.read(Slots::One(0), SHORT).expect_err("the reply is late");
    proxy.pass();
    for slot in [1, 1, 0] {
        assert_eq!(record(&mut registry, slot), granted[slot as usize]);
    }
}

#[test]
fn a_lost_reply_is_an_error_and_the_record_is_written() {
    let Some(server) = servers::redis::start() else { return };
    let mut direct = initialised(&server);
    let proxy = Proxy::start(server.port()).expect("a port");
    let mut registry = registry(proxy.port());
    let snapshot = read(&mut registry, Slots::One(0));
    let last = *snapshot.record(0).expect("a record");
    let new = grant(&last, snapshot.server_unix_ms.expect("a clock"));
    proxy.treat(losing_the_reply_to(REPLACE));
    let has_arrived = || record(&mut super::registry(server.port()), 0) == new;
    until_arrival(&proxy, has_arrived, || registry.replace(0, &last, &new, TIMEOUT)).expect_err("no reply");
    proxy.pass();
    assert_eq!(record(&mut direct, 0), new);
    assert_eq!(record(&mut registry, 0), new);
}

/// The keeper finds the grant whose reply was lost, instead of acquiring another one.
#[test]
fn a_keeper_adopts_the_grant_whose_reply_was_lost() {
    let Some(server) = servers::redis::start() else { return };
    let mut direct = initialised(&server);
    let proxy = Proxy::start(server.port()).expect("a port");
    let (mut ids, mut keeper) = idlease::scru64(registry(proxy.port())).driven();
    proxy.treat(losing_the_reply_to(REPLACE));
    keeper.tick();
    assert!(keeper.status().last_error.is_some() && keeper.status().grant.is_none());
    proxy.pass();
    keeper.tick();
    let found = keeper.status().grant.expect("a lease");
    assert!(ids.generate().is_ok());
    let records = read(&mut direct, Slots::All).records;
    let granted: Vec<_> = records.iter().filter(|(_, record)| record.epoch > 0).collect();
    assert!(
        matches!(granted[..], [(slot, record)] if (*slot, record.epoch) == (found.slot, 1)),
        "{granted:?}"
    );
}
