//! The URL of a registry, and the name of its server in errors.

use idlease::engine::{Tls, Trust, is_host};
use idlease::error::AddressError;
use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};

/// The parameters that the client doesn't know, or of which it knows too little.
const OURS: [&str; 5] = ["schema", "sslmode", "sslrootcert", "sslcert", "sslkey"];

const FORM: AddressError = AddressError::new(
    "postgresql://user:password@host:5432/database, optionally with the parameters of libpq and `schema`, without a \
     fragment (#), and with characters such as @ written as %40",
);

/// The contents of a URL.
#[derive(Debug)]
pub(crate) struct Address {
    pub(crate) config: Config,
    pub(crate) schema: Option<String>,
    pub(crate) tls: Option<Tls>,
}

/// Parses a URL. Doesn't show the client's own errors, because they name parts of the URL.
pub(crate) fn parse(url: &str) -> Result<Address, AddressError> {
    if !["postgresql://", "postgres://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Err(FORM);
    }
    // The client treats a fragment as part of the database's name. It also accepts a literal `#` in the login.
    if url.rsplit('@').next().is_some_and(|address| address.contains('#')) {
        return Err(FORM);
    }
    let (url, ours) = split(url)?;
    let [schema, mode, roots, certificate, key] = ours;
    let mut config: Config = url.parse().map_err(|_| FORM)?;
    // The client must not find an `sslmode` that was not found here, because it would be ignored.
    if config.get_ssl_mode() != SslMode::Prefer {
        return Err(FORM);
    }
    let hosts = config.get_hosts();
    // The client treats the first `@` as the end of the password.
    let is_wrong = |host: &Host| matches!(host, Host::Tcp(name) if !is_host(name));
    if hosts.is_empty() && config.get_hostaddrs().is_empty() || hosts.iter().any(is_wrong) {
        return Err(FORM);
    }
    if config.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(AddressError::new(
            "a URL without `sslnegotiation=direct`, which needs `PostgresRegistry::with_config`",
        ));
    }
    let tls = tls(mode.as_deref(), [("cacert", roots), ("cert", certificate), ("key", key)])?;
    // Like libpq, doesn't use TLS on the machine itself.
    let is_local = |host: &Host| !matches!(host, Host::Tcp(_));
    let tls = tls.filter(|_| hosts.is_empty() || !hosts.iter().all(is_local));
    if tls.is_some() && !cfg!(feature = "tls") {
        return Err(AddressError::new(
            "`sslmode=disable`, because `idlease-postgres` was built without its `tls` feature",
        ));
    }
    // Of several servers, connects to the primary.
    if hosts.len().max(config.get_hostaddrs().len()) > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    Ok(Address { config, schema, tls })
}

/// Splits a URL into the client's part and [`OURS`]. As in libpq, the last of equal parameters counts.
fn split(url: &str) -> Result<(String, [Option<String>; 5]), AddressError> {
    let mut ours = [const { None }; 5];
    // The client treats everything up to the first `@` as the login. A password can contain a question mark.
    let (login, _) = url.split_once('@').unwrap_or_default();
    // An `@` in a parameter, or in the name of the database, would turn everything before it into a login.
    let (_, after_scheme) = login.split_once("://").unwrap_or_default();
    let has_parameters = after_scheme.split_once('?').is_some_and(|(_, parameters)| parameters.contains('='));
    if has_parameters || after_scheme.contains('/') {
        return Err(FORM);
    }
    let (before, after) = url.split_at(login.len());
    let Some((address, parameters)) = after.split_once('?') else { return Ok((url.to_owned(), ours)) };
    let address = format!("{before}{address}");
    let mut others = Vec::new();
    for parameter in parameters.split('&') {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = percent_decode_str(name).decode_utf8().map_err(|_| FORM)?;
        match OURS.iter().position(|our| *our == name) {
            Some(index) => {
                let value = percent_decode_str(value).decode_utf8().map_err(|_| FORM)?;
                ours[index] = Some(value.into_owned());
            }
            None => others.push(parameter),
        }
    }
    let url = if others.is_empty() { address } else { format!("{address}?{}", others.join("&")) };
    Ok((url, ours))
}

