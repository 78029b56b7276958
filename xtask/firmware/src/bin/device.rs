//! Runs a device for each scheme, from power-up to power loss. Prints `SCHEME ID` for each ID that the device sends. The
//! flash memory is in files of the host, `SCHEME.saved`, which persist between runs.

#![no_std]
#![no_main]

use core::ffi::CStr;
use core::fmt::Display;

use cortex_m_rt::entry;
use firmware::device::{Flash, live};
use idcore::{Milliseconds, Scheme};
use scru64::NodeSpec;
use semihosting::fs::{self, File};
use semihosting::io::Read;
use semihosting::{println, process};

/// Flash memory in a file of the host.
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

/// Runs the device of one scheme. Returns whether it did everything right.
fn run<S>(scheme: &str, config: S, saved: &'static CStr) -> bool
where
    S: Scheme<Id: Display + PartialOrd, Unit = Milliseconds>,
{
    let result = live(config, Saved(saved), |id| println!("{scheme} {id}"));
    if let Err(fault) = result {
        println!("fault of {scheme}: {fault}");
    }
    result.is_ok()
}

#[entry]
fn main() -> ! {
    let (Ok(node), Ok(scalable)) = (NodeSpec::with_node_id(42, 8), ulid_flake::Config::scalable(7)) else {
        panic!("both are in range");
    };
    let results = [
        run("scru160", scru160::Config::new(), c"scru160.saved"),
        run("scru128", scru128::Config::new(), c"scru128.saved"),
        run("scru64", scru64::Config::new(node), c"scru64.saved"),
        run("ulid", ulid::Config::new(), c"ulid.saved"),
        run("ulid-flake", ulid_flake::Config::new(), c"ulid-flake.saved"),
        run("ulid-flake-scalable", scalable, c"ulid-flake-scalable.saved"),
        run("uuid7", uuid7::Config::new(), c"uuid7.saved"),
    ];
    process::exit(i32::from(results.contains(&false)))
}
