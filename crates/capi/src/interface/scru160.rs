//! SCRU160.

use idcore::clock::Microseconds;
use idcore::error::Quantity::Setting;
use idcore::error::{GenerateError, RangeError};
use scru160::{Mode, Scru160};

use super::code::sortid_code::SORTID_OTHER_UNIT;
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
        /// The size of a buffer for its hexadecimal string: 40 digits and a 0.
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
        /// Not 0 for the microsecond mode, in which the clock reads microseconds.
        microseconds: u32,
        /// The number of random bits that the counter starts with: 0 to 15, or 0 to 5 in microsecond mode.
        counter_init_bits: u32,
        /// The number of bits of `random16` that extend the counter.
        counter_extension_bits: u32,
        /// The node ID. In `random16`, it comes after the counter extension, above the random bits.
        node_id: u32,
        /// The number of bits of `random16` that the node ID takes.
        node_id_bits: u32,
    }
    settings: "If `config` is null, uses the default settings.",
    after_format: {
        /// Writes the hexadecimal string of an ID and a 0 into a buffer of at least {HEX_SIZE} bytes.
        format_hex(id: *const Id, buffer: *mut c_char, size: usize) =
            pointers::write_text(&id::read::<Scru160>(id)?.encode_hex(), buffer, size);
    }
    default: MILLISECONDS,
    before_init: {
        /// Writes the default settings of the microsecond mode.
        config_microseconds(config: *mut Config) = pointers::write(config, MICROSECONDS);
    }
    after_generate: {
        /// Generates the next ID for a reading in microseconds since 1970, without calling the clock. Outside
        /// microsecond mode, the result is `SORTID_OTHER_UNIT`.
        generate_at_us(generator: *mut Generator, unix_us: u64, id: *mut Id) =
            id::write(memory::hold_for(generator, id)?.generator.generate_at_us(unix_us), id);

        /// Generates the next ID like `sortid_{name}_generate_at_us`, but starts over at the reading after a rollback
        /// beyond the allowance.
        generate_or_reset_at_us(generator: *mut Generator, unix_us: u64, id: *mut Id) =
            id::write(memory::hold_for(generator, id)?.generator.generate_or_reset_at_us(unix_us), id);
    }
    unit: "microsecond mode",
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

impl Either {
    fn generate_at(&mut self, unix_ms: u64) -> Result<Scru160, sortid_code> {
        Ok(self.milliseconds()?.generate_at(unix_ms)?)
    }

    fn generate_or_reset_at(&mut self, unix_ms: u64) -> Result<Scru160, sortid_code> {
        Ok(self.milliseconds()?.generate_or_reset_at(unix_ms)?)
    }

    fn generate_at_us(&mut self, unix_us: u64) -> Result<Scru160, sortid_code> {
        Ok(self.microseconds()?.generate_at_us(unix_us)?)
    }

    fn generate_or_reset_at_us(&mut self, unix_us: u64) -> Result<Scru160, sortid_code> {
        Ok(self.microseconds()?.generate_or_reset_at_us(unix_us)?)
    }

    fn milliseconds(&mut self) -> Result<&mut Plain<scru160::Config>, sortid_code> {
        if let Self::Milliseconds(generator) = self { Ok(generator) } else { Err(SORTID_OTHER_UNIT) }
    }

    fn microseconds(&mut self) -> Result<&mut Plain<scru160::Config<Microseconds>>, sortid_code> {
        if let Self::Microseconds(generator) = self { Ok(generator) } else { Err(SORTID_OTHER_UNIT) }
    }
}

/// Defines the methods that do the same in both modes.
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
    resume_after(id: Scru160) -> Result<(), RangeError>;
    resume_after_instant(unix_ms: u64) -> Result<(), RangeError>;
    last() -> Option<Scru160>;
    ahead_ms_at(unix_ms: u64) -> u64;
    set_ceiling_unix_ms(unix_ms: u64) -> ();
}
