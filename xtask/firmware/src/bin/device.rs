//! Runs a device for each scheme, from power-up to power loss. Prints `SCHEME ID` for each ID that the device sends.
//! The flash memory is in files on the host, `MODULE.saved`, which persist between runs.

#![no_std]
#![no_main]

use core::ffi::CStr;

use cortex_m_rt::entry;
use firmware::device::{Flash, live};
use harness::scheme::SchemeUnderTest;
use harness::{for_each_scheme, schemes};
use semihosting::fs::{self, File};
use semihosting::io::Read;
use semihosting::{println, process};

/// Flash memory in a file on the host.
struct Saved(&'static CStr);

impl Flash for Saved {
    fn load(&mut self) -> Option<u64> {
        let mut bytes = [0; 8];
        File::open(self.0).ok()?.read_exact(&mut bytes).ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    fn save(&mut self, unix_ms: u64) {
        if let Err(error) = fs::write(self.0, unix_ms.to_le_bytes()) {
            panic!("{:?} can't be written: {error}", self.0);
        }
    }
}

/// Runs the device of one scheme, with the name of its file. Returns `true` if the device did everything right.
fn run<S: SchemeUnderTest>(saved: &'static str) -> bool {
    let Ok(saved) = CStr::from_bytes_with_nul(saved.as_bytes()) else {
        panic!("it ends with a zero");
    };
    let result = live(S::config(7), Saved(saved), |id| println!("{} {id}", S::NAME));
    if let Err(fault) = result {
        println!("failure of {}: {fault}", S::NAME);
    }
    result.is_ok()
}

macro_rules! run_each {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {
        [$(run::<schemes::$scheme>(concat!(stringify!($module), ".saved\0"))),+]
    };
}

#[entry]
fn main() -> ! {
    let results = for_each_scheme!(run_each!);
    process::exit(i32::from(results.contains(&false)))
}
