//! `sea-orm` with PostgreSQL, MariaDB and SQLite.

use anyhow::Result;
use sea_orm::entity::prelude::*;
use sea_orm::{
    Database, FromQueryResult, QueryOrder, QueryResult, QuerySelect, QueryTrait, Set, Statement, TryGetable,
    TryGetableArray,
};
use tokio::runtime::Runtime;

use super::raw::{Raw, name};
use super::runtime;
use super::schemes::Subject;
use super::suite::{ARRAY, Items, test, test_databases, without_numbers};

struct Client {
    runtime: Runtime,
    database: DatabaseConnection,
}

impl Client {
    fn connect(url: &str) -> Self {
        let url = if url.contains("://") { url.to_owned() } else { format!("sqlite://{url}") };
        let runtime = runtime();
        let database = runtime.block_on(Database::connect(url)).expect("a connection");
        Self { runtime, database }
    }

    fn read<I: TryGetable>(&self, statement: Statement) -> Result<Vec<I>> {
        let rows = Row::<I>::find_by_statement(statement).all(&self.database);
        Ok(self.runtime.block_on(rows)?.into_iter().map(|row| row.id).collect())
    }

    fn statement(&self, sql: &str, parameters: impl IntoIterator<Item = Value>) -> Statement {
        let backend = self.database.get_database_backend();
        let is_mysql = backend == sea_orm::DbBackend::MySql;
        let sql = if is_mysql { without_numbers(sql) } else { sql.to_owned() };
        Statement::from_sql_and_values(backend, sql, parameters)
    }
}

#[derive(FromQueryResult)]
struct Row<I: TryGetable> {
    id: I,
}

#[derive(FromQueryResult)]
struct ArrayRow<I: TryGetableArray> {
    array: Vec<I>,
}

/// A row of an explanation. SQLite has it in the column `detail`, and the servers in their only column.
struct Line(String);

impl FromQueryResult for Line {
    fn from_query_result(row: &QueryResult, _: &str) -> Result<Self, DbErr> {
        row.try_get("", "detail").or_else(|_| row.try_get_by_index(0)).map(Self)
    }
}

/// The entity and queries of one ID type.
macro_rules! items {
    ($module:ident, $id:ty) => {
        #[allow(unreachable_pub, reason = "the derived code is public")]
        mod $module {
            use super::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = "items")]
            pub struct Model {
                #[sea_orm(primary_key, auto_increment = false)]
                pub id: $id,
                pub parent: Option<$id>,
            }

            #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
            pub enum Relation {}

            impl ActiveModelBehavior for ActiveModel {}

            impl Items<$id> for Client {
                // The integration asks SeaORM for the default column's type only.
                const READS_BYTES: bool = false;

                fn insert(&mut self, rows: &[($id, Option<$id>)]) -> Result<()> {
                    let rows =
                        rows.iter().map(|&(id, parent)| ActiveModel { id: Set(id), parent: Set(parent) });
                    self.runtime.block_on(Entity::insert_many(rows).exec(&self.database))?;
                    Ok(())
                }

                fn all(&mut self) -> Result<Vec<($id, Option<$id>)>> {
                    let items = Entity::find().order_by_asc(Column::Id).all(&self.database);
                    Ok(self.runtime.block_on(items)?.into_iter().map(|item| (item.id, item.parent)).collect())
                }

                fn parents(&mut self) -> Result<Vec<$id>> {
                    let query = Entity::find().select_only().column_as(Column::Parent, "id");
                    let rows = query.order_by_asc(Column::Id).into_model::<Row<$id>>().all(&self.database);
                    Ok(self.runtime.block_on(rows)?.into_iter().map(|row| row.id).collect())
                }

                fn between(&mut self, first: $id, last: $id) -> Result<Vec<$id>> {
                    let query = Entity::find().filter(Column::Id.between(first, last));
                    let items = query.order_by_asc(Column::Id).all(&self.database);
                    Ok(self.runtime.block_on(items)?.into_iter().map(|item| item.id).collect())
                }

                fn explain(&mut self, explain: &str, first: $id, last: $id) -> Result<String> {
                    let query = Entity::find().filter(Column::Id.between(first, last));
                    let mut query =
                        query.order_by_asc(Column::Id).build(self.database.get_database_backend());
                    query.sql = format!("{explain} {}", query.sql);
                    let lines = Line::find_by_statement(query).all(&self.database);
                    Ok(self.runtime.block_on(lines)?.into_iter().map(|line| line.0).collect())
                }

                fn after(&mut self, last: $id) -> Result<Vec<$id>> {
                    let mut cursor = Entity::find().cursor_by(Column::Id);
                    let items = cursor.after(last).first(100).all(&self.database);
                    Ok(self.runtime.block_on(items)?.into_iter().map(|item| item.id).collect())
                }

                fn ids(&mut self, sql: &str, parameters: &[$id]) -> Result<Vec<$id>> {
                    self.read(self.statement(sql, parameters.iter().map(|id| Value::from(*id))))
                }

                fn ids_by_text(&mut self, sql: &str, id: $id) -> Result<Vec<$id>> {
                    self.read(self.statement(sql, [Value::from(Subject::plain(id).encode())]))
                }

                fn array(&mut self, ids: &[$id]) -> Result<Vec<$id>> {
                    let query = self.statement(ARRAY, [Value::from(ids.to_vec())]);
                    let row = ArrayRow::find_by_statement(query).one(&self.database);
                    Ok(self.runtime.block_on(row)?.expect("a row").array)
                }
            }
        }
    };
}

macro_rules! items_of_each {
    ($($module:ident: $scheme:ident, $column:ident;)+) => { $(items!($module, crate::ids::$scheme);)+ };
}
crate::ids::for_each_id!(items_of_each!);

test_databases!(
    "sea_orm",
    postgresql: Client::connect;
    mariadb: Client::connect;
    sqlite: Client::connect;
);
