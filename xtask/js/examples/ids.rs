//! Generates IDs in a JavaScript engine, for `check/check.js`.

use std::error::Error;
use std::panic;

use harness::scheme::SchemeUnderTest;
use harness::{with_each_scheme, with_scheme};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::throw_str;

/// Turns a panic into an exception with the panic's message.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|panic| {
        let message = panic.payload().downcast_ref::<String>();
        throw_str(message.map_or("a panic without a formatted message", String::as_str))
    }));
}

/// Returns the names of the schemes.
#[wasm_bindgen]
pub fn schemes() -> Vec<String> {
    with_each_scheme!(S => S::NAME.to_owned()).into()
}

/// Gives the process-wide generator its usual configuration.
#[wasm_bindgen]
pub fn configure(scheme: &str) {
    with_scheme!(scheme, S => {
        if let Some(configure) = S::PROCESS_WIDE.configure {
            configure(S::config(7));
        }
    })
    .expect("a known scheme");
}

/// Generates IDs with the process-wide generator.
#[wasm_bindgen]
pub fn process_wide(scheme: &str, count: usize) -> Vec<String> {
    with_scheme!(scheme, S => (0..count).map(|_| (S::PROCESS_WIDE.maker.new)().to_string()).collect())
        .expect("a known scheme")
}

/// Generates IDs with the thread's generator, if the scheme has per-thread generators.
#[wasm_bindgen]
pub fn per_thread(scheme: &str, count: usize) -> Vec<String> {
    with_scheme!(scheme, S => match S::PER_THREAD {
        Some(maker) => (0..count).map(|_| (maker.new)().to_string()).collect(),
        None => Vec::new(),
    })
    .expect("a known scheme")
}

/// Returns the time of an ID in milliseconds since 1970.
#[wasm_bindgen]
pub fn unix_ms(scheme: &str, text: &str) -> u64 {
    with_scheme!(scheme, S => text.parse::<<S as SchemeUnderTest>::Id>().ok().map(|id| id.unix_ms()))
        .flatten()
        .expect("an ID")
}

/// Generates a ULID, or returns the chain of errors.
#[wasm_bindgen]
pub fn try_ulid() -> Vec<String> {
    let error = match ulid::Ulid::try_new() {
        Ok(id) => return vec![id.to_string()],
        Err(error) => error,
    };
    let mut chain = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        chain.push(error.to_string());
        cause = error.source();
    }
    chain
}
