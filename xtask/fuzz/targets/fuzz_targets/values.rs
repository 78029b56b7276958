//! Runs the target `values`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("values", data));
