//! The schemes, as they are held against a table.

use core::fmt::Debug;

use idcore::ParseError;
use scru64::NodeSpec;

use crate::hold::Steps;
use crate::table::{Name, Numbers, Source, TableError};

/// The names of the schemes, as files and records have them.
pub const NAMES: [&str; 6] = ["scru160", "scru128", "scru64", "ulid", "ulid-flake", "ulid-flake-scalable"];

/// One scheme.
pub trait Subject {
    /// Its ID.
    type Id: Copy + PartialEq + Debug;

    /// The text of an ID.
    fn encode(id: Self::Id) -> impl AsRef<str>;

    /// The ID of a text.
    ///
    /// # Errors
    ///
    /// The crate refuses it.
    fn of_text(text: &str) -> Result<Self::Id, ParseError>;

    /// The ID of bytes; `None` if the crate refuses them.
    fn of_bytes(bytes: &[u8]) -> Option<Self::Id>;

    /// The ID of fields; `None` if the crate refuses them, or one is missing.
    fn of_fields(fields: &Numbers) -> Option<Self::Id>;

    /// The fields of an ID, in the order of its bits.
    fn fields(id: Self::Id) -> Numbers;

    /// The instant of its timestamp.
    fn unix_ms(id: Self::Id) -> u64;

    /// Plays a trace with the configuration that it asks for; `None` if the crate refuses that, or a number is missing.
    fn play<S: Source>(config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>>;
}

/// What has the same name in all crates.
macro_rules! same_in_all {
    ($id:ty) => {
        type Id = $id;

        fn encode(id: Self::Id) -> impl AsRef<str> {
            id.encode()
        }

        fn of_text(text: &str) -> Result<Self::Id, ParseError> {
            Self::Id::try_from_str(text)
        }

        fn of_bytes(bytes: &[u8]) -> Option<Self::Id> {
            Self::Id::try_from(bytes).ok()
        }

        fn unix_ms(id: Self::Id) -> u64 {
            id.unix_ms()
        }
    };
}

/// Names are literals, short enough.
fn numbers<const N: usize>(pairs: [(&str, u128); N]) -> Numbers {
    let mut numbers = Numbers::default();
    for (name, value) in pairs {
        let name = Name::try_from(name).unwrap_or_default();
        let _ = numbers.0.push((name, Some(value)));
    }
    numbers
}

/// SCRU160.
#[derive(Debug)]
pub enum Scru160 {}

impl Subject for Scru160 {
    same_in_all!(scru160::Scru160);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(
            fields.number("timestamp")?,
            fields.number("counter")?,
            fields.number("random16")?,
            fields.number("random80")?,
        )
        .ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([
            ("timestamp", id.timestamp().into()),
            ("counter", id.counter().into()),
            ("random16", id.random16().into()),
            ("random80", id.random80()),
        ])
    }

    fn play<S: Source>(config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        // In the vectors, `counter_init_bits` has one range for both modes; the microsecond mode uses no more than five.
        fn configure<M: scru160::Mode>(
            scheme: scru160::Config<M>,
            config: &Numbers,
            most_bits: u32,
        ) -> Option<scru160::Config<M>> {
            let counter_init_bits: u32 = config.number("counter_init_bits")?;
            let scheme = scheme.with_counter_init_bits(counter_init_bits.min(most_bits)).ok()?;
            let scheme = scheme.with_counter_extension_bits(config.number("counter_extension_bits")?).ok()?;
            scheme.with_node_id(config.number("node_id")?, config.number("node_id_bits")?).ok()
        }
        if steps.microseconds() {
            Some(steps.play(configure(scru160::Config::microseconds(), config, 5)?, None))
        } else {
            Some(steps.play(configure(scru160::Config::new(), config, 15)?, None))
        }
    }
}

/// SCRU128.
#[derive(Debug)]
pub enum Scru128 {}

impl Subject for Scru128 {
    same_in_all!(scru128::Scru128);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(
            fields.number("timestamp")?,
            fields.number("counter_hi")?,
            fields.number("counter_lo")?,
            fields.number("entropy")?,
        )
        .ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([
            ("timestamp", id.timestamp().into()),
            ("counter_hi", id.counter_hi().into()),
            ("counter_lo", id.counter_lo().into()),
            ("entropy", id.entropy().into()),
        ])
    }

    fn play<S: Source>(_config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        Some(steps.play(scru128::Config::new(), None))
    }
}

/// SCRU64.
#[derive(Debug)]
pub enum Scru64 {}

impl Subject for Scru64 {
    same_in_all!(scru64::Scru64);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(fields.number("timestamp")?, fields.number("node_ctr")?).ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([("timestamp", id.timestamp().into()), ("node_ctr", id.node_ctr().into())])
    }

    fn play<S: Source>(config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        let spec = NodeSpec::with_node_id(config.number("node_id")?, config.number("node_id_size")?).ok()?;
        let scheme = scru64::Config::new(spec).with_guard_bits(config.number("guard_bits")?).ok()?;
        let resume_after = match steps.resume_after() {
            Some(text) => Some(Self::of_text(text).ok()?),
            None => None,
        };
        Some(steps.play(scheme, resume_after))
    }
}

/// ULID.
#[derive(Debug)]
pub enum Ulid {}

impl Subject for Ulid {
    same_in_all!(ulid::Ulid);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(fields.number("timestamp")?, fields.number("randomness")?).ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([("timestamp", id.timestamp().into()), ("randomness", id.randomness())])
    }

    fn play<S: Source>(_config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        Some(steps.play(ulid::Config::new(), None))
    }
}

/// Ulid-Flake, stand-alone.
#[derive(Debug)]
pub enum UlidFlake {}

impl Subject for UlidFlake {
    same_in_all!(ulid_flake::UlidFlake);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(fields.number("timestamp")?, fields.number("randomness")?).ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([("timestamp", id.timestamp().into()), ("randomness", id.randomness().into())])
    }

    fn play<S: Source>(config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        Some(steps.play(configure_flake(ulid_flake::Config::new(), config)?, None))
    }
}

/// Ulid-Flake, scalable.
#[derive(Debug)]
pub enum ScalableUlidFlake {}

impl Subject for ScalableUlidFlake {
    same_in_all!(ulid_flake::ScalableUlidFlake);

    fn of_fields(fields: &Numbers) -> Option<Self::Id> {
        Self::Id::from_parts(
            fields.number("timestamp")?,
            fields.number("randomness")?,
            fields.number("scalability")?,
        )
        .ok()
    }

    fn fields(id: Self::Id) -> Numbers {
        numbers([
            ("timestamp", id.timestamp().into()),
            ("randomness", id.randomness().into()),
            ("scalability", id.scalability().into()),
        ])
    }

    fn play<S: Source>(config: &Numbers, steps: &mut Steps<'_, '_, S>) -> Option<Result<(), TableError>> {
        let scheme = ulid_flake::Config::scalable(config.number("scalability")?).ok()?;
        Some(steps.play(configure_flake(scheme, config)?, None))
    }
}

fn configure_flake<F: ulid_flake::Form>(
    scheme: ulid_flake::Config<F>,
    config: &Numbers,
) -> Option<ulid_flake::Config<F>> {
    let scheme = scheme.with_entropy_bits(config.number("entropy_bits")?).ok()?;
    scheme.with_epoch_unix_ms(config.number("epoch_unix_ms")?).ok()
}
