//! The addresses of etcd.

use std::borrow::Cow;

use idlease::engine::{Tls, is_host};
use idlease::error::AddressError;
use percent_encoding::percent_decode_str;
use ureq::http::Uri;

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
        let uri: Uri = text.parse().map_err(|_| FORM)?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(FORM);
        };
        let host = authority.host();
        if !is_host(host) || !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(FORM);
        }
        // With a user, the authority does not start with the host.
        let port = match authority.as_str().strip_prefix(host) {
            Some("") => PORT,
            Some(_) => authority.port_u16().filter(|port| *port > 0).ok_or(FORM)?,
            None => return Err(FORM),
        };
        let name = format!("{host}:{port}");
        Ok(Self { base: format!("{scheme}://{name}"), name })
    }
}

/// The contents of a URL.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Url {
    pub(crate) user: Option<(String, String)>,
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) prefix: Option<String>,
    pub(crate) tls: Option<Tls>,
}

impl Url {
    /// Parses a URL such as `etcd://user:password@host:2379,host2:2379/prefix`.
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        const FORM: AddressError = AddressError::new(
            "etcd://USER:PASSWORD@HOST:PORT,HOST:PORT/PREFIX, where only one HOST is required, or etcds:// with TLS and \
             ?cacert=FILE&cert=FILE&key=FILE, without a fragment (#), and with characters such as @ written as %40",
        );
        let decode = |text| percent_decode_str(text).decode_utf8().map(Cow::into_owned).map_err(|_| FORM);
        let (scheme, rest, tls) = match text.split_once("://") {
            Some(("etcd", rest)) => ("http", rest, None),
            Some(("etcds", _)) if !cfg!(feature = "tls") => {
                return Err(AddressError::new(
                    "etcd://, because `idlease-etcd` was built without its `tls` feature",
                ));
            }
            Some(("etcds", rest)) => {
                let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
                let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
                    let (name, value) = pair.split_once('=').ok_or(FORM)?;
                    Ok((name.to_owned(), decode(value)?))
                });
                let files = pairs.collect::<Result<Vec<_>, AddressError>>()?;
                ("https", rest, Some(Tls::from_parameters(files).ok_or(FORM)?))
            }
            _ => return Err(FORM),
        };
        if rest.contains(['?', '#']) {
            return Err(FORM);
        }
        let (authority, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, hosts) =
            authority.rsplit_once('@').map_or((None, authority), |(user, hosts)| (Some(user), hosts));
        let user = user.map(|user| {
            let (name, password) = user.split_once(':').ok_or(FORM)?;
            Ok::<_, AddressError>((decode(name)?, decode(password)?))
        });
        let endpoints =
            hosts.split(',').map(|host| Endpoint::parse(&format!("{scheme}://{host}")).map_err(|_| FORM));
        Ok(Self {
            user: user.transpose()?,
            endpoints: endpoints.collect::<Result<_, _>>()?,
            prefix: if prefix.is_empty() { None } else { Some(decode(prefix)?) },
            tls,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(url: &Url) -> Vec<&str> {
        url.endpoints.iter().map(|endpoint| endpoint.name.as_str()).collect()
    }

    #[test]
    fn a_url_has_members_a_user_and_a_prefix() {
        let url = Url::parse("etcd://me:p%40ss%3A%2F@one,two:1234,[::1]:5/leases/scru64").unwrap();
        assert_eq!(url.user, Some(("me".to_owned(), "p@ss:/".to_owned())));
        assert_eq!(names(&url), ["one:2379", "two:1234", "[::1]:5"]);
        assert_eq!(url.endpoints[2].base, "http://[::1]:5");
        assert_eq!(url.prefix.as_deref(), Some("leases/scru64"));
        let url = Url::parse("etcd://127.0.0.1").unwrap();
        assert!(url.user.is_none() && url.prefix.is_none());
        assert_eq!(names(&url), ["127.0.0.1:2379"]);
    }

    #[test]
    fn a_url_that_is_not_understood_is_an_error_without_its_password() {
        for text in [
            "",
            "etcd:",
            "etcd://",
            "etcd://one,",
            "etcd://one:",
            "etcd://one:0",
            "etcd://one:65536",
            "etcd://one:port",
            "etcd://one two",
            "etcd://me@one",
            "etcd://me:secret@one:x",
            "etcd://me:secret@@one:x",
            "etcd://me:secr%ffet@one",
            "etcd://me:sec?ret@one",
            "etcds://me:secret@one?insecure=secret",
            "etcds://me:sec?cacert=ret@one",
            "etcds://one?cert=secret",
            "etcds://one?cacert",
            "https://me:secret@one",
            "http://one",
            "etcd://one?tls=1",
        ] {
            let Err(error) = Url::parse(text) else { panic!("{text:?} is accepted") };
            assert!(!format!("{error} {error:?}").contains("secr"), "{text:?}: {error}");
        }
    }

    #[test]
    fn tls_needs_its_feature() {
        let url = Url::parse("etcds://me:secret@one,two:1/leases?cacert=ca%20.pem&key=k.pem&cert=c.pem");
        if cfg!(feature = "tls") {
            let Url { endpoints, tls, prefix, .. } = url.unwrap();
            let client = Some(("c.pem".into(), "k.pem".into()));
            let expected = Tls { trust: idlease::engine::Trust::Roots("ca .pem".into()), client };
            assert_eq!((endpoints[0].base.as_str(), tls), ("https://one:2379", Some(expected)));
            assert_eq!(prefix.as_deref(), Some("leases"));
        } else {
            let error = url.err().unwrap().to_string();
            assert!(error.contains("`tls` feature") && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn an_endpoint_is_a_host_alone() {
        assert_eq!(Endpoint::parse("https://one/").unwrap().base, "https://one:2379");
        for text in
            ["one:2379", "http://one/v3", "http://me:secret@one", "ftp://one", "http://", "http://one:99999"]
        {
            assert!(Endpoint::parse(text).is_err(), "{text:?}");
        }
    }
}
