//! Runs each operation so often that callgrind can tell how many instructions one of them takes.
//!
//! `valgrind --tool=callgrind --dump-before='*callgrind_mark*'` writes its counts whenever the mark is reached. Between the marks a
//! routine is run some times, and then twice as often: the difference is what it costs, without what is around it. What was
//! run is printed in the same order, one line for each pair: operation, scheme, implementation, calls, IDs in each call.
//!
//! `cargo xtask bench --counts` is what reads all of this.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use bench::agreement;
use bench::operations::Operation;
use bench::{Meter, Name};

/// How many IDs the first run makes. A source of randomness that takes one word for each reseeds once in as many.
const IDS: usize = 16 * 1024;

struct Count {
    operation: String,
}

impl Meter for Count {
    fn measure<T>(&mut self, name: Name, ids: usize, mut routine: impl FnMut() -> T) {
        let calls = (IDS / ids).max(1);
        let mut run = |calls: usize| {
            for _ in 0..calls {
                black_box(&routine());
            }
        };
        // What is done once, such as asking for a seed.
        run(1);
        callgrind_mark();
        run(calls);
        callgrind_mark();
        run(2 * calls);
        callgrind_mark();
        println!("{} {} {} {calls} {ids}", self.operation, name.scheme, name.implementation);
    }

    fn measure_threads<T>(&mut self, name: Name, _threads: usize, routine: impl Fn() -> T + Sync) {
        self.measure(name, 1, routine);
    }

    fn measure_cold<T>(&mut self, name: Name, routine: impl FnMut() -> T) {
        self.measure(name, 1, routine);
    }
}

/// Where counts are written. It does something, so that no other function can be taken for it.
#[inline(never)]
fn callgrind_mark() {
    static MARKS: AtomicU64 = AtomicU64::new(0);
    MARKS.fetch_add(1, Ordering::Relaxed);
}

fn main() {
    agreement::assert_all();
    for operation in Operation::counted() {
        operation.run(&mut Count { operation: operation.name() });
    }
}
