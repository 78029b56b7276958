//! Forks while another thread uses the process-wide generator, and one of its own, for the first time. Fails if the child
//! does not answer.

#[cfg(all(unix, feature = "std"))]
fn main() -> std::process::ExitCode {
    use std::process::ExitCode;
    use std::thread;
    use std::time::{Duration, Instant};

    use fork::{Fork, fork, waitpid_nohang};

    let spins: u32 = std::env::args().nth(1).and_then(|spins| spins.parse().ok()).unwrap_or(0);
    let first = thread::spawn(|| (scru128::new(), scru128::Generator::new().generate().is_ok()));
    for _ in 0..spins {
        std::hint::spin_loop();
    }
    match fork().expect("another process") {
        Fork::Child => {
            let ids = (scru128::new(), scru128::Generator::new().generate());
            // Only the child's answer counts; nothing of the parent's is to be cleaned up.
            std::process::exit(i32::from(ids.1.is_err()));
        }
        Fork::Parent(child) => {
            let made = first.join().expect("it does not panic");
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(20) {
                if let Some(status) = waitpid_nohang(child).expect("it is our child") {
                    return if made.1 && status == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
                }
                thread::sleep(Duration::from_micros(200));
            }
            eprintln!("the child does not answer");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(all(unix, feature = "std")))]
fn main() {}
