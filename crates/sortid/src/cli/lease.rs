use std::time::Duration;

use idlease::Label;

use super::TextOrJson;
use crate::values::{NodeIds, duration, label, node_ids, number, window};
use clap::{Args, Subcommand, ValueEnum};

/// Lease node IDs from a registry, so that no two processes generate the same ID.
///
/// A registry has a pool of node IDs. A lease grants a node ID for a range of timestamps: IDs may use timestamps from
/// its start up to, but not including, its end. While a process runs, it renews its lease, which extends the end. In
/// Rust, use the idlease crate. On the command line, use sortid new --lease. In any other language, sortid lease
/// acquire holds a lease for your program.
///
/// On one machine, a registry can be a directory that all processes share, without a server. Its URL is file: and a
/// path that is not percent-encoded, such as file:/var/lib/leases. For several machines, use a server:
/// postgresql://USER:PASSWORD@HOST/DATABASE, etcd://HOST,HOST,HOST or redis://HOST. The idlease-postgres, idlease-etcd
/// and idlease-redis crates document all parts of these URLs. To keep a password out of the command line, set
/// SORTID_REGISTRY and leave out --registry and the URL of sortid new --lease.
///
/// For TLS, add ?sslmode=verify-full&sslrootcert=FILE to the URL of PostgreSQL, or sslrootcert=system for the system's
/// roots. For the others, write etcds://, rediss:// or valkeys://, with ?cacert=FILE unless it is one of the system's
/// roots. A client's certificate is in sslcert=FILE and sslkey=FILE, or in cert=FILE and key=FILE.
///
/// Takes what a URL lacks from the variables and files of the engines' own tools: PGUSER, PGPASSWORD, PGPASSFILE,
/// PGSSLMODE, PGSSLROOTCERT, PGSSLCERT, PGSSLKEY, PGCHANNELBINDING, ~/.pgpass and ~/.postgresql; REDISCLI_AUTH;
/// ETCDCTL_USER, ETCDCTL_PASSWORD, ETCDCTL_CACERT, ETCDCTL_CERT and ETCDCTL_KEY.
#[derive(Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  sortid lease init --registry file:leases --node-id-size 8
  sortid lease check --registry file:leases
  sortid lease status --registry file:leases
  sortid lease acquire --registry file:leases --ignore-stdin
  sortid new scru64 --lease file:leases
  sortid lease fence --registry file:leases --yes"
)]
pub(crate) struct Lease {
    #[command(subcommand)]
    pub(crate) command: LeaseCommand,
    /// URL of the registry, such as file:/var/lib/leases [env: SORTID_REGISTRY]
    #[arg(long = "registry", value_name = "URL", global = true)]
    pub(crate) url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusFormat {
    /// Human-readable lines.
    Text,
    /// One JSON object, as described in docs/sortid.schema.json.
    Json,
    /// Metrics for Prometheus, for example for the textfile collector of its node exporter.
    Openmetrics,
}

#[derive(Subcommand)]
pub(crate) enum LeaseCommand {
    Init(Init),
    Check(CheckRegistry),
    Status(Status),
    Acquire(Acquire),
    Fence(Fence),
}

/// Create the pool of a registry, once.
///
/// If the registry already has the same pool, nothing changes, and the exit status is 0. A different pool is an error,
/// because a pool never changes.
///
/// If the registry existed before and was lost, pass --after-loss with the window of the lost pool. Otherwise, new
/// leases can overlap with leases granted before the loss. If it was restored from a backup, see sortid lease fence.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease init --registry file:leases --node-id-size 8
  sortid lease init --registry file:flakes --node-id-size 5 --window 10s
  sortid lease init --registry file:half --node-id-size 16 --node-ids 0x8000-0x80ff
  sortid lease init --registry file:lost --node-id-size 8 --after-loss 60s")]
pub(crate) struct Init {
    /// Number of bits of each node ID: 1 to 23 for scru64, 5 for ulid-flake-scalable, 1 to 16 for scru160
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=23_u32))]
    pub(crate) node_id_size: u32,
    /// Node IDs of the pool, such as 16-255 or 0x10-0xff [default: all, but at most 65536]
    #[arg(long, value_name = "FIRST-LAST", allow_negative_numbers = true, value_parser = node_ids)]
    pub(crate) node_ids: Option<NodeIds>,
    /// Time from a renewal to the end of the lease: 1s to 1h. Processes continue to generate IDs during outages of at
    /// least three quarters of the window, or half of it if PostgreSQL or Redis (with appendonly) restarts. A crashed
    /// process blocks its node ID for up to two windows [default: 60s, or 10s for at most 32 node IDs]
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = window)]
    pub(crate) window: Option<Duration>,
    /// Window of a pool that was lost. New leases start two of these windows from now, when every lease that the lost
    /// registry may have granted has expired. If you don't know the window, use 1h, the longest possible. If several
    /// pools were lost in the last two hours, use their longest window
    #[arg(long, value_name = "LOST-WINDOW", allow_negative_numbers = true, value_parser = window)]
    pub(crate) after_loss: Option<Duration>,
}

