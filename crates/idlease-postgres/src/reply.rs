//! The server's replies.

use std::str::FromStr;

use idlease::error::{RegistryError, TextError};
use idlease::registry::{Finding, Pool, Record, Slots, Snapshot};
use tokio_postgres::{SimpleQueryMessage, SimpleQueryRow};

use crate::connection::rows;

/// The replies to the statements of one request.
pub(crate) struct Reply<'a> {
    pub(crate) messages: &'a [SimpleQueryMessage],
    pub(crate) endpoint: &'a str,
    pub(crate) schema: &'a str,
}

impl<'a> Reply<'a> {
    /// Returns the number of rows that the last statement changed or returned.
    pub(crate) fn changed_rows(&self) -> u64 {
        let last = self.messages.iter().rev().find_map(|message| match message {
            SimpleQueryMessage::CommandComplete(rows) => Some(*rows),
            _ => None,
        });
        last.unwrap_or(0)
    }

    /// Returns the pool and the records, or `None` if the registry has no pool.
    ///
    /// The floor is the higher of two floors. If the data has certainly been rolled back, the floor applies to all
    /// grants. If it may have been, a grant that has not expired can still be renewed, so the floor does not apply to
    /// its record.
    pub(crate) fn snapshot(&self, slots: Slots) -> Result<Option<Snapshot>, RegistryError> {
        let Some(row) = self.rows_with("pool").next() else { return Ok(None) };
        let pool: Pool = self.parse(row, "pool", "pool")?;
        let mut floor_unix_ms: u64 = self.number(row, "floor_unix_ms")?;
        let server_unix_ms = Some(self.number(row, "server_unix_ms")?);
        let start_floor_unix_ms = self.number(row, "start_floor_unix_ms")?;
        let (mut records, mut all_are_renewable) = (Vec::new(), slots != Slots::All);
        for row in self.rows_with("slot") {
            let record: Record = self.parse(row, "record", "slots")?;
            records.push((self.number(row, "slot")?, record));
            all_are_renewable &= row.get("is_renewable") == Some("t");
        }
        if !all_are_renewable {
            floor_unix_ms = floor_unix_ms.max(start_floor_unix_ms);
        }
        Ok(Some(Snapshot { pool, records, server_unix_ms, floor_unix_ms }))
    }

    pub(crate) fn findings(&self) -> Vec<Finding> {
        let finding = |row: &SimpleQueryRow| {
            let message = row.get("finding")?.to_owned();
            Some(Finding { is_error: row.get("is_error") == Some("t"), message })
        };
        self.rows_with("finding").filter_map(finding).collect()
    }

    /// Returns the rows of the statement whose result has this column.
    fn rows_with(&self, column: &'static str) -> impl Iterator<Item = &'a SimpleQueryRow> {
        rows(self.messages).filter(move |row| row.columns().iter().any(|found| found.name() == column))
    }

    fn number<N: TryFrom<u64>>(
        &self,
        row: &SimpleQueryRow,
        column: &'static str,
    ) -> Result<N, RegistryError> {
        let found = row.get(column);
        let number =
            found.and_then(|found| found.parse::<u64>().ok()).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| self.unexpected(column, found, "a non-negative number"))
    }

    fn parse<T: FromStr<Err = TextError>>(
        &self,
        row: &SimpleQueryRow,
        column: &'static str,
        table: &'static str,
    ) -> Result<T, RegistryError> {
        let text = row.get(column).ok_or_else(|| self.unexpected(column, None, "a string"))?;
        text.parse().map_err(|source| {
            let Self { endpoint, schema, .. } = self;
            RegistryError::unexpected(format!("unexpected contents of {schema}.{table} on {endpoint}"))
                .with_source(source)
        })
    }

    fn unexpected(&self, column: &str, found: Option<&str>, expected: &str) -> RegistryError {
        let endpoint = self.endpoint;
        RegistryError::unexpected(format!(
            "unexpected reply from {endpoint}: {column} is {found:?}, expected {expected}"
        ))
    }
}
