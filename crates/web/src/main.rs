//! The Rust part of a page that shows IDs. `docs/web.md` describes the page.
//!
//! It is a program for WASI: the page starts it for each request, which it reads from stdin, and reads its answer from stdout.
//! So it needs no bindings to JavaScript, which would need `unsafe` code or a generator. Randomness and time come from WASI too.
//! The first line of a request names the command, and `commands` has them all. The answer is one JSON object.

mod commands;
mod compare;
mod make;
mod readings;
mod show;

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    io::stdout().write_all(&commands::answer(&request)?)
}
