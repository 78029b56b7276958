//! `rusqlite` with SQLite.

use anyhow::Result;
use idcore::Id;
use rusqlite::types::FromSql;
use rusqlite::{Connection, Params, ToSql, params, params_from_iter};

use super::raw::Raw;
use super::suite::{Items, test};

impl<I> Items<I> for Connection
where
    I: Id<Text: ToSql> + ToSql + FromSql,
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

    fn parents(&mut self) -> Result<Vec<I>> {
        ids(self, "SELECT parent FROM items ORDER BY id", [])
    }

    fn between(&mut self, first: I, last: I) -> Result<Vec<I>> {
        ids(self, "SELECT id FROM items WHERE id BETWEEN ? AND ? ORDER BY id", [first, last])
    }

    fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
        let query = format!("{explain} SELECT id FROM items WHERE id BETWEEN ? AND ? ORDER BY id");
        Ok(self.query_row(&query, [first, last], |row| row.get("detail"))?)
    }

    fn after(&mut self, last: I, limit: u8) -> Result<Vec<I>> {
        ids(self, "SELECT id FROM items WHERE id > ? ORDER BY id LIMIT ?", params![last, limit])
    }

    fn insert_text(&mut self, id: I) -> Result<()> {
        self.execute("INSERT INTO texts (id) VALUES (?)", [id.encode()])?;
        Ok(())
    }

    fn find_text(&mut self, id: I) -> Result<Vec<I>> {
        ids(self, "SELECT id FROM texts WHERE id = ?", [id.encode()])
    }

    fn texts(&mut self) -> Result<Vec<I>> {
        ids(self, "SELECT id FROM texts ORDER BY id", [])
    }

    fn bytes(&mut self) -> Result<Vec<I>> {
        ids(self, "SELECT id FROM bytes ORDER BY id", [])
    }

    fn array(&mut self, _: &[I]) -> Result<Vec<I>> {
        unreachable!("no arrays")
    }
}

fn ids<I: FromSql>(connection: &Connection, query: &str, parameters: impl Params) -> Result<Vec<I>> {
    let mut query = connection.prepare(query)?;
    Ok(query.query_map(parameters, |row| row.get(0))?.collect::<Result<_, _>>()?)
}

#[test]
fn sqlite() {
    every_scheme!(I => test::<I, _>(Raw::sqlite(), |file| Connection::open(file).expect("a file")));
}
