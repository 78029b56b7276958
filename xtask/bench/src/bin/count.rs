//! Runs each operation repeatedly, so that callgrind can count its instructions.
//!
//! `valgrind --tool=callgrind --dump-before='*callgrind_mark*'` writes its counts whenever the program reaches the mark. Between the
//! marks, the program runs a routine some times, and then twice as often. The difference is the cost of the routine without
//! that of the code around it. The program prints one line for each pair of runs, in the same order: operation, scheme,
//! implementation, calls, IDs in each call.
//!
//! `cargo xtask bench --counts` evaluates both outputs.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use bench::agreement;
use bench::operations::Operation;
use bench::{Meter, Name};

/// The number of IDs of the first run. A random source that draws one word for each ID reseeds once in that many.
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
        // Work that happens only once, such as asking for a seed.
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

/// The mark at which callgrind writes its counts. It does something, so that it is not merged with another function.
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
