//! A complete service with IDs, `examples/service.rs`, from the point of view of an HTTP client.

#[path = "../../examples/service.rs"]
#[allow(unreachable_pub, reason = "it is a program of its own")]
mod example;

use std::thread;

use serde_json::{Value, json};
use servers::postgresql;
use ureq::Agent;

/// A running service and its client.
struct Client {
    agent: Agent,
    address: String,
}

/// The status of a response and its body, which is parsed if it is JSON.
type Answer = (u16, Value);

impl Client {
    /// Starts the service with an empty database.
    fn start(database: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let database = database.to_owned();
        // The service runs until the test program ends.
        thread::spawn(move || runtime.block_on(example::serve(listener, &database)).expect("a service"));
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Self { agent, address }
    }

    fn get(&self, path: &str) -> Answer {
        answer(self.agent.get(format!("{}{path}", self.address)).call())
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        let request = self.agent.post(format!("{}{path}", self.address)).header("Content-Type", kind);
        answer(request.send(body))
    }

    fn create(&self, event: &Value) -> Answer {
        self.post("/events", "application/json", &event.to_string())
    }

    fn import(&self, csv: &str) -> Answer {
        self.post("/import", "text/csv", csv)
    }
}

fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut response = response.expect("an answer");
    let body = response.body_mut().read_to_string().expect("text");
    let value = serde_json::from_str(&body).unwrap_or(Value::String(body));
    (response.status().as_u16(), value)
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

#[test]
fn a_service_needs_no_code_of_its_own_for_ids() {
    let Some(database) = postgresql::database("service") else { return };
    let client = Client::start(database.url());

    // Old events get IDs with their own times, in their order. 2023-11-14T22:13:20Z is 1 700 000 000 000 ms.
    let old = "time,parent,kind\n\
               2023-11-14T22:13:20Z,,first\n\
               2023-11-14T22:13:20Z,0372hg16csmsm50l8dikcvukc,second\n\
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
    assert_eq!(client.get(&format!("/events/{}", id.to_uppercase())), (200, child.clone()));
    assert_eq!(client.get(&format!("/events/{}", "0".repeat(25))).0, 404);

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
    let expected = "expected a SCRU128 ID of 25 digits of 0-9 and a-z in either case, found ";
    let wrong = client.get("/events/42");
    assert_refused(&wrong, &["`id`", "42", expected, "2 bytes"]);
    let wrong = client.get("/events?after=0372hg16csmsm50l8dikcvuk_");
    assert_refused(&wrong, &["after", expected, "'_' at byte 24"]);
    let wrong = client.create(&json!({"kind": "child", "parent": "0372hg16csmsm50l8dikcvuk"}));
    assert_refused(&wrong, &["parent", expected, "24 bytes", "line 1 column"]);
    let wrong = client.import("time,parent,kind\n2023-11-14T22:13:20Z,x,first\n");
    assert_refused(&wrong, &["line: 2", expected, "1 byte"]);
    let wrong = client.import("time,parent,kind\n2023-11-15T00:00:00Z,,a\n2023-11-14T00:00:00Z,,b\n");
    assert_refused(&wrong, &["1699920000000 ms, earlier than the last ID at 1700006400000 ms"]);
    assert_eq!(database.run("SELECT count(*) FROM events;").expect("rows"), "5\n");
}
