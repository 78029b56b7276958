//! The command line: its commands, options and help. Completions and man pages are generated from it.

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::time::{ExactInstant, Instant};
use crate::values::{node_id, number};

/// Make, inspect, convert and check sortable unique IDs, and find the range of IDs for a time span.
#[derive(Debug, Parser)]
#[command(name = "sortid", version, max_term_width = 100, after_long_help = EXAMPLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  sortid schemes                             compare the schemes
  sortid new scru128                         make an ID
  sortid new ulid -n 1000000 > ids.txt       make a million IDs
  sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV  show the fields and time of an ID
  sortid check < ids.txt                     look for duplicates and other faults

Exit status: 0 on success, 1 if an input is bad or the run fails, 2 if the command line is wrong.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(New),
    Inspect(Inspect),
    Convert(Convert),
    Range(Range),
    Check(Check),
    Sql(Sql),
    /// Compare the schemes, to help you choose one.
    #[command(after_help = "Example:\n  sortid schemes")]
    Schemes,
    /// Print a shell completion script.
    #[command(
        after_help = "Example:\n  sortid completions bash > ~/.local/share/bash-completion/completions/sortid"
    )]
    Completions {
        /// Shell that the script is for.
        shell: Shell,
    },
    /// Print the man page of the program or of a command.
    #[command(after_help = "Examples:\n  sortid man > sortid.1\n  sortid man new > sortid-new.1")]
    Man {
        /// Command whose page to print [default: the program itself]
        command: Option<String>,
    },
}

/// The schemes, in the order of the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// 160 bits, 32 digits (or 40 in hex), 1 ms resolution.
    Scru160,
    /// 128 bits, 25 digits, 1 ms resolution.
    Scru128,
    /// 62 bits, 12 digits, 256 ms resolution, needs a node spec.
    Scru64,
    /// 128 bits, 26 digits, 1 ms resolution.
    Ulid,
    /// 63 bits, 13 digits, 1 ms resolution, one generator only.
    UlidFlake,
    /// 63 bits, 13 digits, 1 ms resolution, up to 32 generators.
    UlidFlakeScalable,
}

impl Scheme {
    /// The name on the command line and in the test vectors.
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

/// The form in which an ID is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The scheme's canonical text.
    Text,
    /// The bytes in hex, two lowercase digits each.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// The bits of a 128-bit ID, written like a UUID; the version digit has no meaning.
    Uuid,
}

/// The form in which a new ID is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewFormat {
    /// The scheme's canonical text.
    Text,
    /// The bytes in hex, two lowercase digits each.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// One JSON object per line, as in `inspect --format json`.
    Json,
}

/// The output format of `inspect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// The bit layout drawn to scale, with each field's bits, value and meaning.
    Text,
    /// One JSON object per line.
    Json,
}

/// The epoch of Ulid-Flake.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Epoch {
    /// Epoch of Ulid-Flake timestamps, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) epoch: Option<Instant>,
}

/// Make new IDs, each greater than the previous one.
///
/// If no ID is left for the current timestamp, some schemes wait for the clock. Others use timestamps ahead of the clock,
/// and wait when they have reached the limit of 10 seconds. An option that belongs to another scheme is an error.
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
    /// Scheme of the IDs.
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
    #[arg(long, conflicts_with = "count")]
    pub(crate) endless: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = NewFormat::Text)]
    pub(crate) format: NewFormat,
    /// The options of each scheme.
    #[command(flatten)]
    pub(crate) options: Options,
}

/// The options that apply to only some schemes.
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

