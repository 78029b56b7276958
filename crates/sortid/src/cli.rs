//! The command line: what there is to say, from which help, completions and man pages follow too.

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::time::{ExactInstant, Instant};
use crate::values::{node_id, number};

/// Makes, reads, converts, checks and searches by sortable unique IDs.
#[derive(Debug, Parser)]
#[command(name = "sortid", version, max_term_width = 100, after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sortid schemes                             which scheme to take
  sortid new scru128                         an ID
  sortid new ulid -n 1000000 > ids.txt       a million
  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV  what is in it
  sortid check < ids.txt                     whether all is well with them

Exit status: 0, or 1 if some input was bad, or 2 if the command line was.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(New),
    Inspect(Inspect),
    Convert(Convert),
    Range(Range),
    Check(Check),
    /// Compare the schemes, to choose one.
    #[command(after_help = "Example:\n  sortid schemes")]
    Schemes,
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  sortid completions bash > ~/.local/share/bash-completion/completions/sortid"
    )]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print a man page, of the program or of one of its commands.
    #[command(after_help = "Examples:\n  sortid man > sortid.1\n  sortid man new > sortid-new.1")]
    Man {
        /// The command; the program itself if there is none.
        command: Option<String>,
    },
}

/// The schemes, in the order of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// 160 bits, 32 digits (or 40 of hex), 1 ms.
    Scru160,
    /// 128 bits, 25 digits, 1 ms.
    Scru128,
    /// 62 bits, 12 digits, 256 ms, needs a node spec.
    Scru64,
    /// 128 bits, 26 digits, 1 ms.
    Ulid,
    /// 63 bits, 13 digits, 1 ms.
    UlidFlake,
    /// 63 bits, 13 digits, 1 ms, one of up to 32 generators.
    UlidFlakeScalable,
}

impl Scheme {
    /// As on the command line, and in the test vectors.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scru160 => "scru160",
            Self::Scru128 => "scru128",
            Self::Scru64 => "scru64",
            Self::Ulid => "ulid",
            Self::UlidFlake => "ulid-flake",
            Self::UlidFlakeScalable => "ulid-flake-scalable",
        }
    }
}

/// How an ID is written, or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The scheme's canonical text.
    Text,
    /// The bytes in hex, two lowercase digits each.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// The 16 bytes of a 128-bit ID where a UUID goes, bit for bit, whatever its version then seems to be.
    Uuid,
}

/// How a new ID is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewFormat {
    /// The scheme's canonical text.
    Text,
    /// The bytes in hex, two lowercase digits each.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// One JSON object per line, as by `inspect`.
    Json,
}

/// How IDs are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// The bit layout drawn to scale, with each field's bits, value and meaning.
    Text,
    /// One JSON object per line.
    Json,
}

/// Where Ulid-Flake's timestamps count from.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// Where timestamps of Ulid-Flakes count from [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) epoch: Option<Instant>,
}

/// Make new IDs, each greater than the one before.
///
/// Where a scheme has no ID left for a moment, or has run ahead of the clock as far as it may, it waits for the clock. An
/// option of another scheme is an error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid new scru128
  sortid new ulid -n 10 --format json
  sortid new scru64 --node-spec 42/8 -n 3
  sortid new scru160 --node-id 0x2a --node-id-bits 8 --microseconds
  sortid new ulid-flake-scalable --scalability 7
  sortid new scru128 --endless | head -n 100")]
pub(crate) struct New {
    /// The scheme.
    pub(crate) scheme: Scheme,
    /// How many.
    #[arg(
        short = 'n',
        long = "count",
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = number(0..=u64::MAX)
    )]
    pub(crate) count: u64,
    /// Do not stop until the reader does.
    #[arg(long, conflicts_with = "count")]
    pub(crate) endless: bool,
    /// How to write them.
    #[arg(long, value_enum, default_value_t = NewFormat::Text)]
    pub(crate) format: NewFormat,
    /// The schemes' own options.
    #[command(flatten)]
    pub(crate) options: Options,
}

/// The options that only some schemes have.
#[derive(Args, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) scru160: Scru160Options,
    #[command(flatten)]
    pub(crate) scru64: Scru64Options,
    #[command(flatten)]
    pub(crate) flake: FlakeOptions,
    #[command(flatten)]
    pub(crate) scalable: ScalableOptions,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of scru160")]
pub(crate) struct Scru160Options {
    /// How many random bits the counter starts from, 0 to 15 [default: 15]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=15_u32))]
    pub(crate) counter_bits: Option<u32>,
    /// How many bits of random16 extend the counter, 0 to 16 [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=16_u32))]
    pub(crate) extension_bits: Option<u32>,
    /// A node id in random16, decimal or hex after 0x
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = node_id, requires = "node_id_bits")]
    pub(crate) node_id: Option<u16>,
    /// How many bits the node id takes, 0 to 16
    #[arg(
        long,
        value_name = "BITS",
        allow_negative_numbers = true,
        value_parser = number(0..=16_u32),
        requires = "node_id"
    )]
    pub(crate) node_id_bits: Option<u32>,
    /// Put the clock's microseconds into the counter
    #[arg(long)]
    pub(crate) microseconds: bool,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of scru64")]
