//! The URLs of registries.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The parts of a URL such as `redis://user:password@host:6379/0?hash=leases`, without percent-encoding. It has no
/// `Debug`, because a password can be in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Url {
    /// The scheme.
    pub scheme: String,
    /// The user. An empty name counts as none.
    pub user: Option<String>,
    /// The password.
    pub password: Option<String>,
    /// The hosts, separated by commas.
    pub hosts: Vec<Host>,
    /// The path, without the slash before it.
    pub path: String,
    /// The names and the values of the parameters.
    pub parameters: Vec<(String, String)>,
}

/// A host name or address, which is safe to show in messages, or the path of a socket.
#[derive(Clone, PartialEq, Eq)]
pub struct Host {
    /// The name. An IPv6 address has no brackets. A path starts with a slash.
    pub name: String,
    /// The port.
    pub port: Option<u16>,
}

impl Url {
    /// Parses a URL strictly. Returns `None` if a part is malformed or could be mistaken for a different part: a URL has
    /// no fragment, and the characters `/ ? # @` of a user name or password must be percent-encoded.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = address.split_once('/').unwrap_or((address, ""));
        let (login, hosts) = authority.split_once('@').unwrap_or(("", authority));
        // A literal `@` after the login shows that the login has not ended there. An error would repeat its rest.
        if text.contains('#') || [hosts, path, query].iter().any(|part| part.contains('@')) {
            return None;
        }
        let (user, password) = login.split_once(':').map_or((login, None), |(user, rest)| (user, Some(rest)));
        let hosts = hosts.split(',').filter(|_| !hosts.is_empty()).map(Host::parse);
        let parameters = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decode(name)?, decode(value)?))
        });
        Some(Self {
            scheme: scheme.to_owned(),
            user: Some(decode(user)?).filter(|user| !user.is_empty()),
            password: password.map_or(Some(None), |password| decode(password).map(Some))?,
            hosts: hosts.collect::<Option<_>>()?,
            path: decode(path)?,
            parameters: parameters.collect::<Option<_>>()?,
        })
    }

    /// Returns a parameter. Of several with the same name, the last counts.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().rev().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

impl Host {
    fn parse(text: &str) -> Option<Self> {
        let (name, port) = match text.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((name, port)) => (name, Some(port)),
            None => (text, None),
        };
        let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
        let port = port.map(|port| port.parse().ok().filter(|number| *number > 0 && is_port(port)));
        let name = match name.strip_prefix('[') {
            Some(address) => address.strip_suffix(']').filter(|address| address.contains(':'))?.to_owned(),
            None => decode(name).filter(|name| !name.contains(':'))?,
        };
        let is_safe = |letter: char| letter.is_alphanumeric() || ".-_:".contains(letter);
        // Clients separate hosts by commas.
        let is_path = name.starts_with('/') && !name.contains([',', '\n', '\0']);
        let is_host = !name.is_empty() && name.chars().all(is_safe) || is_path;
        is_host.then_some(Self { name, port: port.map_or(Some(None), |port| port.map(Some))? })
    }
}

/// Returns a host and a port, for messages and URLs. An IPv6 address is in brackets.
#[must_use]
pub fn host_and_port(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

fn decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_decoded() {
        let url = Url::parse("etcd://m%65:p%40ss%3A%2F:@one,two:1234,[::1]:5,%2Frun/a%2Fb?%61=b%26+?&c&d=")
            .unwrap();
        assert_eq!((url.user.as_deref(), url.password.as_deref()), (Some("me"), Some("p@ss:/:")));
        let hosts: Vec<_> = url.hosts.iter().map(|host| (host.name.as_str(), host.port)).collect();
        assert_eq!(hosts, [("one", None), ("two", Some(1234)), ("::1", Some(5)), ("/run", None)]);
        assert_eq!((url.scheme.as_str(), url.path.as_str()), ("etcd", "a/b"));
        let parameters =
            [("a", "b&+?"), ("c", ""), ("d", "")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(url.parameters, parameters);
        let url = Url::parse("postgresql:///leases").unwrap();
        assert!(url.user.is_none() && url.password.is_none() && url.hosts.is_empty());
        assert_eq!(host_and_port("::1", 5), "[::1]:5");
    }

    #[test]
    fn a_url_that_could_mean_something_else_is_rejected() {
        for text in [
            "",
            "etcd:",
            "redis:user:secret@host",
            "etcd://one,",
            "etcd://one:",
            "etcd://one:0",
            "etcd://one:65536",
            "etcd://one:+1",
            "etcd://one:port",
            "etcd://one two",
            "postgresql://%2Frun%2Cdb2",
            "etcd://::1",
            "etcd://[::1",
            "etcd://[one]",
            "etcd://me:secret@@one",
            "etcd://me:se@cret@one",
            "etcd://me:secr%ffet@one",
            "etcd://me:sec?ret@one",
            "etcds://me:sec?cacert=ret@one",
            "etcd://me:sec/ret@one",
            "etcd://me:sec#ret@one",
            "etcd://one#secret",
            "postgresql://user=me password=secret host=db",
            // libpq's rules would connect to the host after the `@`, without the parameters before it.
            "postgresql://db:5432/leases?sslmode=require&password=p@secret",
            "postgresql://db/p@secret",
        ] {
            assert!(Url::parse(text).is_none(), "{text:?}");
        }
    }
}
