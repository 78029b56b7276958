//! Opens a registry by its URL.
//!
//! A URL can contain a password, so messages repeat only its scheme, its host or path, and the name of its schema or
//! key.

mod environment;

use std::path::PathBuf;

use anyhow::Result;
use idlease::engine::Url;
use idlease::registry::{FileRegistry, Registry};

use crate::failure::UsageError;

pub(crate) type AnyRegistry = Box<dyn Registry + Send>;

/// The environment variable with the URL, if no option has one.
const VARIABLE: &str = "SORTID_REGISTRY";

/// The forms of a URL, for messages.
const FORMS: &str = "file:PATH, etcd://HOST, postgresql://HOST/DATABASE or redis://HOST";

/// Opens a registry on a server, if its engine was compiled in.
macro_rules! engine {
    ($name:ident, $feature:literal, $registry:ty) => {
        #[cfg(feature = $feature)]
        fn $name(text: &str) -> Result<AnyRegistry> {
            let mut variables = Vec::new();
            let opened = match Url::parse(text) {
                None => <$registry>::from_url(text),
                Some(mut url) => {
                    variables = environment::complete(&mut url, environment::variable)?;
                    url.try_into()
                }
            };
            let usage = |error| match &variables[..] {
                [] => UsageError::new(format!("{error}")),
                variables => {
                    UsageError::new(format!("{error}; the environment has {}", variables.join(", ")))
                }
            };
            Ok(Box::new(opened.map_err(usage)?))
        }

        #[cfg(not(feature = $feature))]
        fn $name(_: &str) -> Result<AnyRegistry> {
            let message = concat!(
                "this sortid was built without support for this registry: rebuild it with the ",
                $feature,
                " feature"
            );
            Err(UsageError::new(message).into())
        }
    };
}

engine!(etcd, "etcd", idlease_etcd::EtcdRegistry);
engine!(postgres, "postgres", idlease_postgres::PostgresRegistry);
engine!(redis, "redis", idlease_redis::RedisRegistry);

/// Returns the URL of an option, or the URL of the environment.
pub(crate) fn url(option: &str, given: Option<&str>) -> Result<String, UsageError> {
    if let Some(url) = given {
        return Ok(url.to_owned());
    }
    let missing =
        || format!("no registry given: pass {option} URL or set {VARIABLE}, where the URL is {FORMS}");
    environment::variable(VARIABLE)?.ok_or_else(|| UsageError::new(missing()))
}

/// Opens a registry. Does not connect to a server yet.
pub(crate) fn open(url: &str) -> Result<AnyRegistry> {
    let (scheme, rest) = url.split_once(':').unwrap_or_default();
    match scheme {
        "file" => file(rest),
        "etcd" | "etcds" => etcd(url),
        "postgresql" | "postgres" => postgres(url),
        "redis" | "rediss" | "valkey" | "valkeys" => redis(url),
        scheme => Err(unknown(scheme, rest).into()),
    }
}

fn unknown(scheme: &str, rest: &str) -> UsageError {
    let is_scheme = rest.starts_with("//") && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    // Without the slashes, this can be any part of a URL, such as a user.
    let found = if is_scheme { format!(", found {scheme}://") } else { String::new() };
    UsageError::new(format!("expected a registry URL ({FORMS}){found}"))
}

/// Accepts `file:/path`, `file:path`, and `file:///path` as some programs write it.
fn file(rest: &str) -> Result<AnyRegistry> {
    let path = match rest.strip_prefix("//") {
        Some(path) if path.starts_with('/') => path,
        Some(_) => {
            let message =
                "a file: registry is on this machine, so expected file:/path or file:path, found file://";
            return Err(UsageError::new(message).into());
        }
        None => rest,
    };
    if path.is_empty() {
        return Err(UsageError::new("expected a directory path after file:, found none").into());
    }
    Ok(Box::new(FileRegistry::new(PathBuf::from(path))))
}
