//! `sqlx` with PostgreSQL, MariaDB and SQLite.

use anyhow::Result;
use idcore::Id;
use sqlx::postgres::PgHasArrayType;
use sqlx::{
    Connection, Decode, Encode, FromRow, MySql, MySqlConnection, PgConnection, Postgres, QueryBuilder, Row,
    Sqlite, SqliteConnection, Type,
};
use tokio::runtime::Runtime;

use super::raw::Raw;
use super::runtime;
use super::suite::{Items, test};

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

/// The same for each database. `$arrays` is how it finds the IDs of an array, if it has arrays.
macro_rules! items {
    ($database:ty, $connection:ty, $explained:literal, [$($bound:tt)*], |$client:ident, $ids:ident| $arrays:expr) => {
        impl<I> Items<I> for Client<$connection>
        where
            I: Id + Type<$database> + for<'q> Encode<'q, $database> + for<'r> Decode<'r, $database> $($bound)*,
            I::Text: Type<$database> + for<'q> Encode<'q, $database>,
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

            fn parents(&mut self) -> Result<Vec<I>> {
                let query = sqlx::query_scalar("SELECT parent FROM items ORDER BY id");
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn between(&mut self, first: I, last: I) -> Result<Vec<I>> {
                let mut query = QueryBuilder::<$database>::new("SELECT id FROM items WHERE id BETWEEN ");
                query.push_bind(first).push(" AND ").push_bind(last).push(" ORDER BY id");
                let query = query.build_query_scalar();
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
                let mut query = QueryBuilder::<$database>::new(explain);
                query.push(" SELECT id FROM items WHERE id BETWEEN ");
                query.push_bind(first).push(" AND ").push_bind(last).push(" ORDER BY id");
                let rows = self.runtime.block_on(query.build().fetch_all(&mut self.connection))?;
                let lines = rows.iter().map(|row| row.try_get::<String, _>($explained));
                Ok(lines.collect::<Result<Vec<_>, _>>()?.join("\n"))
            }

            fn after(&mut self, last: I, limit: u8) -> Result<Vec<I>> {
                let mut query = QueryBuilder::<$database>::new("SELECT id FROM items WHERE id > ");
                query.push_bind(last).push(" ORDER BY id LIMIT ").push_bind(i64::from(limit));
                let query = query.build_query_scalar();
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn insert_text(&mut self, id: I) -> Result<()> {
                let mut query = QueryBuilder::<$database>::new("INSERT INTO texts (id) VALUES (");
                query.push_bind(Id::encode(id)).push(")");
                self.runtime.block_on(query.build().execute(&mut self.connection))?;
                Ok(())
            }

            fn find_text(&mut self, id: I) -> Result<Vec<I>> {
                let mut query = QueryBuilder::<$database>::new("SELECT id FROM texts WHERE id = ");
                let query = query.push_bind(Id::encode(id)).build_query_scalar();
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn texts(&mut self) -> Result<Vec<I>> {
                let query = sqlx::query_scalar("SELECT id FROM texts ORDER BY id");
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn bytes(&mut self) -> Result<Vec<I>> {
                let query = sqlx::query_scalar("SELECT id FROM bytes ORDER BY id");
                Ok(self.runtime.block_on(query.fetch_all(&mut self.connection))?)
            }

            fn array(&mut self, $ids: &[I]) -> Result<Vec<I>> {
                let $client = self;
                $arrays
            }
        }
    };
}

items!(Postgres, PgConnection, 0, [+ PgHasArrayType], |client, ids| {
    let query = sqlx::query_scalar("SELECT array(SELECT id FROM items WHERE id = ANY($1) ORDER BY id)").bind(ids);
    Ok(client.runtime.block_on(query.fetch_one(&mut client.connection))?)
});
items!(MySql, MySqlConnection, 0, [], |_client, _ids| unreachable!("no arrays"));
items!(Sqlite, SqliteConnection, 3, [], |_client, _ids| unreachable!("no arrays"));

#[test]
fn postgresql() {
    every_scheme!(I => test::<I, _>(Raw::postgresql::<I>("sqlx"), Client::<PgConnection>::connect));
}

#[test]
fn mariadb() {
    every_scheme!(I => test::<I, _>(Raw::mariadb::<I>("sqlx"), Client::<MySqlConnection>::connect));
}

#[test]
fn sqlite() {
    every_scheme!(I => test::<I, _>(Raw::sqlite(), Client::<SqliteConnection>::connect));
}

/// A type of an application's own.
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
