//! Tests for every library, scheme and database.

use anyhow::Result;

use idcore::id::Id;

use super::raw::Raw;
use super::schemes::{IN_A_TICK, START_UNIX_MS, STEP_MS, Subject, TICKS, generate, vectors};

/// A library's connection to a database with these tables. The type of the first column suits the ID:
///
/// - `items`: `id`, the primary key, and `parent`, which can be `NULL`
/// - `strings`: `id` as a string
/// - `bytes`: `id` as bytes
///
/// Queries return rows ordered by `id`.
pub(crate) trait Items<I> {
    /// Whether the library reads any ID from a column of bytes, regardless of its default column.
    const READS_BYTES: bool = true;

    /// Inserts rows into `items` with one statement.
    fn insert(&mut self, rows: &[(I, Option<I>)]) -> Result<()>;

    /// Returns the rows of `items`.
    fn all(&mut self) -> Result<Vec<(I, Option<I>)>>;

    /// Runs a statement with IDs as its parameters `$1` and `$2` and returns IDs. Libraries that build their own
    /// statements don't support this.
    fn ids(&mut self, _sql: &str, _parameters: &[I]) -> Result<Vec<I>> {
        unreachable!("this library builds its statements")
    }

    /// Runs a statement with an ID's text form as its parameter `$1` and returns IDs.
    fn ids_by_text(&mut self, sql: &str, id: I) -> Result<Vec<I>> {
        self.ids(sql, &[id])
    }

    /// Reads `parent` from `items` as a column that is never `NULL`.
    fn parents(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT parent FROM items ORDER BY id", &[])
    }

    /// Returns the IDs of `items` from `first` to `last`.
    fn between(&mut self, first: I, last: I) -> Result<Vec<I>> {
        self.ids(BETWEEN, &[first, last])
    }

    /// Runs the query of [`between`](Self::between) with `explain` in front of it and returns the output.
    fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String>;

    /// Returns the first 100 IDs of `items` after `last`.
    fn after(&mut self, last: I) -> Result<Vec<I>> {
        self.ids("SELECT id FROM items WHERE id > $1 ORDER BY id LIMIT 100", &[last])
    }

    /// Inserts a row into `strings`.
    fn insert_text(&mut self, id: I) -> Result<()> {
        self.ids_by_text("INSERT INTO strings (id) VALUES ($1)", id).map(drop)
    }

    /// Returns the rows of `strings` that equal an ID.
    fn find_text(&mut self, id: I) -> Result<Vec<I>> {
        self.ids_by_text("SELECT id FROM strings WHERE id = $1", id)
    }

    /// Returns the rows of `strings`.
    fn strings(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT id FROM strings ORDER BY id", &[])
    }

    /// Returns the rows of `bytes`.
    fn bytes(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT id FROM bytes ORDER BY id", &[])
    }

    /// Returns the IDs of `items` that are in an array parameter, as an array.
    fn array(&mut self, _ids: &[I]) -> Result<Vec<I>> {
        unreachable!("only PostgreSQL has arrays")
    }
}

/// The query for a range of IDs.
pub(crate) const BETWEEN: &str = "SELECT id FROM items WHERE id BETWEEN $1 AND $2 ORDER BY id";

/// The query for the IDs in an array, as an array.
pub(crate) const ARRAY: &str = "SELECT array(SELECT id FROM items WHERE id = ANY($1) ORDER BY id)";

/// Replaces the numbered parameters with `?`, which is all that MariaDB has.
pub(crate) fn without_numbers(sql: &str) -> String {
    sql.replace("$1", "?").replace("$2", "?")
}

/// Defines a test of a library for each of its databases, with the function that connects to the URL of a database.
macro_rules! test_databases {
    ($library:literal, $($database:ident: $connect:expr;)+) => {
        $(#[test]
        fn $database() {
            crate::ids::every_scheme!(I => test::<I, _>(Raw::$database(&name::<I>($library)), $connect));
        })+
    };
}
pub(crate) use test_databases;

