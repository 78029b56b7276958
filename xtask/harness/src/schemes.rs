//! The catalogue: the schemes under test, one row and one type for each. Every check takes the schemes from here.

use scru64::NodeSpec;

use crate::case::Numbers;
use crate::row::number;
use crate::scheme;
use crate::scheme::Refusal;

/// Calls a macro with its arguments, followed by a row for each scheme: `module: Type, column;`. `Type` names a type in
/// [`crate::schemes`] and an ID type in [`crate::ids`]. `column` is the usual database column type: `bytes`, `uuid` or
/// `integer`.
///
/// ```
/// macro_rules! types {
///     ($($module:ident: $scheme:ident, $column:ident;)+) => { [$(stringify!($scheme)),+] };
/// }
/// assert!(harness::for_each_scheme!(types!).contains(&"ScalableUlidFlake"));
/// ```
#[macro_export]
macro_rules! for_each_scheme {
    ($($callback:ident)::+ ! $($given:tt)*) => {
        $($callback)::+! {
            $($given)*
            scru160: Scru160, bytes;
            scru128: Scru128, uuid;
            scru64: Scru64, integer;
            ulid: Ulid, uuid;
            ulid_flake: UlidFlake, integer;
            ulid_flake_scalable: ScalableUlidFlake, integer;
            uuid7: Uuid7, uuid;
        }
    };
}

/// Evaluates an expression with the type of each scheme and returns the values as an array.
///
/// ```
/// use harness::scheme::SchemeUnderTest;
///
/// let titles = harness::with_each_scheme!(S => S::TITLE);
/// assert!(titles.contains(&"ULID"));
/// ```
#[macro_export]
macro_rules! with_each_scheme {
    (@ $type:ident [$body:expr] $($module:ident: $scheme:ident, $column:ident;)+) => {
        [$({
            type $type = $crate::schemes::$scheme;
            $body
        }),+]
    };
    ($type:ident => $body:expr) => { $crate::for_each_scheme!($crate::with_each_scheme! @ $type [$body]) };
}

/// Evaluates an expression with the type of the scheme with the given name, or returns `None` if no scheme has it.
///
/// ```
/// use harness::scheme::SchemeUnderTest;
///
/// assert_eq!(harness::with_scheme!("ulid", S => S::TITLE), Some("ULID"));
/// ```
#[macro_export]
macro_rules! with_scheme {
    ($name:expr, $type:ident => $body:expr) => {
        'found: {
            let name: &str = $name;
            $crate::with_each_scheme!($type => if name == <$type as $crate::scheme::SchemeUnderTest>::NAME {
                break 'found Some($body);
            });
            None
        }
    };
}

/// The crates of the schemes. Tests of documentation compile the examples of their pages in the book.
#[cfg_attr(
    all(doctest, feature = "std"),
    doc = include_str!("../../../docs/schemes/scru128.md"),
    doc = include_str!("../../../docs/schemes/scru160.md"),
    doc = include_str!("../../../docs/schemes/scru64.md"),
    doc = include_str!("../../../docs/schemes/ulid.md"),
    doc = include_str!("../../../docs/schemes/ulid-flake.md"),
    doc = include_str!("../../../docs/schemes/uuid7.md"),
)]
pub mod crates {
    pub use {scru64, scru128, scru160, ulid, ulid_flake, uuid7};
}

/// The ID types.
pub mod ids {
    pub use scru64::Scru64;
    pub use scru128::Scru128;
    pub use scru160::Scru160;
    pub use ulid::Ulid;
    pub use ulid_flake::{ScalableUlidFlake, UlidFlake};
    pub use uuid7::Uuid7;
}

