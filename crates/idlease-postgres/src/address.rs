//! The parts of a registry's URL, and the name of its server in errors.

use idlease::engine::{Tls, Trust, Url, host_and_port};
use idlease::error::AddressError;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslNegotiation, TargetSessionAttrs};

pub(crate) const FORM: AddressError = AddressError::new(
    "postgresql://user:password@host:5432/database, optionally with the parameters of libpq and `schema`, without a \
     fragment (#), and with / ? # @ in a user name or password written as %2F %3F %23 %40",
);

/// The contents of a URL.
#[derive(Debug)]
pub(crate) struct Address {
    pub(crate) config: Config,
    pub(crate) schema: Option<String>,
    pub(crate) tls: Option<Tls>,
}

/// Configures the client. Doesn't show its own errors, because they name parts of the URL.
pub(crate) fn address(mut url: Url) -> Result<Address, AddressError> {
    if !["postgresql", "postgres"].contains(&url.scheme.as_str()) {
        return Err(FORM);
    }
    // The client doesn't know these parameters, or knows too little of them.
    let ours = ["schema", "sslmode", "sslrootcert", "sslcert", "sslkey"].map(|name| take(&mut url, name));
    let [schema, mode, roots, certificate, key] = ours;
    let mut config = config(url)?;
    let hosts = config.get_hosts();
    if hosts.is_empty() && config.get_hostaddrs().is_empty() {
        return Err(FORM);
    }
    if config.get_ssl_negotiation() == SslNegotiation::Direct {
        return Err(AddressError::new(
            "a URL without `sslnegotiation=direct`, which needs `PostgresRegistry::new`",
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

/// Removes a parameter. As in libpq, the last of equal parameters counts.
fn take(url: &mut Url, name: &str) -> Option<String> {
    let value = url.parameter(name).map(str::to_owned);
    url.parameters.retain(|(found, _)| found != name);
    value
}

/// Passes a URL to the client as settings. The client's own parser of URLs would find other parts in some of them.
fn config(url: Url) -> Result<Config, AddressError> {
    let (names, ports): (Vec<_>, Vec<_>) =
        url.hosts.into_iter().map(|host| (host.name, host.port.unwrap_or(5432).to_string())).unzip();
    let address = [
        ("host", Some(names.join(","))),
        ("port", Some(ports.join(","))),
        ("user", url.user),
        ("password", url.password),
        ("dbname", Some(url.path)),
    ];
    let address = address.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let mut settings = String::new();
    for (name, value) in address.filter(|(_, value)| !value.is_empty()).chain(url.parameters) {
        if !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
            return Err(FORM);
        }
        settings += &format!("{name}='{}' ", value.replace('\\', r"\\").replace('\'', r"\'"));
    }
    settings.parse().map_err(|_| FORM)
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
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(directory) => directory.display().to_string(),
    });
    let mut hosts: Vec<_> = hosts.collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(ToString::to_string).collect();
    }
    let ports = config.get_ports();
    let named = hosts.iter().enumerate().map(|(index, host)| {
        let port = ports.get(index).or(ports.first()).copied().unwrap_or(5432);
        host_and_port(host, port)
    });
    named.collect::<Vec<_>>().join(",")
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
pub(crate) fn each(url: &Url) -> Vec<Url> {
    let attribute = ("target_session_attrs".to_owned(), "read-write".to_owned());
    let one = |host| {
        let mut url = Url { hosts: vec![host], ..url.clone() };
        url.parameters.push(attribute.clone());
        url
    };
    url.hosts.iter().filter(|_| url.hosts.len() > 1).cloned().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Address, AddressError> {
        Url::parse(text).ok_or(FORM).and_then(address)
    }

    /// Values reach the client unchanged, and can't set anything else.
    #[test]
    fn a_url_is_the_configuration_of_the_client() {
        let text = "postgresql://me:p'%5C%20user=you@a,[::1]:2/l'eases?application_name=x%20host='evil&connect_timeout=3";
        let config = parse(text).unwrap().config;
        assert_eq!((config.get_user(), config.get_dbname()), (Some("me"), Some("l'eases")));
        assert_eq!(config.get_password(), Some(&br"p'\ user=you"[..]));
        assert_eq!((endpoint(&config).as_str(), servers(&config)), ("a:5432,[::1]:2", 2));
        assert_eq!(config.get_application_name(), Some("x host='evil"));
        assert_eq!(config.get_connect_timeout(), Some(&std::time::Duration::from_secs(3)));
        let socket = parse("postgresql://me@%2Frun%2Fdb/x?sslmode=require").unwrap();
        assert_eq!((endpoint(&socket.config).as_str(), socket.tls), ("/run/db:5432", None));
        for text in ["postgresql://a?x%20host=y", "postgresql:///x", "postgresql://a?port=x", "mysql://a"] {
            assert_eq!(parse(text).unwrap_err(), FORM, "{text}");
        }
    }

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

    #[test]
    fn each_server_of_a_url_has_its_own() {
        let each = |text| each(&Url::parse(text).unwrap());
        let expected = ["postgres://me:b@[::1]:1/l?x=y", "postgres://me:b@db/l?x=y"];
        let expected =
            expected.map(|url| Url::parse(&format!("{url}&target_session_attrs=read-write")).unwrap());
        assert!(each("postgres://me:b@[::1]:1,db/l?x=y") == expected);
        assert!(each("postgresql://a,b@db1").is_empty());
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
