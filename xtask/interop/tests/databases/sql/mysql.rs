//! The functions for MySQL, in MariaDB.

use servers::mariadb;

use super::functions::{
    Dialect, OUT_OF_RANGE, check_errors, check_invalid, check_prefixes, check_ranges, check_texts,
    check_valid,
};
use super::generate::GENERATED;
use super::{installed, sortid};
use crate::vectors::{Vectors, iso};

/// The last millisecond that a `DATETIME` can hold.
const LAST: u64 = 253_402_300_799_999;
/// The maximum number of characters in a message of MySQL. MariaDB allows more.
const MAX_MESSAGE: usize = 128;

const DIALECT: Dialect = Dialect {
    schema: "",
    id_type: |bytes| match bytes {
        8 => "bigint",
        16 => "binary(16)",
        _ => "binary(20)",
    },
    id: |hex| if hex.len() == 16 { format!("0x{hex}") } else { format!("x'{hex}'") },
    text: |hex| format!("CONVERT(x'{hex}' USING utf8mb4)"),
    same: |one, other| format!("({one} <=> {other})"),
    show_time: str::to_owned,
    time: |vectors| {
        let (unix_ms, time) = (vectors.name("unix_ms"), vectors.name("time"));
        format!("IF({unix_ms}(id) > {LAST}, NULL, {time}(id))")
    },
    expected_time: |unix_ms| {
        if unix_ms > LAST { "NULL".to_owned() } else { iso(unix_ms).replace('T', " ").replace('Z', "") }
    },
    values: ["1", "NULL"],
    from_typed: "from_text_with_prefix",
    make_refusal: |name, expression| {
        format!(
            "DELIMITER $$
            CREATE OR REPLACE FUNCTION {name}(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
            RETURNS TEXT CHARACTER SET utf8mb4 NO SQL
            BEGIN
                DECLARE message TEXT CHARACTER SET utf8mb4;
                DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN
                    GET DIAGNOSTICS CONDITION 1 message = MESSAGE_TEXT;
                    RETURN IF(CHAR_LENGTH(message) > {MAX_MESSAGE}, 'too long', message);
                END;
                RETURN CONCAT('accepted as ', HEX({expression}));
            END$$
            DELIMITER ;
            "
        )
    },
};

#[test]
fn follows_the_vectors() {
    let Some(database) = installed("mysql", mariadb::database("sql_vectors")) else { return };
    for vectors in Vectors::all() {
        check_valid(&database, &DIALECT, vectors);
        check_texts(&database, &DIALECT, vectors);
        check_invalid(&database, &DIALECT, vectors);
    }
}

/// Without strict mode, the server itself converts integers and times, with a warning. Everything else is still an
/// error.
#[test]
fn refuses_wrong_data_without_strict_mode() {
    let Some(database) = installed("mysql", mariadb::database("sql_not_strict")) else { return };
    let converted = "SET sql_mode = '';
        SELECT scru64_text('12abc'); SELECT @@warning_count;
        SELECT ulid_unix_ms(ulid_min_at('2023-11-14 22:13:20+02:00')); SELECT @@warning_count;";
    assert_eq!(database.run(converted).expect("rows"), "00000000000c\n1\n1700000000000\n1\n");
    for (expression, expected) in [
        ("scru64_text(-1)", "the SCRU64 ID is -1"),
        ("scru64_text(18446744073709551615)", "the SCRU64 ID is 9223372036854775807"),
        ("ulid_text(REPEAT('a', 300))", "expected a ULID of 16 bytes, found 255"),
        ("ulid_from_text('12abc')", "expected a ULID of 26 digits"),
        ("ulid_from_parts(0, REPEAT('0', 21))", "expected 20 hex digits"),
        ("ulid_min_at('yesterday')", "the time is 0000-00-00"),
    ] {
        let run = database.run(&format!("SET sql_mode = ''; SELECT {expression};"));
        let error = run.expect_err(expression).to_string();
        assert!(error.contains(expected), "{expression}: {error}");
    }
}

#[test]
fn refuses_wrong_data() {
    let Some(database) = installed("mysql", mariadb::database("sql_wrong")) else { return };
    let errors = [
        ("ulid_text('01ARZ3NDEKTSV4RRFFQ69G5FAV')", "expected a ULID of 16 bytes, found 26"),
        ("scru128_time('')", "expected a SCRU128 ID of 16 bytes, found 0"),
        ("scru160_hex(x'00')", "expected a SCRU160 ID of 20 bytes, found 1"),
        ("scru64_text(18446744073709551615)", "Out of range value for column"),
        (
            "ulid_time(REPEAT(x'ff', 16))",
            "the time is 281474976710655 ms after 1970, expected a year up to 9999",
        ),
        (
            "ulid_min_at('1969-12-31 23:59:59.999999')",
            "the time is 1969-12-31 23:59:59.999999, expected 1970",
        ),
        ("ulid_min_at('yesterday')", "Incorrect datetime value: 'yesterday'"),
        ("ulid_min_at('0000-00-00')", "0000-00-00"),
        ("scru64_max_at('9999-12-31')", "expected 1970-01-01 00:00:00.000 to 4261-02-27 06:08:59.135"),
        ("ulid_flake_min_at('2023-12-31 23:59:59.999')", "expected 2024-01-01 00:00:00.000 to 2302-09-27"),
        (
            "ulid_flake_max_at_with_epoch('2020-01-01', '2020-01-02')",
            "expected 2020-01-02 00:00:00.000 to 2298",
        ),
        (
            "ulid_flake_time_with_epoch(0, '1960-01-01')",
            "the time is 1960-01-01 00:00:00.000000, expected 1970",
        ),
        ("uuid7_time(x'919108f752d143209bacf847db4148a8')", "expected a version 7 UUID, found 919108F752D1"),
        (
            "uuid7_text(x'017f22e279b07cc3d8c4dc0c0c07398f')",
            "expected a UUID with variant 8, 9, A or B, found",
        ),
    ];
    check_errors(&database, &errors);
    check_errors(&database, &OUT_OF_RANGE);
    check_prefixes(&database, &DIALECT);
    let rows = database.run(
        "SET div_precision_increment = 0;
        SELECT ulid_time(ulid_max_at('9999-12-31 23:59:59.999999')), scru128_text(REPEAT(x'ff', 16)),
            ulid_flake_time_with_epoch(ulid_flake_min_at_with_epoch('2020-01-02 03:04:05.6789', '2020-01-01'), '2020-01-01'),
            ulid_flake_min_at(NULL), ulid_flake_time_with_epoch(5, NULL), ulid_from_text(NULL), ulid_from_parts(1, NULL);",
    );
    let expected = "9999-12-31 23:59:59.999\tf5lxx1zz5pnorynqglhzmsp33\t2020-01-02 03:04:05.678\tNULL\tNULL\tNULL\tNULL\n";
    assert_eq!(rows.expect("a row"), expected);
}

/// Each kind of column has an index, which finds IDs by bounds and strings.
#[test]
fn finds_ids_by_an_index() {
    let Some(database) = installed("mysql", mariadb::database("sql_index")) else { return };
    database
        .run(
            "CREATE TABLE ids (u BINARY(16), b BINARY(20), n BIGINT, rest VARCHAR(200) DEFAULT REPEAT('x', 200),
                KEY u (u), KEY b (b), KEY n (n));
            INSERT INTO ids (u, b, n)
            WITH RECURSIVE times(ms) AS (
                SELECT 1700000000000 UNION ALL SELECT ms + 10000 FROM times WHERE ms < 1700008640000
            )
            SELECT ulid_from_parts(ms, REPEAT('7', 20)), scru160_from_parts(ms, 0, 0, REPEAT('7', 20)),
                scru64_from_parts(ms DIV 256, 7)
            FROM times;
            ANALYZE TABLE ids;",
        )
        .expect("a table");
    check_ranges(&database, "", |plan, column| plan.contains(&format!("\trange\t{column}\t{column}\t")));
    let by_text = "EXPLAIN SELECT * FROM ids WHERE u = ulid_from_text_with_prefix('ord_01HF7YAT00EXVEXVEXVEXVEXVQ', 'ord');";
    let plan = database.run(by_text).expect("a plan");
    assert!(plan.contains("\tref\tu\tu\t"), "{plan}");
}

