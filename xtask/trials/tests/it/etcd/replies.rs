//! Replies that a real etcd sends rarely or never. They come from a scripted listener.

use std::io::{Read, Write};

use idlease::error::RegistryError;
use idlease::error::RegistryErrorKind::{Unavailable, Unexpected};
use idlease::registry::{Registry, Slots, Snapshot};
use idlease_etcd::EtcdRegistry;
use serde_json::{Value, json};
use servers::listener::listen;
use trials::contract::TIMEOUT;

use super::store::encode;

const DATE: &str = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

fn http(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

fn ok(body: &Value) -> String {
    http("200 OK", DATE, &body.to_string())
}

fn header(raft_term: &str) -> Value {
    json!({"cluster_id": "7", "member_id": "1", "revision": "20", "raft_term": raft_term})
}

/// Returns the reply to a read. The stored term is 5.
fn contents(raft_term: &str) -> Value {
    let key = |name: &str, value: &str| json!({"key": encode(&format!("idlease/{name}")), "value": encode(value), "mod_revision": "3"});
    let control = [key("cluster", "7"), key("floor", "0"), key("pool", "8 0 4 1000"), key("raft-term", "5")];
    let records = [key("slots/00000", "0 - 1000 1000")];
    let ranges = json!([{"response_range": {"kvs": control}}, {"response_range": {"kvs": records}}]);
    json!({"header": header(raft_term), "succeeded": true, "responses": ranges})
}

/// Starts a listener that replies to each request, on a new connection, with the next of these strings.
fn scripted(replies: Vec<String>) -> u16 {
    let mut replies = replies.into_iter();
    let port = listen(move |mut connection| {
        let Some(reply) = replies.next() else { return };
        // The request ends with its JSON, which has the same number of opening and closing braces.
        let (mut request, mut part) = (Vec::new(), [0; 4096]);
        let count = |request: &[u8], brace| request.iter().filter(|byte| **byte == brace).count();
        while count(&request, b'{') == 0 || count(&request, b'{') != count(&request, b'}') {
            let Ok(length @ 1..) = connection.read(&mut part) else { return };
            request.extend_from_slice(&part[..length]);
        }
        let _ = connection.write_all(reply.as_bytes());
    });
    port.expect("a port")
}

fn read(replies: Vec<String>) -> Result<Option<Snapshot>, RegistryError> {
    let url = format!("etcd://127.0.0.1:{}", scripted(replies));
    EtcdRegistry::from_url(&url).expect("a URL").read(Slots::One(0), TIMEOUT)
}

#[test]
fn a_password_that_a_proxy_repeats_in_its_error_is_hidden() {
    let repeated = json!({"message": r#"bad request: {"name":"me","password":"secret"}"#});
    let port = scripted(vec![http("400 Bad Request", DATE, &repeated.to_string())]);
    let mut registry = EtcdRegistry::from_url(&format!("etcd://me:secret@127.0.0.1:{port}")).expect("a URL");
    let error = registry.read(Slots::One(0), TIMEOUT).expect_err("no login");
    let text = format!("{error} {error:?}");
    assert!(text.contains("(status 400)") && !text.contains("secret"), "{text}");
}

/// `date -ud "Sun, 06 Nov 1994 08:49:37 GMT" +%s` prints 784111777.
#[test]
fn the_clock_of_a_member_that_is_far_behind_counts() {
    let snapshot = read(vec![ok(&contents("5"))]).expect("a reply").expect("a pool");
    assert_eq!((snapshot.server_unix_ms, snapshot.records.len()), (Some(784_111_777_999), 1));
}

/// A member that has just caught up from a snapshot shows an old term until it applies an entry. This is not a loss.
#[test]
fn a_term_that_is_too_low_is_asked_for_again() {
    let probe = json!({"header": header("5"), "succeeded": true});
    for low in ["4", "0"] {
        let snapshot = read(vec![ok(&contents(low)), ok(&probe)]).expect("two replies").expect("a pool");
        assert_eq!(snapshot.floor_unix_ms, 0);
    }
    // The term is still too low, so the client sets the floor. That request gets no reply.
    let probe = json!({"header": header("4"), "succeeded": true});
    let error = read(vec![ok(&contents("4")), ok(&probe)]).expect_err("no reply");
    assert!(error.to_string().contains("set the floor"), "{error}");
}

#[test]
fn a_reply_that_is_not_etcds_is_an_error() {
    let good = contents("5").to_string();
    let with = |from: &str, to: &str| http("200 OK", DATE, &good.replace(from, to));
    for (reply, expected, kind) in [
        (http("200 OK", "", &good), "a `Date` header", Unexpected),
        (http("200 OK", "Date: today\r\n", &good), "a `Date` header", Unexpected),
        (http("200 OK", "Date: Wed, 31 Dec 1969 23:59:59 GMT\r\n", &good), "a `Date` header", Unexpected),
        (http("200 OK", DATE, "<html>"), "JSON", Unexpected),
        (http("200 OK", DATE, "{}"), "JSON", Unexpected),
        (with(r#""cluster_id":"7","#, ""), "JSON", Unexpected),
        (with(r#","revision":"20""#, ""), "JSON", Unexpected),
        (with(r#""mod_revision":"3""#, r#""mod_revision":"-3""#), "JSON", Unexpected),
        (with(&encode("0 - 1000 1000"), "d"), "JSON", Unexpected),
        (http("200 OK", DATE, &good[..good.len() - 1]), "JSON", Unexpected),
        (http("404 Not Found", DATE, "Not Found"), "etcd 3.4 or later", Unexpected),
        (http("302 Found", "Location: http://127.0.0.1:1/\r\n", ""), "status 302", Unexpected),
        ("SSH-2.0-OpenSSH\r\n".to_owned(), "no reply", Unavailable),
    ] {
        let error = read(vec![reply.clone(), reply.clone()]).expect_err(&reply);
        assert!(error.to_string().contains(expected), "{error}, for {reply}");
        assert_eq!(error.kind(), kind, "{error}");
    }
}

/// After an error of the server, only a read is sent again.
#[test]
fn a_read_is_tried_once_more() {
    let unavailable =
        http("503 Service Unavailable", DATE, r#"{"error":"etcdserver: leader changed","code":14}"#);
    let again = vec![unavailable.clone(), ok(&contents("5"))];
    assert!(read(again).expect("the second reply").is_some());
    let error = read(vec![unavailable.clone(), unavailable]).expect_err("two errors");
    assert!(error.to_string().contains("leader changed"), "{error}");
}