/// Returns what the parameters of TLS mean in libpq.
fn tls(mode: Option<&str>, files: [(&str, Option<String>); 3]) -> Result<Option<Tls>, AddressError> {
    const PAIR: AddressError = AddressError::new("both of `sslcert` and `sslkey`, or neither");
    const ROOTS: AddressError = AddressError::new(
        "`sslrootcert` with `sslmode=verify-ca` or `verify-full`: a file with root certificates or, only with \
         `verify-full`, `system`",
    );
    const MODES: AddressError = AddressError::new(
        "`sslmode` with one of `disable`, `require`, `verify-ca` and `verify-full`, and with it the other parameters of TLS",
    );
    const FALLBACK: AddressError = AddressError::new(
        "`sslmode=verify-full`, or `disable`, because `prefer` and `allow` continue without TLS if anyone between the client \
         and the server wishes so",
    );
    let files = files.into_iter().filter_map(|(name, file)| Some((name.to_owned(), file?)));
    // As in libpq, an empty value counts as none.
    let files = files.filter(|(_, file)| !file.is_empty());
    let Tls { trust, client } = Tls::from_parameters(files).ok_or(PAIR)?;
    let trust = match (mode, trust) {
        (Some("disable"), _) => return Ok(None),
        (None, Trust::System) if client.is_none() => return Ok(None),
        (None | Some("verify-full"), Trust::Roots(file)) if file.as_os_str() == "system" => Trust::System,
        (Some("verify-full"), trust @ Trust::Roots(_)) => trust,
        (Some("require" | "verify-ca"), Trust::Roots(file)) if file.as_os_str() != "system" => {
            Trust::AnyName(file)
        }
        (Some("require"), Trust::System) => Trust::Anyone,
        (Some("require" | "verify-ca" | "verify-full"), _) => return Err(ROOTS),
        (Some("prefer" | "allow"), _) => return Err(FALLBACK),
        _ => return Err(MODES),
    };
    Ok(Some(Tls { trust, client }))
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
    count(config.get_hosts().len().max(config.get_hostaddrs().len()))
}

/// Returns a divisor that splits a time among servers.
pub(crate) fn count(servers: usize) -> u32 {
    u32::try_from(servers).unwrap_or(u32::MAX).max(1)
}

