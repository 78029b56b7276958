//! The functions for PostgreSQL.

use std::process::Command;

use servers::postgresql;

use super::functions::{
    Dialect, OUT_OF_RANGE, check_errors, check_invalid, check_prefixes, check_ranges, check_texts,
    check_valid,
};
use super::generate::GENERATED;
use super::{installed, sortid};
use crate::vectors::{Vectors, iso};

const DIALECT: Dialect = Dialect {
    schema: "public.",
    id_type: |bytes| match bytes {
        8 => "bigint",
        16 => "uuid",
        _ => "bytea",
    },
    id: |hex| match hex.len() {
        16 => format!("x'{hex}'::bigint"),
        32 => format!("'{hex}'::uuid"),
        _ => format!("decode('{hex}', 'hex')"),
    },
    text: |hex| format!("decode('{hex}', 'hex')"),
    same: |one, other| format!("{one} IS NOT DISTINCT FROM {other}"),
    show_time: |time| format!(r#"to_char({time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#),
    time: |vectors| format!("public.{}(id)", vectors.name("time")),
    expected_time: |unix_ms| iso(unix_ms).trim_start_matches('+').to_owned(),
    values: ["t", ""],
    from_typed: "from_text",
    make_refusal: |name, expression| {
        format!(
            "CREATE OR REPLACE FUNCTION {name}(input_bytes bytea, prefix_bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
            DECLARE
                input text;
                prefix text;
            BEGIN
                input := convert_from(input_bytes, 'UTF8');
                prefix := convert_from(prefix_bytes, 'UTF8');
                RETURN 'accepted as ' || {expression};
            EXCEPTION WHEN OTHERS THEN
                RETURN replace(SQLERRM, chr(10), '');
            END $$;"
        )
    },
};

/// Follows the vectors with the search path of `pg_dump` and `VACUUM`, which has no schemas. Neither the settings of the
/// database change what the SQL creates or returns, nor what another role has created in the functions' schema, nor which
/// schema a session searches first.
#[test]
fn follows_the_vectors_whatever_surrounds_them() {
    let Some(database) = postgresql::database("sql_vectors") else { return };
    database.run("CREATE ROLE neighbour; GRANT CREATE ON SCHEMA public TO PUBLIC;").expect("a role");
    let neighbour = format!("SET SESSION AUTHORIZATION neighbour;\n{}", postgresql::NEIGHBOUR);
    database.run(&neighbour).expect("functions of the neighbour");
    for setting in [
        "bytea_output = escape",
        "datestyle = 'German, DMY'",
        "extra_float_digits = -15",
        "intervalstyle = sql_standard",
        "plpgsql.variable_conflict = use_column",
        "standard_conforming_strings = off",
        "timezone = 'America/New_York'",
        "transform_null_equals = on",
    ] {
        database.run(&format!("ALTER DATABASE sql_vectors SET {setting};")).expect("a setting");
    }
    database.run(&sortid(&["postgresql"])).expect("functions");
    database.run("ALTER DATABASE sql_vectors SET search_path = '';").expect("a setting");
    check_prefixes(&database, &DIALECT);
    for vectors in Vectors::all() {
        check_valid(&database, &DIALECT, vectors);
        check_texts(&database, &DIALECT, vectors);
        check_invalid(&database, &DIALECT, vectors);
        let calls = calls_without_operators(vectors);
        let expected = database.run(&calls).expect("a row");
        for search_path in ["public", "public, pg_catalog", "pg_temp, public, pg_catalog"] {
            let found = database.run(&format!("SET search_path = {search_path};\n{calls}"));
            assert_eq!(found.expect("a row"), expected, "{}, {search_path}", vectors.scheme.name);
        }
    }
}

/// Returns a query with every function of a scheme. Nothing else in it has a name that is looked up in the search path.
fn calls_without_operators(vectors: &Vectors) -> String {
    let case = vectors.valid.last().expect("a case");
    let id = match case.bytes.len() {
        16 => format!("x'{}'::bigint", case.bytes),
        32 => format!("'{}'", case.bytes),
        _ => format!("E'\\\\x{}'", case.bytes),
    };
    let call = |name: &str, argument: &str| format!("public.{}({argument})", vectors.name(name));
    let parts: Vec<_> = vectors.parts().map(|field| call(field, &id)).collect();
    let mut columns: Vec<_> = vectors.fields().map(|field| call(field, &id)).collect();
    columns.extend(["text", "hex", "unix_ms", "time"].map(|name| call(name, &id)));
    columns.extend(["min_at", "max_at"].map(|name| call(name, "'2040-01-02 03:04:05.678Z'")));
    columns.extend([call("from_text", &format!("'{}'", case.text)), call("from_parts", &parts.join(", "))]);
    if GENERATED.contains(&vectors.scheme.name) {
        // They differ in each call, but are never NULL.
        let generated = [call("generate", ""), call("generate_at", "'2040-01-02 03:04:05.678Z'")];
        columns.extend(generated.map(|id| format!("{id} IS NOT NULL")));
    }
    let text = if vectors.scheme.name == "uuid7" { "suffix" } else { "text" };
    let typed = format!("public.sortid_with_prefix('a', {})", call(text, &id));
    columns.extend([call("from_text", &format!("{typed}, 'a'")), typed]);
    format!("SELECT {};", columns.join(", "))
}

/// Restoring a dump creates functions, indexes, constraints and generated columns without a search path.
#[test]
fn a_dump_can_be_restored() {
    let Some(database) = postgresql::database("sql_dumped") else { return };
    let restored = postgresql::database("sql_restored").expect("the same server");
    let functions = format!("CREATE SCHEMA ids; SET search_path = ids;\n{}", sortid(&["postgresql"]));
    database.run(&functions).expect("functions in a schema");
    database
        .run(
            "CREATE TABLE orders (
                id uuid PRIMARY KEY CHECK (id = ids.uuid7_checked(id)),
                text text GENERATED ALWAYS AS (ids.sortid_with_prefix('ord', ids.uuid7_suffix(id))) STORED,
                old numeric GENERATED ALWAYS AS (ids.scru64_from_text(ids.sortid_with_prefix('a', ids.scru64_text(7)), 'a')) STORED
            );
            CREATE INDEX ON orders (ids.uuid7_time(id));
            CREATE TABLE events (id bytea PRIMARY KEY DEFAULT ids.scru160_generate(), key uuid DEFAULT ids.uuid7_generate());
            INSERT INTO events DEFAULT VALUES;
            INSERT INTO orders VALUES (ids.uuid7_from_parts(1700000000000, 7, '0123456789abcdef'));",
        )
        .expect("a table");
    let dump = Command::new("pg_dump").args(["-d", database.url()]).output().expect("pg_dump");
    assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
    restored.run(&String::from_utf8(dump.stdout).expect("SQL in UTF-8")).expect("the dump is complete");
    let rows = "INSERT INTO orders VALUES (ids.uuid7_min_at('2040-01-02Z'));
        SELECT * FROM orders ORDER BY ids.uuid7_time(id);";
    assert_eq!(restored.run(rows).expect("rows"), database.run(rows).expect("rows"));
    let more = "INSERT INTO events SELECT FROM generate_series(1, 3);
        SELECT count(ids.scru160_text(id)), count(ids.uuid7_text(key)) FROM events;";
    assert_eq!(restored.run(more).expect("a row"), "4\t4\n");
    let wrong = restored.run("INSERT INTO orders VALUES (gen_random_uuid());").expect_err("version 4");
    assert!(wrong.to_string().contains("expected a version 7 UUID"), "{wrong}");
}

