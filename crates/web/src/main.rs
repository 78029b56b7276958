//! The Rust part of the ID viewer, a web page. `docs/web.md` describes the page.
//!
//! This is a WASI program. The page runs it once per request, passes the request on stdin and reads the answer from
//! stdout. The program therefore needs no JavaScript bindings, which would need `unsafe` code or a code generator. Time
//! and random bits also come from WASI. The first line of a request names a command of `commands`. The answer is JSON.
//! `check` has the tests of the page.

mod commands;
mod generate;
mod readings;
mod show;

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    io::stdout().write_all(&commands::answer(&request)?)
}
