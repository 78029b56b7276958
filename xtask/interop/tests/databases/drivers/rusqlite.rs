//! `rusqlite` with SQLite.

use anyhow::Result;
use idcore::id::Id;
use rusqlite::types::FromSql;
use rusqlite::{Connection, Params, ToSql, params_from_iter};

use super::raw::{Raw, name};
use super::schemes::Subject;
use super::suite::{BETWEEN, Items, test, test_databases};

impl<I> Items<I> for Connection
where
    I: Subject<Plain: Id<Text: ToSql>> + ToSql + FromSql,
{
    fn insert(&mut self, rows: &[(I, Option<I>)]) -> Result<()> {
        let values = vec!["(?, ?)"; rows.len()].join(", ");
        let parameters = rows.iter().flat_map(|(id, parent)| [id as &dyn ToSql, parent]);
        let query = format!("INSERT INTO items (id, parent) VALUES {values}");
        self.execute(&query, params_from_iter(parameters))?;
        Ok(())
    }

    fn all(&mut self) -> Result<Vec<(I, Option<I>)>> {
        let mut query = self.prepare("SELECT * FROM items ORDER BY id")?;
        let rows = query.query_map([], |row| Ok((row.get("id")?, row.get("parent")?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn ids(&mut self, sql: &str, parameters: &[I]) -> Result<Vec<I>> {
        ids(self, sql, params_from_iter(parameters))
    }

    fn ids_by_text(&mut self, sql: &str, id: I) -> Result<Vec<I>> {
        ids(self, sql, [id.plain().encode()])
    }

    fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
        Ok(self.query_row(&format!("{explain} {BETWEEN}"), [first, last], |row| row.get("detail"))?)
    }
}

fn ids<I: FromSql>(connection: &Connection, query: &str, parameters: impl Params) -> Result<Vec<I>> {
    let mut query = connection.prepare(query)?;
    Ok(query.query_map(parameters, |row| row.get(0))?.collect::<Result<_, _>>()?)
}

test_databases!(
    "rusqlite",
    sqlite: |file| Connection::open(file).expect("a file");
);
