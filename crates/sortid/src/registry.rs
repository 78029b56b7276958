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
    ($feature:literal, $registry:ty, $text:expr, $url:expr) => {{
        #[cfg(feature = $feature)]
        let opened = $url.map_or_else(|| <$registry>::from_url($text), <$registry>::try_from);
        #[cfg(feature = $feature)]
        let opened =
            opened.map(|registry| Box::new(registry) as AnyRegistry).map_err(|error| error.to_string());
        #[cfg(not(feature = $feature))]
        let opened = Err(format!(
            "this sortid was built without support for this registry: rebuild it with the {} feature",
            $feature
        ));
        opened
    }};
}

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
pub(crate) fn open(text: &str) -> Result<AnyRegistry> {
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    let mut url = Url::parse(text);
    let variables =
        url.as_mut().map_or(Ok(Vec::new()), |url| environment::complete(url, environment::variable))?;
    let opened: Result<_, String> = match scheme {
        "file" => return file(rest),
        "etcd" | "etcds" => engine!("etcd", idlease_etcd::EtcdRegistry, text, url),
        "postgresql" | "postgres" => engine!("postgres", idlease_postgres::PostgresRegistry, text, url),
        "redis" | "rediss" | "valkey" | "valkeys" => {
            engine!("redis", idlease_redis::RedisRegistry, text, url)
        }
        scheme => return Err(unknown(scheme, rest).into()),
    };
    opened.map_err(|error| match &variables[..] {
        [] => UsageError::new(error).into(),
        variables => UsageError::new(format!("{error}; the environment has {}", variables.join(", "))).into(),
    })
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