pub(crate) struct Scru64Options {
    /// The node: ID/BITS like 42/8 or 0xb00/12, or LAST-ID/BITS like 0u2r85hm2pt3/16 to go on after that ID [env:
    /// SCRU64_NODE_SPEC]
    #[arg(long, value_name = "SPEC")]
    pub(crate) node_spec: Option<String>,
    /// How many leading bits of the counter start as 0, for more IDs in each tick [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=23_u32))]
    pub(crate) guard_bits: Option<u32>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of ulid-flake and ulid-flake-scalable")]
pub(crate) struct FlakeOptions {
    /// Within a millisecond, IDs grow by 1 to 2^BITS - 1; 1 to 24, scalable to 16 [default: 8]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=24_u32))]
    pub(crate) entropy_bits: Option<u32>,
    /// Where timestamps count from [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) epoch: Option<Instant>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options of ulid-flake-scalable")]
pub(crate) struct ScalableOptions {
    /// Which of up to 32 generators this is, 0 to 31 [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0..=31_u8))]
    pub(crate) scalability: Option<u8>,
}

/// Show what is in IDs: the bit layout, each field, the time.
///
/// The scheme is found from length and alphabet: 12 digits are scru64, 13 ulid-flake or ulid-flake-scalable, 25
/// scru128, 26 ulid, 32 or 40 scru160. 32 digits of hex may also be the bytes of a ulid or scru128. Where several
/// schemes fit, it says so, and takes the one by which the ID was made the nearest to now.
///
/// In text, what can't be read is reported on stderr. In JSON, {"input", "error": {"reason", "message"}} takes its place,
/// where the reason is length, digit or overflow, and "cut": true follows if the input is but the first 256 bytes of
/// more; the key "also" lists other schemes that fit, if there are any. The
/// rest goes on, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid inspect 0372ijojuxuhjsfkeryi2mrtm
  sortid inspect --scheme ulid-flake-scalable 00CMXB6TB2CJA
  sortid new ulid -n 3 | sortid inspect
  sortid inspect --format json < ids.txt | jq -r .time")]
pub(crate) struct Inspect {
    /// The scheme, instead of finding it.
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// How to show them.
    #[arg(long, value_enum, default_value_t = InspectFormat::Text)]
    pub(crate) format: InspectFormat,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
    /// IDs; lines of stdin if there are none.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

/// Write IDs in another form, one per line.
///
/// What can't be read or written is reported on stderr; the rest goes on, and the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV
  sortid convert --from uuid --scheme ulid --to text 01563e3a-b5d3-d676-4c61-efb99302bd5b
  sortid new scru64 --node-spec 42/8 -n 3 | sortid convert --to int
  sortid convert --from hex --scheme scru128 --to text < column.txt")]
pub(crate) struct Convert {
    /// The form to write.
    #[arg(long, value_enum)]
    pub(crate) to: Form,
    /// The form to read.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) from: Form,
    /// The scheme; needed where the form to read is not text.
    #[arg(long, value_enum, required_if_eq_any([("from", "hex"), ("from", "int"), ("from", "uuid")]))]
    pub(crate) scheme: Option<Scheme>,
    /// IDs; lines of stdin if there are none.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

/// Print the smallest and the largest ID of a span of time, both included.
///
/// TIME is RFC 3339, like 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, or unix milliseconds.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid range scru128 --from 2026-11-21T00:00:00Z --to 2026-11-21T23:59:59.999Z
  sortid range scru64 --from 1700000000000 --to 1700000059999 --format int

The two lines are ready for a search, as in: WHERE id BETWEEN 'line 1' AND 'line 2'.")]
pub(crate) struct Range {
    /// The scheme.
    pub(crate) scheme: Scheme,
    /// The first instant.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) from: ExactInstant,
    /// The last instant.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) to: ExactInstant,
    /// How to write the IDs.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

/// Read IDs from stdin, one per line, and report what is wrong with them.
///
/// Reported are malformed IDs, duplicates, IDs that are smaller than the one before, and timestamps more than 11 seconds
/// ahead of the clock, since good generators run up to 10 seconds ahead; then the rate by the timestamps, and for each
/// random bit the share of ones. The bounds of these hold with 99.9 % confidence for all bits together (normal
/// approximation, Bonferroni), so that one good source in a thousand fails.
///
/// Where the IDs of one timestamp count on from a random number, as in ulid, ulid-flake and ulid-flake-scalable, each
/// timestamp gives one sample: its first ID, which is fair where one generator made them, or any of them, which is fair
/// where several did. Those that look fairer are reported. Neither is fair, and good bits may look bad, where Ulid-Flakes
/// of several generators are sorted together that all made as many as they could.
///
/// Memory is bounded on an endless stream: duplicates are found among the last 1048576 distinct IDs. In a stream that
/// should increase, one from before them is still found, as smaller than the one before. The first 10 findings of a kind
/// are printed, the rest is counted. The exit status is 1 if anything is wrong. An interrupt (Ctrl-C, SIGINT, SIGTERM) is
/// taken for the end of the stream: the report follows. A second one ends the program.
///
/// The scheme is that of the first ID, found as by inspect; the report says which line that was.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid check < ids.txt
  sortid new scru128 -n 1000000 | sortid check
  cut -d, -f1 table.csv | sortid check --scheme ulid-flake-scalable")]
pub(crate) struct Check {
    /// The scheme, instead of that of the first ID.
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}
