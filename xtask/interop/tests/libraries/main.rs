//! Tests of the integrations with serialisers, time, schemas, and libraries for tests and logs, for every ID type.

#[path = "../common/ids.rs"]
mod ids;
mod vectors;

use ids::test_every_id;

mod binary;
mod formats;
mod forms;
mod layouts;
mod logs;
mod random;
mod schemas;
mod shapes;
mod times;
