//! Parses the replies of the scripts.

use std::error::Error;
use std::str::FromStr;

use idlease::error::RegistryError;
use idlease::registry::{Finding, Record, Snapshot};
use redis::Value;

/// The problem with a reply.
pub(crate) type Cause = Box<dyn Error + Send + Sync>;

/// The fields that are not records.
const OTHERS: [&str; 4] = ["pool", "server", "floor", "start_floor"];

/// Parses the reply of `read.lua`.
pub(crate) fn snapshot(reply: Value) -> Result<Option<Snapshot>, Cause> {
    const FORM: &str = "expected nil, or a pool, a time, a floor and records";
    let parts = match reply {
        Value::Nil => return Ok(None),
        Value::Array(parts) => parts,
        _ => return Err(FORM.into()),
    };
    let Ok([pool, now, floor, Value::Array(fields)]) = <[Value; 4]>::try_from(parts) else {
        return Err(FORM.into());
    };
    let now = text(&now).and_then(|now| now.parse().ok()).ok_or(FORM)?;
    let pool: idlease::registry::Pool = parse("pool", text(&pool).ok_or(FORM)?)?;
    let mut records = Vec::with_capacity(fields.len() / 2);
    for pair in fields.chunks(2) {
        let [name, value] = pair else { return Err(FORM.into()) };
        let (name, value) = (text(name).ok_or(FORM)?, text(value).ok_or(FORM)?);
        if OTHERS.contains(&name) {
            continue;
        }
        let slot = name.parse::<u32>().ok().filter(|slot| *slot < pool.slots() && slot.to_string() == name);
        let slot = slot.ok_or_else(|| wrong_field(name, "the pool has no such slot"))?;
        records.push((slot, parse::<Record>(name, value)?));
    }
    // A hash has no order, but clients try slots in numerical order.
    records.sort_unstable_by_key(|(slot, _)| *slot);
    let floor_unix_ms = parse("floor", text(&floor).ok_or(FORM)?)?;
    Ok(Some(Snapshot { pool, records, server_unix_ms: Some(now), floor_unix_ms }))
}

/// Parses the reply of `CONFIG GET`.
pub(crate) fn setting(reply: &Value) -> Option<String> {
    text(reply.as_sequence()?.get(1)?).map(str::to_owned)
}

/// Parses the reply of `check.lua`: pairs of a level and a message.
pub(crate) fn findings(reply: &Value) -> Option<Vec<Finding>> {
    let finding = |pair: &[Value]| {
        let [level, message] = pair else { return None };
        Some(Finding { is_error: text(level)? == "error", message: text(message)?.to_owned() })
    };
    reply.as_sequence()?.chunks(2).map(finding).collect()
}

/// Parses the value of a field.
pub(crate) fn parse<T: FromStr<Err: Into<Cause>>>(field: &str, value: &str) -> Result<T, Cause> {
    value.parse().map_err(|error| wrong_field(field, error))
}

fn wrong_field(field: &str, reason: impl Into<Cause>) -> Cause {
    RegistryError::unexpected(format!("unexpected contents of the field {field:?}"))
        .with_source(reason)
        .into()
}

/// Returns a bulk string, if it is UTF-8.
pub(crate) fn text(value: &Value) -> Option<&str> {
    match value {
        Value::BulkString(bytes) => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}
