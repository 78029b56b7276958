//! `wasm32-unknown-unknown` with the feature `js`: the clock and the randomness of a browser, Node.js, Deno or Bun.
//!
//! `cargo xtask js` tests this file in Chromium and Node.js.

use core::time::Duration;

use js_sys::{Function, JsString, Reflect, Uint8Array, global};
use thiserror::Error;

use super::NoTime;

/// The longest pause. While a page pauses, it does not react. Browsers call anything above this a long task.
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// The number of readings after which a pause ends, since the clock of a test can stand still. They take longer than the steps
/// of the clock in a browser that makes them coarse, which are up to 17 ms.
const MAX_READINGS: u32 = 2_000_000;

std::thread_local! {
    /// The names of the objects and methods, which are converted once: a clock is read for every ID.
    static NAMES: [JsString; 4] = ["Date", "now", "crypto", "getRandomValues"].map(JsString::from);
}

/// Returns the time since 1970 by `Date.now()`, in whole milliseconds.
///
/// # Errors
///
/// Returns an error if it is before 1970, or not a number, as the clock of a test can be.
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

/// JavaScript gave no random bytes.
#[derive(Debug, Error)]
#[error("`crypto.getRandomValues` is missing here, or has failed")]
pub(crate) struct NoSeed;

/// Random bytes of `crypto.getRandomValues`.
///
/// # Errors
///
/// Returns an error if there is no such function, as in an `AudioWorklet`, if it throws, or if it changes nothing, as that of a
/// test can.
pub(crate) fn seed() -> Result<[u8; 32], NoSeed> {
    let mut seed = [0; 32];
    let bytes = Uint8Array::new_with_length(32);
    // Not by `getrandom`: its feature for JavaScript would need the crate for this target alone, and Cargo rejects two entries for
    // one crate of which `std` turns on only the other.
    NAMES.with(|[.., crypto, random]| call(crypto, random, Some(&bytes))).ok_or(NoSeed)?;
    bytes.copy_to(&mut seed);
    if seed == [0; 32] { Err(NoSeed) } else { Ok(seed) }
}

/// Calls a method of a global object. Returns its number or NaN, or `None` if the method is missing or throws.
///
/// All calls of this file go through here: an exception that passed through Rust would leave the caller's lock held forever.
fn call(object: &JsString, method: &JsString, argument: Option<&Uint8Array>) -> Option<f64> {
    let object = Reflect::get(&global(), object).ok()?;
    let method = Function::from(Reflect::get(&object, method).ok()?);
    let result = argument.map_or_else(|| method.call0(&object), |argument| method.call1(&object, argument));
    Some(result.ok()?.as_f64().unwrap_or(f64::NAN))
}

/// Reads the clock until a time has passed, because a page can't sleep. Returns whether it has.
pub(crate) fn pause(wait: Duration) -> bool {
    let Ok(begin) = since_1970() else { return false };
    // A clock that was set back or fails has changed as well: the caller reads it again.
    let is_over = || since_1970().map_or(true, |now| now < begin || now >= begin.saturating_add(wait));
    wait <= MAX_PAUSE && (0..MAX_READINGS).any(|_| is_over())
}
