//! The functions for PostgreSQL.

use std::collections::BTreeSet;
use std::fs;

use servers::postgresql;

use super::{
    GENERATED, Player, check_kept, check_next, check_sessions, check_traces, installed, kept_table, sortid,
};

const PLAYER: Player = Player {
    table: "CREATE TEMPORARY TABLE steps (n int PRIMARY KEY, start text, unix_ms bigint, random uuid, found text);",
    play: "DO $$
        DECLARE
            state text;
            number bigint;
            step record;
        BEGIN
            FOR step IN SELECT * FROM steps ORDER BY n LOOP
                IF step.start IS NOT NULL THEN
                    state := step.start;
                    number := 0;
                END IF;
                BEGIN
                    state := {step}(state, step.unix_ms, step.random, number + 1);
                    step.found := state;
                    number := number + 1;
                EXCEPTION
                    WHEN datetime_field_overflow THEN step.found := 'out_of_range';
                    WHEN program_limit_exceeded THEN step.found := 'overflow';
                END;
                UPDATE steps SET found = step.found WHERE n = step.n;
            END LOOP;
        END $$;
        SELECT found FROM steps ORDER BY n;",
};

#[test]
fn follows_the_traces() {
    let Some(database) = installed("postgresql", postgresql::database("generate_traces")) else { return };
    check_traces(&database, &PLAYER);
}

/// Returns the type of a column for IDs of a scheme.
fn id_type(name: &str) -> &'static str {
    if name == "scru160" { "bytea" } else { "uuid" }
}

/// Another session replaces the functions at the same time.
#[test]
fn eight_sessions_repeat_no_id_and_keep_their_order() {
    let Some(database) = postgresql::database("generate_sessions") else { return };
    let functions = sortid(&["postgresql"]);
    database.run(&functions).expect("functions");
    for name in GENERATED {
        let columns =
            format!("id {} PRIMARY KEY DEFAULT {name}_generate(), session int, n int", id_type(name));
        database.run(&format!("CREATE UNLOGGED TABLE {name}_ids ({columns});")).expect("a table");
    }
    check_sessions(&database, "generate_series(1, 62500) AS n", || {
        for _ in 0..5 {
            database.run(&functions).expect("the same functions again");
        }
    });
}

/// A client keeps its ID for the next attempt. Meanwhile, the session generates other IDs. The kept ID and the later ID
/// have no order if the rollback restored a state of an earlier millisecond.
#[test]
fn a_client_keeps_an_id_after_a_rollback() {
    let Some(database) = installed("postgresql", postgresql::database("generate_retry")) else { return };
    for name in GENERATED {
        let attempt = |n| {
            let [begin, end] =
                if n % 2 == 0 { ["", "ROLLBACK;"] } else { ["SAVEPOINT s;", "ROLLBACK TO s; COMMIT;"] };
            format!(
                "BEGIN; {begin} SELECT {name}_generate() AS kept \\gset\n{end}
                INSERT INTO {name}_kept VALUES ({n}, :'kept', {name}_generate());\n"
            )
        };
        let attempts = (0..500).map(attempt).collect::<String>();
        database.run(&[kept_table(name, id_type(name)), attempts].concat()).expect("rows");
        let order = format!(
            "kept > previous AND later > previous
                AND (later > kept OR {name}_unix_ms(later) > {name}_unix_ms(previous))"
        );
        check_kept(&database, name, &order);
    }
}

/// A generator continues if the numbers of the sequence are smaller than before.
#[test]
fn a_sequence_that_ends_stops_no_generator() {
    let Some(database) = installed("postgresql", postgresql::database("generate_restarted")) else { return };
    for name in GENERATED {
        let restart = "ALTER SEQUENCE sortid_numbers RESTART WITH 9223372036854775807;";
        let ids = database.run(&format!("{restart} SELECT {name}_generate() FROM generate_series(1, 3000);"));
        let ids = ids.expect("IDs");
        let ids: Vec<_> = ids.lines().collect();
        assert!(ids.len() == 3000 && ids.is_sorted_by(|one, next| one < next), "{name}");
    }
}

/// A pooler passes a session to several clients, with or without `DISCARD ALL` in between.
#[test]
fn a_session_has_one_order_for_all_its_clients() {
    let Some(database) = installed("postgresql", postgresql::database("generate_pooled")) else { return };
    database.run("CREATE ROLE clerk; REVOKE ALL ON DATABASE generate_pooled FROM PUBLIC;").expect("a role");
    for name in GENERATED {
        let rows = database.run(&format!(
            "PREPARE next AS SELECT {name}_generate();
            EXECUTE next; EXECUTE next;
            SET SESSION AUTHORIZATION clerk;
            EXECUTE next; SELECT {name}_generate();
            BEGIN READ ONLY; EXECUTE next; COMMIT;
            RESET SESSION AUTHORIZATION;
            EXECUTE next;"
        ));
        let rows = rows.expect("IDs");
        let ids: Vec<_> = rows.lines().collect();
        assert!(ids.len() == 6 && ids.is_sorted_by(|one, next| one < next), "{name}: {ids:?}");
        let started_over = database.run(&format!(
            "SELECT {name}_generate() \\g /dev/null\nSELECT current_setting('sortid.{name}', true) <> ''; DISCARD ALL;
            SELECT coalesce(current_setting('sortid.{name}', true), '') = ''; SELECT {name}_generate() IS NOT NULL;"
        ));
        assert_eq!(started_over.expect("rows"), "t\nt\nt\n", "{name}");
    }
}

