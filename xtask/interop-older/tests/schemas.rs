//! OpenAPI schemas with utoipa 5.

#[path = "../../interop/tests/common/ids.rs"]
mod ids;
#[path = "../../interop/tests/libraries/schemas.rs"]
mod schemas;
#[allow(dead_code, reason = "the tests of other libraries need the rest")]
#[path = "../../interop/tests/libraries/vectors.rs"]
mod vectors;

use ids::test_every_id;
