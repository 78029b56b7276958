//! The crates, one type for each.

use core::fmt::{self, Debug, Display, Write};

use idcore::ParseError;
use scru64::NodeSpec;

use crate::case::{Numbers, Setup};
use crate::check::CrateUnderTest;
use crate::play::Player;

/// All crates, in the order of the tables.
pub static SUBJECTS: [&dyn CrateUnderTest; 6] =
    [&Scru160, &Scru128, &Scru64, &Ulid, &UlidFlake, &ScalableUlidFlake];

/// The crate of a scheme.
#[must_use]
pub fn subject(name: &str) -> Option<&'static dyn CrateUnderTest> {
    SUBJECTS.into_iter().find(|subject| subject.name() == name)
}

/// One scheme, as its crate implements it.
pub trait Subject {
    /// The scheme's name, as in files and records.
    const NAME: &'static str;

    /// Its ID type.
    type Id: Copy + Debug + Ord + AsRef<[u8]>;

    /// The text of an ID.
    fn encode(id: Self::Id) -> impl AsRef<str>;

    /// The ID of a text.
    ///
    /// # Errors
    ///
    /// The crate rejects it.
    fn of_text(text: &str) -> Result<Self::Id, ParseError>;

    /// The ID of bytes.
    ///
    /// # Errors
    ///
    /// The crate rejects them.
    fn of_bytes(bytes: &[u8]) -> Result<Self::Id, Refusal>;

    /// The ID of an integer; `None` if the crate has no integers.
    fn of_int(int: u128) -> Option<Result<Self::Id, Refusal>>;

    /// The ID of a signed integer; `None` if the crate has no signed integers.
    fn of_signed(int: i64) -> Option<Result<Self::Id, Refusal>>;

    /// The integer of an ID; `None` if the crate has no integers.
    fn int(id: Self::Id) -> Option<u128>;

