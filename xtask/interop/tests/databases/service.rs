//! A complete service with IDs, `examples/service.rs`, from the point of view of an HTTP client.

#[path = "../../examples/service.rs"]
#[allow(unreachable_pub, reason = "it is a separate program")]
mod example;

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::thread;

use scru128::{Config, Generator, clock, random};
use serde_json::{Value, json};
use servers::postgresql;

use crate::drivers::runtime;
use crate::http::Http;
use example::EventId;

/// A running service and its client.
struct Client(Http);

/// The status of a response and its body, which is parsed if it is JSON.
type Answer = (u16, Value);

impl Client {
    /// Starts the service with an empty database.
    fn start(database: &str, new_id: impl Fn() -> EventId + Send + Sync + 'static) -> Self {
        let runtime = runtime();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let database = database.to_owned();
        // The service runs until the test program ends.
        thread::spawn(move || {
            runtime.block_on(example::serve(listener, &database, Arc::new(new_id))).expect("a service")
        });
        Self(Http::new(&address))
    }

    fn get(&self, path: &str) -> Answer {
        parsed(self.0.get(path))
    }

    fn create(&self, event: &Value) -> Answer {
        parsed(self.0.post("/events", "application/json", &event.to_string()))
    }

    fn import(&self, csv: &str) -> Answer {
        parsed(self.0.post("/import", "text/csv", csv))
    }
}