/// A standby is read-only and can't take numbers from the sequence. Its sessions generate IDs in order, and a rollback makes them
/// repeat none.
#[test]
fn a_standby_generates_ids() {
    let Some(mut server) = postgresql::start() else { return };
    let database = postgresql::database_of(&server, "postgres");
    database.run(&sortid(&["postgresql"])).expect("functions");
    server.stop().expect("a server that stops");
    fs::write(server.directory().join("data/standby.signal"), "").expect("a file");
    server.restart().expect("a standby");
    let error = database.run("CREATE TABLE t (n int);").expect_err("a standby").to_string();
    assert!(error.contains("read-only transaction"), "{error}");
    for name in GENERATED {
        let generate = format!("SELECT {name}_generate();");
        let ids = database.run(&format!("{generate} BEGIN; {generate} ROLLBACK; ").repeat(500)).expect("IDs");
        let committed: Vec<_> = ids.lines().step_by(2).collect();
        assert!(committed.is_sorted_by(|one, next| one < next), "{name}: {committed:?}");
        assert_eq!(ids.lines().collect::<BTreeSet<_>>().len(), 1000, "{name}");
    }
}

/// A client can set the state to any string. The next call returns an ID of the scheme close to the clock, or an error.
#[test]
fn no_state_gives_a_wrong_id() {
    let Some(database) = installed("postgresql", postgresql::database("generate_wrong")) else { return };
    let largest = "f".repeat(60);
    let now = "extract(epoch FROM clock_timestamp()) * 1000";
    for name in GENERATED {
        let check =
            format!("SELECT {name}_unix_ms({name}_generate()) BETWEEN floor(:now) AND {now} + 10001;");
        let ahead = |milliseconds: &str| {
            format!("lpad(to_hex(sortid_clock() + {milliseconds}), 12, '0') || '{largest}'")
        };
        let states = [&largest, "0", "1", "7F", "0000000000010000000000000000000000000000"]
            .map(|state| format!("'{state}'"));
        // The last three exhaust a millisecond. ULID stays in it until the clock leaves it.
        let states = [states.as_slice(), &[ahead("0"), ahead("9000"), ahead("11000")]].concat();
        for state in states {
            let sql = format!(
                "SELECT {now} AS now \\gset\nSELECT set_config('sortid.{name}', {state}, false) \\g /dev/null\n{check}"
            );
            check_next(&database, name, &sql, "t\n");
        }
        for state in ["wrong", "0g", "é"] {
            let generate = format!("SET sortid.{name} = '{state}'; SELECT {name}_generate();");
            let error = database.run(&generate).expect_err(state).to_string();
            assert!(error.contains("is not a valid hexadecimal digit"), "{name}, {state}: {error}");
        }
        let at = |time: &str| database.run(&format!("SELECT {name}_unix_ms({name}_generate_at({time}));"));
        let (first, last) = if name.starts_with("scru") { (1, 654) } else { (0, 655) };
        for (time, unix_ms) in [
            ("'2020-01-02 03:04:05.6789Z'", "1577934245678"),
            (&format!("'1970-01-01 00:00:00.00{first}Z'"), &first.to_string()),
            (&format!("'10889-08-02 05:31:50.{last}Z'"), &format!("281474976710{last}")),
            ("NULL", ""),
        ] {
            assert_eq!(at(time).expect("a row").trim_end(), unix_ms, "{name}, {time}");
        }
        for time in ["'10889-08-02 05:31:50.656Z'", "'1969-12-31 23:59:59.999Z'", "'infinity'"] {
            let error = at(time).expect_err(time).to_string();
            assert!(error.contains("the time is "), "{name}, {time}: {error}");
        }
    }
}

/// The inserting role may not create anything, and the functions are in a different schema than the table.
#[test]
fn is_the_default_of_a_column() {
    let Some(database) = postgresql::database("generate_default") else { return };
    let functions = sortid(&["postgresql"]);
    database.run(&format!("CREATE SCHEMA ids; SET search_path = ids;\n{functions}")).expect("functions");
    database
        .run(
            "CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT ids.scru128_generate(), cents int NOT NULL);
            CREATE ROLE cashier;
            REVOKE ALL ON DATABASE generate_default FROM PUBLIC;
            GRANT USAGE ON SCHEMA ids TO cashier;
            GRANT INSERT, SELECT ON orders TO cashier;
            ALTER DATABASE generate_default SET role = cashier;",
        )
        .expect("a table");
    let plan = database.run("EXPLAIN VERBOSE INSERT INTO orders (cents) VALUES (1);").expect("a plan");
    assert!(plan.contains("set_config('sortid.scru128'"), "the function is inlined: {plan}");
    let typed = database.run(
        "INSERT INTO orders (cents) VALUES (1), (2) RETURNING ids.sortid_with_prefix('ord', ids.scru128_text(id));
        COPY orders (cents) FROM stdin;\n3\n4\n\\.\n",
    );
    assert!(typed.expect("IDs").lines().all(|id| id.len() == 29 && id.starts_with("ord_")));
}