/// A stored function keeps the mode and the character set of the session that creates it. The SQL sets its own mode, and
/// restores the session's mode at the end. Each of the server's modes is a bit of a number. A client without a locale
/// connects with latin1.
#[test]
fn can_be_installed_and_called_in_any_mode() {
    let Some(server) = mariadb::start_with(&[]) else { return };
    let database = mariadb::database_of(&server, "mysql");
    let few = Vectors::all().iter().map(|vectors| {
        let valid = vectors.valid.iter().step_by(20).cloned().collect();
        Vectors { scheme: vectors.scheme, valid, invalid: vec![], valid_typed: vec![], invalid_typed: vec![] }
    });
    let few: Vec<_> = few.collect();
    let functions = sortid(&["mysql"]);
    let mut modes = 0;
    // The first is the empty mode.
    while database.run(&format!("SET GLOBAL sql_mode = {};", (1_u64 << modes) >> 1)).is_ok() {
        let install =
            format!("SET NAMES latin1; SET @before = @@sql_mode; {functions} SELECT @@sql_mode = @before;");
        assert_eq!(database.run(&install).expect("functions"), "1\n", "mode {modes}");
        for vectors in &few {
            check_valid(&database, &DIALECT, vectors);
        }
        for name in GENERATED {
            let past = format!("{name}_generate_at('2020-01-02')");
            let calls = format!("SELECT {name}_generate() < {name}_generate(), {past} < {name}_generate();");
            assert_eq!(database.run(&calls).expect("a row"), "1\t1\n", "{name}, mode {modes}");
        }
        modes += 1;
    }
    assert!(modes > 30, "{modes}");
}

/// Installing the functions again replaces them.
#[test]
fn can_be_updated() {
    let Some(database) = mariadb::database("sql_updated") else { return };
    for arguments in [&["mysql"] as &[_], &["mysql"], &["mysql", "--scheme=ulid"]] {
        database.run(&sortid(arguments)).expect("functions");
    }
}
