//! TLS between a registry and its server.

#[cfg(feature = "tls")]
mod load;

use std::path::PathBuf;

#[cfg(feature = "tls")]
pub use load::Loaded;

/// The files that TLS uses, in PEM. Reading them needs the `tls` feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    /// The servers that the client accepts.
    pub trust: Trust,
    /// The client's certificate with its chain, and its private key.
    pub client: Option<(PathBuf, PathBuf)>,
}

/// The servers that a client accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Servers whose certificate has the name of the host and leads to one of the system's roots.
    System,
    /// Servers whose certificate has the name of the host and leads to a root in this file.
    Roots(PathBuf),
    /// Servers whose certificate leads to a root in this file, whatever its name.
    AnyName(PathBuf),
    /// All servers. This protects only against eavesdroppers, who change nothing.
    Anyone,
}

impl Tls {
    /// Creates the files from the decoded parameters of a URL: `cacert`, `cert` and `key`. The default for `cacert` are
    /// the system's roots. Returns `None` if a parameter is unknown, empty or repeated, or if only one of `cert` and
    /// `key` is set.
    #[must_use]
    pub fn from_parameters(parameters: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let [mut roots, mut certificate, mut key] = [None, None, None];
        for (name, value) in parameters {
            let file = match name.as_str() {
                "cacert" => &mut roots,
                "cert" => &mut certificate,
                "key" => &mut key,
                _ => return None,
            };
            if value.is_empty() || file.replace(PathBuf::from(value)).is_some() {
                return None;
            }
        }
        let client = match (certificate, key) {
            (None, None) => None,
            (certificate, key) => Some((certificate?, key?)),
        };
        Some(Self { trust: roots.map_or(Trust::System, Trust::Roots), client })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_complete_and_unambiguous() {
        let parse = |text: &str| {
            let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
            Tls::from_parameters(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())))
        };
        let client = Some(("c.pem".into(), "k.pem".into()));
        assert_eq!(parse(""), Some(Tls { trust: Trust::System, client: None }));
        let all = Tls { trust: Trust::Roots("ca.pem".into()), client };
        assert_eq!(parse("key=k.pem&cacert=ca.pem&cert=c.pem"), Some(all));
        for text in ["cert=c.pem", "key=k.pem", "cacert=", "cacert=a&cacert=b", "insecure=1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
