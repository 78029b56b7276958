//! A service that keeps events in PostgreSQL, with SCRU128 IDs in its paths, queries, JSON, CSV and columns.
//!
//! ```text
//! DATABASE_URL=postgres://… cargo run -p interop --example service
//! ```
//!
//! | request                              | result                                               |
//! | ------------------------------------ | ---------------------------------------------------- |
//! | `POST /events` with JSON             | a new event                                          |
//! | `GET /events/{id}`                   | an event                                             |
//! | `GET /events?after=&limit=`          | a page of events, in the order of their creation     |
//! | `GET /events?from=&until=`           | the events of a time range, `until` excluded         |
//! | `POST /import` with CSV              | old events, oldest first, with the IDs of their time |

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use scru128::clock::{NoClock, UnixTime};
use scru128::random::SystemRandom;
use scru128::{Config, Generator, Scru128};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, PgPool};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS events (
    id uuid PRIMARY KEY,
    parent uuid,
    kind text NOT NULL
)";

/// A stored event.
#[derive(Serialize, FromRow)]
struct Event {
    id: Scru128,
    parent: Option<Scru128>,
    kind: String,
}

/// The body of a new event.
#[derive(Deserialize)]
struct NewEvent {
    parent: Option<Scru128>,
    kind: String,
}

/// The parameters of a list. All are optional.
#[derive(Deserialize)]
#[serde(default)]
struct List {
    after: Scru128,
    from: Timestamp,
    until: Timestamp,
    limit: u16,
}

impl Default for List {
    fn default() -> Self {
        Self { after: Scru128::MIN, from: Timestamp::UNIX_EPOCH, until: Timestamp::MAX, limit: 100 }
    }
}

/// A line of an import.
#[derive(Deserialize)]
struct OldEvent {
    time: Timestamp,
    parent: Option<Scru128>,
    kind: String,
}

/// Returns the routes. Creates the table if it does not exist.
async fn routes(database: PgPool) -> sqlx::Result<Router> {
    sqlx::query(TABLE).execute(&database).await?;
    let routes = Router::new()
        .route("/events", get(list).post(create))
        .route("/events/{id}", get(read))
        .route("/import", post(import));
    Ok(routes.with_state(database))
}

async fn create(
    State(database): State<PgPool>,
    body: Result<Json<NewEvent>, JsonRejection>,
) -> Result<(StatusCode, Json<Event>), Failure> {
    let Json(NewEvent { parent, kind }) = body.map_err(bad_request)?;
    let event = Event { id: Scru128::new(), parent, kind };
    sqlx::query("INSERT INTO events (id, parent, kind) VALUES ($1, $2, $3)")
        .bind(event.id)
        .bind(event.parent)
        .bind(&event.kind)
        .execute(&database)
        .await
        .map_err(of_database)?;
    Ok((StatusCode::CREATED, Json(event)))
}

async fn read(State(database): State<PgPool>, Path(id): Path<Scru128>) -> Result<Json<Event>, Failure> {
    let query = sqlx::query_as("SELECT * FROM events WHERE id = $1").bind(id);
    let event = query.fetch_optional(&database).await.map_err(of_database)?;
    event.map(Json).ok_or_else(|| (StatusCode::NOT_FOUND, format!("no event {id}")))
}

async fn list(State(database): State<PgPool>, Query(list): Query<List>) -> Result<Json<Vec<Event>>, Failure> {
    let query = "SELECT * FROM events WHERE id > $1 AND id >= $2 AND id < $3 ORDER BY id LIMIT $4";
    let events = sqlx::query_as(query)
        .bind(list.after)
        .bind(Scru128::min_at_time(list.from).map_err(bad_request)?)
        .bind(Scru128::min_at_time(list.until).map_err(bad_request)?)
        .bind(i32::from(list.limit))
        .fetch_all(&database)
        .await
        .map_err(of_database)?;
    Ok(Json(events))
}

async fn import(State(database): State<PgPool>, csv: String) -> Result<Json<Vec<Scru128>>, Failure> {
    let mut generator = Generator::with_config(Config::new(), NoClock, SystemRandom::new());
    let (mut ids, mut parents, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    for event in csv::Reader::from_reader(csv.as_bytes()).into_deserialize() {
        let OldEvent { time, parent, kind } = event.map_err(bad_request)?;
        ids.push(generator.generate_at(time.to_unix_ms().map_err(bad_request)?).map_err(bad_request)?);
        parents.push(parent);
        kinds.push(kind);
    }
    let query = "INSERT INTO events (id, parent, kind) SELECT * FROM unnest($1, $2, $3)";
    sqlx::query(query)
        .bind(&ids)
        .bind(&parents)
        .bind(&kinds)
        .execute(&database)
        .await
        .map_err(of_database)?;
    Ok(Json(ids))
}

/// The status and message of a request that failed.
type Failure = (StatusCode, String);

/// Returns a failure whose message contains the error and its causes.
fn bad_request(error: impl Into<anyhow::Error>) -> Failure {
    (StatusCode::BAD_REQUEST, format!("{:#}", error.into()))
}

fn of_database(error: sqlx::Error) -> Failure {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}

/// Serves the requests of a listener.
///
/// # Errors
///
/// Returns an error if the database can't be used or the listener fails.
pub async fn serve(listener: tokio::net::TcpListener, database: &str) -> anyhow::Result<()> {
    let routes = routes(PgPool::connect(database).await?).await?;
    Ok(axum::serve(listener, routes).await?)
}

#[allow(dead_code, reason = "the test serves without it")]
fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
        println!("http://{}", listener.local_addr()?);
        serve(listener, &std::env::var("DATABASE_URL")?).await
    })
}
