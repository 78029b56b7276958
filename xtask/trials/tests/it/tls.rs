//! URLs with TLS, on real servers with certificates of this run, and on listeners that disturb the handshake.
//!
//! The system's roots and `valkeys://` are tested only with these servers.

mod engines;

use std::error::Error;
use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};

use idlease::Keeper;
use idlease::engine::rustls::crypto::ring;
use idlease::engine::rustls::pki_types::pem::PemObject;
use idlease::engine::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use idlease::engine::rustls::version::TLS12;
use idlease::engine::rustls::{ServerConfig, ServerConnection, StreamOwned};
use idlease::error::RegistryErrorKind;
use idlease::registry::{Init, Pool, Registry, Slots, Start};
use idlease::target::NoGenerator;
use idlease_etcd::EtcdRegistry;
use servers::etcd;
use servers::listener::{closed, full, listen, silent, trickling};
use servers::proxy::Proxy;
use servers::tls::{Authority, Identity, Setup, renew, root};
use tempfile::TempDir;
use trials::contract::{TIMEOUT, create};
use trials::deadline::assert_times_out;
use trials::faults::no_duplicates;
use trials::restarts::tick_until;

use self::engines::{ETCD, Engine, on_each_engine};

on_each_engine!(
    a_certificate_that_the_server_demands_is_shown,
    a_server_with_only_tls_1_2_is_accepted,
    nothing_is_sent_before_the_server_is_verified,
    the_handshake_keeps_the_deadline,
    a_certificate_is_renewed_while_leases_are_renewed,
    unusable_files_are_errors,
    killed_and_frozen_processes_make_no_duplicates
);

fn issue(name: &str) -> Identity {
    Authority::new().and_then(|authority| authority.issue(name)).expect("a certificate")
}

/// Returns the message of the error of a read, with its causes. No error contains the password.
fn refused(registry: &mut impl Registry) -> String {
    let error = registry.read(Slots::All, TIMEOUT).expect_err("nothing is read");
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message += &format!(": {error}");
        cause = error.source();
    }
    assert!(!format!("{error:?} {message}").contains("secret"), "{error:?}");
    message
}

fn a_certificate_that_the_server_demands_is_shown(engine: &Engine) {
    let (identity, client, other) = (issue("127.0.0.1"), issue("ids"), issue("ids"));
    // etcd's gateway is a client of etcd, and shows the server's certificate.
    let roots = client.root.clone() + &identity.root;
    let setup = Setup { clients: Some(&roots), ..Setup::of(&identity) };
    let Some(server) = (engine.start)(&setup) else { return };
    let directory = Directory::new();
    let open = |identity: Option<&Identity>| {
        let files = identity.map(|identity| {
            (directory.file("ids.pem", &identity.chain), directory.file("ids.key", &identity.key))
        });
        engine.client(server.client_port(), &root(&server), files)
    };
    open(Some(&client)).read(Slots::All, TIMEOUT).expect("the certificate is good");
    for identity in [None, Some(&other)] {
        refused(&mut open(identity));
    }
}

/// A pool is created through a different member, because nothing was sent to a member without a good certificate.
#[test]
fn etcd_without_a_good_certificate_is_passed_over() {
    let Some(server) = etcd::start_with_tls(&Setup::of(&issue("127.0.0.1"))) else { return };
    let (port, _received) = encrypted(&ETCD, &issue("127.0.0.1"));
    let (good, root) = (server.client_port(), root(&server));
    let url = format!("etcds://127.0.0.1:{port},127.0.0.1:{good}?cacert={}", root.display());
    let mut registry = EtcdRegistry::from_url(&url).expect("a URL");
    let init = registry.init(&Pool::new(8).expect("a pool"), Start::new_registry(1_000), TIMEOUT);
    assert_eq!(init.expect("the other member answers"), Init::Created);
}

/// A listener of this test, because etcd's server has no such option.
fn a_server_with_only_tls_1_2_is_accepted(engine: &Engine) {
    let identity = issue("127.0.0.1");
    let directory = Directory::new();
    let roots = directory.file("root.pem", &identity.root);
    let (port, received) = encrypted(engine, &identity);
    refused(&mut engine.client(port, &roots, None));
    assert!(matches!(received.recv(), Ok(Ok(1..))), "a request arrives");
}

