//! A service that runs in as many processes as needed, on any number of machines, and numbers its orders and customers
//! with SCRU64s. Orders and customers have separate types, so the compiler rejects one in place of the other. Each
//! process leases its node ID from the PostgreSQL database that contains the orders.
//!
//! ```text
//! export DATABASE_URL='postgresql://shop:password@db.example.com/shop?sslmode=verify-full&sslrootcert=system'
//! psql "$DATABASE_URL" -c 'CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint NOT NULL)'
//! sortid lease init --registry "$DATABASE_URL" --node-id-size 8
//! cargo run -p interop --example fleet
//! ```
//!
//! | request           | result                                                                   |
//! | ----------------- | ------------------------------------------------------------------------ |
//! | `POST /orders`    | an order for the customer in the body or a new one: `ord_… cus_…`; 503 without a lease |
//! | `GET /orders`     | the number of all orders, and the largest ID                             |
//! | `GET /live`       | 200, for a liveness probe                                                |
//! | `GET /ready`      | 200 with the node ID and the time left, or 503 and the reason if the process has no lease |
//! | `GET /metrics`    | what happened to the lease, for Prometheus                               |
//!
//! The service answers before it has a lease and while the database is down. SIGTERM ends it. It finishes the requests
//! that have started and then releases its lease, so that the next process can use it.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use idlease::status::{Counts, StatusHandle};
use idlease_postgres::PostgresRegistry;
use scru64::Typed;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

scru64::kind!(
    /// What customers order.
    pub Order = "ord"
);
scru64::kind!(
    /// A customer.
    pub Customer = "cus"
);

type OrderId = Typed<Order>;
type CustomerId = Typed<Customer>;

/// The state that all requests share.
#[derive(Clone)]
struct Shop {
    database: PgPool,
    lease: StatusHandle,
}

type Answer = Result<(StatusCode, String), (StatusCode, String)>;

async fn order(State(Shop { database, .. }): State<Shop>, customer: String) -> Answer {
    let unavailable = |error| (StatusCode::SERVICE_UNAVAILABLE, chain(error));
    let customer = match customer.as_str() {
        "" => CustomerId::try_new().map_err(unavailable)?,
        known => known
            .parse()
            .map_err(|error| (StatusCode::BAD_REQUEST, chain::<scru64::error::ParseError>(error)))?,
    };
    let id = OrderId::try_new().map_err(unavailable)?;
    let query = sqlx::query("INSERT INTO orders (id, customer) VALUES ($1, $2)").bind(id).bind(customer);
    query.execute(&database).await.map_err(failed)?;
    Ok((StatusCode::CREATED, format!("{id} {customer}")))
}

async fn orders(State(Shop { database, .. }): State<Shop>) -> Answer {
    let (count, last): (i64, Option<OrderId>) =
        sqlx::query_as("SELECT count(*), max(id) FROM orders").fetch_one(&database).await.map_err(failed)?;
    Ok((StatusCode::OK, format!("{count} {}", last.unwrap_or(OrderId::MIN))))
}

async fn ready(State(Shop { lease, .. }): State<Shop>) -> Answer {
    let status = lease.status();
    match status.grant {
        Some(grant) if status.can_generate() => {
            Ok((StatusCode::OK, format!("node {}, {} ms left", grant.node_id, status.remaining_ms)))
        }
        _ => {
            let why = status.last_error.map_or_else(|| "no lease is held".to_owned(), chain);
            Err((StatusCode::SERVICE_UNAVAILABLE, why))
        }
    }
}

async fn metrics(State(Shop { lease, .. }): State<Shop>) -> String {
    let status = lease.status();
    let Counts { grants, renewals, failures, losses, .. } = status.counts;
    let counts = [("grants", grants), ("renewals", renewals), ("failures", failures), ("losses", losses)];
    let counts = counts
        .map(|(name, count)| format!("# TYPE idlease_{name}_total counter\nidlease_{name}_total {count}\n"));
    let left = Duration::from_millis(status.remaining_ms).as_secs_f64();
    counts.concat() + &format!("# TYPE idlease_remaining_seconds gauge\nidlease_remaining_seconds {left}\n")
}

fn failed(error: sqlx::Error) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, chain(error))
}

/// Returns the message of an error and of its causes.
fn chain<E: Into<anyhow::Error>>(error: E) -> String {
    format!("{:#}", error.into())
}

/// Serves the requests of a listener until SIGTERM. During that time, it leases a node ID.
///
/// # Errors
///
/// Returns an error if the URL is wrong, `SCRU64_NODE_SPEC` is set, the listener fails, or the lease can't be released.
pub async fn serve(listener: TcpListener, url: &str) -> anyhow::Result<()> {
    // Before the first lease, IDs would have the node ID of this variable.
    anyhow::ensure!(std::env::var_os("SCRU64_NODE_SPEC").is_none(), "unset SCRU64_NODE_SPEC");
    // A thread acquires and renews the lease, and retries as often as needed. `keep` would wait for the first lease.
    let lease = idlease::scru64(PostgresRegistry::from_url(url)?).keeper().spawn()?;
    // sqlx uses the system's roots unless it gets a file.
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let query: Vec<_> = query.split('&').filter(|pair| *pair != "sslrootcert=system").collect();
    let database = PgPool::connect_lazy(&format!("{address}?{}", query.join("&")))?;
    let shop = Shop { database, lease: lease.status_handle() };
    let routes = Router::new()
        .route("/orders", post(order).get(orders))
        .route("/live", get(|| async {}))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(shop);
    let mut terminated = signal(SignalKind::terminate())?;
    let end = async move {
        terminated.recv().await;
    };
    axum::serve(listener, routes).with_graceful_shutdown(end).await?;
    // All requests have ended. The release waits for the database, so it must not run on a thread of the runtime.
    Ok(tokio::task::spawn_blocking(|| lease.release()).await??)
}

#[allow(dead_code, reason = "the test serves without it")]
fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("0.0.0.0:8000").await?;
        println!("http://{}", listener.local_addr()?);
        serve(listener, &std::env::var("DATABASE_URL")?).await
    })
}
