//! The privileges that programs need, and a role that creates objects in the same database.

use idlease::registry::{Record, Replaced, Slots};
use idlease_postgres::PostgresRegistry;
use servers::postgresql::NEIGHBOUR;

use super::store::{grant, init, own, read, record, renewal, replace};

/// The privileges that the documentation lists.
const RIGHTS: [&str; 4] = [
    "USAGE ON SCHEMA idlease",
    "SELECT ON idlease.pool, idlease.slots",
    "UPDATE (epoch, owner, start_unix_ms, end_unix_ms, label) ON idlease.slots",
    "UPDATE (floor_unix_ms, start_floor_unix_ms, history, incarnation) ON idlease.pool",
];

/// The privileges suffice. This covers sessions of administrators and of programs, no matter which schema the role or the
/// URL puts first, and which other defaults the role has.
#[test]
fn no_session_runs_the_code_of_a_neighbour() {
    let Some((_server, database)) = own() else { return };
    // Up to PostgreSQL 14, every role may create objects in `public`, and upgrades keep it.
    let roles = "CREATE ROLE ids LOGIN; CREATE ROLE neighbour; GRANT CREATE ON SCHEMA public TO PUBLIC;";
    database
        .run(&format!("{roles} SET SESSION AUTHORIZATION neighbour; {NEIGHBOUR}"))
        .expect("it may create");
    for setting in [
        "default_transaction_isolation = 'serializable'",
        "default_transaction_read_only = on",
        "DateStyle = 'SQL, DMY'",
        "TimeZone = 'Asia/Kolkata'",
        "standard_conforming_strings = off",
        "extra_float_digits = -15",
    ] {
        database.run(&format!("ALTER ROLE ids SET {setting};")).expect("it answers");
    }
    for (number, search_path) in ["public", "public,pg_catalog", ""].into_iter().enumerate() {
        let schema = format!("pool_{number}");
        let of_schema = |role: &str| {
            let url = database.url().replace("postgres@", &format!("{role}@"));
            let url = format!("{url}?schema={schema}&options=-c%20search_path%3D{search_path}");
            PostgresRegistry::from_url(&url).expect("a valid URL")
        };
        let mut administrator = of_schema("postgres");
        init(&mut administrator);
        for right in RIGHTS {
            let right = right.replace("SCHEMA idlease", &format!("SCHEMA {schema}"));
            let right = right.replace("idlease.", &format!("{schema}."));
            database.run(&format!("GRANT {right} TO ids;")).expect("it answers");
        }
        let (mut one, mut other) = (of_schema("ids"), of_schema("ids"));
        let first = record(&mut one, 0);
        let granted = grant(&mut one, 0, 1);
        // The other program has read the record before this.
        let too_late = Record { end_unix_ms: granted.end_unix_ms + 1, ..granted };
        assert_eq!(replace(&mut other, 0, &first, &too_late), Replaced::No);
        let renewed = renewal(&mut one, &granted);
        assert_eq!(replace(&mut one, 0, &granted, &renewed), Replaced::Yes);
        assert_eq!(read(&mut administrator, Slots::All).record(0), Some(&renewed), "{search_path:?}");
    }
}