/// Neither with the wrong certificates nor before the handshake ends.
fn nothing_is_sent_before_the_server_is_verified(engine: &Engine) {
    let authority = Authority::new().expect("an authority");
    let wrong_name = authority.issue("wrong.example").expect("a certificate");
    let expired = authority.issue_expired("127.0.0.1").expect("a certificate");
    let unknown = Identity { root: expired.root.clone(), ..issue("127.0.0.1") };
    let directory = Directory::new();
    for (identity, reason) in
        [(wrong_name, "not valid for name"), (expired, "expired"), (unknown, "UnknownIssuer")]
    {
        let roots = directory.file("root.pem", &identity.root);
        let (port, received) = encrypted(engine, &identity);
        let message = refused(&mut engine.client(port, &roots, None));
        assert!(message.contains("invalid peer certificate") && message.contains(reason), "{message}");
        let received = received.recv().expect("a connection");
        assert!(received.is_err(), "{received:?}");
    }
    // A proxy that cuts the handshake, and a server that answers in plain text.
    let roots = directory.file("root.pem", &authority.issue("127.0.0.1").expect("a certificate").root);
    for answer in [engine.before, &[engine.before, b"\x16\x03\x03\x00\x7a\x02\x00"].concat(), engine.plain] {
        let (sender, received) = mpsc::channel();
        let answer = answer.to_vec();
        let port = listen(move |mut connection| {
            let mut request = vec![0; 1 << 16];
            let length = connection.read(&mut request).unwrap_or(0);
            let _ = connection.write_all(&answer);
            let _ = connection.shutdown(std::net::Shutdown::Write);
            let rest = connection.read(&mut request[length..]).unwrap_or(0);
            request.truncate(length + rest);
            let _ = sender.send(request);
        });
        refused(&mut engine.client(port.expect("a port"), &roots, None));
        let request = received.recv().expect("a connection");
        let has_login = |login: &[u8]| request.windows(login.len()).any(|part| part == login);
        assert!(!request.is_empty() && !has_login(b"secret") && !has_login(b"ids"), "{request:?}");
    }
}

/// Starts a listener that shows a certificate, and has only TLS 1.2. Also returns how much of the first request it has
/// received and decrypted.
fn encrypted(engine: &Engine, identity: &Identity) -> (u16, mpsc::Receiver<std::io::Result<usize>>) {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(identity.chain.as_bytes()).collect();
    let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS12])
        .and_then(|config| config.with_no_client_auth().with_single_cert(chain.expect("a chain"), key));
    let (config, before) = (Arc::new(config.expect("a configuration")), engine.before);
    let (sender, received) = mpsc::channel();
    let port = listen(move |mut connection| {
        if !before.is_empty() {
            let _ = connection.read_exact(&mut [0; 8]);
            let _ = connection.write_all(before);
        }
        let server = ServerConnection::new(Arc::clone(&config)).expect("a connection");
        let _ = sender.send(StreamOwned::new(server, connection).read(&mut [0; 1 << 10]));
    });
    (port.expect("a port"), received)
}

fn the_handshake_keeps_the_deadline(engine: &Engine) {
    // The start of a `ServerHello` of 16 kB.
    const HELLO: [&str; 2] =
        ["\x16\x03\x03\x3f\0\x02\0\x3f\0\x03\x03", "S\x16\x03\x03\x3f\0\x02\0\x3f\0\x03\x03"];
    let directory = Directory::new();
    let roots = directory.file("root.pem", &issue("127.0.0.1").root);
    let (full, _full) = full(0).expect("a port");
    for port in
        [silent().expect("a port"), full, trickling(HELLO[engine.before.len()], "\x03").expect("a port")]
    {
        assert_times_out(&mut engine.client(port, &roots, None));
    }
}

