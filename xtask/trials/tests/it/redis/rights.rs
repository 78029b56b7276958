//! Logins, permissions, and keys that contain something else.

use std::io::{Read, Write};
use std::net::TcpStream;

use idlease::error::RegistryErrorKind;
use idlease::registry::{Init, Pool, Record, Registry, Replaced, Slots, Start};
use idlease_redis::{Connection, Endpoint, RedisRegistry};
use servers::listener::listen;

use super::{TIMEOUT, acquire, chain, command, grant, init, operator, pool, record, registry};

/// The permissions that the documentation lists.
const RIGHTS: &str = "+eval +info +time +exists +hmget +hget +hset +hgetall";

#[test]
fn the_documented_rights_suffice() {
    let Some(server) = servers::redis::start() else { return };
    let user = format!("ACL SETUSER leases reset on >p@ss ~idlease {RIGHTS}");
    let _: String = command(&mut operator(&server), &user);
    let url = format!("redis://leases:p%40ss@127.0.0.1:{}", server.port());
    let mut registry = RedisRegistry::from_url(&url).expect("a URL");
    init(&mut registry);
    assert_eq!(
        registry.init(&pool(), Start::new_registry(0), TIMEOUT).expect("a reply"),
        Init::Exists(pool())
    );
    let granted = acquire(&mut registry, 3);
    assert_eq!(record(&mut registry, 3), granted);
}

#[test]
fn no_error_has_the_password() {
    let Some(server) = servers::redis::start() else { return };
    let _: String = command(&mut operator(&server), "ACL SETUSER leases on >right +@all ~*");
    let url = format!("redis://leases:wrong-secret@127.0.0.1:{}", server.port());
    let mut registry = RedisRegistry::from_url(&url).expect("a URL");
    let error = registry.read(Slots::All, TIMEOUT).expect_err("a wrong password");
    let expected = format!("127.0.0.1:{} rejected the request to log in: WRONGPASS", server.port());
    assert_eq!(chain(&error), expected);
    assert_eq!(error.kind(), RegistryErrorKind::Refused);
    assert!(!format!("{registry:?} {error:?}").contains("secret"));

    // A proxy that does not know the command repeats it in its error, with its arguments.
    let reply = b"-ERR unknown command 'AUTH', with args beginning with: 'wrong-secret'\r\n";
    let answer = |mut client: TcpStream| drop((client.read(&mut [0; 1024]), client.write_all(reply)));
    let port = listen(answer).expect("a port");
    let mut registry =
        RedisRegistry::from_url(&format!("redis://:wrong-secret@127.0.0.1:{port}")).expect("a URL");
    let error = registry.read(Slots::All, TIMEOUT).expect_err("no such command");
    assert!(!format!("{error:?} {}", chain(&error)).contains("secret"), "{error:?}");
}

/// A server without users has only one password.
#[test]
fn a_password_needs_no_user() {
    let Some(server) = servers::redis::start() else { return };
    let _: String = command(&mut operator(&server), "CONFIG SET requirepass secret");
    let url = format!("redis://:secret@127.0.0.1:{}", server.port());
    init(&mut RedisRegistry::from_url(&url).expect("a URL"));
    let error = registry(server.port()).read(Slots::All, TIMEOUT).expect_err("no login");
    assert!(chain(&error).contains("NOAUTH"), "{}", chain(&error));
}

/// The connect function is called for each connection and provides the login and the database.
#[test]
fn a_connect_function_brings_login_and_database() {
    let Some(server) = servers::redis::start() else { return };
    let mut operator = operator(&server);
    let _: String = command(&mut operator, "ACL SETUSER leases on >one +@all ~*");
    let mut endpoint = Endpoint::new("localhost", server.port());
    let mut passwords = ["one", "two"].into_iter();
    let mut registry = RedisRegistry::new("the server", move |deadline| {
        let password = passwords.next().ok_or("no more passwords")?;
        Ok(Connection::new(endpoint.connect(deadline)?).with_login(Some("leases"), password).with_database(5))
    });
    // With long timeouts, because a repeated call would need a third password.
    registry.init(&pool(), Start::new_registry(1_000), TIMEOUT).expect("the first password");
    let _: String = command(&mut operator, "ACL SETUSER leases resetpass >two");
    let _: i64 = command(&mut operator, "CLIENT KILL TYPE normal SKIPME yes");
    let initial = Record::initial(1_000);
    let found = registry.read(Slots::One(3), TIMEOUT).expect("the second password").expect("a pool");
    assert_eq!(found.record(3), Some(&initial));
    let granted = grant(&initial, found.server_unix_ms.expect("a clock"));
    assert_eq!(registry.replace(3, &initial, &granted, TIMEOUT).expect("a reply"), Replaced::Yes);
    let mut url = RedisRegistry::from_url(&format!("{}/5", super::url(server.port()))).expect("a URL");
    assert_eq!(record(&mut url, 3), granted);
    let _: i64 = command(&mut operator, "CLIENT KILL TYPE normal SKIPME yes");
    let error = registry.read(Slots::All, TIMEOUT).expect_err("the function fails");
    assert_eq!(chain(&error), "can't connect to the server: no more passwords");
    assert_eq!(super::registry(server.port()).read(Slots::All, TIMEOUT).expect("a reply"), None);
}

#[test]
fn a_key_with_other_contents_is_an_error() {
    let Some(server) = servers::redis::start() else { return };
    let mut operator = operator(&server);
    let mut registry = registry(server.port());
    for (damage, message) in [
        ("HSET idlease 3 damaged", "for the hash \"idlease\": unexpected contents of the field \"3\""),
        ("HSET idlease 16 damaged", "unexpected contents of the field \"16\""),
        ("HSET idlease other text", "unexpected contents of the field \"other\""),
        ("HSET idlease pool 8", "BADPOOL"),
        ("HDEL idlease floor", "BADPOOL"),
        ("HDEL idlease start_floor", "BADPOOL"),
        ("HDEL idlease pool", "NOPOOL"),
    ] {
        let _: i64 = command(&mut operator, "DEL idlease");
        init(&mut registry);
        let _: i64 = command(&mut operator, damage);
        let error = registry.read(Slots::All, TIMEOUT).expect_err(damage);
        assert!(chain(&error).contains(message), "{damage}: {}", chain(&error));
    }
    let error =
        registry.init(&Pool::new(4).expect("a pool"), Start::new_registry(0), TIMEOUT).expect_err("NOPOOL");
    assert!(chain(&error).contains("NOPOOL"), "{}", chain(&error));
    let _: String = command(&mut operator, "SET idlease text");
    let error = registry.read(Slots::All, TIMEOUT).expect_err("a string value");
    assert!(chain(&error).contains("WRONGTYPE"), "{}", chain(&error));
}
