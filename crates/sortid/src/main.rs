//! The program `sortid`. Its code is in the library, so that tests can run it with other streams.

use std::process::ExitCode;

fn main() -> ExitCode {
    sortid::main()
}