/// The new certificate has a new root, too. The process that holds the lease keeps it, and reads the new files.
fn a_certificate_is_renewed_while_leases_are_renewed(engine: &Engine) {
    let Some(server) = (engine.start)(&Setup::of(&issue("127.0.0.1"))) else { return };
    let proxy = Proxy::start(server.client_port()).expect("a port");
    let mut registry = engine.client(proxy.port(), &root(&server), None);
    create(&mut registry, &Pool::new(8).expect("a pool"));
    let mut keeper = Keeper::new(registry, NoGenerator::default());
    tick_until(&mut keeper, |error| error.is_none());
    let granted = keeper.status().grant.expect("a lease");
    renew(&server, &issue("127.0.0.1")).expect("files");
    (engine.reload)(&server).expect("it reloads");
    proxy.cut();
    keeper.tick();
    proxy.pass();
    tick_until(&mut keeper, |error| error.is_none());
    let status = keeper.status();
    let renewed = status.grant.expect("a lease");
    assert!(renewed.end_unix_ms > granted.end_unix_ms, "{status:?}");
    assert_eq!((renewed.epoch, status.counts.losses), (granted.epoch, 0), "{status:?}");
}

fn unusable_files_are_errors(engine: &Engine) {
    let directory = Directory::new();
    let (identity, other) = (issue("ids"), issue("ids"));
    let roots = directory.file("root.pem", &identity.root);
    let missing = directory.0.path().join("missing.pem");
    let certificate = directory.file("ids.pem", &identity.chain);
    let key = directory.file("ids.key", &identity.key);
    let empty = directory.file("empty.pem", "");
    let folder = directory.0.path().to_owned();
    let encrypted = identity.key.replace("BEGIN ", "BEGIN ENCRYPTED ").replace("END ", "END ENCRYPTED ");
    let encrypted = directory.file("encrypted.key", &encrypted);
    let wrong = directory.file("wrong.key", &other.key);
    let open = directory.file("open.key", &identity.key);
    fs::set_permissions(&open, Permissions::from_mode(0o644)).expect("a file");
    let port = closed().expect("a port");
    for (roots, identity, file, reason) in [
        (&missing, None, &missing, "can't read "),
        (&empty, None, &empty, "expected a certificate in PEM in "),
        (&folder, None, &folder, "not a regular file"),
        (&key, None, &key, "expected a certificate in PEM in "),
        (&roots, Some((&certificate, &missing)), &missing, "can't read "),
        (&roots, Some((&key, &key)), &key, "expected a certificate in PEM in "),
        (&roots, Some((&certificate, &certificate)), &certificate, "expected a private key in PEM in "),
        (&roots, Some((&certificate, &encrypted)), &encrypted, "is encrypted"),
        (&roots, Some((&certificate, &wrong)), &wrong, "KeyMismatch"),
        (&roots, Some((&certificate, &open)), &open, "other users can access the key"),
    ] {
        let identity = identity.map(|(certificate, key)| (certificate.clone(), key.clone()));
        let mut client = engine.client(port, roots, identity);
        let message = refused(&mut client);
        if *file == open && !engine.keys_are_private {
            assert!(!message.contains("open.key"), "{message}");
            continue;
        }
        assert!(message.contains(reason) && message.contains(&*file.to_string_lossy()), "{message}");
        let kind = client.read(Slots::All, TIMEOUT).expect_err("the file").kind();
        assert_eq!(kind, RegistryErrorKind::Refused, "{message}");
    }
}

fn killed_and_frozen_processes_make_no_duplicates(engine: &Engine) {
    let Some(server) = (engine.start)(&Setup::of(&issue("127.0.0.1"))) else { return };
    let root = root(&server);
    no_duplicates(Some((server, &|port| (engine.url)(port, &root, None))), env!("CARGO_BIN_EXE_trial"));
}

/// A directory with files that only this user can read.
struct Directory(TempDir);

impl Directory {
    fn new() -> Self {
        Self(TempDir::new().expect("a directory"))
    }

    fn file(&self, name: &str, contents: &str) -> PathBuf {
        let file = self.0.path().join(name);
        fs::write(&file, contents).expect("a file");
        fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("a file");
        file
    }
}
