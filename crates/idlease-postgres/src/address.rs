//! The URL of a registry, and the name of its server in errors.

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};

use crate::PostgresError;

/// The parameter that the client does not know.
const SCHEMA: &str = "schema=";

/// Parses a URL: the client's configuration, and the schema if there is one.
pub(crate) fn parse(url: &str) -> Result<(Config, Option<String>), PostgresError> {
    let invalid = |reason: &str| PostgresError::Url { source: reason.into() };
    if !["postgresql://", "postgres://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(invalid("it does not begin with postgresql://"));
    }
    let (url, schema) = without_schema(url);
    let mut config: Config =
        url.parse().map_err(|error: tokio_postgres::Error| PostgresError::Url { source: error.into() })?;
    let hosts = config.get_hosts();
    if hosts.is_empty() && config.get_hostaddrs().is_empty() {
        return Err(invalid("it has no host"));
    }
    // The rest of a password: the client takes the first `@` for its end.
    if hosts.iter().any(|host| matches!(host, Host::Tcp(name) if name.contains('@'))) {
        return Err(invalid("its user or password has characters that must be written as %40 and the like"));
    }
    if config.get_ssl_mode() == SslMode::Require || config.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(PostgresError::TlsInUrl);
    }
    // Of several servers, the primary one.
    if hosts.len().max(config.get_hostaddrs().len()) > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    Ok((config, schema))
}

fn without_schema(url: &str) -> (String, Option<String>) {
    // A password can contain a question mark, but a parameter can't contain an `@` that is followed by the host.
    let Some((address, parameters)) = url.rsplit_once('?') else { return (url.to_owned(), None) };
    let (schema, others): (Vec<_>, Vec<_>) =
        parameters.split('&').partition(|parameter| parameter.starts_with(SCHEMA));
    let schema = schema.last().and_then(|schema| schema.strip_prefix(SCHEMA)).map(str::to_owned);
    let url = if others.is_empty() { address.to_owned() } else { format!("{address}?{}", others.join("&")) };
    (url, schema)
}

/// The hosts and ports of a configuration.
pub(crate) fn endpoint(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    });
    let mut hosts: Vec<_> = hosts.collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(ToString::to_string).collect();
    }
    let ports = config.get_ports();
    let named = hosts.iter().enumerate().map(|(index, host)| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
        format!("{host}:{port}")
    });
    named.collect::<Vec<_>>().join(",")
}

/// The number of servers of a configuration.
pub(crate) fn servers(config: &Config) -> u32 {
    let servers = config.get_hosts().len().max(config.get_hostaddrs().len());
    u32::try_from(servers).unwrap_or(u32::MAX).max(1)
}
