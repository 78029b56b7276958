//! Runs the target `sqlite`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("sqlite", data));
