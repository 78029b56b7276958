//! Ulid-Flake.

use ulid_flake::UlidFlake;

use super::generator::Plain;

scheme! {
    name: "ulid_flake",
    title: "Ulid-Flake",
    one: "Ulid-Flake ID",
    number: 5,
    id: UlidFlake,
    generator: Plain<ulid_flake::Config>,
    generator_bytes: 144,
    digits: 13, "in Crockford's base 32",
    fields: {
        /// Milliseconds since the epoch, 43 bits.
        timestamp: u64,
        /// 20 bits.
        randomness: u32,
    }
    config: {
        /// The epoch from which timestamps count. The default is 2024-01-01.
        epoch_unix_ms: u64,
        /// Within a millisecond, the randomness grows by 1 to 2^n - 1. This is n, from 1 to 24. The default is 8.
        entropy_bits: u32,
    }
    settings: "If `config` is null, uses the default settings.",
    configure: |config| config.scheme()?,
    integers: "2^63",
    epoch: "2024",
    default: Config {
        limits: sortid_limits::DEFAULT,
        epoch_unix_ms: UlidFlake::MIN.unix_ms(),
        entropy_bits: 8,
    },
    sample_with: "with everything else random, without a generator. If `config` is null, uses the default settings.",
}

impl Config {
    fn scheme(&self) -> Result<ulid_flake::Config, sortid_code> {
        let config = ulid_flake::Config::new().with_entropy_bits(self.entropy_bits)?;
        Ok(config.with_epoch_unix_ms(self.epoch_unix_ms)?)
    }
}
