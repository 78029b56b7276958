//! `sortid lease init`: creates the pool.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use anyid::Instant;
use idcore::error::RangeError;
use idlease::error::RegistryError;
use idlease::registry::{Init as Created, Pool, Registry, Start, unix_ms};

use super::words::pool_in_words;
use crate::cli::Init;
use crate::failure::UsageError;
use crate::registry::AnyRegistry;

/// A pool can have many records.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(super) fn run(init: &Init, mut registry: AnyRegistry, out: &mut impl Write) -> Result<()> {
    let pool = pool(init)?;
    let start = match init.after_loss {
        Some(window) => Start::after_loss(in_ms(window), unix_ms()?)?,
        None => Start::new_registry(unix_ms()?),
    };
    // As text, because a connection that the server has closed is not a closed output.
    let failed = |error: RegistryError| anyhow!("can't initialise the registry: {:#}", anyhow!(error));
    let words = pool_in_words(&pool)?;
    match registry.init(&pool, start, TIMEOUT).map_err(failed)? {
        Created::Created => {
            let from = Instant(start.unix_ms(None));
            writeln!(out, "initialised: {words}; leases start at {from} or later")?;
        }
        Created::Exists(found) if found != pool => {
            let found = pool_in_words(&found)?;
            bail!("the registry already has a different pool: expected {words}, found {found}")
        }
        Created::Exists(_) if init.after_loss.is_some() => {
            bail!(
                "the registry is already initialised, so the start of its leases can't change; see sortid lease fence"
            )
        }
        Created::Exists(_) => writeln!(out, "already initialised, nothing changed: {words}")?,
    }
    Ok(())
}

fn pool(init: &Init) -> Result<Pool, UsageError> {
    let usage = |error: RangeError| UsageError::new(format!("--node-ids don't fit: {error}"));
    let mut pool = Pool::new(init.node_id_size).map_err(usage)?;
    if let Some(ids) = init.node_ids {
        let slots = (ids.last - ids.first).saturating_add(1);
        pool = pool.with_node_ids(ids.first, slots).map_err(usage)?;
    }
    let Some(window) = init.window else { return Ok(pool) };
    pool.with_window_ms(in_ms(window)).map_err(|error| UsageError::new(format!("--window: {error}")))
}

fn in_ms(window: Duration) -> u64 {
    u64::try_from(window.as_millis()).unwrap_or(u64::MAX)
}