#[test]
fn refuses_wrong_data() {
    let Some(database) = postgresql::database("sql_wrong") else { return };
    database.run("ALTER DATABASE sql_wrong SET timezone = 'UTC';").expect("a setting");
    database.run(&sortid(&["postgresql"])).expect("functions");
    check_errors(&database, &OUT_OF_RANGE);
    check_errors(
        &database,
        &[
            (r"scru160_text('\x00')", "expected a SCRU160 ID of 20 bytes, found 1"),
            (r"scru160_time('\x')", "expected a SCRU160 ID of 20 bytes, found 0"),
            (
                "ulid_min_at('1969-12-31 23:59:59.999999Z')",
                "the time is 1969-12-31 23:59:59.999999+00, expected 1970",
            ),
            ("ulid_max_at('10889-08-02 05:31:50.656Z')", "to 10889-08-02 05:31:50.655+00"),
            (
                "scru64_max_at('infinity')",
                "the time is infinity, expected 1970-01-01 00:00:00+00 to 4261-02-27",
            ),
            (
                "ulid_flake_min_at('2023-12-31 23:59:59.999Z')",
                "expected 2024-01-01 00:00:00+00 to 2302-09-27",
            ),
            ("ulid_flake_max_at('2020-01-01Z', '2020-01-02Z')", "expected 2020-01-02 00:00:00+00 to 2298"),
            ("ulid_flake_time(0, '1960-01-01Z')", "the time is 1960-01-01 00:00:00+00, expected 1970"),
            (
                "uuid7_time('919108f7-52d1-4320-9bac-f847db4148a8')",
                "expected a version 7 UUID, found 919108f7-52d1-4320-9bac-f847db4148a8 with the digit 4 at byte 14",
            ),
            ("uuid7_text('017f22e2-79b0-7cc3-d8c4-dc0c0c07398f')", "with the digit d at byte 19"),
        ],
    );
    let rows = database.run(
        "SELECT ulid_time(ulid_max_at('10889-08-02 05:31:50.655999Z')),
            ulid_flake_time(ulid_flake_min_at('2020-01-02 03:04:05.6789Z', '2020-01-01Z'), '2020-01-01Z'),
            ulid_flake_min_at(NULL), ulid_flake_time(5, NULL), ulid_from_text(NULL), ulid_from_parts(1, NULL);",
    );
    assert_eq!(rows.expect("a row"), "10889-08-02 05:31:50.655+00\t2020-01-02 03:04:05.678+00\t\t\t\t\n");
}