scheme!(
    Scru160 as "scru160", "SCRU160" in "scru160";
    id: scru160::Scru160, from_parts: [u64, u16, u16, u128], integers: none;
    config: scru160::Config = |_| scru160::Config::new();
    reason: |error| error.reason();
    configure: scru160::Scru160::configure;
    configure_within: scru160::Scru160::configure_within;
    per_thread: scru160::per_thread;
    hex: scru160::Scru160::encode_hex;
    trace: |setup, player, last| if setup.microseconds {
        player.play(configure_scru160(scru160::Config::microseconds(), &setup.config)?, last)
    } else {
        player.play(configure_scru160(scru160::Config::new(), &setup.config)?, last)
    }
);
scheme!(
    Scru128 as "scru128", "SCRU128" in "scru128";
    id: scru128::Scru128, from_parts: [u64, u32, u32, u32], integers: u128;
    config: scru128::Config = |_| scru128::Config::new();
    reason: |error| error.reason();
    per_thread: scru128::per_thread;
    trace: |_, player, last| player.play(scru128::Config::new(), last)
);
scheme!(
    Scru64 as "scru64", "SCRU64" in "scru64";
    id: scru64::Scru64, from_parts: [u64, u32], integers: u64;
    config: scru64::Config = |node| {
        scru64::Config::new(NodeSpec::with_node_id(node % (1 << SCRU64_NODE_BITS), SCRU64_NODE_BITS).expect("it has as many bits"))
    };
    reason: |error| match error {
        scru64::error::NewError::Generate(error) => error.reason(),
        _ => "no_node",
    };
    configure: scru64::Scru64::configure;
    configure_within: scru64::Scru64::configure_within;
    node_spec: |text| text.parse::<NodeSpec>().map_err(Refusal::new).map(|spec| {
        (spec.node_id(), spec.node_id_size(), spec.node_prev())
    });
    trace: |setup, player, last| {
        let (node_id, size) = (number(&setup.config, "node_id")?, number(&setup.config, "node_id_size")?);
        let node_spec = NodeSpec::with_node_id(node_id, size)?;
        let config = scru64::Config::new(node_spec).with_guard_bits(number(&setup.config, "guard_bits")?);
        player.play(config?, last)
    }
);
scheme!(
    Ulid as "ulid", "ULID" in "ulid";
    id: ulid::Ulid, from_parts: [u64, u128], integers: u128;
    config: ulid::Config = |_| ulid::Config::new();
    reason: |error| error.reason();
    per_thread: ulid::per_thread;
    trace: |_, player, last| player.play(ulid::Config::new(), last)
);
scheme!(
    UlidFlake as "ulid-flake", "Ulid-Flake" in "ulid-flake";
    id: ulid_flake::UlidFlake, from_parts: [u64, u32], integers: u64;
    config: ulid_flake::Config = |_| small_steps(ulid_flake::Config::new());
    reason: |error| error.reason();
    configure: ulid_flake::UlidFlake::configure;
    trace: |setup, player, last| player.play(configure_flake(ulid_flake::Config::new(), &setup.config)?, last)
);
scheme!(
    ScalableUlidFlake as "ulid-flake-scalable", "Scalable Ulid-Flake" in "ulid-flake";
    id: ulid_flake::ScalableUlidFlake, from_parts: [u64, u32, u8], integers: u64;
    config: ulid_flake::scalable::Config = |node| {
        let scalability = u8::try_from(node % 32).expect("it is below 32");
        small_steps(ulid_flake::Config::scalable(scalability).expect("it has five bits"))
    };
    reason: |error| error.reason();
    configure: ulid_flake::ScalableUlidFlake::configure;
    configure_within: ulid_flake::ScalableUlidFlake::configure_within;
    trace: |setup, player, last| {
        let config = ulid_flake::Config::scalable(number(&setup.config, "scalability")?);
        player.play(configure_flake(config?, &setup.config)?, last)
    }
);

scheme!(
    Uuid7 as "uuid7", "UUIDv7" in "uuid7";
    id: uuid7::Uuid7, from_parts: [u64, u16, u64], integers: u128;
    config: uuid7::Config = |_| uuid7::Config::new();
    reason: |error| error.reason();
    per_thread: uuid7::per_thread;
    trace: |_, player, last| player.play(uuid7::Config::new(), last)
);

/// The size of the usual SCRU64 node IDs in bits. It leaves 17 bits for the counter.
const SCRU64_NODE_BITS: u32 = 7;

/// Sets 3-bit random increments, so that a millisecond has room for thousands of IDs.
fn small_steps<F: ulid_flake::form::Form>(config: ulid_flake::Config<F>) -> ulid_flake::Config<F> {
    config.with_entropy_bits(3).expect("both forms have as many bits")
}

fn configure_scru160<M: scru160::Mode>(
    scheme: scru160::Config<M>,
    config: &Numbers<'_>,
) -> Result<scru160::Config<M>, Refusal> {
    let (node_id, node_id_bits) = (number(config, "node_id")?, number(config, "node_id_bits")?);
    let extension_bits = number(config, "counter_extension_bits")?;
    let scheme = scheme.with_counter_init_bits(number(config, "counter_init_bits")?);
    let scheme = scheme.and_then(|scheme| scheme.with_counter_extension_bits(extension_bits));
    scheme.and_then(|scheme| scheme.with_node_id(node_id, node_id_bits)).map_err(Refusal::from)
}

fn configure_flake<F: ulid_flake::form::Form>(
    scheme: ulid_flake::Config<F>,
    config: &Numbers<'_>,
) -> Result<ulid_flake::Config<F>, Refusal> {
    let scheme = scheme.with_entropy_bits(number(config, "entropy_bits")?)?;
    scheme.with_epoch_unix_ms(number(config, "epoch_unix_ms")?).map_err(Refusal::from)
}
