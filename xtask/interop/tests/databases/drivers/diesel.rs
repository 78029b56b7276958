//! `diesel` with PostgreSQL, MariaDB and SQLite, through `diesel-async`, which doesn't need the servers' C libraries.

use anyhow::Result;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Array, Text};
use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
use diesel_async::{AsyncConnection, AsyncMysqlConnection, AsyncPgConnection, RunQueryDsl};
use tokio::runtime::Runtime;

use super::raw::{Raw, name};
use super::runtime;
use super::suite::{Items, test, test_databases};

type AsyncSqliteConnection = SyncConnectionWrapper<SqliteConnection>;

struct Client<C> {
    runtime: Runtime,
    connection: C,
}

impl<C: AsyncConnection> Client<C> {
    fn connect(url: &str) -> Self {
        let runtime = runtime();
        let connection = runtime.block_on(C::establish(url)).expect("a connection");
        Self { runtime, connection }
    }
}

/// The tables and queries of one ID type in one database.
macro_rules! items {
    ($module:ident, $id:ty, $native:ident, $connection:ident, $plan:literal, $parameters:literal) => {
        mod $module {
            use super::*;

            diesel::table! { items (id) { id -> $native, parent -> Nullable<$native>, } }
            diesel::table! { strings (id) { id -> Text, } }
            diesel::table! { bytes (id) { id -> Binary, } }

            #[derive(Insertable, Queryable, Selectable)]
            #[diesel(table_name = items, treat_none_as_default_value = false)]
            struct Item {
                id: $id,
                parent: Option<$id>,
            }

            #[derive(QueryableByName)]
            struct Plan {
                #[diesel(sql_type = Text, column_name = $plan)]
                line: String,
            }

            impl Items<$id> for Client<$connection> {
                fn insert(&mut self, rows: &[($id, Option<$id>)]) -> Result<()> {
                    let rows: Vec<Item> = rows.iter().map(|&(id, parent)| Item { id, parent }).collect();
                    items!(insert self, rows, $connection)?;
                    Ok(())
                }

                fn all(&mut self) -> Result<Vec<($id, Option<$id>)>> {
                    let query = items::table.select(Item::as_select()).order(items::id);
                    let items: Vec<Item> = self.runtime.block_on(query.load(&mut self.connection))?;
                    Ok(items.into_iter().map(|item| (item.id, item.parent)).collect())
                }

                fn parents(&mut self) -> Result<Vec<$id>> {
                    let query = items::table.select(items::parent.assume_not_null()).order(items::id);
                    Ok(self.runtime.block_on(query.load(&mut self.connection))?)
                }

                fn between(&mut self, first: $id, last: $id) -> Result<Vec<$id>> {
                    let query = items::table.select(items::id).filter(items::id.between(first, last));
                    Ok(self.runtime.block_on(query.order(items::id).load(&mut self.connection))?)
                }

                fn explain(&mut self, explain: &str, first: $id, last: $id) -> Result<String> {
                    let range = concat!(" SELECT id FROM items WHERE id BETWEEN ", $parameters, " ORDER BY id");
                    let query = diesel::sql_query(explain.to_owned() + range);
                    let query = query.bind::<diesel::sql_types::$native, _>(first);
                    let query = query.bind::<diesel::sql_types::$native, _>(last);
                    let plan: Vec<Plan> = self.runtime.block_on(query.load(&mut self.connection))?;
                    Ok(plan.into_iter().map(|plan| plan.line).collect())
                }

                fn after(&mut self, last: $id) -> Result<Vec<$id>> {
                    let query = items::table.select(items::id).filter(items::id.gt(last)).order(items::id);
                    Ok(self.runtime.block_on(query.limit(100).load(&mut self.connection))?)
                }

                fn insert_text(&mut self, id: $id) -> Result<()> {
                    let query = diesel::insert_into(strings::table).values(strings::id.eq(id));
                    self.runtime.block_on(query.execute(&mut self.connection))?;
                    Ok(())
                }

                fn find_text(&mut self, id: $id) -> Result<Vec<$id>> {
                    let query = strings::table.select(strings::id).filter(strings::id.eq(&id));
                    Ok(self.runtime.block_on(query.load(&mut self.connection))?)
                }

                fn strings(&mut self) -> Result<Vec<$id>> {
                    let query = strings::table.select(strings::id).order(strings::id);
                    Ok(self.runtime.block_on(query.load(&mut self.connection))?)
                }

                fn bytes(&mut self) -> Result<Vec<$id>> {
                    let query = bytes::table.select(bytes::id).order(bytes::id);
                    Ok(self.runtime.block_on(query.load(&mut self.connection))?)
                }

                items!(array $id, $native, $connection);
            }
        }
    };
    (insert $client:ident, $rows:ident, AsyncSqliteConnection) => {
        // Inserting many rows with one statement does not go through `diesel-async`.
        $client.runtime.block_on($client.connection.spawn_blocking(move |connection| {
            let query = diesel::insert_into(items::table).values(&$rows);
            diesel::RunQueryDsl::execute(query, connection)
        }))
    };
    (insert $client:ident, $rows:ident, $connection:ident) => {{
        let query = diesel::insert_into(items::table).values(&$rows);
        $client.runtime.block_on(query.execute(&mut $client.connection))
    }};
    (array $id:ty, $native:ident, AsyncPgConnection) => {
        fn array(&mut self, ids: &[$id]) -> Result<Vec<$id>> {
            type Ids = Array<diesel::sql_types::$native>;
            let query = sql::<Ids>("array(SELECT id FROM items WHERE id = ANY(")
                .bind::<Ids, _>(ids)
                .sql(") ORDER BY id)");
            Ok(self.runtime.block_on(diesel::select(query).get_result(&mut self.connection))?)
        }
    };
    (array $id:ty, $native:ident, $connection:ident) => {};
}

/// Defines the tables of one ID type, with the column that the crate's documentation names.
macro_rules! items_by_column {
    ($scheme:ident, $module:ident, bytes, $uuid:ident, $($rest:tt)+) => {
        items!($module, crate::ids::$scheme, Binary, $($rest)+);
    };
    ($scheme:ident, $module:ident, uuid, $uuid:ident, $($rest:tt)+) => {
        items!($module, crate::ids::$scheme, $uuid, $($rest)+);
    };
    ($scheme:ident, $module:ident, integer, $uuid:ident, $($rest:tt)+) => {
        items!($module, crate::ids::$scheme, BigInt, $($rest)+);
    };
}

/// Defines a database with the tables of all ID types.
macro_rules! database {
    ($module:ident, $connection:ident, $plan:literal, $parameters:literal, $uuid:ident) => {
        mod $module {
            use super::*;

            crate::ids::for_each_id!(database! @ $connection, $plan, $parameters, $uuid;);
        }
    };
    (@ $connection:ident, $plan:literal, $parameters:literal, $uuid:ident;
     $($module:ident: $scheme:ident, $column:ident;)+) => {
        $(items_by_column!($scheme, $module, $column, $uuid, $connection, $plan, $parameters);)+
    };
}

database!(of_postgresql, AsyncPgConnection, "QUERY PLAN", "$1 AND $2", Uuid);
database!(of_mariadb, AsyncMysqlConnection, "EXPLAIN", "? AND ?", Binary);
database!(of_sqlite, AsyncSqliteConnection, "detail", "? AND ?", Binary);

test_databases!(
    "diesel",
    postgresql: Client::<AsyncPgConnection>::connect;
    mariadb: Client::<AsyncMysqlConnection>::connect;
    sqlite: Client::<AsyncSqliteConnection>::connect;
);