/// In Turkish, `i` is not the lowercase form of `I`.
#[test]
fn reads_texts_in_a_turkish_database() {
    let Some(database) = postgresql::database("sql_turkish") else { return };
    let create =
        "CREATE DATABASE turkish TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr';\n\\c turkish\n";
    let read = "SELECT scru128_from_text('0372hg16csmsm50l8dikcvukc') = scru128_from_text('0372HG16CSMSM50L8DIKCVUKC');";
    assert_eq!(database.run(&[create, &sortid(&["postgresql"]), read].concat()).expect("a row"), "t\n");
}

/// Each kind of column has an index, which finds IDs by bounds and strings. The functions themselves work in an index.
#[test]
fn finds_ids_by_an_index() {
    let Some(database) = installed("postgresql", postgresql::database("sql_index")) else { return };
    database
        .run(
            "CREATE TABLE ids (u uuid, b bytea, n bigint);
            INSERT INTO ids SELECT ulid_from_parts(ms, repeat('7', 20)), scru160_from_parts(ms, 0, 0, repeat('7', 20)),
                scru64_from_parts(ms / 256, 7)
            FROM generate_series(1700000000000, 1700086400000, 10000) AS ms;
            CREATE INDEX ON ids (u);
            CREATE INDEX ON ids (b);
            CREATE INDEX ON ids (n);
            CREATE INDEX ON ids (ulid_time(u));
            ANALYZE ids;",
        )
        .expect("a table");
    // Both bounds are in the index condition, not in a filter after it.
    check_ranges(&database, "Z", |plan, column| {
        plan.contains(&format!("ids_{column}_idx")) && plan.contains("Index Cond") && !plan.contains("Filter")
    });
    let by_function = "SELECT * FROM ids WHERE ulid_time(u) = '2023-11-14 23:00:00Z'";
    let by_text = "SELECT * FROM ids WHERE u = ulid_from_text('ord_01HF7YAT31EXVEXVEXVEXVEXVE', 'ord')";
    let by_column = "SELECT * FROM ids i JOIN (VALUES (now())) t(now) ON u > ulid_max_at(now)";
    for (query, index) in
        [(by_function, "ids_ulid_time_idx"), (by_text, "ids_u_idx"), (by_column, "ids_u_idx")]
    {
        let plan = database.run(&format!("EXPLAIN {query};")).expect("a plan");
        assert!(plan.contains(index), "{plan}");
    }
}

/// Installing the functions again replaces them, even if other objects depend on them.
#[test]
fn can_be_updated() {
    let Some(database) = postgresql::database("sql_updated") else { return };
    let all = sortid(&["postgresql"]);
    database.run(&all).expect("functions");
    database.run("CREATE VIEW strings AS SELECT ulid_text(gen_random_uuid());").expect("a view");
    database.run(&all).expect("the same functions again");
    let others = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND (provolatile <> 'i' OR proparallel <> 's' OR NOT proisstrict) AND proname !~ '_generate(_at)?$' ORDER BY 1;";
    assert_eq!(
        database.run(others).expect("rows"),
        "sortid_clock\nsortid_number\n",
        "all others are immutable, parallel safe and strict"
    );
    let declared = "SELECT proname, provolatile, proparallel, proisstrict FROM pg_proc WHERE proname ~ '^ulid_generate' ORDER BY 1;";
    assert_eq!(database.run(declared).expect("rows"), "ulid_generate\tv\tu\tf\nulid_generate_at\tv\ts\tt\n");
}
