//! `tokio-postgres` with PostgreSQL.

use anyhow::Result;
use idcore::id::Id;
use tokio::runtime::Runtime;
use tokio_postgres::types::{FromSql, FromSqlOwned, Kind, ToSql, Type};
use tokio_postgres::{NoTls, Row};

use super::raw::{Raw, name};
use super::runtime;
use super::schemes::Subject;
use super::suite::{ARRAY, BETWEEN, Items, test, test_databases};
use crate::ids::every_scheme;

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

    fn first_column<T: FromSqlOwned>(
        &self,
        query: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<T>> {
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

    fn ids(&mut self, sql: &str, parameters: &[I]) -> Result<Vec<I>> {
        let parameters: Vec<_> = parameters.iter().map(|id| id as &(dyn ToSql + Sync)).collect();
        self.first_column(sql, &parameters)
    }

    fn explain(&mut self, explain: &str, first: I, last: I) -> Result<String> {
        let lines: Vec<String> = self.first_column(&format!("{explain} {BETWEEN}"), &[&first, &last])?;
        Ok(lines.join("\n"))
    }

    fn array(&mut self, ids: &[I]) -> Result<Vec<I>> {
        Ok(self.query(ARRAY, &[&ids])?[0].try_get(0)?)
    }
}

test_databases!(
    "tokio_postgres",
    postgresql: Client::connect;
);

/// A domain holds IDs like the type that it is based on.
#[test]
fn columns_of_domains() {
    every_scheme!(I => {
        let Some(raw) = Raw::postgresql(&name::<I>("domains")) else { return };
        let [native, bytes, text, _] = raw.columns(size_of::<<I as Id>::Bytes>());
        for base in [native, bytes, text] {
            raw.run(&format!(
                "DROP SCHEMA public CASCADE; CREATE SCHEMA public;
                CREATE DOMAIN any_id AS {base}; CREATE DOMAIN order_id AS any_id CHECK (VALUE IS NOT NULL);
                CREATE TABLE ids (id order_id, parents order_id[]);"
            ));
            let client = Client::connect(&raw.url());
            let ids = [I::MIN, I::MAX];
            client.query("INSERT INTO ids VALUES ($1, $2)", &[&ids[0], &ids.as_slice()]).expect("a row");
            let select = "SELECT id, parents FROM ids WHERE id = $1 AND $2 = ANY(parents)";
            let rows = client.query(select, &[&ids[0], &ids[1]]).expect("a row");
            assert_eq!(rows[0].get::<_, I>(0), ids[0], "{base}");
            assert_eq!(rows[0].get::<_, Vec<I>>(1), ids, "{base}");
            if base == text {
                let plain = <I as Subject>::Plain::MIN.encode();
                let found = client.first_column::<I>("SELECT id FROM ids WHERE id = $1", &[&plain]);
                assert_eq!(found.expect("a row"), ids[..1]);
            }
        }
    });
}

/// Other column types are rejected before a value is sent or read. `suite` tests the accepted types.
#[test]
fn columns_of_other_types_are_refused() {
    fn accepts<I: for<'a> FromSql<'a> + ToSql>(column: &Type) -> bool {
        let accepts = <I as ToSql>::accepts(column);
        assert_eq!(<I as FromSql<'_>>::accepts(column), accepts, "{column}");
        accepts
    }
    every_scheme!(I => {
        for column in [Type::INT4, Type::FLOAT8, Type::NUMERIC, Type::BOOL, Type::UUID_ARRAY, Type::JSONB] {
            assert!(!accepts::<I>(&column), "{column}");
        }
        let bytes = size_of::<<I as Id>::Bytes>();
        assert_eq!([accepts::<I>(&Type::INT8), accepts::<I>(&Type::UUID)], [bytes == 8, bytes == 16]);
    });
}

/// The error shows the integer that is stored, in a domain too.
#[test]
fn a_negative_integer_is_refused() {
    let domain = Type::new("order_id".into(), 16_384, Kind::Domain(Type::INT8), "public".into());
    every_scheme!(I => {
        for column in [&Type::INT8, &domain].into_iter().filter(|column| <I as ToSql>::accepts(column)) {
            let error = <I as FromSql<'_>>::from_sql(column, &(-5_i64).to_be_bytes()).expect_err("no ID");
            assert!(error.to_string().contains("-5"), "{column}: {error}");
        }
    });
}
