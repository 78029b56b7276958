#![doc = include_str!("../README.md")]
//!
//! # Which way
//!
//! | you want                   | use                                                                              |
//! | -------------------------- | -------------------------------------------------------------------------------- |
//! | plain connections          | [`EtcdRegistry::from_url`]                                                       |
//! | TLS, a client certificate  | [`EtcdRegistry::new`], with an [`Agent`](ureq::Agent) that has a `tls_config`    |
//! | a user and a password      | the URL, or [`EtcdRegistry::with_user`]                                          |
//! | several pools in one etcd  | a prefix for each, in the URL or with [`EtcdRegistry::with_prefix`]              |
//!
//! etcd's gateway can't take the user from a certificate: users need a password.
//!
//! # Set etcd up
//!
//! - **Three or five members** survive the loss of one or two. While there is no majority, every call fails, and generators
//!   continue to the end of their leases. An election takes a second or two: choose a window well above that.
//! - **Never `--unsafe-no-fsync`**: a crash could then forget grants.
//! - **Synchronise the clocks** of the members to within a second, for example with NTP. The [clock](#clock) says why.
//! - Give the registry the client endpoints of several members. A load balancer before them must not repeat a `POST`.
//!
//! # Rights
//!
//! An operator who initialises needs `readwrite` for the whole prefix. For the running programs, less is enough:
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
//! # What is sent
//!
//! All calls are transactions, which etcd carries out in one step (`/v3/kv/txn`):
//!
//! - **`read`** sends one. It reads the control keys and the records at one revision, linearisably.
//! - **`read_free`** sends two: for the pool, and for 32 records. If none of them is free, a third one reads all records.
//! - **`replace`** sends one. It writes the new record if the stored text is the expected one, and if the pool, the cluster and
//!   the floor have not been written since they were read. Without a `read` before it, it reads first.
//! - **`init`** sends one for each 100 records, and the pool comes last. Each requires that there is no pool yet.
//!
//! With a user, there is also one to `/v3/auth/authenticate`, before the first call and whenever etcd no longer accepts the
//! token.
//!
//! A request goes to another endpoint if it certainly was not sent: the connection was refused, or took too long. Only a read
//! goes to another one, or to the same one again, after it may have arrived.
//!
//! # Deadline
//!
//! The timeout of a call is for all of its requests together. It covers resolving names, connecting, TLS, sending and the whole
//! reply. With several endpoints, each has its share of the time, so that one that hangs leaves time for the others. After a
//! timeout, the connection is closed, so a late reply is never taken for another one.
//!
//! # Clock
//!
//! etcd's protocol has no clock, but the header `Date` has a second of the clock of the member that replied. The registry's
//! clock is this machine's, as long as that is within the second of the header. If it is not, the nearest end of the second
//! counts. So:
//!
//! - If the clocks agree, leases are as exact as with any other clock.
//! - A machine whose clock is wrong by more than a second and half a window acquires no lease. The error shows both clocks.
//! - A member whose clock is wrong causes the same error, or leases that are not renewed, for the clients that ask this member.
//! - A transaction can't compare with a clock. So the client checks before it sends that a grant ends at most
//!   [`Pool::horizon_ms`](idlease::registry::Pool::horizon_ms) from now. When a request arrives late, the clock has advanced, so the grant
//!   then ends even less than that from now. This is why the check is as good as one in the store.
//! - The floor after a loss is 2 s later than it would be with one exact clock.
//!
//! # After a restore
//!
//! A store that was restored from a backup has forgotten grants. As soon as a client notices, it sets a floor in the store: no
//! grant starts before the present time plus twice the window plus 3 s, and no lease from before is renewed. What clients
//! notice:
//!
//! | what was restored                             | noticed by                                      |
//! | --------------------------------------------- | ----------------------------------------------- |
//! | all data was lost                             | every client: the registry is not initialised   |
//! | a snapshot, with a new cluster token          | every client: the cluster has another id        |
//! | a snapshot, after elections in the old cluster | every client: raft terms begin anew             |
//! | a snapshot of a cluster without elections     | clients that already ran: the revision is lower |
//! | a copy of a data folder or a virtual machine  | clients that already ran: the revision is lower |
//! | one member's folder, by `--force-new-cluster` | clients that already ran: the revision is lower |
//!
//! In the last three cases, a client that has started since does not notice, because it knows no revision from before. It can
//! acquire a slot whose grant the store has forgotten, until a client that already ran makes its next call. That is within a
//! quarter of a window. If other programs have brought the revision up to the old one by then, that client does not notice
//! either. Therefore:
//!
//! 1. Restore with an `--initial-cluster-token` that was never used before. Then nothing else is needed.
//! 2. If you can't, let no client reach the restored store before you have called [`idlease::registry::fence`]. It replaces every record
//!    by a released one that ends twice the window from now.
//! 3. Or keep the store down for twice the window after the last grant. By then, all forgotten grants have expired.
//!
//! If all is lost, initialise with [`Start::after_loss`](idlease::registry::Start::after_loss).
//!
//! # Forks
//!
//! The registry has no thread of its own. Only a lookup of a name has one for a moment. A keeper in a forked child does not
//! touch its registry. Create another one in the child, with an agent of its own: a clone of an agent shares the connections.
//!
//! # Why the JSON gateway
//!
//! `etcd-client` needs `protoc`, an asynchronous runtime and Rust 1.88. The gateway has the same transactions, and needs no
//! more than an HTTP client. It is fast enough for the two requests that a keeper sends in a quarter of a window.

mod clock;
mod connection;
mod contents;
mod endpoint;
mod gateway;
mod history;
mod init;
mod keys;
mod registry;

pub use registry::EtcdRegistry;
/// The HTTP client, in the version that [`EtcdRegistry::new`] takes.
pub use ureq;
