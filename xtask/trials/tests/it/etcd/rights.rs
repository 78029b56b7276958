//! Users, their permissions and their tokens.

use idlease::error::RegistryErrorKind;
use idlease::registry::{Registry, Replaced, Slots, Start};
use idlease_etcd::EtcdRegistry;
use serde_json::json;
use trials::contract::TIMEOUT;

use super::store::{encode, grant, init, pool, post, read, record, replace};

/// The permissions of running programs, as listed in the crate's documentation.
#[test]
fn a_user_with_the_least_rights_renews_its_token_and_never_initialises() {
    let Some(mut server) = servers::etcd::start() else { return };
    let port = server.port();
    let ask = |path: &str, body| post(port, path, &body);
    for (user, password) in [("root", "r"), ("program", "p@ss:w/ord")] {
        ask("/v3/auth/user/add", json!({"name": user, "password": password}));
        ask("/v3/auth/role/add", json!({"name": user}));
        ask("/v3/auth/user/grant", json!({"user": user, "role": user}));
    }
    let allow = |kind, key, end| {
        let perm = json!({"permType": kind, "key": encode(key), "range_end": encode(end)});
        ask("/v3/auth/role/grant", json!({"name": "program", "perm": perm}));
    };
    allow("READ", "idlease/", "idlease0");
    allow("READWRITE", "idlease/slots/", "idlease/slots0");
    for key in ["idlease/cluster", "idlease/floor", "idlease/raft-term"] {
        allow("READWRITE", key, "");
    }
    ask("/v3/auth/enable", json!({}));

    let at = |user: &str| EtcdRegistry::from_url(&format!("etcd://{user}@127.0.0.1:{port}")).expect("a URL");
    let mut program = at("program:p%40ss%3Aw%2Ford");
    let error = program.init(&pool(), Start::new_registry(1_000), TIMEOUT).expect_err("it must not");
    assert!(error.to_string().contains("permission denied"), "{error}");
    init(&mut at("root:r"));
    let mut program = at("program:p%40ss%3Aw%2Ford");
    grant(&mut program, 0);

    // etcd forgets its tokens when it stops. The election also has the program write the term.
    server.stop().expect("it runs");
    server.restart().expect("it starts");
    let last = grant(&mut program, 0);
    server.crash().expect("it runs");
    server.restart().expect("it starts");
    // A read with the old token, and then a replacement without a read before it.
    let new = super::store::next(&last);
    assert_eq!(replace(&mut program, 0, &last, &new), Replaced::Yes);
    assert_eq!(record(&mut program, 0), new);
    assert_eq!(read(&mut program).floor_unix_ms, 0);

    for (mut wrong, expected) in [
        (at("program:secret"), "invalid user ID or password"),
        (at("nobody:secret"), "invalid user ID or password"),
        (EtcdRegistry::from_url(&format!("etcd://127.0.0.1:{port}")).expect("a URL"), "user name is empty"),
    ] {
        let error = wrong.read(Slots::All, TIMEOUT).expect_err("a wrong user");
        let text = format!("{error} {error:?} {wrong:?}");
        assert!(text.contains(expected) && !text.contains("secret"), "{text}");
        assert_eq!(error.kind(), RegistryErrorKind::Refused);
    }
}
