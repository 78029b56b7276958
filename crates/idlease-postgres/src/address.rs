//! The URL of a registry, and the name of its server in errors.

use idlease::engine::is_host;
use idlease::error::AddressError;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};

/// The parameter that the client doesn't know.
const SCHEMA: &str = "schema=";

/// Parses a URL into the client's configuration and the optional schema. Doesn't show the client's own errors, because
/// they name parts of the URL.
pub(crate) fn parse(url: &str) -> Result<(Config, Option<String>), AddressError> {
    const FORM: AddressError = AddressError::new(
        "postgresql://user:password@host:5432/database, optionally with the parameters of libpq and `schema`, without a \
         fragment (#), and with characters such as @ written as %40",
    );
    if !["postgresql://", "postgres://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(FORM);
    }
    // The client treats a fragment as part of the database's name. It also accepts a literal `#` in the login.
    if url.rsplit('@').next().is_some_and(|address| address.contains('#')) {
        return Err(FORM);
    }
    let (url, schema) = without_schema(url);
    let mut config: Config = url.parse().map_err(|_| FORM)?;
    let hosts = config.get_hosts();
    // The client treats the first `@` as the end of the password.
    let is_wrong = |host: &Host| matches!(host, Host::Tcp(name) if !is_host(name));
    if hosts.is_empty() && config.get_hostaddrs().is_empty() || hosts.iter().any(is_wrong) {
        return Err(FORM);
    }
    if config.get_ssl_mode() == SslMode::Require || config.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(AddressError::new(
            "neither `sslmode=require` nor `sslnegotiation=direct`, because a URL alone can't set up TLS; use \
             `PostgresRegistry::with_config`",
        ));
    }
    // Of several servers, connects to the primary.
    if hosts.len().max(config.get_hostaddrs().len()) > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    Ok((config, schema))
}

fn without_schema(url: &str) -> (String, Option<String>) {
    // A password can contain a question mark, but a parameter can't contain an `@` followed by the host.
    let Some((address, parameters)) = url.rsplit_once('?') else { return (url.to_owned(), None) };
    let (schema, others): (Vec<_>, Vec<_>) =
        parameters.split('&').partition(|parameter| parameter.starts_with(SCHEMA));
    let schema = schema.last().and_then(|schema| schema.strip_prefix(SCHEMA)).map(str::to_owned);
    let url = if others.is_empty() { address.to_owned() } else { format!("{address}?{}", others.join("&")) };
    (url, schema)
}

/// Returns the hosts and ports of a configuration.
pub(crate) fn endpoint(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => in_brackets(name.clone()),
        #[cfg(unix)]
        Host::Unix(directory) => directory.display().to_string(),
    });
    let mut hosts: Vec<_> = hosts.collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(|address| in_brackets(address.to_string())).collect();
    }
    let ports = config.get_ports();
    let named = hosts.iter().enumerate().map(|(index, host)| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
        format!("{host}:{port}")
    });
    named.collect::<Vec<_>>().join(",")
}

/// Encloses an IPv6 address in brackets.
fn in_brackets(host: String) -> String {
    if host.contains(':') { format!("[{host}]") } else { host }
}

/// Returns the number of servers in a configuration.
pub(crate) fn servers(config: &Config) -> u32 {
    let servers = config.get_hosts().len().max(config.get_hostaddrs().len());
    u32::try_from(servers).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_is_in_brackets() {
        for (url, expected) in [
            ("postgresql://[::1]:1/leases", "[::1]:1"),
            ("postgresql://db1,[2001:db8::1]:5433/leases", "db1:5432,[2001:db8::1]:5433"),
            ("host=db1 hostaddr=::1", "db1:5432"),
            ("hostaddr=::1,127.0.0.1 port=1,2", "[::1]:1,127.0.0.1:2"),
        ] {
            let config: Config = url.parse().unwrap();
            assert_eq!(endpoint(&config), expected, "{url}");
        }
    }
}
