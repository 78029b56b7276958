//! The queries and the view for SQLite.

use std::collections::HashMap;
use std::io::Write;
use std::process::{Command, Stdio};

use oracle::format::{ValidCase, bytes};
use rusqlite::types::{Null, Value};
use rusqlite::{Connection, Error, ToSql};

use super::sortid;
use crate::vectors::{Vectors, assert_names_fault, iso, show};

/// The queries of a scheme.
struct Queries {
    connection: Connection,
    by_name: HashMap<String, String>,
}

impl Queries {
    fn new(vectors: &Vectors) -> Self {
        let sql = sortid(&["sqlite", "--scheme", vectors.scheme.name]);
        let named = sql.split("\n\n").filter_map(|block| {
            let (name, rest) = block.strip_prefix("-- ")?.split_once('\n')?;
            let query = &rest[rest.find("SELECT")?..];
            Some((name.to_owned(), query.trim_end().trim_end_matches(';').to_owned()))
        });
        let by_name: HashMap<_, _> = named.collect();
        // Text, instant (2), ID of a text, bounds (2), fields.
        assert!(by_name.len() >= 6 + vectors.fields().count(), "{:?}", by_name.keys());
        Self { connection: Connection::open_in_memory().expect("memory"), by_name }
    }

    /// Runs a query with its one parameter.
    fn run(&self, name: &str, value: impl ToSql) -> Result<Value, Error> {
        let parameter = match name {
            _ if name.ends_with("_from_text") => ":text",
            _ if name.ends_with("_min_at") || name.ends_with("_max_at") => ":time",
            _ => ":id",
        };
        let mut query = self.connection.prepare(&self.by_name[name])?;
        query.query_row(&[(parameter, &value as &dyn ToSql)], |row| row.get(0))
    }
}

/// An ID as SQLite stores it.
fn id(hex: &str) -> Value {
    match hex.len() {
        16 => Value::Integer(i64::from_str_radix(hex, 16).expect("63 bits")),
        _ => Value::Blob(bytes(hex)),
    }
}

/// What queries of an ID return, as texts.
fn expected(vectors: &Vectors, case: &ValidCase) -> Vec<(&'static str, String)> {
    let common =
        [("text", case.text.clone()), ("unix_ms", case.unix_ms.to_string()), ("time", iso(case.unix_ms))];
    let fields = vectors.fields().map(|field| (field, show(&case.fields[field])));
    common.into_iter().chain(fields).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(integer) => integer.to_string(),
        _ => panic!("{value:?}"),
    }
}

#[test]
fn queries_follow_the_vectors() {
    for vectors in Vectors::all() {
        let queries = Queries::new(vectors);
        let run = |suffix: &str, value: Value| queries.run(&vectors.name(suffix), value).expect(suffix);
        for case in &vectors.file.valid {
            for (name, value) in expected(vectors, case) {
                assert_eq!(text(&run(name, id(&case.bytes))), value, "{name} of {case:?}");
            }
            let time = Value::Integer(i64::try_from(case.unix_ms).expect("48 bits"));
            let [low, high] = vectors.bounds(case).map(|bound| id(&bound));
            assert_eq!([run("min_at", time.clone()), run("max_at", time)], [low, high]);
        }
        for (word, bytes) in vectors.texts() {
            assert_eq!(run("from_text", word.to_owned().into()), id(bytes), "{word}");
        }
        for case in &vectors.file.invalid {
            let error = queries.run(&vectors.name("from_text"), &case.text).expect_err("no ID");
            assert_names_fault(case, &error.to_string());
        }
        for name in queries.by_name.keys() {
            assert_eq!(queries.run(name, Null), Ok(Value::Null), "{name}");
        }
    }
}

