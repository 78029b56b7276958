//! A service that keeps events in PostgreSQL, with typed SCRU128 IDs in its paths, queries, JSON, CSV and columns.
//! Its clients stored UUIDs before it moved to `evt_…`, and these links still work.
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
//! | `GET /openapi.json`                  | the description of all this                          |

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use scru128::clock::{NoClock, UnixTime};
use scru128::id::{Kind, TextForms};
use scru128::random::SystemRandom;
use scru128::{Config, Generator, Typed};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, PgPool};
use utoipa::{IntoParams, OpenApi, ToSchema};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS events (
    id uuid PRIMARY KEY,
    parent uuid,
    kind text NOT NULL
)";

/// A stored event, and the kind of its IDs.
#[derive(Serialize, FromRow, ToSchema)]
pub struct Event {
    id: EventId,
    parent: Option<EventId>,
    kind: String,
}

impl Kind for Event {
    const NAME: &'static str = "Event";
    const PREFIX: &'static str = "evt";
    const TEXT_FORMS: TextForms = TextForms::CompactOrUuid;
}

/// An ID such as `evt_0372ijojuxuhjsfkeryi2mrtm`.
pub type EventId = Typed<Event>;

/// What the handlers share. `new_id` is [`EventId::new`], except in tests with fixed IDs.
#[derive(Clone)]
struct Service {
    database: PgPool,
    new_id: Arc<dyn Fn() -> EventId + Send + Sync>,
}

#[derive(OpenApi)]
#[openapi(paths(create, read, list, import))]
struct Api;

/// The body of a new event.
#[derive(Deserialize, ToSchema)]
struct NewEvent {
    parent: Option<EventId>,
    kind: String,
}

/// The parameters of a list. All are optional.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
struct List {
    after: EventId,
    #[param(value_type = String, format = DateTime)]
    from: Timestamp,
    #[param(value_type = String, format = DateTime)]
    until: Timestamp,
    limit: u16,
}

impl Default for List {
    fn default() -> Self {
        Self { after: EventId::MIN, from: Timestamp::UNIX_EPOCH, until: Timestamp::MAX, limit: 100 }
    }
}

/// A line of an import.
#[derive(Deserialize)]
struct OldEvent {
    time: Timestamp,
    parent: Option<EventId>,
    kind: String,
}

/// Returns the routes. Creates the table if it does not exist.
async fn routes(service: Service) -> sqlx::Result<Router> {
    sqlx::query(TABLE).execute(&service.database).await?;
    let routes = Router::new()
        .route("/events", get(list).post(create))
        .route("/events/{id}", get(read))
        .route("/import", post(import))
        .route("/openapi.json", get(async || Json(Api::openapi())));
    Ok(routes.with_state(service))
}

#[utoipa::path(post, path = "/events", responses((status = 201, body = Event), (status = 400, body = String)))]
async fn create(
    State(service): State<Service>,
    body: Result<Json<NewEvent>, JsonRejection>,
) -> Result<(StatusCode, Json<Event>), Failure> {
    let Json(NewEvent { parent, kind }) = body.map_err(bad_request)?;
    let event = Event { id: (service.new_id)(), parent, kind };
    sqlx::query("INSERT INTO events (id, parent, kind) VALUES ($1, $2, $3)")
        .bind(event.id)
        .bind(event.parent)
        .bind(&event.kind)
        .execute(&service.database)
        .await
        .map_err(of_database)?;
    Ok((StatusCode::CREATED, Json(event)))
}

#[utoipa::path(
    get,
    path = "/events/{id}",
    params(("id" = EventId, Path)),
    responses((status = 200, body = Event), (status = 400, body = String), (status = 404, body = String)),
)]
async fn read(State(service): State<Service>, Path(id): Path<EventId>) -> Result<Json<Event>, Failure> {
    let query = sqlx::query_as("SELECT * FROM events WHERE id = $1").bind(id);
    let event = query.fetch_optional(&service.database).await.map_err(of_database)?;
    event.map(Json).ok_or_else(|| (StatusCode::NOT_FOUND, format!("no event {id}")))
}

#[utoipa::path(
    get,
    path = "/events",
    params(List),
    responses((status = 200, body = [Event]), (status = 400, body = String)),
)]
async fn list(State(service): State<Service>, Query(list): Query<List>) -> Result<Json<Vec<Event>>, Failure> {
    let query = "SELECT * FROM events WHERE id > $1 AND id >= $2 AND id < $3 ORDER BY id LIMIT $4";
    let events = sqlx::query_as(query)
        .bind(list.after)
        .bind(EventId::min_at_time(list.from).map_err(bad_request)?)
        .bind(EventId::min_at_time(list.until).map_err(bad_request)?)
        .bind(i32::from(list.limit))
        .fetch_all(&service.database)
        .await
        .map_err(of_database)?;
    Ok(Json(events))
}

#[utoipa::path(
    post,
    path = "/import",
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = [EventId]), (status = 400, body = String)),
)]
async fn import(State(service): State<Service>, csv: String) -> Result<Json<Vec<EventId>>, Failure> {
    let mut generator = Generator::with_config(Config::new(), NoClock, SystemRandom::new());
    let (mut ids, mut parents, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    for event in csv::Reader::from_reader(csv.as_bytes()).into_deserialize() {
        let OldEvent { time, parent, kind } = event.map_err(bad_request)?;
        let unix_ms = time.to_unix_ms().map_err(bad_request)?;
        ids.push(generator.generate_at(unix_ms).map(EventId::from_id).map_err(bad_request)?);
        parents.push(parent);
        kinds.push(kind);
    }
    let query = "INSERT INTO events (id, parent, kind) SELECT * FROM unnest($1, $2, $3)";
    sqlx::query(query)
        .bind(&ids)
        .bind(&parents)
        .bind(&kinds)
        .execute(&service.database)
        .await
        .map_err(of_database)?;
    Ok(Json(ids))
}

/// The status and message of a request that failed.
type Failure = (StatusCode, String);

fn bad_request(error: impl std::error::Error) -> Failure {
    (StatusCode::BAD_REQUEST, error.to_string())
}

fn of_database(error: sqlx::Error) -> Failure {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}

/// Serves the requests of a listener.
///
/// # Errors
///
/// Returns an error if the database can't be used or the listener fails.
pub async fn serve(
    listener: tokio::net::TcpListener,
    database: &str,
    new_id: Arc<dyn Fn() -> EventId + Send + Sync>,
) -> anyhow::Result<()> {
    let service = Service { database: PgPool::connect(database).await?, new_id };
    Ok(axum::serve(listener, routes(service).await?).await?)
}

#[allow(dead_code, reason = "the test serves without it")]
fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
        println!("http://{}", listener.local_addr()?);
        serve(listener, &std::env::var("DATABASE_URL")?, Arc::new(EventId::new)).await
    })
}
