//! URLs, privileges, and programs with their own runtime or with children.

use std::error::Error;

use idlease::error::{LeaseError, RegistryErrorKind};
use idlease::registry::{Record, Registry, Replaced, Slots, Start};
use idlease_postgres::PostgresRegistry;
use idlease_postgres::tokio_postgres::{Config, NoTls};
use trials::contract::TIMEOUT;
use trials::in_child::in_child;

use super::store::{database, grant, init, own, pool, record, renewal, replace, shared};

#[test]
fn a_wrong_url_is_an_error_without_its_password() {
    for (url, reason) in [
        ("mysql://user:secret@host/database", "postgresql://"),
        ("postgresql://user:secret@/database", "host"),
        ("postgresql://user:se?cret@host/database", "%3F"),
        ("postgresql://user:se@cret@host/database", "%40"),
        ("postgresql://user:secret@host:port/database", ":5432"),
        ("postgresql://user:password@host/database?secret=1", "parameters"),
        ("postgresql://user:password@host/database?schema=secret?", "schema"),
        ("postgresql://user=me password=secret host=db", "host"),
        ("postgresql:user:secret@host", "postgresql://"),
        ("postgresql://user:password@host/database#secret", "fragment"),
    ] {
        let error = PostgresRegistry::from_url(url).expect_err(url);
        let messages = format!("{error} {error:?}");
        assert!(messages.contains(reason), "{url}: {messages}");
        assert!(!messages.contains("secret") && !messages.contains("cret@"), "{messages}");
    }
    for schema in ["", "a-b", "A", "1a", "pg_a", "a\"b", &"a".repeat(64)] {
        let error = PostgresRegistry::from_url(&format!("postgresql://host/database?schema={schema}"));
        assert!(error.is_err_and(|error| error.to_string().contains("expected a schema")), "{schema}");
    }
}

#[test]
fn the_endpoint_of_a_url_has_no_password() {
    for (url, expected) in [
        ("postgresql://user:secret@host/database", r#"{ endpoint: "host:5432", schema: "idlease", .. }"#),
        ("postgres://user:secret@a:1,b:2/database?schema=x", r#"{ endpoint: "a:1,b:2", schema: "x", .. }"#),
        (
            "postgresql://u:se%3Fcret@h/d?schema=x&sslmode=disable",
            r#"{ endpoint: "h:5432", schema: "x", .. }"#,
        ),
    ] {
        let registry = PostgresRegistry::from_url(url).expect(url);
        assert_eq!(format!("{registry:?}"), format!("PostgresRegistry {expected}"));
    }
}

/// The server's own messages contain the user, the database and the option.
#[test]
fn a_login_that_is_refused_repeats_no_part_of_the_url() {
    let Some(database) = database() else { return };
    let (server, _) = database.url().rsplit_once('/').expect("a URL");
    for (url, reason) in [
        (server.replace("postgres@", "secret@") + "/leases", "may not connect from here"),
        (format!("{server}/secret"), "no such database"),
        (format!("{server}/leases?options=secret"), "SQLSTATE"),
        (format!("{server}/leases?options=-c%20secret%3D1"), "SQLSTATE"),
    ] {
        let error = PostgresRegistry::from_url(&url).expect(&url).read(Slots::All, TIMEOUT).expect_err(&url);
        let cause = error.source().expect("a cause").to_string();
        assert!(cause.contains(reason) && cause.contains("SQLSTATE"), "{url}: {cause}");
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
        assert_eq!(error.kind(), RegistryErrorKind::Refused, "{error:?}");
    }
}

/// A number that is too large for the store is an error, and nothing is written.
#[test]
fn a_number_beyond_bigint_is_an_error() {
    let Some(connect) = shared() else { return };
    let mut registry = connect();
    assert!(registry.init(&pool(), Start::new_registry(u64::MAX), TIMEOUT).is_err());
    init(&mut registry);
    let initial = Record::initial(1_000);
    for new in [
        Record { epoch: u64::MAX, ..initial },
        Record { end_unix_ms: 1 << 63, ..initial },
        Record { start_unix_ms: 1 << 63, end_unix_ms: 1 << 63, ..initial },
    ] {
        let error = registry.replace(0, &initial, &new, TIMEOUT).expect_err("no room");
        assert!(error.to_string().ends_with("expected at most 9223372036854775807"), "{error}");
    }
    assert_eq!(record(&mut registry, 0), initial);
}

/// An operator may create tables in a schema, but may not create a schema.
#[test]
fn init_uses_an_existing_schema() {
    let Some((_server, database)) = own() else { return };
    database.run("CREATE ROLE ids LOGIN; CREATE SCHEMA idlease AUTHORIZATION ids;").expect("it answers");
    let url = database.url().replace("postgres@", "ids@");
    let mut registry = PostgresRegistry::from_url(&url).expect("a valid URL");
    init(&mut registry);
    let mut other =
        PostgresRegistry::from_url(&url).and_then(|other| other.with_schema("other")).expect("a name");
    let error = other.init(&pool(), Start::new_registry(0), TIMEOUT).expect_err("it may not create a schema");
    assert!(error.to_string().ends_with("failed to create the pool"), "{error}");
}

/// The connect function is called when a connection is needed, and its errors are returned by the call.
#[test]
fn a_connect_function_is_called_for_each_connection() {
    let Some(database) = database() else { return };
    let config: Config = database.url().parse().expect("a valid URL");
    let mut calls = 0;
    let mut registry = PostgresRegistry::new("the server", move || {
        calls += 1;
        let config = config.clone();
        async move {
            if calls == 1 {
                return Err("not yet".into());
            }
            Ok::<_, Box<dyn Error + Send + Sync>>(config.connect(NoTls).await?)
        }
    })
    .with_schema("function")
    .expect("a valid name");
    let error = registry.read(Slots::All, TIMEOUT).expect_err("not yet");
    assert_eq!(error.to_string(), "can't connect to the server");
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("not yet"));
    init(&mut registry);
    grant(&mut registry, 0, 1);
}

/// Calls and drops don't panic in the program's own runtime.
#[test]
fn a_program_with_a_runtime_can_call_it() {
    let Some(connect) = shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut registry = connect();
        init(&mut registry);
        let first = grant(&mut registry, 0, 1);
        let second = renewal(&mut registry, &first);
        assert_eq!(replace(&mut registry, 0, &first, &second), Replaced::Yes);
        drop(registry);
        let kept = idlease::scru64(connect()).leased().expect("a free slot");
        // On a busy machine, the database can answer too late.
        let released = kept.release();
        assert!(matches!(released, Ok(()) | Err(LeaseError::Registry { .. })), "{released:?}");
    });
}

/// A child that calls or drops its copy does not disturb the parent's connection.
#[test]
fn a_forked_child_does_not_disturb_its_parent() {
    let Some(connect) = shared() else { return };
    let mut registry = connect();
    init(&mut registry);
    let mut last = grant(&mut registry, 0, 1);
    for drops in [true, false] {
        // Only the child takes it, so nothing is dropped in the parent.
        let mut held = Some(registry);
        let found = in_child(|| {
            let mut registry = held.take().expect("it was not taken");
            let found = if drops { None } else { registry.read(Slots::One(0), TIMEOUT).ok().flatten() };
            vec![format!("{:?}", found.and_then(|snapshot| snapshot.record(0).copied()))]
        });
        assert_eq!(found, [format!("{:?}", (!drops).then_some(last))]);
        registry = held.expect("only the child took it");
        let new = renewal(&mut registry, &last);
        assert_eq!(replace(&mut registry, 0, &last, &new), Replaced::Yes);
        last = new;
    }
}
