//! Lost data.

use idlease::registry::{Record, Registry, Replaced, Slots};
use trials::contract::TIMEOUT;

use super::store::{grant, init, read, record, replace, with_pool};

/// Lost data are reported as missing, and nothing is read or written. Only an operator can create them again.
#[test]
fn lost_data_is_missing() {
    let Some((_server, database, mut registry)) = with_pool() else { return };
    let last = grant(&mut registry, 0, 1);
    database.run("DELETE FROM idlease.slots WHERE slot = 0;").expect("it answers");
    assert_eq!(replace(&mut registry, 0, &last, &last), Replaced::No);
    assert_eq!(read(&mut registry, Slots::One(0)).records, []);
    assert_eq!(read(&mut registry, Slots::All).records, [(1, Record::initial(1_000))]);
    let rest = Record::initial(1_000);
    for lost in ["DELETE FROM idlease.pool", "DROP TABLE idlease.slots", "DROP SCHEMA idlease CASCADE"] {
        database.run(&format!("{lost};")).expect("it answers");
        for slots in [Slots::All, Slots::One(1)] {
            assert_eq!(registry.read(slots, TIMEOUT).expect("it answers"), None, "{lost}");
        }
        assert_eq!(replace(&mut registry, 1, &rest, &rest), Replaced::No, "{lost}");
    }
    init(&mut registry);
    assert_eq!(read(&mut registry, Slots::All).records.len(), 2);
}

/// If the pool's row was lost, `init` creates it again. The remaining records keep their ends.
#[test]
fn init_after_a_loss_forgets_no_grant() {
    let Some((_server, database, mut registry)) = with_pool() else { return };
    let last = grant(&mut registry, 0, 1);
    database.run("DELETE FROM idlease.pool; DELETE FROM idlease.slots WHERE slot = 1;").expect("it answers");
    init(&mut registry);
    assert_eq!(record(&mut registry, 0), Record::initial(last.end_unix_ms));
    assert_eq!(record(&mut registry, 1), Record::initial(1_000));
}
