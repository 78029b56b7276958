//! The command `new`. It has a subcommand for each scheme, with the options of the scheme.

use std::ffi::OsString;
use std::time::Duration;

use anyid::{Form, Instant, Prefix, Scheme};
use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, ValueEnum};
use idlease::Label;

use crate::time::instant;
use crate::values::{duration, label, node_id, number};

/// The scheme to use if none is named.
const DEFAULT: Scheme = Scheme::Scru128;

pub(super) const EXAMPLES: &str = "\
Examples:
  sortid new
  sortid new ulid -n 10 --format json
  sortid new scru128 --prefix ord
  sortid new ulid --at 2020-02-29T12:00:00Z
  sortid new scru64 --node-spec 42/8 -n 3
  sortid new scru160 --node-id 0x2a --node-id-bits 8 --microseconds
  sortid new scru64 --lease file:leases
  sortid new ulid-flake --entropy-bits 16
  sortid new ulid-flake-scalable --scalability 7
  sortid new scru128 --endless | head -n 100
  cut -d, -f2 table.csv | sortid new scru128 --header --at -";

pub(crate) struct New {
    pub(crate) scheme: Scheme,
    pub(crate) general: General,
    pub(crate) options: Options,
}

/// Each scheme is a subcommand, so that the parser rejects the options of all others.
impl Subcommand for New {
    fn augment_subcommands(command: Command) -> Command {
        let command = command.subcommand_value_name("SCHEME").subcommand_help_heading("Schemes");
        let command = command.disable_help_subcommand(true).subcommand_required(false);
        command.subcommands(Scheme::ALL.map(|scheme| {
            let name = scheme.name();
            let value = scheme.to_possible_value();
            let about = value.as_ref().and_then(PossibleValue::get_help).cloned().unwrap_or_default();
            let words = format!("sortid new {name} ");
            let mut examples: Vec<_> =
                EXAMPLES.lines().filter(|line| format!("{line} ").contains(&words)).collect();
            let plain = format!("  sortid new {name}");
            if examples.is_empty() {
                examples.push(&plain);
            }
            let command = Options::augment(scheme, General::augment_args(Command::new(name)));
            // After the options, because their definitions set a description too.
            command.about(about).after_help(format!("Examples:\n{}", examples.join("\n")))
        }))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Scheme::from_str(name, true).is_ok()
    }
}

impl FromArgMatches for New {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let missing = || Error::new(ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let scheme = Scheme::from_str(name, false).map_err(|_| missing())?;
        let options = Options::of(scheme, matches)?;
        Ok(Self { scheme, general: General::from_arg_matches(matches)?, options })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl New {
    /// Moves the name of the scheme before the options, in lowercase. Adds the default scheme if none is named.
    pub(super) fn place_scheme(arguments: &mut Vec<OsString>) {
        /// After the names of the program and of the command.
        const FIRST: usize = 2;
        let new = Self::augment_subcommands(Command::new("new"));
        let options: Vec<_> = new.get_subcommands().flat_map(Command::get_arguments).collect();
        let has_value = |word: &OsString| {
            let is_word = |option: &&&Arg| {
                option.get_long().is_some_and(|long| *word == *format!("--{long}"))
                    || option.get_short().is_some_and(|short| *word == *format!("-{short}"))
            };
            // The value of --lease is optional, and the name of a scheme is not a URL.
            let option = options.iter().find(is_word).filter(|option| option.get_long() != Some("lease"));
            option.is_some_and(|option| option.get_action().takes_values())
        };
        let scheme = |word: &OsString| Scheme::from_str(word.to_str()?, true).ok();
        let found =
            arguments.windows(2).enumerate().skip(FIRST - 1).find_map(|(before, words)| match words {
                [option, word] if !has_value(option) => Some((before + 1, scheme(word)?)),
                _ => None,
            });
        let first = arguments.get(FIRST).map(|word| word.to_string_lossy()).unwrap_or("-".into());
        match found {
            Some((place, scheme)) => {
                arguments.remove(place);
                arguments.insert(FIRST, scheme.name().into());
            }
            None if first.starts_with('-') && first != "--help" && first != "-h" => {
                arguments.insert(FIRST, DEFAULT.name().into());
            }
            None => {}
        }
    }
}

/// The options that every scheme has.
#[derive(Args)]
pub(crate) struct General {
    /// Number of IDs to generate.
    #[arg(
        short = 'n',
        long = "count",
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = number(0..=u64::MAX)
    )]
    pub(crate) count: u64,
    /// Generate IDs until the output is closed.
    #[arg(long, conflicts_with_all = ["count", "at"])]
    pub(crate) endless: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Form::Text, visible_alias = "to")]
    pub(crate) format: Form,
    /// Prefix of the text form, such as ord for ord_0372ijojuxuhjsfkeryi2mrtm: at most 63 letters a to z and _
    #[arg(long)]
    pub(crate) prefix: Option<Prefix>,
    #[command(flatten)]
    pub(crate) past: Past,
}

#[derive(Args)]
#[command(next_help_heading = "Options for given times")]
pub(crate) struct Past {
    /// Time of the IDs, or - to read times from stdin, one per line, and generate an ID for each
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    pub(crate) at: Option<String>,
    /// Treat the first line of stdin as a header and skip it
    #[arg(long)]
    pub(crate) header: bool,
}

