//! The privileges that programs need, and what other roles in the same database can't do.

use idlease::registry::{Record, Replaced, Slots};
use idlease_postgres::PostgresRegistry;
use servers::postgresql::NEIGHBOUR;
use servers::{Database, Server};

use super::store::{grant, init, open, own, read, record, renewal, replace};

/// The privileges that the documentation lists.
const RIGHTS: [&str; 4] = [
    "USAGE ON SCHEMA idlease",
    "SELECT ON idlease.pool, idlease.slots",
    "UPDATE (epoch, owner, start_unix_ms, end_unix_ms, label) ON idlease.slots",
    "UPDATE (floor_unix_ms, start_floor_unix_ms, history, incarnation) ON idlease.pool",
];

/// Starts a server with two roles: `ids` for programs, and an unrelated role, `neighbour`. If `public_is_open`, every
/// role may create objects in `public`. This is the default up to PostgreSQL 14, and upgrades keep it. Otherwise, the
/// default of later versions applies.
fn with_neighbour(public_is_open: bool) -> Option<(Server, Database)> {
    let (server, database) = own()?;
    let right = if public_is_open {
        "GRANT CREATE ON SCHEMA public TO"
    } else {
        "REVOKE CREATE ON SCHEMA public FROM"
    };
    let roles = format!("CREATE ROLE ids LOGIN; CREATE ROLE neighbour LOGIN; {right} PUBLIC;");
    database.run(&roles).expect("it answers");
    Some((server, database))
}

/// Runs statements as the role `neighbour`.
fn as_neighbour(database: &Database, statements: &str) -> Result<String, String> {
    let run = database.run(&format!("SET SESSION AUTHORIZATION neighbour; {statements}"));
    run.map_err(|error| error.to_string())
}

/// Opens a registry as a role, with this search path in its sessions.
fn open_as(database: &Database, role: &str, search_path: &str) -> PostgresRegistry {
    let url = database.url().replace("postgres@", &format!("{role}@"));
    PostgresRegistry::from_url(&format!("{url}?options=-c%20search_path%3D{search_path}"))
        .expect("a valid URL")
}

/// This covers sessions of administrators and of programs, no matter which schema the role or the URL puts first.
#[test]
fn no_session_runs_the_code_of_a_neighbour() {
    let Some((_server, database)) = with_neighbour(true) else { return };
    as_neighbour(&database, NEIGHBOUR).expect("it may create");
    for (number, search_path) in ["public", "public,pg_catalog", ""].into_iter().enumerate() {
        let schema = format!("pool_{number}");
        let of_schema =
            |role| open_as(&database, role, search_path).with_schema(&schema).expect("a valid name");
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

/// Everything that it tries is an error from the server, no matter which default the `public` schema has.
#[test]
fn a_neighbour_is_refused() {
    for public_is_open in [true, false] {
        let Some((_server, database)) = with_neighbour(public_is_open) else { return };
        init(&mut open(&database));
        for right in RIGHTS {
            database.run(&format!("GRANT {right} TO ids;")).expect("it answers");
        }
        let mut registry = open_as(&database, "ids", "public");
        let granted = grant(&mut registry, 0, 1);
        let created = as_neighbour(&database, NEIGHBOUR);
        assert_eq!(created.is_ok(), public_is_open, "{created:?}");
        for attempt in [
            "SELECT * FROM idlease.slots",
            "UPDATE idlease.slots SET epoch = 0",
            "DELETE FROM idlease.pool",
            "TRUNCATE idlease.slots",
            "BEGIN; LOCK TABLE idlease.slots IN ACCESS SHARE MODE",
            "CREATE TABLE idlease.more ()",
            "CREATE TEMPORARY TABLE child (slot integer REFERENCES idlease.slots)",
            "CREATE TRIGGER theirs BEFORE UPDATE ON idlease.slots EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "DROP SCHEMA idlease CASCADE",
        ] {
            let error = as_neighbour(&database, &format!("{attempt};")).expect_err(attempt);
            let reasons = ["permission denied", "must be owner"];
            assert!(reasons.iter().any(|reason| error.contains(reason)), "{attempt}: {error}");
        }
        // Its session and its settings affect no other role.
        as_neighbour(
            &database,
            "ALTER ROLE neighbour SET search_path = pg_temp, public, pg_catalog;
            CREATE TEMPORARY TABLE slots (); CREATE TEMPORARY TABLE pg_database ();",
        )
        .expect("it may");
        let renewed = renewal(&mut registry, &granted);
        assert_eq!(replace(&mut registry, 0, &granted, &renewed), Replaced::Yes);
    }
}
