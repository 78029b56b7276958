//! A worker's clock can be set while it runs.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use servers::clock::{self, Clock, Sees, Setting};

struct Worker {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Worker {
    /// The difference between the worker's clock and this program's in seconds, and how long the worker has run.
    fn reads(&mut self) -> (f64, Duration) {
        let line = self.lines.next().expect("a line").expect("UTF-8");
        let (unix_ms, elapsed_ms) = line.split_once(' ').expect("two numbers");
        let own = i32::try_from(idlease::unix_ms().expect("a time") % 1_000_000_000).expect("small");
        let unix_ms: u64 = unix_ms.parse().expect("a number");
        let unix_ms = i32::try_from(unix_ms % 1_000_000_000).expect("small");
        let elapsed = Duration::from_millis(elapsed_ms.parse().expect("a number"));
        (f64::from(unix_ms - own) / 1e3, elapsed)
    }

    /// Waits until its clock is this much ahead.
    fn await_ahead(&mut self, ahead_s: f64) -> Duration {
        let begun = Instant::now();
        loop {
            let (found, elapsed) = self.reads();
            if (found - ahead_s).abs() < 1.5 {
                return elapsed;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{found} s ahead, expected {ahead_s} s");
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        clock::remove_shared_memory(self.process.id());
    }
}

#[test]
fn a_clock_is_set_while_the_worker_runs_and_its_monotonic_clock_is_not() {
    let Some(library) = clock::library_or_skip() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let clock = Clock::new(&library, folder.path().join("clock")).expect("a file");
    let begun = Instant::now();
    let mut process = Command::new(env!("CARGO_BIN_EXE_trial"))
        .args(["worker", "clock", "file:unused"])
        .envs(clock.environment(Sees::AtOnce))
        .stdout(Stdio::piped())
        .spawn()
        .expect("a worker");
    let lines = BufReader::new(process.stdout.take().expect("an output")).lines();
    let mut worker = Worker { process, lines };
    for ahead_s in [0, 4, -4, 3_600, 0] {
        clock.set(Setting::Ahead(1_000 * ahead_s)).expect("a file");
        let elapsed = worker.await_ahead(f64::from(i32::try_from(ahead_s).expect("small")));
        assert!(elapsed <= begun.elapsed(), "the monotonic clock was set as well");
    }
}