#[derive(Args, Debug)]
#[command(next_help_heading = "Options for scru64")]
pub(crate) struct Scru64Options {
    /// Node spec: ID/BITS, such as 42/8 or 0xb00/12, or LAST-ID/BITS, such as 0u2r85hm2pt3/16, to continue after that ID
    /// [env: SCRU64_NODE_SPEC]
    #[arg(long, value_name = "SPEC")]
    pub(crate) node_spec: Option<String>,
    /// Number of leading counter bits that start at 0, to make room for more IDs per tick [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=23_u32))]
    pub(crate) guard_bits: Option<u32>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options for ulid-flake and ulid-flake-scalable")]
pub(crate) struct FlakeOptions {
    /// Within a millisecond, each ID is larger by a random step of 1 to 2^BITS - 1; BITS is 1 to 24, or 1 to 16 for
    /// ulid-flake-scalable [default: 8]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=24_u32))]
    pub(crate) entropy_bits: Option<u32>,
    /// Epoch of the timestamps, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) epoch: Option<Instant>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Options for ulid-flake-scalable")]
pub(crate) struct ScalableOptions {
    /// Number of this generator among up to 32, 0 to 31 [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0..=31_u8))]
    pub(crate) scalability: Option<u8>,
}

/// Show the bit layout, the fields and the time of IDs.
///
/// The length and the alphabet of an ID determine its scheme: 12 digits are scru64, 13 are ulid-flake or
/// ulid-flake-scalable, 25 are scru128, 26 are ulid, and 32 or 40 are scru160. 32 hex digits can also be the bytes of a
/// ulid or scru128. If several schemes fit, the one whose timestamp is nearest to now is used. The others are listed, in
/// JSON under the key "also".
///
/// An input that can't be read does not stop the command, but the exit status is 1. With --format text, the error is
/// reported on stderr. With --format json, it is an object on stdout: {"input", "error": {"reason", "message"}}. The reason
/// is length, digit or overflow. If an input has more than 256 bytes, "input" holds the first 256, and "cut": true follows.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid inspect 0372ijojuxuhjsfkeryi2mrtm
  sortid inspect --scheme ulid-flake-scalable 00CMXB6TB2CJA
  sortid new ulid -n 3 | sortid inspect
  sortid inspect --format json < ids.txt | jq -r .time")]
pub(crate) struct Inspect {
    /// Scheme of the IDs [default: detected for each ID]
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = InspectFormat::Text)]
    pub(crate) format: InspectFormat,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
    /// IDs to inspect [default: the lines of stdin]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

/// Convert IDs to another form, one per line.
///
/// An input that can't be read or converted is reported on stderr. It does not stop the command, but the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid convert --to uuid 01ARZ3NDEKTSV4RRFFQ69G5FAV
  sortid convert --from uuid --scheme ulid --to text 01563e3a-b5d3-d676-4c61-efb99302bd5b
  sortid new scru64 --node-spec 42/8 -n 3 | sortid convert --to int
  sortid convert --from hex --scheme scru128 --to text < column.txt")]
pub(crate) struct Convert {
    /// Form to write.
    #[arg(long, value_enum)]
    pub(crate) to: Form,
    /// Form to read.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) from: Form,
    /// Scheme of the IDs, required unless --from is text.
    #[arg(long, value_enum, required_if_eq_any([("from", "hex"), ("from", "int"), ("from", "uuid")]))]
    pub(crate) scheme: Option<Scheme>,
    /// IDs to convert [default: the lines of stdin]
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<OsString>,
}

/// Print the smallest and the largest possible ID of a time span, to search by.
///
/// TIME is in RFC 3339, such as 2026-11-21T07:30:00Z or 2026-11-21T08:30:00+01:00, or in unix milliseconds. The span
/// includes both ends.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid range scru128 --from 2026-11-21T00:00:00Z --to 2026-11-21T23:59:59.999Z
  sortid range scru64 --from 1700000000000 --to 1700000059999 --format int

Use the two lines in a query such as: WHERE id BETWEEN 'line 1' AND 'line 2'.")]
pub(crate) struct Range {
    /// Scheme of the IDs.
    pub(crate) scheme: Scheme,
    /// First instant of the span.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) from: ExactInstant,
    /// Last instant of the span.
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) to: ExactInstant,
    /// Form to write.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

/// Read IDs from stdin, one per line, and report faults.
///
/// The faults are malformed IDs, duplicates, IDs out of order (smaller than the previous one), and timestamps more than 11
/// seconds ahead of the clock. (Good generators run up to 10 seconds ahead.) The command prints the first 10 faults of each
/// kind and counts the rest. The exit status is 1 if anything is wrong.
///
/// A report follows at the end of the stream. It shows the rate by timestamps and the share of ones in each random bit. The
/// bounds of the shares hold with 99.9 % confidence for all bits together (normal approximation, Bonferroni correction),
/// so one good source in a thousand fails.
///
/// Without --scheme, the scheme is detected from the first ID, as in inspect. The report names its line.
///
/// In ulid, ulid-flake and ulid-flake-scalable, the IDs of one timestamp count up from one random number, so each timestamp
/// gives one sample. The first ID is a fair sample if one generator made the IDs. An ID picked at random is a fair sample
/// if several generators did. The report shows the samples that look fairer. In one case neither is fair, and good bits can
/// look bad: several generators made as many Ulid-Flakes as they could, and their IDs are sorted together.
///
/// Memory is bounded, even on an endless stream. Duplicates are found among the last 1048576 distinct IDs. In a stream that
/// should be increasing, an older duplicate is still reported as out of order. An interrupt (Ctrl-C, SIGINT, SIGTERM) ends
/// the stream, and the report follows. A second one ends the program.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid check < ids.txt
  sortid new scru128 -n 1000000 | sortid check
  cut -d, -f1 table.csv | sortid check --scheme ulid-flake-scalable")]
pub(crate) struct Check {
    /// Scheme of the IDs [default: the scheme of the first ID]
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// The epoch.
    #[command(flatten)]
    pub(crate) epoch: Epoch,
}

/// The databases of `sql`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    /// PostgreSQL 14 and later. 128-bit IDs are uuid, 160-bit IDs bytea, the others bigint.
    Postgresql,
    /// MySQL 8 and MariaDB 10.5 and later. 128-bit IDs are BINARY(16), 160-bit IDs BINARY(20), the others BIGINT.
    Mysql,
    /// SQLite 3.38 and later. 128-bit and 160-bit IDs are BLOBs, the others INTEGERs.
    Sqlite,
}

