#![doc = include_str!("../README.md")]
//!
//! # TLS
//!
//! With the `tls` feature, [`RedisRegistry::from_url`] accepts `rediss://` and `valkeys://`, by `rustls` and `ring`. The
//! server's certificate must have the name of the host. `redis-cli` does not check this. The URL can name three files in
//! PEM, with the names of `redis-cli`'s options:
//!
//! | parameter       | file                                                            |
//! | --------------- | --------------------------------------------------------------- |
//! | `cacert`        | the roots that certificates must lead to, in place of the system's |
//! | `cert` and `key` | the client's certificate with its chain, and its key without a passphrase |
//!
//! The files are read for each new connection, so that renewed certificates are used. A server that can't be verified is
//! an error. Until it is verified, nothing of the login is sent.
//!
//! # Changing passwords
//!
//! For a password that changes, or another TLS library, pass a function that connects. It is called for each new
//! connection, so it can fetch a fresh password. Put TLS over the [`Socket`] of an [`Endpoint`], so that the handshake
//! keeps the deadline too:
//!
//! ```no_run
//! use idlease_redis::{Connection, Endpoint, RedisRegistry, Socket};
//! # use std::io::{self, Read, Write};
//! # fn tls(socket: Socket) -> io::Result<impl Read + Write + Send> { Ok(socket) }
//! # fn password() -> io::Result<String> { Ok(String::new()) }
//!
//! let mut endpoint = Endpoint::new("redis.example", 6380);
//! let registry = RedisRegistry::new("redis.example:6380", move |deadline| {
//!     let stream = tls(endpoint.connect(deadline)?)?; // for example rustls::StreamOwned
//!     Ok(Connection::new(stream).with_login(Some("leases"), &password()?))
//! });
//! ```
//!
//! # Setting up the server
//!
//! Use Redis 5 or later, or Valkey, as **one primary**. The registry is stored in one hash, `idlease` unless
//! [`with_key`] sets a different key. So in a Redis Cluster, it is in one slot, on one primary. A cluster node that
//! does not have the key is an error, and so is a replica. The crate was tested with Redis 7.0. Other servers that
//! support the protocol must have `run_id` and `master_replid` in `INFO`, and change them like Redis.
//!
//! | setting                     | value      | otherwise                                                                 |
//! | --------------------------- | ---------- | ------------------------------------------------------------------------- |
//! | `appendonly`                | `yes`      | a restart loses leases, or the whole pool                                 |
//! | `appendfsync`               | `always`   | a power loss loses the last second                                        |
//! | `no-appendfsync-on-rewrite` | `no`       | the same, while the file is rewritten                                     |
//! | `maxmemory-policy`          | `noeviction` or `volatile-*` | the pool can be evicted                                 |
//! | `repl-backlog-ttl`          | `0`        | an hour after the last replica has left, the server seems to be a different one |
//!
//! These settings affect **only availability**. Without them, no ID is duplicated either, because the server detects
//! that it may have forgotten something. `init` therefore does not require them.
//!
//! # After a restore or a failover
//!
//! After a restore or a failover, the server may have forgotten grants that generators still use. The hash contains the
//! `run_id` and the `master_replid` of the server that wrote it. Every script compares them with the server's own
//! before it does anything else. If they differ, it first sets a floor: the server's time plus
//! [`horizon_ms`](idlease::registry::Pool::horizon_ms), which is two windows. That is later than all forgotten grants.
//!
//! | what changed                                               | until the floor                                                 |
//! | ---------------------------------------------------------- | --------------------------------------------------------------- |
//! | the run ID, with an append-only file and no `master_replid2` | nothing new is granted; a grant that has not expired is renewed |
//! | anything else                                              | nothing is granted or renewed                                   |
//!
//! A server that has been a replica keeps its `master_replid2` until it is restarted.
//!
//! So a restart does not stop generators whose leases have a quarter of the window left, and new processes wait for up
//! to two windows. After a failover, each generator stops when its lease ends, and continues at the floor, after one to
//! two windows.
//!
//! | event                                              | what happens                                                         |
//! | -------------------------------------------------- | -------------------------------------------------------------------- |
//! | restart, crash, power loss                         | detected: leases are renewed                                         |
//! | older append-only file restored, and started       | mistaken for a restart: leases in the file are renewed               |
//! | restart without an append-only file, from a dump   | detected: nothing is renewed                                         |
//! | failover to a replica that lacks the last writes   | detected by the new primary: nothing is renewed                      |
//! | a primary that was a replica in between            | detected: nothing is renewed                                         |
//! | a replica that is started as a primary, or promoted and restarted, before any call | mistaken for a restart of the primary |
//! | the first replica of a server connects             | mistaken for a failover: connect replicas before `init`, and see below |
//! | key deleted, evicted or expired; all data lost     | `NotInitialised`: an operator calls `init` with [`Start::after_loss`](idlease::registry::Start::after_loss) |
//! | key restored into a running server (`RESTORE`)     | **not detected**                                                     |
//! | machine restored from a snapshot with its memory   | **not detected**                                                     |
//! | the former primary of a failover continues         | **not detected**: see below                                          |
//!
//! After a restore that is not detected, call [`idlease::protocol::fence`], or `sortid lease fence`, before any program
//! reaches the server again.
//!
//! ## Restarts and older files
//!
//! Redis can't know whether it was started with the same file as before, with an older file, or as a copy on another
//! machine. The scripts treat all of these alike. A grant that has not expired by the server's clock can be renewed,
//! but only by its owner. A later grant of the slot requires that this grant has expired or was released. It has not
//! expired, and an owner that has released it does not renew it.
//!
//! ## Clocks
//!
//! Leases start and end by the server's clock. Run NTP on all servers of the pool. The new clock may be behind the
//! clock that the forgotten grants used. This is harmless up to these limits:
//!
//! - **A quarter of the window** for renewals after a restart, because that much of a grant must be left. A larger
//!   margin would lose leases in short outages, because generators renew at a quarter of the window.
//! - **A window** for the floor, because leases usually end a window before it.
//!
//! After an ordinary restart, no data is missing, so a wrong clock can only cost leases. **If you start an older file
//! or a copy and the clock may be wrong, first set the clock, or call [`idlease::protocol::fence`] before any program
//! reaches the server.** No script can detect this, because only the clock could show how old the file is.
//!
//! ## Failover
//!
//! Sentinel and managed services promote a replica that can lack the last writes. The new primary has a different run
//! ID and sets the floor. Connect to the name or the address that always leads to the primary.
//!
//! The former primary may not know yet that it was replaced. If clients still reach it, **two servers grant the same
//! node IDs**. So it must stop automatically: set `min-replicas-to-write 1`, and `min-replicas-max-lag` to at most a
//! quarter of the window. Soon after it has lost its replica, it rejects writes, and everything that it granted until
//! then ends before the new primary's floor. Without these settings, do not use automatic failover.
//!
//! With replicas, `min-replicas-to-write 1` also keeps restarts of the primary cheap. The first replica that connects
//! after a start changes the replication ID, like a failover. With this setting, the primary rejects calls after its
//! start until that has happened, so it detects both changes at once, as a restart. Without it, the primary detects a
//! restart, and later a failover.
//!
//! # Permissions
//!
//! Both `init` and programs need these permissions, here for the key named `idlease`:
//!
//! ```text
//! ACL SETUSER leases on >password ~idlease +eval +info +time +exists +hmget +hget +hset +hgetall
//! ```
//!
//! If the database is not 0, add `+select`.
//!
//! If other users of the server may run scripts, use Redis 6.2.7 or later, or Valkey. Earlier versions let a script
//! change the functions that other users' scripts call.
//!
//! # What a call sends
//!
//! | call      | sends                                                                                          |
//! | --------- | ---------------------------------------------------------------------------------------------- |
//! | `read`    | one `EVAL`; once more, on a new connection, if the old one failed                              |
//! | `read_free` | one `EVAL`, which returns at most 8 records; once more, like `read`                            |
//! | `replace` | one `EVAL`, which compares the whole record and checks the condition of [`idlease::protocol::admits`]    |
//! | `init`    | one `EVAL`, which creates everything at once                                                   |
//! | the first call, and the first after a failure | before that, `AUTH` and `SELECT`, if they are needed                      |
//!
//! The timeout of a call covers everything: resolving the name, connecting, TLS over a [`Socket`], the login, sending,
//! and each part of the reply. A server that sends one byte at a time gets no more time. After a failure, the
//! connection is dropped, so a late reply is never mistaken for the reply to a later request. If the system's resolver
//! hangs, one thread of each registry waits for it.
//!
//! A registry has no other thread. In a forked child, it never uses its parent's connection.
//!
//! [`with_key`]: RedisRegistry::with_key

mod connection;
mod deadline;
mod registry;
mod reply;
mod script;
mod socket;
mod url;

pub use connection::Connection;
pub use deadline::Deadline;
pub use registry::RedisRegistry;
pub use socket::{Endpoint, Socket};
