//! `tokio-postgres` with PostgreSQL.

use anyhow::Result;
use idcore::Id;
use tokio::runtime::Runtime;
use tokio_postgres::types::{FromSqlOwned, ToSql};
use tokio_postgres::{NoTls, Row};

use super::raw::Raw;
use super::runtime;
use super::suite::{Items, test};

struct Client {
    runtime: Runtime,
    client: tokio_postgres::Client,
}

impl Client {
    fn connect(url: &str) -> Self {
        let runtime = runtime();
        let (client, connection) =
            runtime.block_on(tokio_postgres::connect(url, NoTls)).expect("a connection");
        runtime.spawn(connection);
        Self { runtime, client }
    }

    fn query(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        Ok(self.runtime.block_on(self.client.query(query, parameters))?)
    }

    fn ids<I: FromSqlOwned>(&self, query: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<Vec<I>> {
        let rows = self.query(query, parameters)?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }
}

impl<I> Items<I> for Client
where
    I: Id + ToSql + FromSqlOwned,
{
    fn insert(&mut self, rows: &[(I, Option<I>)]) -> Result<()> {
        let values = (0..rows.len()).map(|row| format!("(${}, ${})", 2 * row + 1, 2 * row + 2));
        let values = values.collect::<Vec<_>>().join(", ");
        let parameters: Vec<&(dyn ToSql + Sync)> =
            rows.iter().flat_map(|(id, parent)| [id as _, parent as _]).collect();
        self.query(&format!("INSERT INTO items (id, parent) VALUES {values}"), &parameters)?;
        Ok(())
    }

    fn all(&mut self) -> Result<Vec<(I, Option<I>)>> {
        let rows = self.query("SELECT * FROM items ORDER BY id", &[])?;
        let items = rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("parent")?)));
        items.collect()
    }

    fn parents(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT parent FROM items ORDER BY id", &[])
    }

    fn between(&mut self, first: I, last: I) -> Result<Vec<I>> {
        self.ids("SELECT id FROM items WHERE id BETWEEN $1 AND $2 ORDER BY id", &[&first, &last])
    }

    fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
        let query = format!("{explain} SELECT id FROM items WHERE id BETWEEN $1 AND $2 ORDER BY id");
        let lines: Vec<String> = self.ids(&query, &[&first, &last])?;
        Ok(lines.join("\n"))
    }

    fn after(&mut self, last: I, limit: u8) -> Result<Vec<I>> {
        self.ids("SELECT id FROM items WHERE id > $1 ORDER BY id LIMIT $2", &[&last, &i64::from(limit)])
    }

    fn insert_text(&mut self, id: I) -> Result<()> {
        self.query("INSERT INTO texts (id) VALUES ($1)", &[&id])?;
        Ok(())
    }

    fn find_text(&mut self, id: I) -> Result<Vec<I>> {
        self.ids("SELECT id FROM texts WHERE id = $1", &[&id])
    }

    fn texts(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT id FROM texts ORDER BY id", &[])
    }

    fn bytes(&mut self) -> Result<Vec<I>> {
        self.ids("SELECT id FROM bytes ORDER BY id", &[])
    }

    fn array(&mut self, ids: &[I]) -> Result<Vec<I>> {
        let query = "SELECT array(SELECT id FROM items WHERE id = ANY($1) ORDER BY id)";
        Ok(self.query(query, &[&ids])?[0].try_get(0)?)
    }
}

#[test]
fn postgresql() {
    every_scheme!(I => test::<I, _>(Raw::postgresql::<I>("tokio_postgres"), Client::connect));
}
