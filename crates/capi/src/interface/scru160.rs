//! SCRU160.

use idcore::error::Quantity::Setting;
use idcore::clock::Microseconds;
use idcore::error::{GenerateError, RangeError};
use scru160::{Mode, Scru160};

use super::generator::Plain;
use super::sources::Failed;

scheme! {
    name: "scru160",
    title: "SCRU160",
    one: "SCRU160 ID",
    number: 1,
    id: Scru160,
    generator: Either,
    generator_bytes: 192,
    digits: 32, "in base 32hex, or 40 in hexadecimal",
    more_constants: {
        /// The size of a buffer for the hexadecimal text of a SCRU160 ID: 40 digits and a 0.
        HEX_SIZE = 41;
    }
    fields: {
        /// Milliseconds since 1970, 48 bits.
        timestamp: u64,
        /// 16 bits.
        counter: u16,
        /// 16 random bits, unless the generator uses some of them for its counter or its node.
        random16: u16,
        /// 80 random bits, most significant byte first.
        random80: [u8; 10],
    }
    config: {
        /// Not 0 for the microsecond mode, in which clock and readings are in microseconds.
        microseconds: u32,
        /// How many random bits the counter starts from: 0 to 15, or 0 to 5 in microsecond mode.
        counter_init_bits: u32,
        /// How many bits of `random16` extend the counter.
        counter_extension_bits: u32,
        /// The node id, at the end of `random16`.
        node_id: u32,
        /// How many bits of `random16` the node id takes.
        node_id_bits: u32,
    }
    settings: "null for the default ones",
    after_format: {
        /// Writes the hexadecimal text of an ID and a 0 into a buffer of at least {HEX_SIZE} bytes.
        format_hex(id: *const Id, buffer: *mut c_char, size: usize) =
            pointers::write_text(&id::read::<Scru160>(id)?.encode_hex(), buffer, size);
    }
    default: MILLISECONDS,
    before_init: {
        /// Writes the default settings of the microsecond mode.
        config_microseconds(config: *mut Config) = pointers::write(config, MICROSECONDS);
    }
    readings: "in microseconds in microsecond mode",
    sample: scru160::Config::new(),
}

const MILLISECONDS: Config = Config {
    limits: sortid_limits::DEFAULT,
    microseconds: 0,
    counter_init_bits: 15,
    counter_extension_bits: 0,
    node_id: 0,
    node_id_bits: 0,
};

const MICROSECONDS: Config = Config { microseconds: 1, counter_init_bits: 5, ..MILLISECONDS };

impl Config {
    fn generator(&self, sources: &sortid_sources) -> Result<Either, sortid_code> {
        if self.microseconds == 0 {
            let scheme = self.set(scru160::Config::new())?;
            return Ok(Either::Milliseconds(generator::plain(scheme, self.limits, sources)?));
        }
        let scheme = self.set(scru160::Config::microseconds())?;
        Ok(Either::Microseconds(generator::plain(scheme, self.limits, sources)?))
    }

    /// Sets what both modes have.
    fn set<M: Mode>(&self, scheme: scru160::Config<M>) -> Result<scru160::Config<M>, RangeError> {
        let scheme = scheme.with_counter_init_bits(self.counter_init_bits)?;
        let scheme = scheme.with_counter_extension_bits(self.counter_extension_bits)?;
        // A number that does not fit is out of range, unless all 16 bits are the node's.
        let node_id = u16::try_from(self.node_id)
            .map_err(|_| RangeError::integer(Setting("node_id"), self.node_id.into(), 0, u16::MAX.into()))?;
        scheme.with_node_id(node_id, self.node_id_bits)
    }
}

/// A generator in either mode.
pub(super) enum Either {
    Milliseconds(Plain<scru160::Config>),
    Microseconds(Plain<scru160::Config<Microseconds>>),
}

/// Defines the methods of a generator for one in either mode.
macro_rules! either {
    ($($method:ident($($parameter:ident: $type:ty),*) -> $result:ty;)*) => {
        impl Either {
            $(
                fn $method(&mut self, $($parameter: $type),*) -> $result {
                    match self {
                        Self::Milliseconds(generator) => generator.$method($($parameter),*),
                        Self::Microseconds(generator) => generator.$method($($parameter),*),
                    }
                }
            )*
        }
    };
}

either! {
    generate() -> Result<Scru160, GenerateError<Failed, Failed>>;
    generate_or_reset() -> Result<Scru160, GenerateError<Failed, Failed>>;
    generate_at_reading(reading: u64, on_rollback: OnRollback) -> Result<Scru160, GenerateError<Failed, Failed>>;
    resume_after(id: Scru160) -> Result<(), RangeError>;
    resume_after_instant(unix_ms: u64) -> Result<(), RangeError>;
    last() -> Option<Scru160>;
    ahead_ms_at(unix_ms: u64) -> u64;
    set_ceiling_unix_ms(unix_ms: u64) -> ();
}
