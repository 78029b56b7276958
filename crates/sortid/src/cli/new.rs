//! The command `new`, and the options of each scheme.

use anyid::{Form, Instant, Scheme, Schemes};
use std::path::PathBuf;

use crate::time::instant;
use crate::values::{node_id, number};
use clap::Args;

/// Make new IDs.
///
/// Within a call, each ID is greater than the previous one. Separate calls know nothing of each other, so IDs that they make
/// in the same tick are in no order. In scru64 they can even be equal: --state FILE prevents both on one machine, and --lease
/// URL prevents equal IDs on all machines that share a registry.
///
/// If no ID is left for the current timestamp, some schemes wait for the clock. Others use timestamps ahead of the clock,
/// and wait when they have reached the limit of 10 seconds. An option that belongs to another scheme is an error.
///
/// Records that are older than their IDs get IDs by --at or --from-column. These IDs have the time of the record and fresh
/// random bits. A TIME is in RFC 3339 (also with a space for the T, and +01 for +01:00), a date (which means 0:00 UTC), now, @
/// and unix seconds, or unix milliseconds. The times must not go back, so that the IDs increase as the times do. A time
/// before the previous one is an error: sort the input, or give --unordered.
///
/// Such IDs of scru64 and ulid-flake can be equal to other IDs of the same time. Give them a node or a scalability of their own.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid new scru128
  sortid new ulid -n 10 --format json
  sortid new ulid --at 2020-02-29T12:00:00Z
  sortid new scru64 --node-spec 42/8 -n 3
  sortid new scru64 --node-spec 42/8 --state scru64.state
  sortid new scru160 --node-id 0x2a --node-id-bits 8 --microseconds
  sortid new scru64 --lease file:leases
  sortid new ulid-flake-scalable --scalability 7
  sortid new scru128 --endless | head -n 100
  sortid new scru128 --from-column created_at --add-column id < table.csv > with-ids.csv")]
pub(crate) struct New {
    /// Scheme of the IDs.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) scheme: Scheme,
    /// Number of IDs to make.
    #[arg(
        short = 'n',
        long = "count",
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = number(0..=u64::MAX)
    )]
    pub(crate) count: u64,
    /// Make IDs until the reader of the output closes it.
    #[arg(long, conflicts_with_all = ["count", "at", "from_column"])]
    pub(crate) endless: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Text, visible_alias = "to")]
    pub(crate) format: Form,
    /// Read the time of the kernel's last tick instead of the exact time, as programs with a coarse clock do. Timestamps are up
    /// to two ticks late, 2 to 20 ms, so the IDs of different calls are in order only if they are made further apart.
    /// The IDs of one call still increase, and are as unique. Hardly any time is saved, because a call reads the clock once for up
    /// to 2048 IDs. ulid-flake is slower, because it waits for ticks and not for milliseconds. A system without a coarse clock
    /// reads the exact one. A lease always has the exact one
    #[arg(long, conflicts_with_all = ["at", "from_column"])]
    pub(crate) coarse_clock: bool,
    /// Make IDs of other times than now.
    #[command(flatten)]
    pub(crate) past: Past,
    /// The options of each scheme.
    #[command(flatten)]
    pub(crate) options: Options,
}

/// Where the times of IDs come from, if not from the clock.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options for IDs of other times")]
pub(crate) struct Past {
    /// Time of the IDs. With - as TIME, the times are the lines of stdin, and each gives one ID
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, conflicts_with = "from_column")]
    pub(crate) at: Option<String>,
    /// Column of a CSV file on stdin that holds the times: its name in the header, or its number, 1 for the first. Each row
    /// gives one ID. An empty line is no row
    #[arg(long, value_name = "NAME", conflicts_with = "count")]
    pub(crate) from_column: Option<String>,
    /// Write the whole CSV file, with the IDs in a new last column of this name
    // A conflict too: clap does not demand an argument that conflicts with a given one.
    #[arg(long, value_name = "NAME", requires = "from_column", conflicts_with = "at")]
    pub(crate) add_column: Option<String>,
    /// Character between the cells, or "tab"
    #[arg(
        long,
        value_name = "CHAR",
        default_value = ",",
        value_parser = crate::values::delimiter,
        requires = "from_column",
        conflicts_with = "at"
    )]
    pub(crate) delimiter: u8,
    /// The first line of stdin is a header. --from-column with a name implies this
    #[arg(long)]
    pub(crate) header: bool,
    /// Accept times in any order, and do not relate an ID to the IDs of earlier lines. Only for scru160, scru128 and ulid,
    /// whose random bits alone prevent duplicates
    #[arg(long)]
    pub(crate) unordered: bool,
}

impl Past {
    /// Whether the times come from stdin.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.from_column.is_some() || self.at.as_deref() == Some("-")
    }
}

/// The options that apply to only some schemes.
#[derive(Args, Debug, Default)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) scru160: Scru160Options,
    #[command(flatten)]
    pub(crate) scru64: Scru64Options,
    #[command(flatten)]
    pub(crate) flake: FlakeOptions,
    #[command(flatten)]
    pub(crate) scalable: ScalableOptions,
    #[command(flatten)]
    pub(crate) lease: LeaseOptions,
}

