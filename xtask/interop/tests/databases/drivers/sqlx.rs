//! `sqlx` with PostgreSQL, MariaDB and SQLite.

use anyhow::Result;
use idcore::id::Id;
use sqlx::postgres::PgHasArrayType;
use sqlx::{
    Connection, Decode, Encode, FromRow, MySql, MySqlConnection, PgConnection, Postgres, QueryBuilder, Row,
    Sqlite, SqliteConnection, Type,
};
use tokio::runtime::Runtime;

use super::raw::{Raw, name};
use super::schemes::Subject;
use super::suite::{ARRAY, BETWEEN, Items, test, test_databases, without_numbers};
use super::{runtime, trusted};
use crate::ids::every_scheme;

struct Client<C> {
    runtime: Runtime,
    connection: C,
}

impl<C: Connection> Client<C> {
    fn connect(url: &str) -> Self {
        let runtime = runtime();
        let connection = runtime.block_on(C::connect(url)).expect("a connection");
        Self { runtime, connection }
    }
}

#[derive(FromRow)]
struct Item<I> {
    id: I,
    parent: Option<I>,
}

/// The queries, which are the same for each database. `$explained` is the column of an explanation, and `$sql` converts
/// parameters to the database's syntax.
macro_rules! items {
    ($database:ty, $connection:ty, $explained:literal, $sql:path, [$($bound:tt)*], {$($array:tt)*}) => {
        impl<I> Items<I> for Client<$connection>
        where
            I: Subject + Type<$database> + for<'q> Encode<'q, $database> + for<'r> Decode<'r, $database> $($bound)*,
            <I::Plain as Id>::Text: Type<$database> + for<'q> Encode<'q, $database>,
        {
            fn insert(&mut self, rows: &[(I, Option<I>)]) -> Result<()> {
                let mut query = QueryBuilder::<$database>::new("INSERT INTO items (id, parent) ");
                query.push_values(rows, |mut row, &(id, parent)| {
                    row.push_bind(id).push_bind(parent);
                });
                self.runtime.block_on(query.build().execute(&mut self.connection))?;
                Ok(())
            }

            fn all(&mut self) -> Result<Vec<(I, Option<I>)>> {
                let query = sqlx::query_as("SELECT * FROM items ORDER BY id");
                let items: Vec<Item<I>> = self.runtime.block_on(query.fetch_all(&mut self.connection))?;
                Ok(items.into_iter().map(|item| (item.id, item.parent)).collect())
            }

            fn ids(&mut self, sql: &str, parameters: &[I]) -> Result<Vec<I>> {
                let sql = $sql(sql);
                let query = sqlx::query_scalar(trusted(sql.as_str()));
                let query = parameters.iter().fold(query, |query, id| query.bind(*id));
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn ids_by_text(&mut self, sql: &str, id: I) -> Result<Vec<I>> {
                let sql = $sql(sql);
                let query = sqlx::query_scalar(trusted(sql.as_str())).bind(Id::encode(id.plain()));
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
                let sql = $sql(&format!("{explain} {BETWEEN}"));
                let query = sqlx::query(trusted(sql.as_str())).bind(first).bind(last);
                let rows = self.runtime.block_on(query.fetch_all(&mut self.connection))?;
                let lines = rows.iter().map(|row| row.try_get::<String, _>($explained));
                Ok(lines.collect::<Result<Vec<_>, _>>()?.join("\n"))
            }

            $($array)*
        }
    };
}

items!(Postgres, PgConnection, 0, str::to_owned, [+ PgHasArrayType], {
    fn array(&mut self, ids: &[I]) -> Result<Vec<I>> {
        let query = sqlx::query_scalar(ARRAY).bind(ids);
        Ok(self.runtime.block_on(query.fetch_one(&mut self.connection))?)
    }
});
items!(MySql, MySqlConnection, 0, without_numbers, [], {});
items!(Sqlite, SqliteConnection, 3, str::to_owned, [], {});

test_databases!(
    "sqlx",
    postgresql: Client::<PgConnection>::connect;
    mariadb: Client::<MySqlConnection>::connect;
    sqlite: Client::<SqliteConnection>::connect;
);

/// An application's own type.
#[derive(Debug, PartialEq, Type)]
#[sqlx(transparent)]
struct EventId(scru128::Scru128);

#[test]
fn a_type_that_wraps_an_id_is_a_column_too() {
    let mut client = Client::<SqliteConnection>::connect("sqlite::memory:");
    let id = || EventId(scru128::Scru128::MAX);
    let query = sqlx::query_scalar("SELECT ?").bind(id());
    let read: EventId = client.runtime.block_on(query.fetch_one(&mut client.connection)).expect("an ID");
    assert_eq!(read, id());
}

/// Unlike `query_as`, `query_as!` does not check the types of the columns that it reads.
#[test]
fn values_of_other_types_are_refused() {
    let mut client = Client::<SqliteConnection>::connect("sqlite::memory:");
    // SQLite would convert them to an integer, or to 16 or 20 digits.
    for value in ["1.5", "1234567890123456", "12345678901234.5", "-9223372036854775807 - 1"] {
        let sql = format!("SELECT {value}");
        let query = sqlx::query(trusted(sql.as_str()));
        let row = client.runtime.block_on(query.fetch_one(&mut client.connection)).expect("a row");
        every_scheme!(I => {
            let is_id = size_of::<<I as Id>::Bytes>() == 8 && value == "1234567890123456";
            let read = row.try_get_unchecked::<I, _>(0);
            assert_eq!(read.is_ok(), is_id, "{value}: {read:?}");
        });
    }
}
