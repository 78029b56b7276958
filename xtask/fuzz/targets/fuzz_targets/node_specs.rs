//! Runs the target `node_specs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("node_specs", data));
