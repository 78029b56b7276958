//! The command `lease` and its commands.

use std::time::Duration;

use idlease::Label;

use crate::values::{NodeIds, duration, label, node_ids, number, window};
use clap::{Args, Subcommand, ValueEnum};

/// The text format, or one JSON object per line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaseFormat {
    /// Lines for a person.
    Text,
    /// One JSON object per line, as docs/sortid.schema.json describes it.
    Json,
}

/// Lease node ids from a registry, so that no two processes make the same ID.
///
/// A registry has a pool of node ids. A lease is a node id for a range of ID timestamps, from a start up to, but not including,
/// an end. While a process runs, it renews its lease, which moves the end. In Rust, use the crate idlease. On the command line, use
/// sortid new --lease. For any other language, sortid lease acquire holds a lease on behalf of the program.
///
/// A registry is at a URL:
/// file:/var/lib/leases is a folder of one machine, for all its processes, and needs no server. The path is written as it is,
/// without percent signs.
/// postgresql://USER:PASSWORD@HOST/DATABASE, etcd://HOST,HOST,HOST and redis://HOST are servers, for several machines. The crates
/// idlease-postgres, idlease-etcd and idlease-redis document all parts of these URLs. None of them uses TLS.
/// To keep a password out of the command line, set SORTID_REGISTRY, and leave out --registry and the URL of sortid new --lease.
#[derive(Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  sortid lease init --registry file:leases --node-id-size 8
  sortid lease status --registry file:leases
  sortid lease acquire --registry file:leases --ignore-stdin
  sortid new scru64 --lease file:leases
  sortid lease fence --registry file:leases --yes"
)]
pub(crate) struct Lease {
    #[command(subcommand)]
    pub(crate) command: LeaseCommand,
}

/// The commands of `lease`.
#[derive(Subcommand)]
pub(crate) enum LeaseCommand {
    Init(Init),
    Status(Status),
    Acquire(Acquire),
    Fence(Fence),
}

/// Where the registry is.
#[derive(Args)]
pub(crate) struct At {
    /// URL of the registry, such as file:/var/lib/leases [env: SORTID_REGISTRY]
    #[arg(long = "registry", value_name = "URL")]
    pub(crate) url: Option<String>,
}

/// Create the pool of a registry, once.
///
/// If the registry has the same pool already, nothing is changed, and the exit status is 0. If it has another pool, that is an
/// error: a pool never changes.
///
/// If the registry existed before and was lost, use --after-loss with the window of the lost pool. Otherwise, leases that it had
/// granted can overlap with new ones. If it was restored from a backup, see sortid lease fence.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease init --registry file:leases --node-id-size 8
  sortid lease init --registry file:flakes --node-id-size 5 --window 10s
  sortid lease init --registry file:half --node-id-size 16 --node-ids 0x8000-0x80ff
  sortid lease init --registry file:lost --node-id-size 8 --after-loss 60s")]
pub(crate) struct Init {
    #[command(flatten)]
    pub(crate) at: At,
    /// Number of bits of each node id: 1 to 23 for scru64, 5 for ulid-flake-scalable, 1 to 16 for scru160
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=23_u32))]
    pub(crate) node_id_size: u32,
    /// Node ids of the pool, such as 16-255 or 0x10-0xff [default: all, but at most 65536]
    #[arg(long, value_name = "FIRST-LAST", allow_negative_numbers = true, value_parser = node_ids)]
    pub(crate) node_ids: Option<NodeIds>,
    /// How far each renewal reaches into the future, such as 60s, 1s to 1h. IDs survive outages of three quarters of it, or
    /// half of it if PostgreSQL or Redis restarts. A crashed process blocks its node id for up to twice this time [default: 60s, or 10s for at most 32 node ids]
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = window)]
    pub(crate) window: Option<Duration>,
    /// The registry was lost: start two windows of the lost pool from now, when every lease that it can have granted has ended.
    /// If you don't know its window, use 1h, the longest possible. If it was lost more than once in the last two hours, use the
    /// longest window of all lost pools
    #[arg(long, value_name = "LOST-WINDOW", allow_negative_numbers = true, value_parser = window)]
    pub(crate) after_loss: Option<Duration>,
}