#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Options for scru160")]
pub(crate) struct Scru160Options {
    /// Number of random bits in the initial counter, 0 to 15, or 0 to 5 with --microseconds [default: the maximum]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=15_u32))]
    pub(crate) counter_bits: Option<u32>,
    /// Number of bits of random16 that extend the counter, 0 to 16 [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=16_u32))]
    pub(crate) extension_bits: Option<u32>,
    /// Node id to store in random16, in decimal or in hex with the prefix 0x
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = node_id, requires = "node_id_bits")]
    pub(crate) node_id: Option<u16>,
    /// Number of bits of the node id, 0 to 16
    #[arg(
        long,
        value_name = "BITS",
        allow_negative_numbers = true,
        value_parser = number(0..=16_u32),
        requires = "node_id"
    )]
    pub(crate) node_id_bits: Option<u32>,
    /// Store the clock's microseconds in the counter
    #[arg(long)]
    pub(crate) microseconds: bool,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options for scru64")]
pub(crate) struct Scru64Options {
    /// Node spec: ID/BITS, such as 42/8 or 0xb00/12, or LAST-ID/BITS, such as 0u2r85hm2pt3/16, to continue after that ID
    /// [env: SCRU64_NODE_SPEC]
    #[arg(long, value_name = "SPEC")]
    pub(crate) node_spec: Option<String>,
    /// File that remembers the last ID of the node between calls. The file is locked while IDs are made, and written before
    /// they are printed, so that even a killed call never repeats IDs. Without it, separate calls can print equal IDs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "from_column"])]
    pub(crate) state: Option<PathBuf>,
    /// Number of leading counter bits that start at 0, to make room for more IDs per tick [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=23_u32))]
    pub(crate) guard_bits: Option<u32>,
}

#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Options for ulid-flake and ulid-flake-scalable")]
pub(crate) struct FlakeOptions {
    /// Within a millisecond, each ID is larger by a random step of 1 to 2^BITS - 1; BITS is 1 to 24, or 1 to 16 for
    /// ulid-flake-scalable [default: 8]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=24_u32))]
    pub(crate) entropy_bits: Option<u32>,
    /// Epoch of the timestamps, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = instant)]
    pub(crate) epoch: Option<Instant>,
}

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options for ulid-flake-scalable")]
pub(crate) struct ScalableOptions {
    /// Number of this generator among up to 32, 0 to 31 [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0..=31_u8))]
    pub(crate) scalability: Option<u8>,
}

#[derive(Args, Default)]
#[command(next_help_heading = "Options for scru160, scru64 and ulid-flake-scalable")]
pub(crate) struct LeaseOptions {
    /// Registry that leases the node id for this call, such as file:/var/lib/leases. The node id is released at the end. If a
    /// lease is used up, the call waits until it is renewed. See sortid lease
    // Completions have only the options of one scheme, so options of single schemes are not named here.
    #[arg(long, value_name = "URL", conflicts_with_all = ["at", "from_column", "coarse_clock"])]
    pub(crate) lease: Option<String>,
}

/// Without the URL, which can have a password.
impl std::fmt::Debug for LeaseOptions {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LeaseOptions").finish_non_exhaustive()
    }
}

/// The scheme options that have no meaning with `--lease`, because the lease has the node id, in milliseconds of the clock.
pub(crate) const NOT_LEASED: [&str; 6] =
    ["node-id", "node-id-bits", "microseconds", "node-spec", "state", "scalability"];

impl Options {
    /// Each scheme option: its name, the schemes that it applies to, and whether it is given.
    pub(crate) fn each(&self) -> [(&'static str, Schemes, bool); 12] {
        let Self { scru160, scru64, flake, scalable, lease } = self;
        let Scru160Options { counter_bits, extension_bits, node_id, node_id_bits, microseconds } = scru160;
        let Scru64Options { node_spec, state, guard_bits } = scru64;
        let FlakeOptions { entropy_bits, epoch } = flake;
        let ScalableOptions { scalability } = scalable;
        let LeaseOptions { lease } = lease;
        let of = |schemes: &[Scheme]| schemes.iter().copied().fold(Schemes::NONE, Schemes::with);
        let scru160 = of(&[Scheme::Scru160]);
        let scru64 = of(&[Scheme::Scru64]);
        let flakes = of(&[Scheme::UlidFlake, Scheme::UlidFlakeScalable]);
        let nodes = of(&[Scheme::Scru160, Scheme::Scru64, Scheme::UlidFlakeScalable]);
        [
            ("counter-bits", scru160, counter_bits.is_some()),
            ("extension-bits", scru160, extension_bits.is_some()),
            ("node-id", scru160, node_id.is_some()),
            ("node-id-bits", scru160, node_id_bits.is_some()),
            ("microseconds", scru160, *microseconds),
            ("node-spec", scru64, node_spec.is_some()),
            ("state", scru64, state.is_some()),
            ("guard-bits", scru64, guard_bits.is_some()),
            ("entropy-bits", flakes, entropy_bits.is_some()),
            ("epoch", Schemes::that(Scheme::has_epoch), epoch.is_some()),
            ("scalability", of(&[Scheme::UlidFlakeScalable]), scalability.is_some()),
            ("lease", nodes, lease.is_some()),
        ]
    }
}
