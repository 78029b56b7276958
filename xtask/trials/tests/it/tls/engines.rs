//! The engines with TLS.

use std::path::{Path, PathBuf};

use idlease_etcd::EtcdRegistry;
use idlease_postgres::PostgresRegistry;
use idlease_redis::RedisRegistry;
use servers::tls::Setup;
use servers::{Server, etcd, postgresql, redis};
use trials::engine::Client;

/// An engine with TLS.
pub(super) struct Engine {
    pub(super) start: fn(&Setup<'_>) -> Option<Server>,
    /// Tells a server to reload its certificate.
    pub(super) reload: fn(&Server) -> anyhow::Result<()>,
    /// Opens the URL of a port, with the roots, the client's certificate and its key.
    pub(super) url: fn(u16, &Path, Option<(PathBuf, PathBuf)>) -> String,
    open: fn(&str) -> Client,
    /// The bytes that a server sends before the handshake.
    pub(super) before: &'static [u8],
    /// The answer of a server without TLS.
    pub(super) plain: &'static [u8],
    /// `true` if other users must not be able to read the key, as `psql` demands.
    pub(super) keys_are_private: bool,
}

impl Engine {
    pub(super) fn client(&self, port: u16, roots: &Path, identity: Option<(PathBuf, PathBuf)>) -> Client {
        (self.open)(&(self.url)(port, roots, identity))
    }
}

fn url(start: &str, names: [&str; 3], roots: &Path, identity: Option<(PathBuf, PathBuf)>) -> String {
    let [root_name, name, key_name] = names;
    let mut url = format!("{start}{root_name}={}", roots.display());
    if let Some((certificate, key)) = identity {
        url += &format!("&{name}={}&{key_name}={}", certificate.display(), key.display());
    }
    url
}

pub(super) const ETCD: Engine = Engine {
    start: etcd::start_with_tls,
    reload: |_| Ok(()),
    url: |port, roots, identity| {
        url(&format!("etcds://127.0.0.1:{port}?"), ["cacert", "cert", "key"], roots, identity)
    },
    open: |url| Box::new(EtcdRegistry::from_url(url).expect("a URL")),
    before: b"",
    plain: b"HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
    keys_are_private: false,
};

pub(super) const POSTGRESQL: Engine = Engine {
    start: postgresql::start_with_tls,
    reload: postgresql::reload,
    url: |port, roots, identity| {
        let address = format!("postgresql://ids:secret@127.0.0.1:{port}/postgres");
        let start = format!("{address}?sslmode=verify-full&channel_binding=require&");
        url(&start, ["sslrootcert", "sslcert", "sslkey"], roots, identity)
    },
    open: |url| Box::new(PostgresRegistry::from_url(url).expect("a URL")),
    before: b"S",
    plain: b"N",
    keys_are_private: true,
};

pub(super) const REDIS: Engine = Engine {
    start: redis::start_with_tls,
    reload: redis::reload,
    url: |port, roots, identity| {
        url(&format!("valkeys://ids:secret@127.0.0.1:{port}?"), ["cacert", "cert", "key"], roots, identity)
    },
    open: |url| Box::new(RedisRegistry::from_url(url).expect("a URL")),
    before: b"",
    plain: b"-ERR unknown command\r\n",
    keys_are_private: false,
};

/// Defines a test of each check, with all engines.
macro_rules! on_each_engine {
    ($($check:ident),+) => {
        mod checks {
            $(#[test]
            fn $check() {
                use super::engines::{ETCD, POSTGRESQL, REDIS};
                [ETCD, POSTGRESQL, REDIS].iter().for_each(super::$check);
            })+
        }
    };
}
pub(super) use on_each_engine;
