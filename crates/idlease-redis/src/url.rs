//! Parses the URL of a registry.

use idlease::engine::{Tls, is_host};
use idlease::error::AddressError;
use redis::{ConnectionAddr, IntoConnectionInfo};

use crate::Endpoint;

/// The contents of a URL.
pub(crate) struct Address {
    pub(crate) endpoint: Endpoint,
    /// The optional user name and the password.
    pub(crate) login: Option<(Option<String>, String)>,
    pub(crate) database: u32,
    pub(crate) hash: Option<String>,
    pub(crate) tls: Option<Tls>,
}

/// Parses a URL strictly, without ignoring any part of it.
pub(crate) fn parse(text: &str) -> Result<Address, AddressError> {
    const FORM: AddressError = AddressError::new(
        "redis://USER:PASSWORD@HOST:PORT/DATABASE?hash=NAME, where only HOST is required, or rediss:// with TLS and \
         cacert=FILE, cert=FILE and key=FILE, without a fragment (#), and with characters such as @ written as %40",
    );
    let mut url = redis::parse_redis_url(text).ok_or(FORM)?;
    let is_encrypted = match url.scheme() {
        "redis" | "valkey" if !url.cannot_be_a_base() => false,
        "rediss" | "valkeys" if !url.cannot_be_a_base() => true,
        "unix" | "redis+unix" | "valkey+unix" => {
            return Err(AddressError::new(
                "redis:// or rediss://, because a URL can't set up a Unix socket; use `RedisRegistry::new` with a connect \
                 function",
            ));
        }
        _ => return Err(FORM),
    };
    if is_encrypted && !cfg!(feature = "tls") {
        return Err(AddressError::new(
            "redis://, because `idlease-redis` was built without its `tls` feature",
        ));
    }
    // `query_pairs` decodes `+` as a space, but the name of a file can contain a `+`.
    let query = url.query().map(|query| query.replace('+', "%2B"));
    url.set_query(query.as_deref());
    let (mut hash, mut files) = (None, Vec::new());
    for (name, value) in url.query_pairs() {
        match (&*name, &*value) {
            ("hash", value) if !value.is_empty() && hash.is_none() => hash = Some(value.to_owned()),
            ("hash", _) => return Err(FORM),
            _ if is_encrypted => files.push((name.into_owned(), value.into_owned())),
            _ => return Err(FORM),
        }
    }
    let tls = if is_encrypted { Some(Tls::from_parameters(files).ok_or(FORM)?) } else { None };
    let database = match url.path() {
        "" | "/" => 0,
        path => database(path).ok_or(FORM)?,
    };
    let has_user_alone = url.password().is_none() && !url.username().is_empty();
    if has_user_alone || url.fragment().is_some() || !url.host_str().is_some_and(is_host) {
        return Err(FORM);
    }
    // Only the address and the encoding of the login have not been checked.
    let mut plain = url;
    plain.set_query(None);
    plain.set_path("");
    // The client would need its own TLS to accept a URL with TLS.
    plain.set_scheme("redis").map_err(|()| FORM)?;
    let info = plain.into_connection_info().map_err(|_| FORM)?;
    let ConnectionAddr::Tcp(host, port) = info.addr() else { return Err(FORM) };
    let settings = info.redis_settings();
    let user = settings.username().map(str::to_owned);
    Ok(Address {
        endpoint: Endpoint::new(host, *port),
        login: settings.password().map(|password| (user, password.to_owned())),
        database,
        hash,
        tls,
    })
}

/// Parses the number in a path, in the only form that Redis accepts.
fn database(path: &str) -> Option<u32> {
    let digits = path.strip_prefix('/')?;
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read() {
        let address = parse("redis://ad%40min:p%2Fw@db.example:7000/3?hash=orders").unwrap();
        assert_eq!(address.endpoint.to_string(), "db.example:7000");
        assert_eq!(address.login, Some((Some("ad@min".to_owned()), "p/w".to_owned())));
        assert_eq!((address.database, address.hash.as_deref()), (3, Some("orders")));

        let address = parse("valkey://:secret@[::1]").unwrap();
        assert_eq!(address.endpoint.to_string(), "[::1]:6379");
        assert_eq!(address.login, Some((None, "secret".to_owned())));
        assert_eq!((address.database, address.hash, address.tls), (0, None, None));
    }

    #[test]
    #[cfg(feature = "tls")]
    fn a_url_has_files_for_tls() {
        for scheme in ["rediss", "valkeys"] {
            let url =
                format!("{scheme}://:secret@db.example/1?cacert=ca%20+.pem&hash=orders&cert=c.pem&key=k.pem");
            let address = parse(&url).unwrap();
            assert_eq!(address.endpoint.to_string(), "db.example:6379");
            assert_eq!((address.login, address.database), (Some((None, "secret".to_owned())), 1));
            let tls = address.tls.unwrap();
            assert_eq!(tls.trust, idlease::engine::Trust::Roots("ca +.pem".into()));
            assert_eq!(tls.client, Some(("c.pem".into(), "k.pem".into())));
            assert_eq!(address.hash.as_deref(), Some("orders"));
        }
        let trust = parse("rediss://db.example").unwrap().tls.map(|tls| tls.trust);
        assert_eq!(trust, Some(idlease::engine::Trust::System));
    }

    #[test]
    fn what_is_not_understood_is_an_error_without_the_password() {
        for url in ["unix:///run/secret", "redis+unix:///run/redis.sock"] {
            let error = parse(url).err().unwrap().to_string();
            assert!(error.contains("a Unix socket") && !error.contains("secret"), "{url}: {error}");
        }
        #[cfg(not(feature = "tls"))]
        for url in ["rediss://:secret@host", "valkeys://host"] {
            let error = parse(url).err().unwrap().to_string();
            assert!(error.contains("`tls` feature") && !error.contains("secret"), "{url}: {error}");
        }
        for url in [
            "redis.example:6379",
            "http://host",
            "redis://",
            "redis://0.0.0.0",
            "redis://host/secret",
            "redis://host/-1",
            "redis://host/01",
            "redis://host/0/1",
            "redis://secret@host",
            "redis://user:%ff@host",
            "redis://host?secret=resp3",
            "redis://host?hash=one&hash=two",
            "redis://host?hash=",
            "redis://host?key=orders",
            "redis://host?cacert=ca.pem",
            #[cfg(feature = "tls")]
            "rediss://host?insecure=secret",
            #[cfg(feature = "tls")]
            "rediss://host?cert=secret",
            "redis://host#secret",
            "redis:user:secret@host",
            "redis://password=secret",
        ] {
            let error = parse(url).err().unwrap().to_string();
            assert!(error.contains("redis://USER:PASSWORD@HOST"), "{url}: {error}");
            assert!(!error.contains("secret"), "{url}: {error}");
        }
    }
}