/// Show the pool of a registry and its leases.
///
/// The first line is a summary. Each slot of the pool has one node ID, and one of these states:
/// leased (up to the end of the lease, even if its process was killed),
/// blocked (not leased, but not yet free),
/// expired (free, after a lease that was not released),
/// released (free), new (free, and never leased), or missing (its record is gone, so it can't be leased).
///
/// The epoch counts the leases of a slot. The owner is the start of a random number, different for each lease. The
/// label is a readable name for the holder: the host's name, unless the program has set a different label.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease status --registry file:leases
  sortid lease status --registry postgresql://operator@db1/leases
  sortid lease status --registry file:leases --format json | jq .leased
  sortid lease status --registry file:leases --format openmetrics > leases.prom")]
pub(crate) struct Status {
    /// Also show the slots that were never leased
    #[arg(long)]
    pub(crate) all: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = StatusFormat::Text)]
    pub(crate) format: StatusFormat,
}

/// Acquire a node ID and hold it for a program, in any language, that generates the IDs.
///
/// The lease is renewed until stdin ends, the reader of the output closes it, or SIGINT or SIGTERM arrives. Start this
/// command from your program, with pipes for stdin and stdout, so that it ends when your program does.
///
/// Each line is a JSON object with an "event". A "granted" event has node_id, node_id_size, epoch,
/// owner, start_unix_ms and end_unix_ms. Use this node ID from now on. The owner is the unique token of the lease.
/// sortid lease status shows its first digits, or all of them with --format json. The epoch counts the leases of the
/// node ID. An "extended" event has the same keys and a later end. A "lost" event has node_id, epoch and owner: the
/// registry no longer has this lease. A new grant can follow, with a different node ID. An "error" event has a message,
/// and is not repeated while its reason lasts. In both cases, the granted lease stays valid until its end.
///
/// The timestamps of your program's IDs must be start_unix_ms or later, and before the end_unix_ms of the latest line.
/// Compare the end with the timestamp of the ID, not with a clock. At the end, wait for the next line. With these
/// rules, no other process generates the same ID, as long as the registry forgets no lease: see sortid lease fence.
///
/// This command doesn't know the last ID of your program. After a release, the node ID therefore stays blocked until
/// the end of the lease, at most a window later.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease acquire --registry file:leases --wait 90s --ignore-stdin
  sortid lease acquire --registry file:leases --once
  sortid lease acquire --registry file:leases --ignore-stdin > lease.jsonl &")]
pub(crate) struct Acquire {
    /// Keep trying for this long, such as 90s, if no node ID is free or the registry doesn't answer [default: try
    /// once]. The wait also ends when stdin ends. /dev/null ends at once, so use --ignore-stdin with it
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = duration)]
    pub(crate) wait: Option<Duration>,
    /// Label that sortid lease status shows next to the owner, at most 63 bytes [default: the host's name]
    #[arg(long, value_name = "TEXT", value_parser = label)]
    pub(crate) label: Option<Label>,
    /// Exit once the lease is granted, and let it expire
    #[arg(long, conflicts_with = "ignore_stdin")]
    pub(crate) once: bool,
    /// Keep the lease after stdin ends
    #[arg(long)]
    pub(crate) ignore_stdin: bool,
}

/// Make a registry safe after it was restored from a backup.
///
/// A restored registry may have forgotten leases, and would grant them again. Run this command before any process
/// reaches the registry. It replaces each record with a released record that blocks its slot until all leases that may
/// have been forgotten have expired. No node ID can be leased for two windows, and each running process loses its lease
/// at its next renewal.
///
/// The crate of each server registry documents whether the registry detects a restore itself. A file: registry doesn't.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease fence --registry file:leases
  sortid lease fence --registry file:leases --yes")]
pub(crate) struct Fence {
    /// Fence the registry. Without this option, the command fails, and says what it would do
    #[arg(long)]
    pub(crate) yes: bool,
}

/// Check whether a registry and its server are set up correctly.
///
/// Run this command with the URL of your programs before they start. It reads the settings and the privileges that
/// leases depend on, and replaces one record with itself. Each line describes a problem and how to fix it:
///
/// error: leases fail, or a crash or a failover can lead to duplicate IDs.
/// warning: an event such as a restart stops leases for longer than necessary.
///
/// The exit status is 1 if a problem is an error. With --format json, the output is one object. Some settings can't be
/// read over a connection, such as etcd's --unsafe-no-fsync.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease check --registry postgresql://shop@db1/shop
  sortid lease check --registry file:leases --format json | jq -r '.findings[].message'")]
pub(crate) struct CheckRegistry {
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub(crate) format: TextOrJson,
}
