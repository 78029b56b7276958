//! `wasm32-unknown-unknown` with the `js` feature: the clock and the random bits of a browser, Node.js, Deno or Bun.
//!
//! `cargo xtask js` tests this file in Chromium and Node.js.

use core::time::Duration;

use js_sys::{Function, JsString, Reflect, Uint8Array, global};
use thiserror::Error;

use super::NoTime;

/// The longest pause. A page does not react during a pause, and browsers call anything longer than this a long task.
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// The number of readings after which a pause ends, because a fake clock in a test may not advance. They take longer
/// than the steps of a browser's coarse clock, which are up to 17 ms.
const MAX_READINGS: u32 = 2_000_000;

std::thread_local! {
    /// The names of the objects and methods. They are converted only once, because a clock is read for every ID.
    static NAMES: [JsString; 4] = ["Date", "now", "crypto", "getRandomValues"].map(JsString::from);
}

/// Returns the time since 1970 by `Date.now()`, in whole milliseconds.
///
/// # Errors
///
/// Returns an error if the time is before 1970 or not a number, which a fake clock in a test can return.
pub(crate) fn since_1970() -> Result<Duration, NoTime> {
    let unix_ms = NAMES.with(|[date, now, ..]| call(date, now, None));
    let unix_ms = unix_ms.filter(|unix_ms| !unix_ms.is_nan()).ok_or(NoTime::NotANumber)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is not negative, and the conversion saturates"
    )]
    let since_1970 = Duration::from_millis(unix_ms.abs() as u64);
    if unix_ms >= 0.0 { Ok(since_1970) } else { Err(NoTime::Before1970(since_1970)) }
}

/// JavaScript provided no random bytes.
#[derive(Debug, Error)]
#[error("`crypto.getRandomValues` is missing or failed")]
pub(crate) struct NoSeed;

/// Returns random bytes from `crypto.getRandomValues`.
///
/// # Errors
///
/// Returns an error if the function is missing, as in an `AudioWorklet`, if it throws, or if it changes nothing, like a
/// fake in a test.
pub(crate) fn seed() -> Result<[u8; 32], NoSeed> {
    let mut seed = [0; 32];
    let bytes = Uint8Array::new_with_length(32);
    // This does not use `getrandom`: its JavaScript feature would need a separate entry for this target, and Cargo
    // rejects two entries for one crate if `std` turns on only one of them.
    NAMES.with(|[.., crypto, random]| call(crypto, random, Some(&bytes))).ok_or(NoSeed)?;
    bytes.copy_to(&mut seed);
    if seed == [0; 32] { Err(NoSeed) } else { Ok(seed) }
}

/// Calls a method of a global object. Returns its number or NaN, or `None` if the method is missing or throws.
///
/// All calls in this file go through here, because an exception that passed through Rust would leave the caller's lock
/// held forever.
fn call(object: &JsString, method: &JsString, argument: Option<&Uint8Array>) -> Option<f64> {
    let object = Reflect::get(&global(), object).ok()?;
    let method = Function::from(Reflect::get(&object, method).ok()?);
    let result = argument.map_or_else(|| method.call0(&object), |argument| method.call1(&object, argument));
    Some(result.ok()?.as_f64().unwrap_or(f64::NAN))
}

/// Reads the clock until a time has passed, because a page can't sleep. Returns `None` if the time has not passed.
pub(crate) fn pause(wait: Duration) -> Option<Duration> {
    let start = since_1970().ok()?;
    // A clock that was set back or failed also ends the pause: the caller reads it again.
    let is_over = || since_1970().map_or(true, |now| now < start || now >= start.saturating_add(wait));
    (wait <= MAX_PAUSE && (0..MAX_READINGS).any(|_| is_over())).then_some(wait)
}
