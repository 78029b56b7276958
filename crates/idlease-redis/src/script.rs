//! The scripts, and the requests that run them.

use idlease::registry::{Pool, Record, Slots, Start, Token};
use redis::Cmd;

const INIT: &str = concat!(include_str!("common.lua"), include_str!("init.lua"));
const READ: &str = concat!(include_str!("common.lua"), include_str!("read.lua"));
const READ_FREE: &str = concat!(include_str!("common.lua"), include_str!("free.lua"));
const REPLACE: &str = concat!(include_str!("common.lua"), include_str!("replace.lua"));
const CHECK: &str = concat!(include_str!("common.lua"), include_str!("check.lua"));

/// The settings that `check.lua` checks, and that `INFO` doesn't show.
pub(crate) const SETTINGS: &str =
    "appendfsync no-appendfsync-on-rewrite repl-backlog-ttl min-replicas-to-write min-replicas-max-lag";

/// The maximum number of records that an attempt to acquire reads.
const CANDIDATES: u32 = 8;

/// Creates a request that includes the script's source each time. With only its digest, a server that has forgotten the
/// script would need a second request.
fn eval(script: &str, key: &str) -> Cmd {
    let mut request = redis::cmd("EVAL");
    request.arg(script).arg(1).arg(key);
    request
}

pub(crate) fn init(key: &str, pool: &Pool, start: Start) -> Cmd {
    let mut request = eval(INIT, key);
    request.arg(pool.to_string()).arg(pool.slots()).arg(start.unix_ms(None)).arg(start.lost_horizon_ms());
    request
}

pub(crate) fn read(key: &str, slots: Slots) -> Cmd {
    let mut request = eval(READ, key);
    if let Slots::One(slot) = slots {
        request.arg(slot);
    }
    request
}

/// Reads some free records, starting at a slot that the token chooses.
pub(crate) fn read_free(key: &str, token: Token) -> Cmd {
    let mut request = eval(READ_FREE, key);
    // In Lua, numbers are exact up to 2^53.
    request.arg((token.to_u128() >> 80).to_string()).arg(CANDIDATES);
    request
}

pub(crate) fn replace(key: &str, slot: u32, expected: &Record, new: &Record) -> Cmd {
    let mut request = eval(REPLACE, key);
    request.arg(slot).arg(expected.to_string()).arg(new.to_string());
    request.arg(new.start_unix_ms).arg(new.end_unix_ms).arg(expected.end_unix_ms);
    request
}

pub(crate) fn check(key: &str, values: Vec<String>) -> Cmd {
    eval(CHECK, key).arg(values).to_owned()
}
