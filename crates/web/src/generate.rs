//! Generates IDs with the browser's clock and random source.

use anyid::Scheme;
use serde::Serialize;

/// The maximum number of IDs per request.
const MAX_IDS: usize = 1000;

/// The number of retries while a timestamp has no IDs left. The next timestamp comes after a millisecond, or after a
/// tenth of a second in browsers that limit the resolution of their clock.
const MAX_TRIES: u32 = 10_000_000;

#[derive(Serialize)]
pub(crate) struct Response {
    ids: Vec<String>,
}

/// Generates IDs. `node` is a node spec or a scalability.
pub(crate) fn generate(scheme: &str, count: &str, node: &str) -> Result<Response, String> {
    let count = count.parse().ok().filter(|count| (1..=MAX_IDS).contains(count));
    let count = count.ok_or_else(|| format!("expected 1 to {MAX_IDS} IDs"))?;
    let scheme = Scheme::ALL.into_iter().find(|known| known.name() == scheme).ok_or("expected a scheme")?;
    let mut next = anyid::generate::generator_for(scheme, node)?;
    let mut ids = Vec::with_capacity(count);
    let mut tries = 0;
    while ids.len() < count {
        match next()? {
            Some(id) => ids.push(id.with_text(str::to_owned)),
            None if tries < MAX_TRIES => tries += 1,
            None => return Err("the clock doesn't advance, and its current time has no IDs left".to_owned()),
        }
    }
    Ok(Response { ids })
}