/// Print SQL that shows the text, the time and the fields of stored IDs, and finds IDs by text and time.
///
/// For PostgreSQL and MySQL it is functions, such as ulid_text(id), ulid_time(id), ulid_from_text(text), ulid_min_at(time)
/// and ulid_max_at(time). Printed again, they replace themselves. SQLite has no functions in SQL. With --table it is a
/// view: the table with further columns, such as id_text and id_time. Without, it is queries with the parameters :id, :text
/// and :time, for your program.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sortid sql postgresql | psql
  sortid sql mysql --scheme scru128 | mysql shop
  sortid sql postgresql --remove | psql
  sortid sql sqlite --scheme ulid --table orders | sqlite3 shop.db
  sqlite3 shop.db 'SELECT id_text, id_time FROM orders_id ORDER BY id DESC LIMIT 10'")]
pub(crate) struct Sql {
    /// Database that the SQL is for.
    pub(crate) database: Database,
    /// Scheme of the IDs [default: all]
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<Scheme>,
    /// Table whose IDs to show in a view, for sqlite
    #[arg(long, value_name = "NAME", requires = "scheme")]
    pub(crate) table: Option<String>,
    /// Column of the IDs. The view is named after the table and the column
    #[arg(long, value_name = "NAME", default_value = "id", requires = "table")]
    pub(crate) column: String,
    /// Epoch of the Ulid-Flakes in the table, in RFC 3339 or unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, requires = "table")]
    pub(crate) epoch: Option<Instant>,
    /// Print statements that remove the functions or the view.
    #[arg(long)]
    pub(crate) remove: bool,
}