#[test]
fn queries_refuse_wrong_data() {
    let all = Vectors::all();
    let check = |scheme: &str, name: &str, value: Value, expected: &str| {
        let vectors = all.iter().find(|vectors| vectors.scheme.name == scheme).expect("a scheme");
        let error = Queries::new(vectors).run(&vectors.name(name), value).expect_err(name);
        assert!(error.to_string().contains(expected), "{error}");
    };
    let text = |text: &str| Value::Text(text.to_owned());
    let (blob, integer) = (Value::Blob, Value::Integer);
    let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    check("ulid", "text", text(ulid), "of 16 bytes, found ''01ARZ3NDEKTSV4RRFFQ69G5FAV''");
    check("scru128", "entropy", blob(vec![0; 15]), "expected a SCRU128 ID of 16 bytes, found X''0000");
    check("scru160", "time", integer(7), "expected a SCRU160 ID of 20 bytes, found 7");
    check("scru64", "text", integer(-1), "the SCRU64 ID is -1, expected 0 to 4738381338321616895");
    check("scru64", "time", integer(4_738_381_338_321_616_896), "expected 0 to 4738381338321616895");
    check("ulid-flake", "text", text("5"), "the Ulid-Flake is ''5'', expected 0 to 9223372036854775807");
    check("ulid", "from_text", blob(vec![48; 26]), "in either case, found blob");
    let expected = "the time is ''yesterday'', expected 0 to 281474976710655 ms";
    check("ulid", "min_at", text("yesterday"), expected);
    check("ulid", "min_at", text("1969-12-31 23:59:59.999"), "expected 0 to 281474976710655 ms after 1970");
    check("scru160", "max_at", integer(1 << 48), "the time is 281474976710656, expected 0 to");
    check("scru128", "max_at", Value::Real(0.5), "the time is 0.5, expected 0 to");
    check("scru64", "max_at", integer(72_301_961_339_136), "expected 0 to 72301961339135 ms");
    let expected = "expected 1704067200000 to 10500160222207 ms after 1970";
    check("ulid-flake", "min_at", text("2023-12-31"), expected);
}

#[test]
fn bounds_take_what_sqlite_reads_as_a_time() {
    let all = Vectors::all();
    let vectors = all.iter().find(|vectors| vectors.scheme.name == "scru64").expect("SCRU64");
    let queries = Queries::new(vectors);
    for (time, unix_ms) in [
        ("2023-11-14", 1_699_920_000_000),
        ("2023-11-14 22:13", 1_699_999_980_000),
        ("2023-11-14T22:13:20.128Z", 1_700_000_000_128),
        ("2023-11-14T23:13:20.256+01:00", 1_700_000_000_256),
        ("9999-12-31", 0),
    ] {
        let bound = queries.run("scru64_min_at", time);
        match unix_ms {
            0 => assert!(bound.is_err(), "{time}"),
            _ => assert_eq!(bound, Ok(Value::Integer((unix_ms / 256) << 24)), "{time}"),
        }
    }
    assert!(queries.run("scru64_max_at", "now").is_ok());
}

/// A table of all valid cases, and its view.
fn statements(vectors: &Vectors) -> String {
    let ids = vectors.file.valid.iter().map(|case| match case.bytes.len() {
        16 => format!("(0x{})", case.bytes),
        _ => format!("(x'{}')", case.bytes),
    });
    let ids: Vec<_> = ids.collect();
    let table =
        format!("CREATE TABLE ids (k, rest); INSERT INTO ids (k) VALUES (NULL), {};\n", ids.join(", "));
    let arguments = ["sqlite", "--scheme", vectors.scheme.name, "--table=ids", "--column=k"];
    let view = sortid(&arguments);
    // Once more on top of what is there, then away, then back.
    let removal = sortid(&[&arguments as &[_], &["--remove"]].concat());
    [table.as_str(), &view, &view, &removal, &view].concat()
}