fn parsed((status, body): (u16, String)) -> Answer {
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

fn ids(answer: &Answer) -> Vec<&str> {
    assert_eq!(answer.0, 200, "{answer:?}");
    let items = answer.1.as_array().expect("a list");
    items.iter().map(|item| item.get("id").unwrap_or(item).as_str().expect("an ID")).collect()
}

fn assert_refused(answer: &Answer, parts: &[&str]) {
    let (status, message) = answer;
    let message = message.as_str().expect("a message");
    assert_eq!(*status, 400, "{message}");
    for part in parts {
        assert!(message.contains(part), "{message}: expected {part}");
    }
}

/// Returns a function that returns the same IDs in each test that calls it.
fn fixed_ids() -> impl Fn() -> EventId + Send + Sync {
    let clock = clock::from_fn(|| Ok::<_, Infallible>(1_648_986_014_308));
    let random = random::from_fn(|| Ok::<_, Infallible>(0));
    let generator = Mutex::new(Generator::with_config(Config::new(), clock, random));
    move || generator.lock().expect("no panic").generate().map(EventId::from_id).expect("an ID")
}

#[test]
fn with_fixed_ids_a_test_compares_whole_responses() {
    let Some(database) = postgresql::database("fixed_ids") else { return };
    let client = Client::start(database.url(), fixed_ids());
    let (first, second) = ("evt_0372ijojux9872k8ldij5y58g", "evt_0372ijojux9872k8ldki7277k");
    let root = json!({"id": first, "parent": null, "kind": "root"});
    assert_eq!(client.create(&json!({"kind": "root"})), (201, root.clone()));
    let child = json!({"id": second, "parent": first, "kind": "child"});
    assert_eq!(client.create(&json!({"kind": "child", "parent": first})), (201, child.clone()));
    assert_eq!(client.get("/events"), (200, json!([root, child])));
}

/// Before the service had typed IDs, its rows and links had UUIDs of any version.
#[test]
fn links_with_uuids_still_work() {
    let Some(database) = postgresql::database("links") else { return };
    let old = "017fef39-c264-4ba5-aa94-83188841e05a"; // version 4
    database
        .run(&format!(
            "CREATE TABLE events (id uuid PRIMARY KEY, parent uuid, kind text NOT NULL);
             INSERT INTO events VALUES ('{old}', NULL, 'old');"
        ))
        .expect("an old row");
    let client = Client::start(database.url(), EventId::new);
    let event = client.get(&format!("/events/{old}"));
    assert_eq!(event, client.get(&format!("/events/{}", old.to_uppercase())));
    let new = event.1["id"].as_str().expect("an ID");
    assert_eq!(event, (200, json!({"id": new, "parent": null, "kind": "old"})));
    assert_eq!(event, client.get(&format!("/events/{new}")));
    let (status, child) = client.create(&json!({"kind": "child", "parent": old}));
    assert_eq!((status, &child["parent"]), (201, &json!(new)));
    assert_eq!(ids(&client.get(&format!("/events?after={old}"))), [child["id"].as_str().expect("an ID")]);
}

#[test]
fn a_service_needs_no_code_for_ids() {
    let Some(database) = postgresql::database("service") else { return };
    let client = Client::start(database.url(), EventId::new);

    // Old events get IDs with their own times, in their order. 2023-11-14T22:13:20Z is 1 700 000 000 000 ms.
    let old = "time,parent,kind\n\
               2023-11-14T22:13:20Z,,first\n\
               2023-11-14T22:13:20Z,evt_0372hg16csmsm50l8dikcvukc,second\n\
               2023-11-15T00:00:00Z,,third\n";
    let imported = client.import(old);
    let imported = ids(&imported);
    let stored = "SELECT encode(substring(uuid_send(id) for 6), 'hex') FROM events ORDER BY id;";
    // 1 700 000 000 000 and 1 700 006 400 000 in hex.
    assert_eq!(database.run(stored).expect("rows"), "018bcfe56800\n018bcfe56800\n018bd0471000\n");

    // New events, one after another.
    let (status, root) = client.create(&json!({"kind": "root"}));
    assert_eq!((status, &root["parent"]), (201, &Value::Null));
    let (status, child) = client.create(&json!({"kind": "child", "parent": root["id"]}));
    assert_eq!(status, 201);
    assert_eq!(child["parent"], root["id"]);
    let id = child["id"].as_str().expect("an ID");
    assert_eq!(client.get(&format!("/events/{id}")), (200, child.clone()));
    assert_eq!(client.get(&format!("/events/evt_{}", id[4..].to_uppercase())), (200, child.clone()));
    assert_eq!(client.get(&format!("/events/evt_{}", "0".repeat(25))).0, 404);

    // Pages, in the order of creation.
    let (mut pages, mut after) = (Vec::new(), String::new());
    loop {
        let page = client.get(&format!("/events?limit=2{after}"));
        let page = ids(&page);
        let Some(last) = page.last() else { break };
        after = format!("&after={last}");
        pages.extend(page.into_iter().map(str::to_owned));
    }
    let root = root["id"].as_str().expect("an ID");
    assert_eq!(pages, [imported.as_slice(), &[root, id]].concat());

    // A time range.
    let range = client.get("/events?from=2023-11-14T22:13:20Z&until=2023-11-15T00:00:00Z");
    assert_eq!(ids(&range), imported[..2]);
    let day = client.get("/events?from=2023-11-15T00:00:00Z&until=2023-11-16T00:00:00Z");
    assert_eq!(ids(&day), imported[2..]);

    // Errors show what was expected, what was found, and where.
    let prefix = "expected an ID that starts with `evt_`, or a 36-character UUID, found ";
    let digits = "expected `evt_` followed by 25 digits (0-9 and a-z, case-insensitive), or a 36-character \
                  UUID, found ";
    let wrong = client.get("/events/ord_0372hg16csmsm50l8dikcvukc");
    assert_refused(&wrong, &["`id`", prefix, "`ord_…`"]);
    let wrong = client.get("/events?after=evt_0372hg16csmsm50l8dikcvuk-");
    assert_refused(&wrong, &["after", digits, "'-' at byte 28"]);
    let wrong = client.create(&json!({"kind": "child", "parent": "evt_0372hg16csmsm50l8dikcvuk"}));
    assert_refused(&wrong, &["parent", digits, "24 bytes after `evt_`", "line 1 column"]);
    let wrong = client.import("time,parent,kind\n2023-11-14T22:13:20Z,017fef39-c264,first\n");
    assert_refused(&wrong, &["line: 2", digits, "13 bytes"]);
    let wrong = client.import("time,parent,kind\n2023-11-15T00:00:00Z,,a\n2023-11-14T00:00:00Z,,b\n");
    assert_refused(&wrong, &["1699920000000 ms, earlier than the last ID at 1700006400000 ms"]);
    assert_eq!(database.run("SELECT count(*) FROM events;").expect("rows"), "5\n");
}
