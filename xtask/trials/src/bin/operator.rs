//! `sortid`, as operators run it.

fn main() -> std::process::ExitCode {
    sortid::main()
}
