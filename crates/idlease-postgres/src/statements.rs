//! The SQL statements. The only values inserted into them are numbers, tokens and labels in hexadecimal, and the
//! checked name of the schema.

use std::time::Duration;

use idlease::Label;
use idlease::error::{AddressError, RegistryError, RegistryErrorKind};
use idlease::registry::{Pool, Record, Slots, Start, Token};

/// Starts every message, so that names mean what PostgreSQL defines and not what another role has created. Any role
/// that may create in a schema of the search path can define operators and functions that match better than the ones in
/// `pg_catalog`. Temporary tables would come first if they were not named last. The setting ends with the transaction,
/// so a connection pool can't leak it to other clients.
pub(crate) const TRUSTED_NAMES: &str = "SET LOCAL search_path = pg_catalog, pg_temp;";

/// The server's clock, in milliseconds since 1970. Unlike `now()`, it advances within a transaction.
const NOW: &str = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// The maximum number of records that an attempt to acquire reads.
const CANDIDATES: u32 = 8;

/// The statements for the tables of one schema.
#[derive(Clone, Debug)]
pub(crate) struct Statements {
    /// The schema. Its name needs no quotes unless it is a keyword.
    schema: String,
}

/// The default schema is `idlease`.
impl Default for Statements {
    fn default() -> Self {
        Self { schema: "idlease".to_owned() }
    }
}

impl Statements {
    pub(crate) fn new(schema: &str) -> Result<Self, AddressError> {
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let first_is_digit = schema.starts_with(|first: char| first.is_ascii_digit());
        if !(1..=63).contains(&schema.len())
            || first_is_digit
            || schema.starts_with("pg_")
            || !schema.bytes().all(is_name)
        {
            return Err(AddressError::new(
                "a schema of at most 63 lowercase letters, digits and underscores that doesn't start with a digit or `pg_`",
            ));
        }
        Ok(Self { schema: schema.to_owned() })
    }

    pub(crate) fn schema(&self) -> &str {
        &self.schema
    }

    fn quoted(&self) -> String {
        format!("\"{}\"", self.schema)
    }

    /// Returns SQL that identifies the history of these tables: the cluster, its timeline, the database and the tables.
    /// The result changes, for example, after a failover or when a dump is restored.
    fn history(&self) -> String {
        let schema = self.quoted();
        format!(
            "concat_ws('/', (SELECT system_identifier FROM pg_control_system()), \
             left(pg_walfile_name(pg_current_wal_lsn()), 8), \
             (SELECT oid FROM pg_database WHERE datname = current_database()), \
             '{schema}.pool'::regclass::oid, '{schema}.slots'::regclass::oid)"
        )
    }

    /// Returns SQL that identifies the server's start and the files of the tables. The result changes if the tables may
    /// have been replaced with their backups.
    fn incarnation(&self) -> String {
        let schema = self.quoted();
        format!(
            "concat_ws('/', (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint, \
             pg_relation_filenode('{schema}.pool'), pg_relation_filenode('{schema}.slots'))"
        )
    }

    pub(crate) fn init(&self, pool: &Pool, start: Start, timeout: Duration) -> Result<String, RegistryError> {
        let local = bigint("from_unix_ms", start.unix_ms(None))?;
        let from_unix_ms = match start.lost_horizon_ms() {
            None => local.to_string(),
            Some(horizon_ms) => format!("greatest({local}, {NOW} + {horizon_ms})"),
        };
        // `Pool` has no getter for its first node ID, but slot 0 has it.
        let first_node_id = pool.node_id(0).unwrap_or(0);
        let statements = format!(
            include_str!("sql/init.sql"),
            schema = self.quoted(),
            node_id_size = pool.node_id_size(),
            first_node_id = first_node_id,
            slots = pool.slots(),
            window_ms = pool.window_ms(),
            from_unix_ms = from_unix_ms,
            history = self.history(),
            incarnation = self.incarnation(),
        );
        Ok(settings(timeout) + &statements)
    }

    pub(crate) fn read(&self, slots: Slots, timeout: Duration) -> String {
        let and_slot = match slots {
            Slots::All => String::new(),
            Slots::One(slot) => format!("AND slots.slot = {slot}"),
        };
        self.read_where(&and_slot, timeout)
    }

    /// Returns SQL that reads some free records, starting at a slot that the token chooses.
    pub(crate) fn read_free(&self, token: Token, timeout: Duration) -> String {
        let free = format!(
            include_str!("sql/free.sql"),
            schema = self.quoted(),
            now = NOW,
            // As many bits as fit in a `bigint`, whatever the number of slots.
            number = token.to_u128() >> 65,
            limit = CANDIDATES,
        );
        self.read_where(&format!("AND slots.slot = ANY (ARRAY({free}))"), timeout)
    }

    fn read_where(&self, and_slot: &str, timeout: Duration) -> String {
        let read =
            format!(include_str!("sql/read.sql"), schema = self.quoted(), now = NOW, and_slot = and_slot);
        settings(timeout) + &self.notice() + &read
    }

    pub(crate) fn replace(
        &self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<String, RegistryError> {
        let replace = format!(
            include_str!("sql/replace.sql"),
            schema = self.quoted(),
            now = NOW,
            history = self.history(),
            incarnation = self.incarnation(),
            slot = slot,
            epoch = bigint("epoch", expected.epoch)?,
            owner = uuid(expected.owner),
            start = bigint("start_unix_ms", expected.start_unix_ms)?,
            end = bigint("end_unix_ms", expected.end_unix_ms)?,
            label = text(&expected.label),
            new_epoch = bigint("epoch", new.epoch)?,
            new_owner = uuid(new.owner),
            new_start = bigint("start_unix_ms", new.start_unix_ms)?,
            new_end = bigint("end_unix_ms", new.end_unix_ms)?,
            new_label = text(&new.label),
        );
        Ok(settings(timeout) + &self.notice() + &replace)
    }

    /// Returns SQL that lists the problems of the server and of the role.
    pub(crate) fn check(&self, timeout: Duration) -> String {
        settings(timeout) + &format!(include_str!("sql/check.sql"), schema = self.schema)
    }

    fn notice(&self) -> String {
        format!(
            include_str!("sql/notice.sql"),
            schema = self.quoted(),
            now = NOW,
            history = self.history(),
            incarnation = self.incarnation(),
        )
    }
}

/// Returns SQL that makes the server give up when the caller does. A timeout of 0 would mean no timeout.
fn settings(timeout: Duration) -> String {
    let timeout_ms = i32::try_from(timeout.as_millis()).unwrap_or(i32::MAX).max(1);
    format!(include_str!("sql/settings.sql"), trusted_names = TRUSTED_NAMES, timeout_ms = timeout_ms)
}

/// Converts a number to PostgreSQL's `bigint`.
fn bigint(field: &str, value: u64) -> Result<i64, RegistryError> {
    i64::try_from(value).map_err(|_| {
        let message = format!("{field} is {value}, expected at most {}", i64::MAX);
        RegistryError::new(RegistryErrorKind::Refused, message)
    })
}

fn uuid(owner: Option<Token>) -> String {
    owner.map_or_else(|| "NULL::uuid".to_owned(), |owner| format!("'{owner}'::uuid"))
}

/// Returns a string that needs no quotes, whatever the settings of the session.
fn text(label: &Label) -> String {
    let digits: String = label.as_str().bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("convert_from(decode('{digits}', 'hex'), 'UTF8')")
}