/// Show the pool of a registry, and its leases.
///
/// The first line sums them up. Each slot of the pool has one node id, and is in one of these states:
/// leased (up to the end of the lease, also if its process was killed),
/// blocked (released or fenced, and not free yet),
/// expired (free, after a lease that was not released),
/// released (free), new (free, and never leased), or missing (its record is gone, so it is never leased).
///
/// The epoch counts the leases of a slot. The owner is the beginning of a random number, another one for each lease. The label says
/// in words whose lease it is: the host's name, unless the program has set another text.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease status --registry file:leases
  sortid lease status --registry postgresql://operator@db1/leases
  sortid lease status --registry file:leases --format json | jq .leased")]
pub(crate) struct Status {
    #[command(flatten)]
    pub(crate) at: At,
    /// Show the new slots, too
    #[arg(long)]
    pub(crate) all: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = LeaseFormat::Text)]
    pub(crate) format: LeaseFormat,
}

/// Acquire a node id, and hold it for a program that makes the IDs, in any language.
///
/// The lease is renewed until stdin ends, the reader of the output closes it, or SIGINT or SIGTERM arrives. So start this
/// command from your program, with pipes for stdin and stdout, and it ends when your program does.
///
/// With --format json, each line is an object with an "event":
/// "granted" has node_id, node_id_size, epoch, owner, start_unix_ms and end_unix_ms. Use this node id from now on. There can be
/// another one later, with another node id, if the lease was lost. The owner is the token of the lease, which no other lease has.
/// sortid lease status shows its first digits, or all with --format json. The epoch counts the leases of the node id.
/// "extended" has the same keys and a later end.
/// "error" has a message, which is not repeated while its reason lasts. The lease that was granted is still valid up to its end.
///
/// Your program must make each ID with a timestamp at or after start_unix_ms, and before the end_unix_ms of the latest line. It
/// must compare the end with the timestamp of the ID, and not with a clock. At the end it must wait for the next line. Then no
/// other process makes the same ID, as long as the registry forgets no lease: see sortid lease fence.
///
/// This command does not know the last ID of your program. So the node id is free again only at the end of the lease, at most a
/// window later.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease acquire --registry file:leases --format json --wait 90s --ignore-stdin
  sortid lease acquire --registry file:leases --once
  sortid lease acquire --registry file:leases --ignore-stdin > lease.txt &")]
pub(crate) struct Acquire {
    #[command(flatten)]
    pub(crate) at: At,
    /// How long to try, such as 90s, if no node id is free or the registry does not answer [default: once]. The end of stdin ends
    /// the wait too, and /dev/null ends at once: give --ignore-stdin
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = duration)]
    pub(crate) wait: Option<Duration>,
    /// Text that sortid lease status shows beside the owner, at most 63 bytes [default: the host's name]
    #[arg(long, value_name = "TEXT", value_parser = label)]
    pub(crate) label: Option<Label>,
    /// Exit after the grant, and leave the lease to expire at its end
    #[arg(long, conflicts_with = "ignore_stdin")]
    pub(crate) once: bool,
    /// Hold the lease after stdin has ended, too
    #[arg(long)]
    pub(crate) ignore_stdin: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = LeaseFormat::Text)]
    pub(crate) format: LeaseFormat,
}

/// Make a registry safe that was restored from a backup.
///
/// Such a registry may have forgotten leases, and would grant them again. Run this before any process reaches the registry. It
/// replaces each record by a released one after all leases that can have been forgotten. So no node id can be leased for two
/// windows, and each running process loses its lease at its next renewal.
///
/// idlease's registries say whether they notice a restore on their own. A file: registry does not.
#[derive(Args)]
#[command(after_help = "\
Examples:
  sortid lease fence --registry file:leases
  sortid lease fence --registry file:leases --yes")]
pub(crate) struct Fence {
    #[command(flatten)]
    pub(crate) at: At,
    /// Do it. Without this, the command only says what it would do
    #[arg(long)]
    pub(crate) yes: bool,
}