/// Returns a URL for each of several servers, for a server that accepts writes. Leaves out servers in parameters.
pub(crate) fn each(url: &str) -> Vec<String> {
    let (address, parameters) = url
        .rsplit_once('?')
        .map_or((url, String::new()), |(address, parameters)| (address, format!("{parameters}&")));
    let Some((scheme, rest)) = address.split_once("://") else { return Vec::new() };
    let start = rest.rfind('@').map_or(0, |at| at + 1);
    let (login, rest) = rest.split_at(start);
    let (hosts, database) = rest.split_once('/').unwrap_or((rest, ""));
    // With an `@`, the question mark belongs to the password.
    if parameters.contains('@') || !hosts.contains(',') {
        return Vec::new();
    }
    let one =
        |host| format!("{scheme}://{login}{host}/{database}?{parameters}target_session_attrs=read-write");
    hosts.split(',').map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "tls")]
    fn tls_means_what_it_means_in_libpq() {
        let parse = |parameters: &str| {
            let address = parse(&format!("postgresql://me:secret@db/leases?{parameters}"));
            address.map(|address| address.tls).map_err(|error| error.to_string())
        };
        for (parameters, trust) in [
            ("", None),
            ("sslmode=disable&sslrootcert=ca.pem", None),
            ("sslmode=require", Some(Trust::Anyone)),
            ("sslmode=require&sslrootcert=ca%20%26.pem", Some(Trust::AnyName("ca &.pem".into()))),
            ("sslmode=verify-ca&sslrootcert=ca.pem", Some(Trust::AnyName("ca.pem".into()))),
            ("sslmode=disable&sslmode=verify-full&sslrootcert=ca.pem", Some(Trust::Roots("ca.pem".into()))),
            ("sslmode=verify-full&sslrootcert=system&connect_timeout=1", Some(Trust::System)),
            ("sslrootcert=system", Some(Trust::System)),
            ("sslmode=require&application_name=a?b", Some(Trust::Anyone)),
            ("application_name=?&sslmode=require", Some(Trust::Anyone)),
            ("%73slmode=require", Some(Trust::Anyone)),
            ("sslmode=disable&ssl%6Dode=verify-ca&sslrootcert=a?b", Some(Trust::AnyName("a?b".into()))),
        ] {
            assert_eq!(parse(parameters), Ok(trust.map(|trust| Tls { trust, client: None })), "{parameters}");
        }
        let client = Some(("c.pem".into(), "k.pem".into()));
        let tls = Tls { trust: Trust::Anyone, client };
        assert_eq!(parse("sslmode=require&sslcert=c.pem&sslkey=k.pem"), Ok(Some(tls)));
        for (parameters, reason) in [
            ("sslmode=prefer", "without TLS"),
            ("sslmode=allow", "without TLS"),
            ("sslmode=secret", "one of `disable`"),
            ("sslmode=verify-full", "`sslrootcert`"),
            ("sslmode=verify-ca", "`sslrootcert`"),
            ("sslmode=verify-full&sslrootcert=", "`sslrootcert`"),
            ("sslmode=verify-ca&sslrootcert=system", "only with `verify-full`"),
            ("sslmode=require&sslrootcert=system", "only with `verify-full`"),
            ("sslrootcert=ca.pem", "`sslmode`"),
            ("sslcert=c.pem&sslkey=k.pem", "`sslmode`"),
            ("sslmode=require&sslcert=c.pem", "`sslkey`"),
            ("sslmode=require&sslnegotiation=direct", "`sslnegotiation=direct`"),
            ("sslmode=require&sslrootcert=%ff", "postgresql://"),
            ("sslmode=require&sslcrl=secret", "postgresql://"),
        ] {
            let error = parse(parameters).unwrap_err();
            assert!(error.contains(reason) && !error.contains("secret"), "{parameters}: {error}");
        }
    }

    /// The client would connect to the host after the `@`, without the parameters before it.
    #[test]
    fn an_at_sign_in_a_parameter_is_an_error() {
        for address in ["db", "db/leases", "db:5432", "db:5432/leases"] {
            let error =
                parse(&format!("postgresql://{address}?sslmode=require&password=p@secret")).unwrap_err();
            assert_eq!(error.to_string(), FORM.to_string());
        }
        assert!(parse("postgresql://db/p@secret").is_err());
    }

    #[test]
    fn each_server_of_a_url_has_its_own() {
        let attributes = "target_session_attrs=read-write";
        for (url, expected) in [
            ("postgresql://db1,db2", ["postgresql://db1/?", "postgresql://db2/?"]),
            (
                "postgres://a,b:c@[::1]:1,db/l?x=y",
                ["postgres://a,b:c@[::1]:1/l?x=y&", "postgres://a,b:c@db/l?x=y&"],
            ),
        ] {
            assert_eq!(each(url), expected.map(|url| format!("{url}{attributes}")));
            assert!(each(url).iter().all(|url| parse(&url.replace("x=y&", "")).is_ok()));
        }
        for url in ["postgresql://db1/l", "postgresql://a,b:c@db1", "postgresql://a,b:c?d@db1,db2/l"] {
            assert_eq!(each(url), [""; 0], "{url}");
        }
    }

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
