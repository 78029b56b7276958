//! Creates the configuration of a generator from the options of its scheme.

use anyhow::Result;
use anyid::Instant;
use anyid::crates::ulid_flake::form::Form as FlakeForm;
use anyid::crates::{scru64, scru160, ulid_flake};
use idcore::error::RangeError;

use crate::cli::{FlakeOptions, Scru64Options, Scru160Options};
use crate::failure::UsageError;

/// Evaluates an expression with the configuration of a scheme.
macro_rules! with_config {
    ($scheme:expr, $options:expr, $config:ident => $value:expr) => {{
        use anyid::Scheme;
        use anyid::crates::{scru160, ulid_flake};
        use $crate::cli::Options;
        let (scheme, options): (Scheme, &Options) = ($scheme, $options);
        let usage = |error| $crate::failure::UsageError::new($crate::new::config::describe(&error));
        anyid::of_config!(scheme, $config => $value, {
            Scheme::Scru160 if options.scru160.microseconds => {
                let $config = options.scru160.apply(scru160::Config::microseconds()).map_err(usage)?;
                $value
            }
            Scheme::Scru160 => {
                let $config = options.scru160.apply(scru160::Config::new()).map_err(usage)?;
                $value
            }
            Scheme::Scru64 => {
                let $config = options.scru64.config()?;
                $value
            }
            Scheme::UlidFlake => {
                let $config = options.flake.apply(ulid_flake::Config::new()).map_err(usage)?;
                $value
            }
            Scheme::UlidFlakeScalable => {
                let scalability = options.scalable.scalability.unwrap_or(0);
                let config = ulid_flake::Config::scalable(scalability).map_err(usage)?;
                let $config = options.flake.apply(config).map_err(usage)?;
                $value
            }
        })
    }};
}
pub(super) use with_config;

impl Scru160Options {
    pub(super) fn apply<U: scru160::Mode>(
        &self,
        mut config: scru160::Config<U>,
    ) -> Result<scru160::Config<U>, RangeError> {
        if let Some(bits) = self.counter_bits {
            config = config.with_counter_init_bits(bits)?;
        }
        if let Some(bits) = self.extension_bits {
            config = config.with_counter_extension_bits(bits)?;
        }
        match (self.node_id, self.node_id_bits) {
            (Some(node_id), Some(bits)) => config.with_node_id(node_id, bits),
            _ => Ok(config),
        }
    }
}

impl FlakeOptions {
    pub(super) fn apply<F: FlakeForm>(
        &self,
        mut config: ulid_flake::Config<F>,
    ) -> Result<ulid_flake::Config<F>, RangeError> {
        if let Some(bits) = self.entropy_bits {
            config = config.with_entropy_bits(bits)?;
        }
        match self.epoch {
            Some(Instant(unix_ms)) => config.with_epoch_unix_ms(unix_ms),
            None => Ok(config),
        }
    }
}

impl Scru64Options {
    pub(super) fn config(&self) -> Result<scru64::Config, UsageError> {
        let config = scru64::Config::new(node_spec(self.node_spec.as_deref())?);
        let guarded = config.with_guard_bits(self.guard_bits.unwrap_or(0));
        guarded.map_err(|error| UsageError::new(describe(&error)))
    }
}

fn node_spec(option: Option<&str>) -> Result<scru64::NodeSpec, UsageError> {
    const VARIABLE: &str = "SCRU64_NODE_SPEC";
    // An empty variable counts as unset, as usual. Invalid UTF-8 fails to parse below.
    let from_environment = std::env::var_os(VARIABLE).filter(|text| !text.is_empty());
    let from_environment = from_environment.map(|text| text.to_string_lossy().into_owned());
    let (name, text) = match (option, &from_environment) {
        (Some(text), _) => ("--node-spec", text),
        (None, Some(text)) => (VARIABLE, text.as_str()),
        (None, None) => {
            let message = "scru64 needs a node spec: pass --node-spec or set SCRU64_NODE_SPEC, for example to 42/8; or pass --lease";
            return Err(UsageError::new(message));
        }
    };
    text.parse().map_err(|error: scru64::error::NodeSpecError| {
        UsageError::new(format!("{name} {text:?}: {:#}", anyhow::Error::new(error)))
    })
}

/// Describes an error in a configuration, with the option instead of the field.
pub(in crate::new) fn describe(error: &RangeError) -> String {
    let name = error.name();
    let option = match name {
        "counter_init_bits" => "counter-bits".into(),
        "counter_extension_bits" => "extension-bits".into(),
        "epoch_unix_ms" => "epoch".into(),
        name => name.replace('_', "-"),
    };
    error.to_string().replacen(name, &format!("--{option}"), 1)
}
