#![doc = include_str!("../README.md")]
//!
//! # Connections
//!
//! | you have                                                    | use                                |
//! | ----------------------------------------------------------- | ---------------------------------- |
//! | a URL, with or without [TLS](#tls)                          | [`PostgresRegistry::from_url`]     |
//! | changing passwords, a tunnel, or another TLS library        | [`PostgresRegistry::new`]          |
//!
//! A registry has at most one connection, and a small runtime to drive it. It doesn't need a runtime from you. You can
//! call it inside a runtime, but each call blocks the thread. [`LeaseBuilder::keep`](idlease::LeaseBuilder::keep)
//! renews in its own thread.
//!
//! Errors name the host, the schema, and at most the object to which the server denies access. Login errors contain the
//! server's SQLSTATE but not its message, because the message can repeat any part of a URL. The message is in the
//! server's log.
//!
//! A forked child that uses its parent's registry reconnects and does not touch the parent's connection.
//!
//! # TLS
//!
//! With the `tls` feature, URLs can use TLS, by `rustls` and `ring`. The parameters mean what they mean in libpq:
//!
//! | `sslmode`                | `sslrootcert` | accepts                                                            |
//! | ------------------------ | ------------- | ------------------------------------------------------------------ |
//! | `verify-full`            | `system`      | servers with the name of the host, by the system's roots           |
//! | `verify-full`            | a file        | servers with the name of the host, by the roots in the file        |
//! | `verify-ca` or `require` | a file        | servers with any name, by the roots in the file                    |
//! | `require`                | none          | **every server**: eavesdroppers read nothing, but anyone can pose as the server |
//! | `disable` or none        |               | every server, without TLS                                          |
//!
//! `sslcert` and `sslkey` are the files of a client's certificate and its key. `channel_binding=require` also binds the
//! login to the server's certificate. All files are in PEM, and are read for each new connection, so that renewed
//! certificates are used. A Unix socket never uses TLS.
//!
//! A server that can't be verified is an error. Until it is verified, nothing of the login is sent. These are stricter
//! than in libpq:
//!
//! - Without `sslmode`, TLS is off. `prefer` and `allow` are errors, because they continue without TLS.
//! - `verify-ca` and `verify-full` need `sslrootcert`, because this crate reads no files that it is not given.
//! - The server's name must be a subject alternative name. The common name is ignored.
//! - Keys with a passphrase, `sslcrl` and `sslnegotiation=direct` are errors.
//!
//! # Deadlines
//!
//! Each call returns within its timeout, which covers resolving the name, connecting, TLS, waiting for locks and
//! reading the reply. After a timeout, the registry closes the connection, the server ends the statement, and the next
//! call opens a new connection. If the server has closed the connection, a read is repeated once within the same
//! timeout. A replacement that may have been sent is never repeated.
//!
//! Each call except `init` sends one message, which the server runs as one transaction. A new connection first asks
//! whether the server is a standby. All settings end with the transaction, and statements are never prepared, so you
//! can use PgBouncer's transaction pooling.
//!
//! Each transaction starts with `SET LOCAL search_path = pg_catalog, pg_temp`, so the `search_path` of the role, the
//! database or the connection doesn't matter. It is left unchanged.
//!
//! # Setting up the database
//!
//! - Use PostgreSQL 10 or later, and **the primary server**. A standby is an error. If the URL lists several hosts, the
//!   registry uses the primary.
//! - `fsync` and `full_page_writes` must be on, which is the default. `synchronous_commit = off` does no harm, because
//!   each call turns it on for its own transaction. All other settings are left unchanged.
//! - The server's clock should be synchronised by NTP, because leases start and end by it.
//! - If the database's encoding is not UTF8, a [label](idlease::Label) may contain only characters of that encoding.
//!   With other characters, acquiring fails.
//!
//! [`init`](idlease::registry::Registry::init) creates the `idlease` schema with two tables, `pool` and `slots`. It
//! needs the privilege to create a schema or, if the schema exists, to create tables in it. Give each pool its own
//! schema with [`with_schema`](PostgresRegistry::with_schema). Programs need only these privileges:
//!
//! ```sql
//! GRANT USAGE ON SCHEMA idlease TO ids;
//! GRANT SELECT ON idlease.pool, idlease.slots TO ids;
//! GRANT UPDATE (epoch, owner, start_unix_ms, end_unix_ms, label) ON idlease.slots TO ids;
//! GRANT UPDATE (floor_unix_ms, start_floor_unix_ms, history, incarnation) ON idlease.pool TO ids;
//! ```
//!
//! Only trusted roles may own this schema or have the privilege to create objects in it. A role that can create the
//! tables before [`init`](idlease::registry::Registry::init) controls the sessions that use them. So don't use `public`
//! if every role may create objects in it, which is the default up to PostgreSQL 14. A role without these privileges
//! can't change the meaning of a lease, whatever it creates elsewhere: `docs/security.md` in the sortid repository
//! lists who can do what.
//!
//! Programs also call `pg_control_system`, `pg_current_wal_lsn`, `pg_walfile_name`, `pg_postmaster_start_time` and
//! `pg_relation_filenode`. By default, every role may call these functions. If a service lacks one of them, each call
//! to the registry returns an error.
//!
//! # After a restore or a failover
//!
//! After a restore or a failover, the database may have forgotten grants that generators still use. Each call checks,
//! inside its transaction, whether the database is still the same. If it has changed, the call first sets a floor: the
//! server's clock plus two windows, which is later than all forgotten grants.
//!
//! | what changed                                               | for example                           | until the floor                                       |
//! | ---------------------------------------------------------- | ------------------------------------- | ----------------------------------------------------- |
//! | system identifier, timeline, database or tables            | failover, point-in-time recovery, restored dump, `CREATE DATABASE ... TEMPLATE` | nothing is granted or renewed |
//! | start of the server, or the file of a table                | restart, restored copy of the data directory, `TRUNCATE` and restored rows, `VACUUM FULL` | nothing new is granted; a grant with a quarter of the window left is renewed |
//!
//! So after a failover, each generator stops when its lease ends, and continues at the floor, after one to two windows.
//! A restart does not stop generators whose leases have a quarter of the window left. New processes wait for up to two
//! windows.
//!
//! A restart looks the same as a restored copy of the data directory, so it needs a floor too. A grant that has not
//! expired by the server's clock can still be renewed. A later grant of the slot requires that this grant has expired
//! or was released. It has not expired, and an owner that has released it does not renew it. To allow for clocks that
//! differ, a quarter of the window must be left.
//!
//! The registry can't detect these changes:
//!
//! - **Two servers that both accept writes**, for example if a failover does not stop the old primary server. Stop it
//!   within one window of the promotion, by fencing or by synchronous replication. Synchronous replication also loses
//!   no data.
//! - **A virtual machine that is restored from a snapshot with its memory.** The server continues as the same process.
//! - **Rows that were changed or restored by hand**, without `TRUNCATE`.
//! - **A clock that went back** together with the data.
//!
//! After one of these, call [`idlease::protocol::fence`], or `sortid lease fence` in a shell, before any program
//! reaches the database. It lets no new grant start for two windows. Alternatively, stop all programs and start them
//! again two windows later.
//!
//! If the data is lost, [`read`](idlease::registry::Registry::read) returns `None`, and nothing is granted. Drop the
//! rest of the schema and call [`init`](idlease::registry::Registry::init) with
//! [`Start::after_loss`](idlease::registry::Start::after_loss).

mod address;
mod connection;
mod limited;
mod registry;
mod reply;
mod session;
mod statements;
#[cfg(feature = "tls")]
mod tls;

pub use registry::PostgresRegistry;
pub use tokio_postgres;
