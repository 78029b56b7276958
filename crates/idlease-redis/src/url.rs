//! The parts of a registry's URL.

use idlease::engine::{Tls, Url};
use idlease::error::AddressError;

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

pub(crate) const FORM: AddressError = AddressError::new(
    "redis://USER:PASSWORD@HOST:PORT/DATABASE?hash=NAME, where only HOST is required, or rediss:// with TLS and \
     cacert=FILE, cert=FILE and key=FILE, without a fragment (#), and with / ? # @ in a \
     user name or password written as %2F %3F %23 %40",
);

/// Accepts a URL only if no part of it would be ignored.
pub(crate) fn address(url: Url) -> Result<Address, AddressError> {
    let is_encrypted = match url.scheme.as_str() {
        "redis" | "valkey" => false,
        "rediss" | "valkeys" => true,
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
    let (hashes, files): (Vec<_>, Vec<_>) = url.parameters.into_iter().partition(|(name, _)| name == "hash");
    let hash = match hashes.as_slice() {
        [] => None,
        [(_, hash)] if !hash.is_empty() => Some(hash.clone()),
        _ => return Err(FORM),
    };
    let tls = match is_encrypted {
        true => Some(Tls::from_parameters(files).ok_or(FORM)?),
        false if files.is_empty() => None,
        false => return Err(FORM),
    };
    let database = match url.path.as_str() {
        "" => 0,
        path => database(path).ok_or(FORM)?,
    };
    match (url.hosts.as_slice(), url.user, url.password) {
        ([host], user, password) if !host.name.starts_with('/') && (user.is_none() || password.is_some()) => {
            let endpoint = Endpoint::new(&host.name, host.port.unwrap_or(6379));
            Ok(Address { endpoint, login: password.map(|password| (user, password)), database, hash, tls })
        }
        _ => Err(FORM),
    }
}

/// Parses a number in the only form that Redis accepts.
fn database(digits: &str) -> Option<u32> {
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Address, AddressError> {
        Url::parse(text).ok_or(FORM).and_then(address)
    }

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
            "http://host",
            "redis://",
            "redis://one,two",
            "redis://%2Frun",
            "redis://host/secret",
            "redis://host/-1",
            "redis://host/01",
            "redis://host/0/1",
            "redis://secret@host",
            "redis://host?secret=resp3",
            "redis://host?hash=one&hash=two",
            "redis://host?hash=",
            "redis://host?key=orders",
            "redis://host?cacert=ca.pem",
            #[cfg(feature = "tls")]
            "rediss://host?insecure=secret",
            #[cfg(feature = "tls")]
            "rediss://host?cert=secret",
        ] {
            let error = parse(url).err().unwrap().to_string();
            assert!(error.contains("redis://USER:PASSWORD@HOST"), "{url}: {error}");
            assert!(!error.contains("secret"), "{url}: {error}");
        }
    }
}
