#![doc = include_str!("../README.md")]
//!
//! # Creating a registry
//!
//! | you have                   | use                                                                              |
//! | -------------------------- | -------------------------------------------------------------------------------- |
//! | a URL, with or without [TLS](#tls) | [`EtcdRegistry::from_url`]                                               |
//! | a proxy, or another TLS library | [`EtcdRegistry::new`], with an [`Agent`](ureq::Agent) of your own           |
//! | a user and a password      | the URL, or [`EtcdRegistry::with_user`]                                          |
//! | several pools in one etcd  | a prefix for each, in the URL or with [`EtcdRegistry::with_prefix`]              |
//!
//! etcd's gateway can't take the user from a certificate, so each user needs a password.
//!
//! # TLS
//!
//! With the `tls` feature, [`EtcdRegistry::from_url`] accepts `etcds://`, by `rustls` and `ring`. The server's
//! certificate must have the name of the host. The URL can name three files in PEM, with the names of `etcdctl`'s
//! options:
//!
//! | parameter        | file                                                                      |
//! | ---------------- | ------------------------------------------------------------------------- |
//! | `cacert`         | the roots that certificates must lead to, in place of the system's        |
//! | `cert` and `key` | the client's certificate with its chain, and its key without a passphrase |
//!
//! After a failure, the files are read again, so that renewed certificates are used. A server that can't be verified is
//! an error. Until it is verified, nothing is sent.
//!
//! With `--client-cert-auth`, etcd's gateway shows the server's own certificate to etcd. So `--trusted-ca-file` must
//! also contain the root of that certificate.
//!
//! # Setting up etcd
//!
//! - **Three or five members** survive the loss of one or two. Without a majority, every call fails, and generators
//!   continue to the end of their leases. An election takes a second or two, so choose a window well above that.
//! - **Never use `--unsafe-no-fsync`.** With it, a crash could make etcd forget grants.
//! - **Synchronise the clocks** of the members to within a second, for example with NTP. For the reason, see
//!   [Clock](#clock).
//! - Pass the client endpoints of several members to the registry. A load balancer in front of them must not repeat a
//!   `POST`.
//!
//! # Permissions
//!
//! An operator who initialises the registry needs `readwrite` for the whole prefix. Programs that only lease node IDs
//! need less:
//!
//! ```text
//! etcdctl role add program
//! etcdctl role grant-permission program read --prefix idlease/
//! etcdctl role grant-permission program readwrite --prefix idlease/slots/
//! etcdctl role grant-permission program readwrite idlease/cluster
//! etcdctl role grant-permission program readwrite idlease/floor
//! etcdctl role grant-permission program readwrite idlease/raft-term
//! ```
//!
//! # What a call sends
//!
//! All calls are transactions, which etcd carries out in one step (`/v3/kv/txn`):
//!
//! - **`read`** sends one transaction. It reads the control keys and the records at one revision, linearisably.
//! - **`read_free`** sends two: for the pool, and for 32 records. If none of these is free, a third reads all records.
//! - **`replace`** sends one. It writes the new record if the stored string equals the expected one, and if the pool,
//!   the cluster and the floor have not been written since they were read. If no `read` came before, it reads first.
//! - **`init`** sends one for each 100 records, and the pool comes last. Each requires that the registry has no pool
//!   yet.
//!
//! With a user, the registry also sends a request to `/v3/auth/authenticate`, before the first call and whenever etcd
//! no longer accepts the token.
//!
//! If a request was definitely not sent, because the connection was refused or took too long, it is sent to another
//! endpoint. After a request may have arrived, only a read is sent again, to the same or another endpoint.
//!
//! # Deadline
//!
//! The timeout of a call covers all of its requests together: resolving names, connecting, TLS, sending, and the whole
//! reply. With several endpoints, each gets its share of the time, so that an endpoint that hangs leaves time for the
//! others. After a timeout, the connection is closed, so a late reply is never mistaken for the reply to a later
//! request.
//!
//! # Clock
//!
//! etcd's protocol has no clock, but the `Date` header shows the second in which the member replied. The registry uses
//! this machine's clock as long as it is within that second, and otherwise the nearest end of the second. So:
//!
//! - If the clocks agree, leases are as exact as with any other clock.
//! - A machine whose clock is wrong by more than a second and half a window acquires no lease. The error shows both
//!   clocks.
//! - A member whose clock is wrong causes the same error or failed renewals, but only for clients that use this member.
//! - A transaction can't compare with a clock. So before it sends a grant, the client checks that the grant ends at
//!   most [`Pool::horizon_ms`](idlease::registry::Pool::horizon_ms) from now. If the request arrives late, the clock
//!   has advanced, so the grant's end is even closer. This makes the check as good as a check in the store.
//! - The floor after a loss is up to 3 s later than it would be with one exact clock.
//!
//! # After a restore
//!
//! A store that was restored from a backup has forgotten grants. As soon as a client detects this, it sets a floor in
//! the store. No grant starts before the floor, which is the current time plus twice the window plus 3 s, and no
//! earlier lease is renewed. Clients detect the following:
//!
//! | event                                                        | detected by                                       |
//! | ------------------------------------------------------------ | ------------------------------------------------- |
//! | loss of all data                                             | every client: the registry is not initialised     |
//! | restore of a snapshot, with a new cluster token              | every client: the cluster has a different ID      |
//! | restore of a snapshot, after elections in the old cluster    | every client: raft terms restart                  |
//! | restore of a snapshot, without elections in the old cluster  | clients that were already running: lower revision |
//! | restore of a copy of a data directory or a virtual machine   | clients that were already running: lower revision |
//! | restore of one member's directory, by `--force-new-cluster`  | clients that were already running: lower revision |
//!
//! In the last three cases, a client that has started since does not detect the restore, because it knows no earlier
//! revision. It can acquire a slot whose grant the store has forgotten, until a client that was already running makes
//! its next call. That happens within a quarter of a window. If other programs have brought the revision up to the old
//! revision by then, that client does not detect the restore either. Therefore:
//!
//! 1. Restore with an `--initial-cluster-token` that was never used before. In that case, nothing else is needed.
//! 2. If you can't, let no client reach the restored store before you have called [`idlease::protocol::fence`]. It
//!    replaces every record with a released record that ends twice the window from now.
//! 3. Or keep the store down for twice the window after the last grant. By then, all forgotten grants have expired.
//!
//! If all data is lost, initialise with [`Start::after_loss`](idlease::registry::Start::after_loss).
//!
//! # Forks
//!
//! The registry starts no thread, except briefly to look up a name. A keeper in a forked child does not touch its
//! registry. Create a new registry in the child, with its own agent: a clone of an agent shares the connections.
//!
//! # Why the JSON gateway
//!
//! `etcd-client` needs `protoc`, an asynchronous runtime and Rust 1.88. The gateway has the same transactions and needs
//! only an HTTP client. It is fast enough for the two requests that a keeper sends per quarter of a window.

mod check;
mod clock;
mod connection;
mod contents;
mod endpoint;
mod gateway;
mod history;
mod init;
mod keys;
mod registry;
#[cfg(feature = "tls")]
mod tls;

pub use registry::EtcdRegistry;
/// The HTTP client, in the version that [`EtcdRegistry::new`] takes.
pub use ureq;
