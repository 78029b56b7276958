//! Reads the URL of a registry.

use redis::{ConnectionAddr, IntoConnectionInfo};

use crate::{Endpoint, UrlError};

/// What a URL says.
pub(crate) struct Address {
    pub(crate) endpoint: Endpoint,
    /// The user name, if there is one, and the password.
    pub(crate) login: Option<(Option<String>, String)>,
    pub(crate) database: u32,
    pub(crate) key: Option<String>,
}

/// Reads a URL strictly: it never ignores a part of it.
pub(crate) fn parse(text: &str) -> Result<Address, UrlError> {
    let url = redis::parse_redis_url(text).ok_or(UrlError::Form)?;
    match url.scheme() {
        "redis" | "valkey" => {}
        scheme @ ("rediss" | "valkeys") => return Err(UrlError::Tls(scheme.to_owned())),
        scheme => return Err(UrlError::UnixSocket(scheme.to_owned())),
    }
    if let Some(fragment) = url.fragment() {
        return Err(UrlError::Fragment(fragment.to_owned()));
    }
    let mut key = None;
    for (name, value) in url.query_pairs() {
        match (&*name, &*value) {
            ("key", value) if !value.is_empty() && key.is_none() => key = Some(value.to_owned()),
            _ => return Err(UrlError::Option(name.into_owned())),
        }
    }
    let database = match url.path() {
        "" | "/" => 0,
        path => database(path).ok_or_else(|| UrlError::Database(path.to_owned()))?,
    };
    if url.password().is_none() && !url.username().is_empty() {
        return Err(UrlError::Login);
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(UrlError::Host);
    }
    let has_login = url.password().is_some();
    // Apart from the host, only the encoding of the login has not been checked.
    let mut plain = url;
    plain.set_query(None);
    plain.set_path("");
    let info =
        plain.into_connection_info().map_err(|_| if has_login { UrlError::Login } else { UrlError::Host })?;
    let ConnectionAddr::Tcp(host, port) = info.addr() else { return Err(UrlError::Form) };
    let settings = info.redis_settings();
    let user = settings.username().map(str::to_owned);
    Ok(Address {
        endpoint: Endpoint::new(host, *port),
        login: settings.password().map(|password| (user, password.to_owned())),
        database,
        key,
    })
}

/// The number in a path, written in the one way that Redis takes it.
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
        let address = parse("redis://ad%40min:p%2Fw@db.example:7000/3?key=orders").unwrap();
        assert_eq!(address.endpoint.to_string(), "db.example:7000");
        assert_eq!(address.login, Some((Some("ad@min".to_owned()), "p/w".to_owned())));
        assert_eq!((address.database, address.key.as_deref()), (3, Some("orders")));

        let address = parse("valkey://:secret@[::1]").unwrap();
        assert_eq!(address.endpoint.to_string(), "[::1]:6379");
        assert_eq!(address.login, Some((None, "secret".to_owned())));
        assert_eq!((address.database, address.key), (0, None));
    }

    #[test]
    fn what_is_not_understood_is_an_error_without_the_password() {
        for (url, expected) in [
            ("redis.example:6379", UrlError::Form),
            ("http://host", UrlError::Form),
            ("rediss://:secret@host", UrlError::Tls("rediss".to_owned())),
            ("valkeys://host", UrlError::Tls("valkeys".to_owned())),
            ("unix:///run/redis.sock", UrlError::UnixSocket("unix".to_owned())),
            ("redis://", UrlError::Host),
            ("redis://0.0.0.0", UrlError::Host),
            ("redis://host/x", UrlError::Database("/x".to_owned())),
            ("redis://host/-1", UrlError::Database("/-1".to_owned())),
            ("redis://host/01", UrlError::Database("/01".to_owned())),
            ("redis://host/0/1", UrlError::Database("/0/1".to_owned())),
            ("redis://user@host", UrlError::Login),
            ("redis://user:%ff@host", UrlError::Login),
            ("redis://host?protocol=resp3", UrlError::Option("protocol".to_owned())),
            ("redis://host?key=one&key=two", UrlError::Option("key".to_owned())),
            ("redis://host?key=", UrlError::Option("key".to_owned())),
            ("redis://host#insecure", UrlError::Fragment("insecure".to_owned())),
        ] {
            assert_eq!(parse(url).map(|_| ()), Err(expected.clone()), "{url}");
            assert!(!expected.to_string().contains("secret"));
        }
    }
}