/// Tests one scheme in an empty database, unless `raw` is `None`. `connect` opens the library's connection to a URL.
pub(crate) fn test<I: Subject, T: Items<I>>(raw: Option<Raw>, connect: impl FnOnce(&str) -> T) {
    let Some(raw) = &raw else { return };
    let [native, bytes, text, _] = raw.columns(I::MIN.as_ref().len());
    raw.run(&format!(
        "CREATE TABLE items (id {native} NOT NULL PRIMARY KEY, parent {native}); \
         CREATE TABLE strings (id {text}); CREATE TABLE bytes (id {bytes});"
    ));
    let mut items = connect(&raw.url());
    vectors_are_stored_as_specified(raw, &mut items);
    texts_are_stored_as_specified(raw, &mut items);
    raw.run("DELETE FROM items;");
    generated_ids_keep_their_order(raw, &mut items);
    if matches!(raw, Raw::PostgreSql(_)) {
        arrays_are_read_and_written(&mut items);
    }
    wrong_data_is_refused(raw, &mut items);
}

/// The database prints the vectors' bytes or integers in their order, and the library reads the IDs back.
fn vectors_are_stored_as_specified<I: Subject>(raw: &Raw, items: &mut impl Items<I>) {
    let vectors = vectors::<I>();
    let ids: Vec<I> = vectors.iter().map(|vector| I::of_text(&vector.text)).collect();
    let parent = |at: usize| if at % 2 == 0 { Some(ids[at / 2]) } else { None };
    let rows: Vec<_> = ids.iter().enumerate().map(|(at, &id)| (id, parent(at))).collect();
    let mut shuffled = rows.clone();
    shuffled.rotate_left(rows.len() / 3);
    shuffled.reverse();
    items.insert(&shuffled).expect("the vectors");
    assert_eq!(items.all().expect("the vectors"), rows);

    let is_integer = I::MIN.as_ref().len() == 8;
    let [_, _, _, shown] = raw.columns(I::MIN.as_ref().len());
    let stored = raw.run(&format!("SELECT {shown} FROM items ORDER BY id;"));
    let expected = vectors.iter().map(|vector| if is_integer { &vector.int } else { &vector.bytes });
    assert_eq!(stored.lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let nulls = raw.run("SELECT count(*) FROM items WHERE parent IS NULL;");
    assert_eq!(nulls.trim(), (rows.len() / 2).to_string());
    if matches!(raw, Raw::Sqlite(_)) {
        let expected = if is_integer { "integer" } else { "blob" };
        assert_eq!(raw.run("SELECT DISTINCT typeof(id) FROM items;").trim(), expected);
    }
    let error = format!("{:#}", items.parents().expect_err("some are NULL"));
    assert!(error.to_lowercase().contains("null"), "{error}");
}

/// The column contains the vectors' strings and is compared with an ID's text form.
fn texts_are_stored_as_specified<I: Subject>(raw: &Raw, items: &mut impl Items<I>) {
    let vectors = vectors::<I>();
    let vectors = &vectors[vectors.len() / 2..][..10];
    for vector in vectors {
        items.insert_text(I::of_text(&vector.text)).expect("a string");
    }
    let strings: Vec<&str> = vectors.iter().map(|vector| vector.text.as_str()).collect();
    assert_eq!(raw.run("SELECT id FROM strings ORDER BY id;").lines().collect::<Vec<_>>(), strings);
    let ids: Vec<I> = strings.iter().map(|text| I::of_text(text)).collect();
    assert_eq!(items.strings().expect("strings"), ids);
    assert_eq!(items.find_text(ids[3]).expect("a string"), [ids[3]]);
}

/// `ORDER BY` gives the order of generation. A range by time and a cursor find the right rows and use the index.
fn generated_ids_keep_their_order<I: Subject>(raw: &Raw, items: &mut impl Items<I>) {
    let ids = generate::<I>();
    let (early, late) = ids.split_at(ids.len() / 2);
    for half in [late, early] {
        items.insert(&half.iter().map(|&id| (id, None)).collect::<Vec<_>>()).expect("generated IDs");
    }
    let all: Vec<I> = items.all().expect("all").into_iter().map(|(id, _)| id).collect();
    assert_eq!(all, ids);

    let unix_ms = START_UNIX_MS + STEP_MS * (TICKS / 2) as u64;
    let (first, last) = (I::min_at(unix_ms).expect("in range"), I::max_at(unix_ms).expect("in range"));
    let tick = &ids[TICKS / 2 * IN_A_TICK..][..IN_A_TICK];
    assert_eq!(items.between(first, last).expect("a range"), tick);
    if matches!(raw, Raw::PostgreSql(_)) {
        raw.run("ANALYZE items;");
    }
    let (explain, index) = raw.explain();
    let plan = items.explain(explain, first, last).expect("a plan");
    assert!(plan.contains(index), "{plan}");

    let mut pages = Vec::new();
    let mut last = I::MIN;
    loop {
        let page = items.after(last).expect("a page");
        let Some(&end) = page.last() else { break };
        pages.extend(page);
        last = end;
    }
    assert_eq!(pages, ids);
}

fn arrays_are_read_and_written<I: Subject>(items: &mut impl Items<I>) {
    let ids = generate::<I>();
    let some = [ids[0], ids[7], ids[100]];
    assert_eq!(items.array(&some).expect("an array"), some);
    assert_eq!(items.array(&[]).expect("an array"), []);
}

/// The error shows what was expected and what was found.
fn wrong_data_is_refused<I: Subject, T: Items<I>>(raw: &Raw, items: &mut T) {
    let mut refused = |table: &str, value: &str, expected: &[&str]| {
        raw.run(&format!("DELETE FROM {table};"));
        raw.run(&format!("INSERT INTO {table} (id) VALUES ({value});"));
        let read = match table {
            "strings" => items.strings(),
            "bytes" => items.bytes(),
            _ => items.all().map(|rows| rows.into_iter().map(|(id, _)| id).collect()),
        };
        let error = format!("{:#}", read.expect_err(value));
        for part in expected {
            assert!(error.contains(part), "{value}: {error}, expected {part}");
        }
    };
    let digits = I::Plain::MIN.encode().as_ref().len();
    refused("strings", "'wrong'", &["expected a ", &format!(" of {digits} "), ", found 5 bytes"]);
    let mut text = I::Plain::MIN.encode().as_ref().to_owned();
    text.replace_range(3..4, "_");
    refused("strings", &format!("'{text}'"), &["expected a ", "found '_' at byte 3"]);
    let bytes = if matches!(raw, Raw::PostgreSql(_)) { r"'\x010203'" } else { "x'010203'" };
    let length = I::MIN.as_ref().len();
    // If the column has the `uuid` crate's type, the error comes from that crate and reads "expected 16 bytes".
    let by_length = format!("expected {length}");
    let by_length = by_length.as_str();
    refused("bytes", bytes, &[if T::READS_BYTES { by_length } else { "" }]);
    if length == 8 {
        let max = vectors::<I>().pop().expect("the largest").int.parse::<i64>().expect("a number");
        let range = format!("expected 0 to {max}");
        refused("items", "-5", &["integer is -5", &range]);
        if max < i64::MAX {
            refused("items", &format!("{max} + 1"), &[&format!("integer is {}", max + 1), &range]);
        }
    } else if matches!(raw, Raw::Sqlite(_)) {
        refused("items", "x'010203'", &[by_length]);
    }
    if matches!(raw, Raw::Sqlite(_)) {
        let text = I::Plain::MIN.encode();
        refused("strings", &format!("CAST('{}' AS BLOB)", text.as_ref()), &[]);
        values_of_other_types_are_refused(raw, items);
    }
}

/// SQLite columns hold values of any type. If a different type is requested, SQLite converts the value: it parses the
/// start of a string as an integer, and formats a number as digits, in this test as many as an ID has bytes.
fn values_of_other_types_are_refused<I: Subject>(raw: &Raw, items: &mut impl Items<I>) {
    let values: &[&str] = match I::MIN.as_ref().len() {
        8 => &["1.5", "'5x'", "x'05'"],
        16 => &["1234567890123456", "12345678901234.5"],
        _ => &["-9223372036854775807 - 1"],
    };
    raw.run("DELETE FROM items;");
    items.insert(&[(I::MIN, None)]).expect("an ID");
    for value in values {
        raw.run(&format!("UPDATE items SET parent = {value};"));
        assert!(items.all().is_err(), "{value}");
    }
}
