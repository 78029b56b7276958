//! Values of an SQLite database in memory, through `rusqlite`, `diesel` and `sqlx`. The next bytes select the scheme, and
//! the library with its type.

use std::cell::RefCell;

use diesel::sql_types::{BigInt, Binary, Text};
use diesel::{Connection as _, IntoSql as _, RunQueryDsl as _, SqliteConnection};
use num_bigint::BigUint;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, Value};
use sqlx::{Connection as _, Decode, Sqlite, Type};
use tokio::runtime::Runtime;

use super::databases::{of_signed, of_utf8};
use crate::input::Input;
use crate::schemes::{Tested, assert_reads, of_bytes, of_text, with_kind, with_scheme};

struct Sqlx {
    runtime: Runtime,
    connection: sqlx::SqliteConnection,
}

impl Sqlx {
    fn open() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let connection = runtime.block_on(sqlx::SqliteConnection::connect("sqlite::memory:"));
        Self { runtime, connection: connection.expect("a database in memory") }
    }

    fn read<I>(&mut self, value: &Value) -> sqlx::Result<I>
    where
        I: Send + Unpin + for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
    {
        let query = sqlx::query_scalar("SELECT ?");
        let query = match value.clone() {
            Value::Null => query.bind(None::<i64>),
            Value::Integer(integer) => query.bind(integer),
            Value::Real(real) => query.bind(real),
            Value::Text(text) => query.bind(text),
            Value::Blob(bytes) => query.bind(bytes),
        };
        self.runtime.block_on(query.fetch_one(&mut self.connection))
    }
}

thread_local! {
    static RUSQLITE: rusqlite::Connection =
        rusqlite::Connection::open_in_memory().expect("a database in memory");
    static DIESEL: RefCell<SqliteConnection> =
        RefCell::new(SqliteConnection::establish(":memory:").expect("a database in memory"));
    static SQLX: RefCell<Sqlx> = RefCell::new(Sqlx::open());
}

pub(crate) fn check(data: &[u8]) {
    let [scheme, kind, rest @ ..] = data else { return };
    let value = match kind % 5 {
        0 => Value::Null,
        1 => Value::Integer(Input::new(rest).number()),
        2 => Value::Real(f64::from_bits(Input::new(rest).number())),
        3 => Value::Text(String::from_utf8_lossy(rest).into_owned()),
        _ => Value::Blob(rest.to_vec()),
    };
    match kind / 5 % 3 {
        0 => with_scheme!(scheme, I => with_rusqlite::<I>(&value, rest)),
        1 => with_scheme!(scheme, I => with_sqlx::<I>(&value)),
        _ => with_diesel(*scheme, &value),
    }
}

/// What a value stands for: a blob its bytes, a text itself, an integer an ID of 63 bits.
fn expected<I: Tested>(value: &Value) -> Option<BigUint> {
    match value {
        Value::Null | Value::Real(_) => None,
        Value::Integer(integer) => of_signed::<I>(*integer),
        Value::Text(text) => of_text::<I>(text),
        Value::Blob(bytes) => of_bytes::<I>(bytes),
    }
}

/// A text is any bytes here, as SQLite accepts them. What is read leads back.
fn with_rusqlite<I: Tested + FromSql + ToSql>(value: &Value, text: &[u8]) {
    let read = |query: &str, value: &dyn ToSql| {
        RUSQLITE.with(|connection| connection.query_row(query, [value], |row| row.get::<_, I>(0)))
    };
    let (expected, found) = match value {
        Value::Text(_) => (of_utf8::<I>(text), read("SELECT CAST(? AS TEXT)", &text)),
        value => (expected::<I>(value), read("SELECT ?", value)),
    };
    if let Ok(id) = &found {
        assert_eq!(read("SELECT ?", id), Ok(*id));
    }
    assert_reads(&format!("rusqlite {value:?}"), expected, found);
}

fn with_sqlx<I: Tested + for<'r> Decode<'r, Sqlite> + Type<Sqlite>>(value: &Value) {
    let found = SQLX.with_borrow_mut(|sqlx| sqlx.read::<I>(value));
    assert_reads(&format!("sqlx {value:?}"), expected::<I>(value), found);
}

/// Reads a value as an ID with diesel, which knows the type of a column from the program. So only values of that type are read.
macro_rules! assert_diesel {
    ($id:ty, $column:ty, $value:expr, $expected:expr) => {{
        let found = DIESEL.with_borrow_mut(|connection| {
            diesel::select($value.into_sql::<$column>()).get_result::<$id>(connection)
        });
        assert_reads::<$id, _>(&format!("diesel {:?}", $value), $expected, found);
    }};
}

fn with_diesel(scheme: u8, value: &Value) {
    match value {
        Value::Text(text) => {
            with_scheme!(scheme, I => assert_diesel!(I, Text, text.as_str(), of_text::<I>(text)));
        }
        Value::Blob(bytes) => {
            with_scheme!(scheme, I => assert_diesel!(I, Binary, bytes.as_slice(), of_bytes::<I>(bytes)));
        }
        Value::Integer(integer) => {
            with_kind!(bigint, scheme, I => assert_diesel!(I, BigInt, *integer, of_signed::<I>(*integer)));
        }
        Value::Null | Value::Real(_) => {}
    }
}
