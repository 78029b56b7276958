//! The registry.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::time::Duration;

use idlease::engine::{Deadline, Url};
use idlease::error::{AddressError, RegistryError};
use idlease::registry::{Finding, Init, Pool, Record, Registry, Replaced, Slots, Snapshot, Start, Token};
use tokio_postgres::config::{Host, SslMode, SslNegotiation};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, NoTls, SimpleQueryMessage, Socket};

use crate::address::{self, Address};
use crate::connection::{Cause, Connect, Driver, rows};
use crate::limited::Plain;
use crate::reply::Reply;
use crate::session::{Request, Session};
use crate::statements::Statements;

/// A registry in a PostgreSQL database. For the setup, and for the rollbacks that it detects, see [the front
/// page](crate).
///
/// It has at most one connection. It connects on the first call, and again after the connection is lost.
pub struct PostgresRegistry {
    session: Session,
    statements: Statements,
    /// A URL for each server, if the registry was created from a URL with several.
    servers: Vec<Url>,
}

impl PostgresRegistry {
    /// Creates a registry from a URL, such as `postgresql://user:password@host:5432/database`. Sends nothing yet, and
    /// reads no file.
    ///
    /// The URL can have the parameters of [`Config`], `schema` for [`with_schema`](Self::with_schema), and those for
    /// [TLS](crate#tls). If it has several hosts, the registry uses the primary server.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is invalid, or if it requires TLS and the `tls` feature is off.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        Url::parse(url).ok_or(address::FORM)?.try_into()
    }

    /// Creates a registry with a TLS library that `connector` sets up for each connection.
    fn with_connector<T>(
        config: Config,
        mut connector: impl FnMut() -> Result<T, Cause> + Send + 'static,
    ) -> Self
    where
        T: MakeTlsConnect<Socket> + Send + 'static,
        T::TlsConnect: Send,
        T::Stream: Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let (endpoint, servers) = (address::endpoint(&config), address::servers(&config));
        let connect: Connect = Box::new(move |left| {
            let (mut config, tls) = (config.clone(), connector());
            // A server that does not reply must leave time for the next server.
            if servers > 1 && config.get_connect_timeout().is_none() {
                config.connect_timeout(left / servers);
            }
            Box::pin(async move {
                let (client, connection) = config.connect(tls?).await?;
                Ok((client, Box::pin(connection) as Driver))
            })
        });
        Self::of(endpoint, connect)
    }

    /// Creates a registry with your own connect function, for example one that requests a new password each time, or
    /// that uses another TLS library. Calls nothing yet.
    ///
    /// The function returns what [`Config::connect`] returns. It runs on the registry's runtime, which is driven only
    /// during calls. It must not block the thread, because the deadline can't interrupt a blocked thread. `endpoint` is
    /// the name of the server in errors.
    ///
    /// By default, TLS is used only if the server offers it, so set [`Config::ssl_mode`] to `Require`. Unlike with
    /// [`from_url`](Self::from_url), the size of a reply is not limited, so use a server that TLS has verified.
    ///
    /// ```no_run
    /// use idlease_postgres::PostgresRegistry;
    /// use idlease_postgres::tokio_postgres::{Config, NoTls};
    ///
    /// let registry = PostgresRegistry::new("db:5432", || async {
    ///     let mut config = Config::new();
    ///     config.host("db").user("ids").password(std::fs::read("/run/secrets/ids")?);
    ///     Ok::<_, Box<dyn std::error::Error + Send + Sync>>(config.connect(NoTls).await?)
    /// });
    /// ```
    pub fn new<F, Fut, C, E>(endpoint: impl Into<String>, mut connect: F) -> Self
    where
        F: FnMut() -> Fut + Send + 'static,
        Fut: Future<Output = Result<(Client, C), E>> + Send + 'static,
        C: Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        let connect: Connect = Box::new(move |_| {
            let connecting = connect();
            Box::pin(async move {
                let (client, connection) = connecting.await.map_err(Into::into)?;
                Ok((client, Box::pin(connection) as Driver))
            })
        });
        Self::of(endpoint.into(), connect)
    }

    /// Sets the schema of the tables, so that one database can have several pools. The default is `idlease`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is empty, contains characters other than lowercase letters, digits and underscores,
    /// has more than 63 characters, or starts with a digit or `pg_`.
    pub fn with_schema(self, schema: &str) -> Result<Self, AddressError> {
        Ok(Self { statements: Statements::new(schema)?, ..self })
    }

    fn of(endpoint: String, connect: Connect) -> Self {
        Self {
            session: Session::new(endpoint, connect),
            statements: Statements::default(),
            servers: Vec::new(),
        }
    }

    fn send(
        &mut self,
        operation: &'static str,
        is_repeatable: bool,
        sql: String,
        deadline: Deadline,
    ) -> Result<Vec<SimpleQueryMessage>, RegistryError> {
        self.session.request(&Request { operation, sql, is_repeatable }, deadline)
    }

    fn reply<'a>(&'a self, messages: &'a [SimpleQueryMessage]) -> Reply<'a> {
        Reply { messages, endpoint: &self.session.endpoint, schema: self.statements.schema() }
    }

    fn read_by(&mut self, slots: Slots, deadline: Deadline) -> Result<Option<Snapshot>, RegistryError> {
        let sql = self.statements.read(slots, deadline.remaining());
        self.snapshot(sql, slots, deadline)
    }

    fn snapshot(
        &mut self,
        sql: String,
        slots: Slots,
        deadline: Deadline,
    ) -> Result<Option<Snapshot>, RegistryError> {
        match self.send("read the records", true, sql, deadline) {
            Err(error) if is_missing(&error) => Ok(None),
            messages => self.reply(&messages?).snapshot(slots),
        }
    }

    /// Connects to each server before the path of the URL. Two that accept writes are a primary and a former primary.
    fn several_primaries(&self, deadline: Deadline) -> Option<Finding> {
        let started = |url: &Url| {
            let mut registry = Self::try_from(url.clone()).ok()?;
            let deadline = Deadline::after(deadline.remaining() / address::count(self.servers.len()));
            // Two names can lead to the same server.
            let sql = "SELECT pg_catalog.pg_postmaster_start_time() AS started;".to_owned();
            let messages = registry.send("read its start", true, sql, deadline).ok()?;
            rows(&messages).next()?.get("started").map(str::to_owned)
        };
        if self.servers.is_empty() && self.session.endpoint.contains(',') {
            let message =
                "the servers are parameters, so they were not compared: write them before the database";
            return Some(Finding { is_error: false, message: message.to_owned() });
        }
        let primaries: BTreeSet<_> = self.servers.iter().filter_map(started).collect();
        (primaries.len() > 1).then(|| Finding {
            is_error: true,
            message: format!(
                "{} of the servers at {} accept writes, so node IDs are leased twice: stop the former primary",
                primaries.len(),
                self.session.endpoint
            ),
        })
    }
}