impl Past {
    pub(crate) fn reads_stdin(&self) -> bool {
        self.at.as_deref() == Some("-")
    }
}

/// Defines the options that only some schemes have. Each part has a condition for its schemes.
macro_rules! options {
    ($($part:ident: $Part:ident if $has:expr;)*) => {
        /// The options that only some schemes have. For all other schemes, they have their defaults.
        #[derive(Default)]
        pub(crate) struct Options {
            $(pub(crate) $part: $Part,)*
        }

        impl Options {
            fn augment(scheme: Scheme, mut command: Command) -> Command {
                $(if $has(scheme) { command = $Part::augment_args(command); })*
                command
            }

            fn of(scheme: Scheme, matches: &ArgMatches) -> Result<Self, Error> {
                let mut options = Self::default();
                $(if $has(scheme) { options.$part = $Part::from_arg_matches(matches)?; })*
                Ok(options)
            }
        }
    };
}

options! {
    scru160: Scru160Options if |scheme| scheme == Scheme::Scru160;
    scru64: Scru64Options if |scheme| scheme == Scheme::Scru64;
    flake: FlakeOptions if Scheme::has_epoch;
    scalable: ScalableOptions if |scheme| scheme == Scheme::UlidFlakeScalable;
    lease: LeaseOptions if |scheme| matches!(scheme, Scheme::Scru160 | Scheme::Scru64 | Scheme::UlidFlakeScalable);
    random: RandomOptions if |scheme: Scheme| scheme.info().is_unique_by_chance;
}

#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Scheme options")]
pub(crate) struct Scru160Options {
    /// Number of random bits in the initial counter, 0 to 15, or 0 to 5 with --microseconds [default: the maximum]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=15_u32))]
    pub(crate) counter_bits: Option<u32>,
    /// Number of bits of random16 that extend the counter, 0 to 16 [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=16_u32))]
    pub(crate) extension_bits: Option<u32>,
    /// Node ID to store in random16, in decimal or in hex with the prefix 0x
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = node_id,
        requires = "node_id_bits",
        conflicts_with = "lease"
    )]
    pub(crate) node_id: Option<u16>,
    /// Number of bits of the node ID, 0 to 16
    #[arg(
        long,
        value_name = "BITS",
        allow_negative_numbers = true,
        value_parser = number(0..=16_u32),
        requires = "node_id",
        conflicts_with = "lease"
    )]
    pub(crate) node_id_bits: Option<u32>,
    /// Store the clock's microseconds in the counter
    #[arg(long, conflicts_with = "lease")]
    pub(crate) microseconds: bool,
}

#[derive(Args, Default)]
#[command(next_help_heading = "Scheme options")]
pub(crate) struct Scru64Options {
    /// Node spec: ID/BITS, such as 42/8 or 0xb00/12, or LAST-ID/BITS, such as 0u2r85hm2pt3/16, to continue after that
    /// ID [env: SCRU64_NODE_SPEC]
    #[arg(long, value_name = "SPEC", conflicts_with = "lease")]
    pub(crate) node_spec: Option<String>,
    /// Number of leading counter bits that start at 0, to make room for more IDs per tick [default: 0]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(0..=23_u32))]
    pub(crate) guard_bits: Option<u32>,
}

#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Scheme options")]
pub(crate) struct FlakeOptions {
    /// Number of bits of the random step (1 to 2^BITS - 1) from each ID to the next within a millisecond, 1 to 24, or 1
    /// to 16 for ulid-flake-scalable [default: 8]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = number(1..=24_u32))]
    pub(crate) entropy_bits: Option<u32>,
    /// Epoch of the timestamps, in RFC 3339 or Unix milliseconds [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = instant)]
    pub(crate) epoch: Option<Instant>,
}

#[derive(Args, Default)]
#[command(next_help_heading = "Scheme options")]
pub(crate) struct ScalableOptions {
    /// Number of this generator among up to 32 generators, 0 to 31 [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number(0..=31_u8), conflicts_with = "lease")]
    pub(crate) scalability: Option<u8>,
}

#[derive(Args, Default)]
#[command(next_help_heading = "Scheme options")]
pub(crate) struct LeaseOptions {
    /// Registry that leases the node ID for this run, such as file:/var/lib/leases. The node ID is released at the end
    /// of the run and on SIGINT and SIGTERM. On SIGHUP and SIGKILL, it stays leased until the lease expires. If the
    /// lease has no IDs left, the run waits for its renewal. If URL is missing, the environment variable is used, which
    /// keeps a password out of the process list. See sortid lease [env: SORTID_REGISTRY]
    #[arg(long, value_name = "URL", conflicts_with = "at")]
    pub(crate) lease: Option<Option<String>>,
    /// Keep trying for this long, such as 5s, if no node ID is free or the registry doesn't answer [default: 2.25
    /// windows of the registry, or 30s before its first answer]
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = duration)]
    pub(crate) wait: Option<Duration>,
    /// Label that sortid lease status shows next to the owner, at most 63 bytes [default: the host's name]
    #[arg(long, value_name = "TEXT", value_parser = label)]
    pub(crate) label: Option<Label>,
}

#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Options for given times")]
pub(crate) struct RandomOptions {
    /// Accept times in any order, and generate each ID independently of all others. IDs with the same time have no
    /// defined order, and only their random bits prevent duplicates
    #[arg(long)]
    pub(crate) unordered: bool,
}
