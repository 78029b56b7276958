//! The `sortid` command. Its code is in the library, so that tests can run it with their own streams.

use std::process::ExitCode;

fn main() -> ExitCode {
    sortid::main()
}
