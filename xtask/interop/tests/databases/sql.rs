//! The SQL that `sortid sql` prints, in real databases: against the test vectors, with wrong data, and in queries that an
//! index must answer.

mod functions;
mod mysql;
mod postgresql;

use std::ffi::OsString;
use std::io;

/// What the program prints.
fn sortid(arguments: &[&str]) -> String {
    let arguments = ["sortid", "sql"].iter().chain(arguments).map(OsString::from);
    let (mut printed, mut errors) = (Vec::new(), Vec::new());
    let status = sortid::with_streams(arguments, io::empty(), &mut printed, &mut errors);
    assert_eq!(status, Some(0), "{}", String::from_utf8_lossy(&errors));
    String::from_utf8(printed).expect("SQL in UTF-8")
}
