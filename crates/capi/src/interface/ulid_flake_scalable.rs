//! Scalable Ulid-Flake.

use ulid_flake::{ScalableUlidFlake, UlidFlake};

use super::generator::Plain;

scheme! {
    name: "ulid_flake_scalable",
    title: "scalable Ulid-Flake",
    one: "scalable Ulid-Flake ID",
    number: 6,
    id: ScalableUlidFlake,
    generator: Plain<ulid_flake::scalable::Config>,
    generator_bytes: 144,
    digits: 13, "in Crockford's base 32",
    fields: {
        /// Milliseconds since the epoch, 43 bits.
        timestamp: u64,
        /// 15 bits.
        randomness: u32,
        /// 5 bits.
        scalability: u8,
    }
    config: {
        /// The epoch from which timestamps count. The default is 2024-01-01.
        epoch_unix_ms: u64,
        /// Within a millisecond, the randomness grows by 1 to 2^n - 1. This is n, from 1 to 16. The default is 8.
        entropy_bits: u32,
        /// The number that identifies this generator, from 0 to 31.
        scalability: u32,
    }
    settings: "The settings contain the scalability. If `config` is null, the result is `SORTID_NULL`.",
    configure: |config| config.scheme()?,
    integers: "2^63",
    epoch: "2024",
    before_init: {
        /// Writes the default settings, for a scalability.
        config_default(scalability: u32, config: *mut Config) = {
            let defaults = Config {
                limits: sortid_limits::DEFAULT,
                epoch_unix_ms: UlidFlake::MIN.unix_ms(),
                entropy_bits: 8,
                scalability,
            };
            defaults.scheme()?;
            pointers::write(config, defaults)
        };
    }
    sample_with: "with the scalability of the settings and everything else random, without a generator. If `config` is null, \
                  the result is `SORTID_NULL`.",
}

impl Config {
    fn scheme(&self) -> Result<ulid_flake::scalable::Config, sortid_code> {
        // A number that does not fit is out of range, as is the largest.
        let scalability = u8::try_from(self.scalability).unwrap_or(u8::MAX);
        let config = ulid_flake::Config::scalable(scalability)?.with_entropy_bits(self.entropy_bits)?;
        Ok(config.with_epoch_unix_ms(self.epoch_unix_ms)?)
    }
}