    /// The ID of fields.
    ///
    /// # Errors
    ///
    /// The crate rejects them, or one is missing.
    fn of_fields(fields: &Numbers<'_>) -> Result<Self::Id, Refusal>;

    /// The fields of an ID, in the order of its bits.
    fn fields(id: Self::Id) -> Numbers<'static>;

    /// The time of its timestamp, in Unix milliseconds.
    fn unix_ms(id: Self::Id) -> u64;

    /// Plays a trace with its configuration.
    ///
    /// # Errors
    ///
    /// The crate rejects the configuration, or one of its numbers is missing.
    fn play(setup: &Setup<'_>, player: Player<'_, '_>) -> Result<(), Refusal>;

    /// The node id, its size and the ID to continue after of a node spec; `None` if the scheme has no nodes.
    fn node_spec(text: &str) -> Option<Result<Node<Self::Id>, Refusal>>;
}

/// The node id, its size, and the ID to continue after.
pub type Node<I> = (u32, u32, Option<I>);

/// The message with which a crate rejected something, truncated if it is too long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal(heapless::String<96>);

impl Refusal {
    /// The message of an error.
    pub(crate) fn new(error: impl Display) -> Self {
        let mut refusal = Self::default();
        // A longer message is truncated.
        let _ = write!(refusal.0, "{error}");
        refusal
    }

    /// Whether the message has this word.
    pub(crate) fn names(&self, word: &str) -> bool {
        self.0
            .split(|character: char| !character.is_alphanumeric() && character != '_')
            .any(|found| found == word)
    }

    pub(crate) fn missing(name: &str) -> Self {
        Self::new(format_args!("`{name}` is missing or out of range"))
    }
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn number<T: TryFrom<u128>>(numbers: &Numbers<'_>, name: &str) -> Result<T, Refusal> {
    numbers.number(name).ok_or_else(|| Refusal::missing(name))
}

/// The integer of an ID: of 128 bits, of 64 bits, or none.
macro_rules! integers {
    (u128) => {
        fn of_int(int: u128) -> Option<Result<Self::Id, Refusal>> {
            Some(Ok(Self::Id::from_u128(int)))
        }

        fn of_signed(_: i64) -> Option<Result<Self::Id, Refusal>> {
            None
        }

        fn int(id: Self::Id) -> Option<u128> {
            Some(id.to_u128())
        }
    };
    (u64) => {
        fn of_int(int: u128) -> Option<Result<Self::Id, Refusal>> {
            let int = u64::try_from(int).map_err(Refusal::new);
            Some(int.and_then(|int| Self::Id::try_from_u64(int).map_err(Refusal::new)))
        }

        fn of_signed(int: i64) -> Option<Result<Self::Id, Refusal>> {
            Some(Self::Id::try_from(int).map_err(Refusal::new))
        }

        fn int(id: Self::Id) -> Option<u128> {
            Some(id.to_u64().into())
        }
    };
    (none) => {
        fn of_int(_: u128) -> Option<Result<Self::Id, Refusal>> {
            None
        }

        fn of_signed(_: i64) -> Option<Result<Self::Id, Refusal>> {
            None
        }

        fn int(_: Self::Id) -> Option<u128> {
            None
        }
    };
}

/// Defines the subject of a crate. All crates have the same names for the same parts.
macro_rules! subject {
    (
        $(#[$doc:meta])* $subject:ident, $name:literal, $id:ty, [$($field:ident),+], $integers:ident,
        |$setup:pat_param, $player:ident, $last:ident| $play:expr $(, |$text:ident| $node_spec:expr)? $(,)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $subject;

        impl Subject for $subject {
            const NAME: &'static str = $name;

            type Id = $id;

            integers!($integers);

            fn encode(id: Self::Id) -> impl AsRef<str> {
                id.encode()
            }

            fn of_text(text: &str) -> Result<Self::Id, ParseError> {
                Self::Id::try_from_str(text)
            }

            fn of_bytes(bytes: &[u8]) -> Result<Self::Id, Refusal> {
                Self::Id::try_from(bytes).map_err(Refusal::new)
            }

            fn of_fields(fields: &Numbers<'_>) -> Result<Self::Id, Refusal> {
                Self::Id::from_parts($(number(fields, stringify!($field))?),+).map_err(Refusal::new)
            }

            fn fields(id: Self::Id) -> Numbers<'static> {
                Numbers([$((stringify!($field), Some(id.$field().into()))),+].into_iter().collect())
            }

            fn unix_ms(id: Self::Id) -> u64 {
                id.unix_ms()
            }

            fn play(setup: &Setup<'_>, $player: Player<'_, '_>) -> Result<(), Refusal> {
                let $last = setup.resume_after.map(Self::of_text).transpose().map_err(Refusal::new)?;
                let $setup = setup;
                $play
            }

            fn node_spec(_text: &str) -> Option<Result<Node<Self::Id>, Refusal>> {
                $(let $text = _text; return Some($node_spec);)?
                #[allow(unreachable_code, reason = "only SCRU64 has node specs")]
                None
            }
        }
    };
}

subject!(
    /// SCRU160.
    Scru160, "scru160", scru160::Scru160, [timestamp, counter, random16, random80], none,
    |setup, player, last| if setup.microseconds {
        player.play(configure_scru160(scru160::Config::microseconds(), &setup.config, 5)?, last)
    } else {
        player.play(configure_scru160(scru160::Config::new(), &setup.config, 15)?, last)
    }
);
subject!(
    /// SCRU128.
    Scru128, "scru128", scru128::Scru128, [timestamp, counter_hi, counter_lo, entropy], u128,
    |_, player, last| player.play(scru128::Config::new(), last)
);
subject!(
    /// SCRU64.
    Scru64, "scru64", scru64::Scru64, [timestamp, node_ctr], u64,
    |setup, player, last| {
        let (node_id, size) = (number(&setup.config, "node_id")?, number(&setup.config, "node_id_size")?);
        let node_spec = NodeSpec::with_node_id(node_id, size).map_err(Refusal::new)?;
        let config = scru64::Config::new(node_spec).with_guard_bits(number(&setup.config, "guard_bits")?);
        player.play(config.map_err(Refusal::new)?, last)
    },
    |text| text.parse::<NodeSpec>().map_err(Refusal::new).map(|spec| {
        (spec.node_id(), spec.node_id_size(), spec.node_prev())
    })
);
subject!(
    /// ULID.
    Ulid, "ulid", ulid::Ulid, [timestamp, randomness], u128,
    |_, player, last| player.play(ulid::Config::new(), last)
);
subject!(
    /// Ulid-Flake, stand-alone.
    UlidFlake, "ulid-flake", ulid_flake::UlidFlake, [timestamp, randomness], u64,
    |setup, player, last| player.play(configure_flake(ulid_flake::Config::new(), &setup.config)?, last)
);
subject!(
    /// Ulid-Flake, scalable.
    ScalableUlidFlake, "ulid-flake-scalable", ulid_flake::ScalableUlidFlake,
    [timestamp, randomness, scalability], u64,
    |setup, player, last| {
        let config = ulid_flake::Config::scalable(number(&setup.config, "scalability")?);
        player.play(configure_flake(config.map_err(Refusal::new)?, &setup.config)?, last)
    }
);

/// In the vectors, `counter_init_bits` has the same range in both modes. The microsecond mode uses at most five bits.
fn configure_scru160<M: scru160::Mode>(
    scheme: scru160::Config<M>,
    config: &Numbers<'_>,
    most_bits: u32,
) -> Result<scru160::Config<M>, Refusal> {
    let counter_init_bits: u32 = number(config, "counter_init_bits")?;
    let (node_id, node_id_bits) = (number(config, "node_id")?, number(config, "node_id_bits")?);
    let extension_bits = number(config, "counter_extension_bits")?;
    // More than 15 bits are out of range in both modes.
    let bits = if counter_init_bits > 15 { counter_init_bits } else { counter_init_bits.min(most_bits) };
    let scheme = scheme.with_counter_init_bits(bits);
    let scheme = scheme.and_then(|scheme| scheme.with_counter_extension_bits(extension_bits));
    scheme.and_then(|scheme| scheme.with_node_id(node_id, node_id_bits)).map_err(Refusal::new)
}

fn configure_flake<F: ulid_flake::Form>(
    scheme: ulid_flake::Config<F>,
    config: &Numbers<'_>,
) -> Result<ulid_flake::Config<F>, Refusal> {
    let scheme = scheme.with_entropy_bits(number(config, "entropy_bits")?).map_err(Refusal::new)?;
    scheme.with_epoch_unix_ms(number(config, "epoch_unix_ms")?).map_err(Refusal::new)
}
