//! Where etcd is.

use percent_encoding::percent_decode_str;
use ureq::http::Uri;

use crate::EtcdUrlError;

/// The port on which etcd listens for clients.
const PORT: u16 = 2379;

/// A member of a cluster, or a proxy before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// Scheme, host and port.
    pub(crate) base: String,
    /// Host and port, for messages.
    pub(crate) name: String,
}

impl Endpoint {
    /// Reads an endpoint such as `https://etcd-1.example:2379`.
    pub(crate) fn parse(text: &str) -> Result<Self, EtcdUrlError> {
        let wrong = EtcdUrlError::new(
            "endpoint",
            "http:// or https://, a host, and perhaps a port, such as http://etcd-1:2379",
        );
        let uri: Uri = text.parse().map_err(|_| wrong.clone())?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong);
        };
        if authority.as_str().contains('@') || !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(wrong);
        }
        let host = authority.host();
        let port = match authority.as_str().strip_prefix(host) {
            Some("") => PORT,
            Some(_) => authority.port_u16().filter(|port| *port > 0).ok_or(wrong)?,
            None => return Err(wrong),
        };
        let name = format!("{host}:{port}");
        Ok(Self { base: format!("{scheme}://{name}"), name })
    }
}

/// What a URL says.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Url {
    pub(crate) user: Option<(String, String)>,
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) prefix: Option<String>,
}

impl Url {
    /// Reads a URL such as `etcd://user:password@host:2379,host2:2379/prefix`.
    pub(crate) fn parse(text: &str) -> Result<Self, EtcdUrlError> {
        let rest = match text.split_once("://") {
            Some(("etcd", rest)) => rest,
            Some(("etcds" | "https", _)) => {
                return Err(EtcdUrlError::new(
                    "URL",
                    "etcd://, because a URL alone does not set up TLS; use `EtcdRegistry::new` with an agent that has TLS",
                ));
            }
            _ => return Err(EtcdUrlError::new("URL", "etcd://HOST:PORT,HOST:PORT/PREFIX")),
        };
        if rest.contains(['?', '#']) {
            return Err(EtcdUrlError::new(
                "URL",
                "no options after ? or #; percent-encode these in a password",
            ));
        }
        let (authority, prefix) =
            rest.split_once('/').map_or((rest, ""), |(authority, path)| (authority, path));
        let (user, hosts) =
            authority.rsplit_once('@').map_or((None, authority), |(user, hosts)| (Some(user), hosts));
        let user = user.map(|user| {
            let wrong = EtcdUrlError::new("user in the URL", "USER:PASSWORD@, percent-encoded");
            let (name, password) = user.split_once(':').ok_or(wrong)?;
            Ok::<_, EtcdUrlError>((decode("user", name)?, decode("password", password)?))
        });
        let endpoints = hosts.split(',').map(|host| Endpoint::parse(&format!("http://{host}")));
        Ok(Self {
            user: user.transpose()?,
            endpoints: endpoints.collect::<Result<_, _>>()?,
            prefix: if prefix.is_empty() { None } else { Some(decode("prefix", prefix)?) },
        })
    }
}

fn decode(what: &'static str, text: &str) -> Result<String, EtcdUrlError> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| EtcdUrlError::new(what, "UTF-8, percent-encoded"))
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
            "etcds://me:secret@one",
            "https://me:secret@one",
            "http://one",
            "etcd://one?tls=1",
        ] {
            let Err(error) = Url::parse(text) else { panic!("{text:?} is accepted") };
            assert!(!format!("{error} {error:?}").contains("secr"), "{text:?}: {error}");
        }
        let error = Url::parse("etcds://one").err().unwrap();
        assert!(error.to_string().contains("TLS"), "{error}");
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
