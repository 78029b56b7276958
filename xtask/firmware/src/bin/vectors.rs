//! Checks every scheme against the table in the file `table` and prints the number of cases that passed.

#![no_std]
#![no_main]

use core::fmt::Arguments;

use cortex_m_rt::entry;
use harness::table::{MAX_RECORD, Source, Tally, next_file};
use semihosting::fs::File;
use semihosting::io::Read;
use semihosting::{println, process};

/// A table in a file of the host.
struct Host(File);

impl Source for Host {
    fn read(&mut self, bytes: &mut [u8]) -> usize {
        let mut count = 0;
        while count < bytes.len() {
            match self.0.read(&mut bytes[count..]) {
                Ok(0) => break,
                Ok(more) => count += more,
                Err(error) => panic!("the table can't be read: {error}"),
            }
        }
        count
    }
}

#[entry]
fn main() -> ! {
    let mut table = match File::open(c"table") {
        Ok(file) => Host(file),
        Err(error) => panic!("the table can't be opened: {error}"),
    };
    let mut failed = 0;
    let mut report =
        |scheme: &str, case: u32, message: Arguments<'_>| println!("{scheme}: case {case}: {message}");
    let mut buffer = [0; MAX_RECORD];
    loop {
        match next_file(&mut table, &mut buffer, &mut report) {
            Ok(Some(Tally { scheme, kind, cases, passed })) => {
                println!("{scheme:<20} {kind:<10} {cases:>6} {passed:>6}");
                failed += cases - passed;
            }
            Ok(None) => process::exit(i32::from(failed > 0)),
            Err(error) => panic!("expected a table that `cargo xtask firmware` wrote, found {error:?}"),
        }
    }
}