#[test]
fn a_view_follows_the_vectors() {
    for vectors in Vectors::all() {
        let connection = Connection::open_in_memory().expect("memory");
        connection.execute_batch(&statements(vectors)).expect("a view");
        let mut query = connection.prepare("SELECT * FROM ids_k").expect("a query");
        let names: Vec<_> = query.column_names().into_iter().map(str::to_owned).collect();
        let mut rows = query.query([]).expect("rows");
        let nothing = rows.next().expect("a row").expect("of NULL");
        assert!((0..names.len()).all(|column| nothing.get_unwrap::<_, Value>(column) == Value::Null));
        for case in &vectors.file.valid {
            let row = rows.next().expect("a row").expect("an ID");
            for (name, value) in expected(vectors, case) {
                let found: Value = row.get(format!("k_{name}").as_str()).expect(name);
                assert_eq!(text(&found), value, "{name} of {case:?}");
            }
            assert_eq!(row.get("k"), Ok(id(&case.bytes)));
        }
        assert!(rows.next().expect("the end").is_none());
    }
}

/// Distributions have older versions in their shells.
#[test]
fn a_view_follows_the_vectors_in_the_shell() {
    for vectors in Vectors::all() {
        let shell = Command::new("sqlite3")
            .args(["-bail", "-batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut shell) = shell else { return servers::skip("SQLite's shell", "sqlite3") };
        let columns: Vec<_> = expected(vectors, &vectors.file.valid[0])
            .into_iter()
            .map(|(name, _)| format!("k_{name}"))
            .collect();
        let query = format!("SELECT {} FROM ids_k WHERE k IS NOT NULL;", columns.join(", "));
        let mut stdin = shell.stdin.take().expect("a pipe");
        let input = [statements(vectors), query].concat();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = shell.wait_with_output().expect("output");
        writer.join().expect("a thread").expect("the shell reads");
        assert!(output.status.success());
        let output = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.lines().count(), vectors.file.valid.len());
        for (case, line) in vectors.file.valid.iter().zip(output.lines()) {
            let values: Vec<_> = expected(vectors, case).into_iter().map(|(_, value)| value).collect();
            assert_eq!(line, values.join("|"), "{case:?}");
        }
    }
}

#[test]
fn a_view_has_its_own_epoch_and_quotes_names() {
    let connection = Connection::open_in_memory().expect("memory");
    connection
        .execute_batch(
            "CREATE TABLE \"a \"\"b\" (\"c d\"); INSERT INTO \"a \"\"b\" VALUES (14246757444195114);",
        )
        .expect("a table");
    let view = sortid(&[
        "sqlite",
        "--scheme=ulid-flake",
        "--table=a \"b",
        "--column=c d",
        "--epoch=2020-01-01T00:00:00Z",
    ]);
    connection.execute_batch(&view).expect("a view");
    let time: String = connection
        .query_row("SELECT \"c d_time\" FROM \"a \"\"b_c d\"", [], |row| row.get(0))
        .expect("a row");
    // The published ID has the timestamp 13586766666.
    assert_eq!(time, iso(1_577_836_800_000 + 13_586_766_666));
}

#[test]
fn finds_ids_by_an_index() {
    for vectors in Vectors::all() {
        let queries = Queries::new(vectors);
        let id_type = if vectors.byte_len() == 8 { "INTEGER" } else { "BLOB" };
        queries
            .connection
            .execute_batch(&format!("CREATE TABLE ids (k {id_type} NOT NULL UNIQUE);"))
            .expect("a table");
        let query = |name: &str| &queries.by_name[&vectors.name(name)];
        let span = format!("k BETWEEN ({}) AND ({})", query("min_at"), query("max_at"));
        let one = format!("k = ({})", query("from_text"));
        for (condition, parameter) in [(span, ":time"), (one, ":text")] {
            let sql = format!("EXPLAIN QUERY PLAN SELECT * FROM ids WHERE {condition}");
            let mut plan = queries.connection.prepare(&sql).expect("a plan");
            let plan: Vec<String> = plan
                .query_map(&[(parameter, &Null)], |row| row.get(3))
                .expect("rows")
                .map(|row| row.expect("a row"))
                .collect();
            assert!(plan[0].starts_with("SEARCH ids USING COVERING INDEX"), "{plan:?}");
        }
    }
}
