//! A service that runs in as many processes as needed, on as many machines, and numbers its orders with SCRU64s. Each process
//! leases its node id from the PostgreSQL that has the orders.
//!
//! ```text
//! sortid lease init --registry postgresql://… --node-id-size 8
//! DATABASE_URL=postgresql://… cargo run -p interop --example fleet
//! ```
//!
//! | request           | result                                                                   |
//! | ----------------- | ------------------------------------------------------------------------ |
//! | `POST /orders`    | a new order; 503 while this process has no lease                         |
//! | `GET /orders`     | the number of all orders, and the largest ID                             |
//! | `GET /health`     | 200 with the node id and the time left, or 503 and why there is no lease |
//!
//! SIGTERM ends it. It finishes the requests that have begun, and then releases its lease, so that the next process can use it.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use idlease::LeaseGuard;
use idlease_postgres::PostgresRegistry;
use scru64::Scru64;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS orders (id bigint PRIMARY KEY)";

/// What the requests share.
#[derive(Clone)]
struct Shop {
    database: PgPool,
    lease: Arc<LeaseGuard>,
}

type Answer = Result<(StatusCode, String), (StatusCode, String)>;

async fn order(State(Shop { database, .. }): State<Shop>) -> Answer {
    let id = scru64::try_new().map_err(|error| (StatusCode::SERVICE_UNAVAILABLE, chain(&error)))?;
    sqlx::query("INSERT INTO orders (id) VALUES ($1)").bind(id).execute(&database).await.map_err(failed)?;
    Ok((StatusCode::CREATED, id.to_string()))
}

async fn orders(State(Shop { database, .. }): State<Shop>) -> Answer {
    let (count, last): (i64, Option<Scru64>) =
        sqlx::query_as("SELECT count(*), max(id) FROM orders").fetch_one(&database).await.map_err(failed)?;
    Ok((StatusCode::OK, format!("{count} {}", last.unwrap_or(Scru64::MIN))))
}

async fn health(State(Shop { lease, .. }): State<Shop>) -> Answer {
    let status = lease.status();
    match status.grant {
        Some(grant) if status.can_generate() => {
            Ok((StatusCode::OK, format!("node {}, {} ms left", grant.node_id, status.remaining_ms)))
        }
        _ => {
            let why =
                status.last_error.map_or_else(|| "the lease has expired".to_owned(), |error| chain(&*error));
            Err((StatusCode::SERVICE_UNAVAILABLE, why))
        }
    }
}

fn failed(error: sqlx::Error) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, chain(&error))
}

/// The message of an error and of its causes.
fn chain(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message = format!("{message}: {cause}");
        source = cause.source();
    }
    message
}

/// Leases a node id, and serves the requests to a listener until SIGTERM.
///
/// # Errors
///
/// No node id can be leased, the database can't be used, or the listener fails.
pub async fn serve(listener: TcpListener, url: &str) -> anyhow::Result<()> {
    let registry = PostgresRegistry::from_url(url)?;
    // It waits for the database, so not in a thread of the runtime.
    let lease = tokio::task::spawn_blocking(|| idlease::scru64(registry).keep()).await??;
    let lease = Arc::new(lease);
    let database = PgPool::connect(url).await?;
    sqlx::query(TABLE).execute(&database).await?;
    let routes = Router::new()
        .route("/orders", post(order).get(orders))
        .route("/health", get(health))
        .with_state(Shop { database, lease: Arc::clone(&lease) });
    let mut terminated = signal(SignalKind::terminate())?;
    let end = async move {
        terminated.recv().await;
    };
    axum::serve(listener, routes).with_graceful_shutdown(end).await?;
    // All requests have ended, so that this is the last reference.
    if let Some(lease) = Arc::into_inner(lease) {
        tokio::task::spawn_blocking(|| lease.release()).await??;
    }
    Ok(())
}

#[allow(dead_code, reason = "the test serves without it")]
fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:8000").await?;
        println!("http://{}", listener.local_addr()?);
        serve(listener, &std::env::var("DATABASE_URL")?).await
    })
}
