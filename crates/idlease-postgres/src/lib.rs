#![doc = include_str!("../README.md")]
//!
//! # Connections
//!
//! | you have                                      | use                                |
//! | --------------------------------------------- | ---------------------------------- |
//! | a URL, and no TLS                             | [`PostgresRegistry::from_url`]     |
//! | TLS, or a [`Config`](tokio_postgres::Config)  | [`PostgresRegistry::with_config`]  |
//! | passwords that change, a tunnel, a TLS library of an unusual kind | [`PostgresRegistry::new`] |
//!
//! With `tokio-postgres-rustls`, or with `postgres-native-tls` in its place:
//!
//! ```ignore
//! let mut config: Config = "postgresql://ids:password@db.example.com/app".parse()?;
//! config.ssl_mode(SslMode::Require);
//! let tls = tokio_postgres_rustls::MakeRustlsConnect::new(rustls_config);
//! // or: postgres_native_tls::MakeTlsConnector::new(native_tls::TlsConnector::new()?)
//! let registry = PostgresRegistry::with_config(config, tls);
//! ```
//!
//! A registry has at most one connection, and a small runtime to drive it. It needs no runtime of yours, and can also be called
//! in one, but each call blocks the thread. [`LeaseBuilder::keep`](idlease::LeaseBuilder::keep) renews in a thread of its own.
//!
//! Errors name the host, the schema, and at most what the server refuses a right to. Those of a login have the server's SQLSTATE and
//! not its message, which can repeat any part of a URL. The server's log has the message.
//!
//! A forked child that uses a registry of its parent's connects anew, and leaves the parent's connection alone.
//!
//! # Deadlines
//!
//! Each call returns within its timeout. That includes resolving the name, connecting, TLS, waiting for locks and reading the reply.
//! After a timeout, the connection is closed, and the next call makes another one. The server ends the statement at the same time.
//! If the server has closed the connection, a read is repeated once within the same timeout. A replacement that may have been
//! sent is never repeated.
//!
//! Each call sends one message, which the server runs as one transaction. Before it, a new connection asks whether the server is
//! a standby. All settings end with the transaction, and statements are never prepared, so PgBouncer may pool transactions.
//!
//! Each transaction starts with `SET LOCAL search_path = pg_catalog, pg_temp`, so the `search_path` of the role, the database or the
//! connection doesn't matter. It is left unchanged.
//!
//! # Setting up the database
//!
//! - PostgreSQL 10 or later, **the primary server**. A standby is an error. Give all hosts in the URL, and the primary one is used.
//! - `fsync` and `full_page_writes` must be on, as they are by default. `synchronous_commit = off` does no harm: each call turns
//!   it on for its own transaction. All other values stay.
//! - The server's clock should follow NTP. Leases begin and end by it.
//! - In a database whose encoding is not UTF8, a [label](idlease::Label) may have only characters of that encoding. With others,
//!   acquiring fails.
//!
//! [`init`](idlease::registry::Registry::init) creates the schema `idlease` with two tables, `pool` and `slots`. It needs the right to create
//! a schema. If the schema exists, it needs the right to create tables in it. Give each pool a schema of its own by
//! [`with_schema`](PostgresRegistry::with_schema). The programs need these rights, and no others:
//!
//! ```sql
//! GRANT USAGE ON SCHEMA idlease TO ids;
//! GRANT SELECT ON idlease.pool, idlease.slots TO ids;
//! GRANT UPDATE (epoch, owner, start_unix_ms, end_unix_ms, label) ON idlease.slots TO ids;
//! GRANT UPDATE (floor_unix_ms, start_floor_unix_ms, history, incarnation) ON idlease.pool TO ids;
//! ```
//!
//! Only trusted roles may have the privilege to create in this schema, or own it. Whoever can create the tables before
//! [`init`](idlease::registry::Registry::init) controls the sessions that use them. So don't use `public` if every role may create in it, which
//! is the default up to PostgreSQL 14. A role without these privileges can't change what a lease is, whatever it creates elsewhere:
//! `docs/security.md` in the sortid repository lists who can do what.
//!
//! They also need the functions `pg_control_system`, `pg_current_wal_lsn`, `pg_walfile_name`, `pg_postmaster_start_time` and
//! `pg_relation_filenode`. By default, every role may call them. A service without one of them gives an error.
//!
//! # When the data go back
//!
//! After a restore or a failover, the database may have forgotten grants that generators still use. Each call compares what the
//! database was with what it is, inside its transaction. At a difference, it first sets a floor: the server's clock plus two
//! windows, which is later than all forgotten grants.
//!
//! | what changed                                               | for example                           | until the floor                                       |
//! | ---------------------------------------------------------- | ------------------------------------- | ----------------------------------------------------- |
//! | system identifier, timeline, database or tables            | failover, recovery to a point in time, restored dump, `CREATE DATABASE ... TEMPLATE` | nothing is granted or renewed |
//! | start of the server, or the file of a table                | restart, restored copy of the data folder, `TRUNCATE` and restored rows, `VACUUM FULL` | nothing new is granted; a grant that has not expired is renewed |
//!
//! So a failover stops generators between the ends of their leases and the floor, for one to two windows. A restart stops no
//! generator whose lease has a quarter of the window left. New processes wait for up to two windows.
//!
//! A restart looks the same as a restored copy of the data folder, so it needs a floor too. A grant that has not expired by the
//! server's clock can still be renewed. Another grant of the same slot can be forgotten only if it was made after this one
//! expired, or after its owner released it. So there is none, or there is nobody to renew this one. To allow for clocks that
//! differ, a quarter of the window must be left.
//!
//! These can't be noticed:
//!
//! - **Two servers that both accept writes**, for example if a failover does not stop the old primary server. Stop it within one
//!   window of the promotion, by fencing or by synchronous replication. Synchronous replication also loses nothing.
//! - **A virtual machine that goes back to a snapshot with its memory.** The server then runs on as the same process.
//! - **Rows that were changed or restored by hand**, without `TRUNCATE`.
//! - **A clock that went back** together with the data.
//!
//! After one of these, call [`idlease::registry::fence`], or `sortid lease fence` in a shell, before any program reaches the database: it
//! lets no new grant start for two windows. Or stop all programs, and start them two windows later.
//!
//! If the data are lost, [`read`](idlease::registry::Registry::read) returns `None`, and no grant is made. Drop what is left of the schema,
//! and call [`init`](idlease::registry::Registry::init) with [`Start::after_loss`](idlease::registry::Start::after_loss).

mod address;
mod connection;
mod limited;
mod registry;
mod reply;
mod session;
mod statements;

pub use registry::PostgresRegistry;
pub use tokio_postgres;
