//! The service of `examples/fleet.rs` in several processes that share a PostgreSQL database, which finally restarts.
//! For frozen and killed processes, see `xtask/trials`.

#[path = "../../examples/fleet.rs"]
#[allow(unreachable_pub, reason = "it is a separate program")]
mod example;

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use idlease::registry::{Pool, Registry, Start};
use idlease_postgres::PostgresRegistry;
use servers::tls::{Authority, Setup, root};
use servers::{PATIENCE, postgresql};
use tokio::net::TcpListener;

use crate::drivers::runtime;
use crate::http::Http;

/// The environment variable with the database's URL, in a process that serves.
const URL: &str = "FLEET_DATABASE_URL";
/// What a process prints before its address.
const AT: &str = "the service is at ";

/// Does nothing by itself. The next test runs it as a child process.
#[test]
fn process() {
    let Ok(url) = env::var(URL) else { return };
    let served = runtime().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        eprintln!("{AT}{}", listener.local_addr()?);
        example::serve(listener, &url).await
    });
    served.expect("a service that stops when asked to");
}

/// A process of the service.
struct Process {
    child: Child,
    http: Http,
}

impl Process {
    /// Starts a process and waits until it listens.
    fn start(url: &str) -> Self {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "fleet::process", "--nocapture"])
            .env(URL, url)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let messages = child.stderr.take().expect("a pipe");
        let mut lines = BufReader::new(messages).lines().map_while(Result::ok);
        let http = lines.find_map(|line| line.strip_prefix(AT).map(Http::new)).expect("an address");
        // The process must be able to continue printing.
        thread::spawn(move || lines.for_each(|line| eprintln!("{line}")));
        Self { child, http }
    }

    /// Creates an order for this customer, or for a new customer.
    fn order_of(&self, customer: &str) -> (u16, String) {
        self.http.post("/orders", "text/plain", customer)
    }

    /// Creates orders and returns their IDs. A process may not have its lease yet. On a busy machine, it may be without its
    /// lease for a while.
    fn orders_of(&self, customer: &str, count: usize) -> Vec<String> {
        let begun = Instant::now();
        let order = || loop {
            match self.order_of(customer) {
                (201, id) => break id,
                (503, _) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(20)),
                other => panic!("{other:?}"),
            }
        };
        std::iter::repeat_with(order).take(count).collect()
    }

    /// Waits until the process has a lease and returns the node ID that it reports.
    fn wait_until_ready(&self) -> String {
        let text = self.wait("/ready", |(status, _)| *status == 200);
        text.split(',').next().expect("a node").to_owned()
    }

    /// Waits for a response and returns its body.
    fn wait(&self, path: &str, until: impl Fn(&(u16, String)) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let answer = self.http.get(path);
            if until(&answer) {
                return answer.1;
            }
            assert!(begun.elapsed() < PATIENCE, "{path}: {answer:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asks the process to stop. Returns `true` if it handled the signal. On a busy machine, the release of its lease
    /// can be too late for the database, which is an error.
    fn end(mut self) -> bool {
        let status = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        assert!(status.expect("kill").success());
        self.child.wait().expect("it ends").code().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn no_two_processes_make_the_same_order() {
    let identity =
        Authority::new().and_then(|authority| authority.issue("127.0.0.1")).expect("a certificate");
    let Some(mut server) = postgresql::start_with_tls(&Setup::of(&identity)) else { return };
    let database = postgresql::database_of(&server, "postgres");
    database.run("CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint NOT NULL);").expect("a table");
    let url = &format!("{}?sslmode=verify-full&sslrootcert={}", database.url(), root(&server).display());
    let pool = Pool::new(8).and_then(|pool| pool.with_node_ids(0, 2));
    let pool = pool.and_then(|pool| pool.with_window_ms(5_000)).expect("a pool");
    let mut registry = PostgresRegistry::from_url(url).expect("a URL");
    registry.init(&pool, Start::new_registry(0), PATIENCE).expect("a registry");

    let (first, second) = (Process::start(url), Process::start(url));
    // On a busy machine, one process may lose its lease and get the other's node ID between two responses.
    let begun = Instant::now();
    while first.wait_until_ready() == second.wait_until_ready() {
        assert!(begun.elapsed() < PATIENCE, "two processes have the same node ID");
    }
    let mut ids: Vec<String> = thread::scope(|scope| {
        let threads = [&first, &second].map(|process| scope.spawn(|| process.orders_of("", 300)));
        threads.into_iter().flat_map(|thread| thread.join().expect("orders")).collect()
    });

    // The customer of an order can order again. An order is not a customer.
    let (order, customer) = ids[0].split_once(' ').expect("an order and its customer");
    assert!(order.starts_with("ord_") && customer.starts_with("cus_"), "{}", ids[0]);
    let (status, refused) = first.order_of(order);
    assert_eq!((status, refused.as_str()), (400, "expected an ID that starts with `cus_`, found `ord_…`"));
    let again = first.orders_of(customer, 1);
    assert!(again[0].ends_with(customer), "{again:?}");
    ids.extend(again);

    // A third process finds no free slot until another process has ended or its lease has expired.
    assert!(second.end(), "SIGTERM shuts it down");
    let third = Process::start(url);
    ids.extend(third.orders_of("", 50));
    drop(third);
    ids.extend(first.orders_of("", 50));

    // A process that starts while the database is down is alive and gets a lease once the database is back. It waits
    // for two windows, because a restarted database can't know what it has forgotten.
    server.crash().expect("it runs");
    let late = Process::start(url);
    assert_eq!((late.http.get("/live").0, late.http.get("/ready").0), (200, 503));
    late.wait("/metrics", |(_, text)| {
        text.contains("idlease_grants_total 0\n") && !text.contains("failures_total 0\n")
    });
    server.restart().expect("it starts again");
    late.wait_until_ready();
    ids.extend(late.orders_of("", 50));
    ids.extend(first.orders_of("", 50));
    let metrics = late.http.get("/metrics").1;
    assert!(!metrics.contains("idlease_grants_total 0\n"));
    // `docs/alerts.yml` needs these two.
    assert!(metrics.contains("\nidlease_remaining_seconds ") && metrics.contains("\nidlease_losses_total "));

    let distinct: HashSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    let (_, total) = first.http.get("/orders");
    assert!(total.starts_with(&format!("{} ", ids.len())), "{total}");
}
