//! Runs the target `texts`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("texts", data));
