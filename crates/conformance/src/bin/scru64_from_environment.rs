//! Makes one SCRU64 ID with the node spec of the environment. Prints the ID, or the error and its cause.

#[cfg(feature = "std")]
fn main() -> std::process::ExitCode {
    use std::error::Error;

    match scru64::try_new() {
        Ok(id) => {
            println!("{id}");
            std::process::ExitCode::SUCCESS
        }
        Err(error) => {
            let cause = error.source().map(ToString::to_string).unwrap_or_default();
            println!("{error}: {cause}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(not(feature = "std"))]
fn main() {}
