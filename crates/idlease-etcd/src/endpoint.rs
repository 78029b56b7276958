//! The addresses of etcd.

use idlease::engine::{Host, Tls, Url, host_and_port};
use idlease::error::AddressError;

/// The port on which etcd listens for clients.
const PORT: u16 = 2379;

/// A member of a cluster, or a proxy in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// Scheme, host and port.
    pub(crate) base: String,
    /// Host and port, for messages.
    pub(crate) name: String,
}

impl Endpoint {
    /// Parses an endpoint such as `https://etcd-1.example:2379`.
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        const FORM: AddressError = AddressError::new(
            "endpoints with http:// or https://, a host and optionally a port, such as http://etcd-1:2379",
        );
        let Url { scheme, user, password, hosts, path, parameters } = Url::parse(text).ok_or(FORM)?;
        let is_bare = user.is_none() && password.is_none() && path.is_empty() && parameters.is_empty();
        match (scheme.as_str(), hosts.as_slice()) {
            ("http" | "https", [host]) if is_bare => Self::new(&scheme, host).ok_or(FORM),
            _ => Err(FORM),
        }
    }

    /// Creates an endpoint, unless the host is the path of a socket or can't be in an HTTP URL.
    fn new(scheme: &str, host: &Host) -> Option<Self> {
        let name = host_and_port(&host.name, host.port.unwrap_or(PORT));
        (host.name.is_ascii() && !host.name.starts_with('/'))
            .then(|| Self { base: format!("{scheme}://{name}"), name })
    }
}

/// The contents of a URL.
pub(crate) struct Address {
    pub(crate) user: Option<(String, String)>,
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) prefix: Option<String>,
    pub(crate) tls: Option<Tls>,
}

pub(crate) const FORM: AddressError = AddressError::new(
    "etcd://USER:PASSWORD@HOST:PORT,HOST:PORT/PREFIX, where only one HOST is required, or etcds:// with TLS and \
     ?cacert=FILE&cert=FILE&key=FILE, without a fragment (#), and with / ? # @ in a \
     user name or password written as %2F %3F %23 %40",
);

impl Address {
    pub(crate) fn of(url: Url) -> Result<Self, AddressError> {
        let Url { scheme, user, password, hosts, path, parameters } = url;
        let (scheme, tls) = match scheme.as_str() {
            "etcd" if parameters.is_empty() => ("http", None),
            "etcds" if !cfg!(feature = "tls") => {
                return Err(AddressError::new(
                    "etcd://, because `idlease-etcd` was built without its `tls` feature",
                ));
            }
            "etcds" => ("https", Some(Tls::from_parameters(parameters).ok_or(FORM)?)),
            _ => return Err(FORM),
        };
        let endpoints: Option<Vec<_>> = hosts.iter().map(|host| Endpoint::new(scheme, host)).collect();
        Ok(Self {
            user: match (user, password) {
                (None, None) => None,
                (user, password) => Some((user.ok_or(FORM)?, password.ok_or(FORM)?)),
            },
            endpoints: endpoints.filter(|endpoints| !endpoints.is_empty()).ok_or(FORM)?,
            prefix: Some(path).filter(|prefix| !prefix.is_empty()),
            tls,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Address, AddressError> {
        Url::parse(text).ok_or(FORM).and_then(Address::of)
    }

    #[test]
    fn a_url_has_members_a_user_and_a_prefix() {
        let address = parse("etcd://me:p%40ss@one,two:1234,[::1]:5/leases/scru64").unwrap();
        assert_eq!(address.user, Some(("me".to_owned(), "p@ss".to_owned())));
        let bases: Vec<_> = address.endpoints.iter().map(|endpoint| endpoint.base.as_str()).collect();
        assert_eq!(bases, ["http://one:2379", "http://two:1234", "http://[::1]:5"]);
        assert_eq!(address.endpoints[2].name, "[::1]:5");
        assert_eq!(address.prefix.as_deref(), Some("leases/scru64"));
        let address = parse("etcd://127.0.0.1").unwrap();
        assert!(address.user.is_none() && address.prefix.is_none());
    }

    #[test]
    fn a_url_that_is_not_understood_is_an_error_without_its_password() {
        for text in [
            "etcd://",
            "etcd://%2Frun",
            "etcd://me@one",
            "etcd://:secret@one",
            "etcd://me:secret@one:x",
            "etcds://me:secret@one?insecure=secret",
            "etcds://one?cert=secret",
            "etcds://one?cacert",
            "https://me:secret@one",
            "http://b\u{fc}cher",
            "etcd://one?tls=1",
        ] {
            let Err(error) = parse(text) else { panic!("{text:?} is accepted") };
            assert!(!format!("{error} {error:?}").contains("secr"), "{text:?}: {error}");
        }
    }

    #[test]
    fn tls_needs_its_feature() {
        let address = parse("etcds://me:secret@one,two:1/leases?cacert=ca%20.pem&key=k.pem&cert=c.pem");
        if cfg!(feature = "tls") {
            let Address { endpoints, tls, prefix, .. } = address.unwrap();
            let client = Some(("c.pem".into(), "k.pem".into()));
            let expected = Tls { trust: idlease::engine::Trust::Roots("ca .pem".into()), client };
            assert_eq!((endpoints[0].base.as_str(), tls), ("https://one:2379", Some(expected)));
            assert_eq!(prefix.as_deref(), Some("leases"));
        } else {
            let error = address.err().unwrap().to_string();
            assert!(error.contains("`tls` feature") && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn an_endpoint_is_a_host_alone() {
        assert_eq!(Endpoint::parse("https://one/").unwrap().base, "https://one:2379");
        for text in
            ["one:2379", "http://one/v3", "http://me:secret@one", "ftp://one", "http://", "http://one,two"]
        {
            assert!(Endpoint::parse(text).is_err(), "{text:?}");
        }
    }
}
