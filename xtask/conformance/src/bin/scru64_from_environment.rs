//! Generates one SCRU64 ID with the node spec from the environment. Prints the ID, or the error and its causes.

#[cfg(feature = "std")]
fn main() -> std::process::ExitCode {
    match harness::scru64::Scru64::try_new() {
        Ok(id) => {
            println!("{id}");
            std::process::ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{:#}", anyhow::Error::new(error));
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(not(feature = "std"))]
fn main() {}