impl Registry for PostgresRegistry {
    /// Creates the schema if it doesn't exist, and the tables with all records, in one transaction.
    fn init(&mut self, pool: &Pool, start: Start, timeout: Duration) -> Result<Init, RegistryError> {
        let deadline = Deadline::after(timeout);
        if let Some(snapshot) = self.read_by(Slots::One(0), deadline)? {
            return Ok(Init::Exists(snapshot.pool));
        }
        let sql = self.statements.init(pool, start, deadline.remaining())?;
        let messages = self.send("create the pool", false, sql, deadline)?;
        if self.reply(&messages).changed_rows() > 0 {
            return Ok(Init::Created);
        }
        // Another process was faster.
        let found = self.read_by(Slots::One(0), deadline)?;
        Ok(found.map_or(Init::Created, |snapshot| Init::Exists(snapshot.pool)))
    }

    fn read(&mut self, slots: Slots, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        self.read_by(slots, Deadline::after(timeout))
    }

    fn read_free(&mut self, token: Token, timeout: Duration) -> Result<Option<Snapshot>, RegistryError> {
        let deadline = Deadline::after(timeout);
        // The floor of one record does not apply to a new grant.
        self.snapshot(self.statements.read_free(token, deadline.remaining()), Slots::All, deadline)
    }

    fn replace(
        &mut self,
        slot: u32,
        expected: &Record,
        new: &Record,
        timeout: Duration,
    ) -> Result<Replaced, RegistryError> {
        let deadline = Deadline::after(timeout);
        let sql = self.statements.replace(slot, expected, new, deadline.remaining())?;
        match self.send("replace the record", false, sql, deadline) {
            Err(error) if is_missing(&error) => Ok(Replaced::No),
            messages => match self.reply(&messages?).changed_rows() {
                0 => Ok(Replaced::No),
                _ => Ok(Replaced::Yes),
            },
        }
    }

    fn check(&mut self, timeout: Duration) -> Result<Vec<Finding>, RegistryError> {
        let (sql, deadline) = (self.statements.check(timeout), Deadline::after(timeout));
        let messages = self.send("check the settings", true, sql, deadline)?;
        let mut findings = self.reply(&messages).findings();
        findings.extend(self.several_primaries(deadline));
        Ok(findings)
    }
}

/// Does the same as [`PostgresRegistry::from_url`].
impl TryFrom<Url> for PostgresRegistry {
    type Error = AddressError;

    fn try_from(url: Url) -> Result<Self, AddressError> {
        let servers = address::each(&url);
        let Address { mut config, schema, tls } = address::address(url)?;
        // The client uses a TLS library, even `Plain`, only for servers that have a name.
        let hosts = config.get_hosts();
        let are_named = !hosts.is_empty() && hosts.iter().all(|host| matches!(host, Host::Tcp(_)));
        let mut registry = match tls {
            #[cfg(feature = "tls")]
            Some(tls) => {
                config.ssl_mode(SslMode::Require);
                Self::with_connector(config, move || Ok(crate::tls::Encrypted::load(&tls)?))
            }
            _ if are_named => {
                config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
                Self::with_connector(config, || Ok(Plain))
            }
            _ => Self::with_connector(config, || Ok(NoTls)),
        };
        registry.servers = servers;
        match schema {
            Some(schema) => registry.with_schema(&schema),
            None => Ok(registry),
        }
    }
}

/// Returns `true` if the table doesn't exist. In that case, the transaction has ended without a change.
fn is_missing(error: &RegistryError) -> bool {
    code(error).is_some_and(|code| [SqlState::UNDEFINED_TABLE, SqlState::INVALID_SCHEMA_NAME].contains(code))
}

fn code(error: &RegistryError) -> Option<&SqlState> {
    error.source()?.downcast_ref::<tokio_postgres::Error>()?.code()
}

impl fmt::Debug for PostgresRegistry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PostgresRegistry")
            .field("endpoint", &self.session.endpoint)
            .field("schema", &self.statements.schema())
            .finish_non_exhaustive()
    }
}
