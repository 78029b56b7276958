//! Runs the target `program`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("program", data));
