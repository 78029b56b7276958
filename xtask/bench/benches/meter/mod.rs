//! The meter that measures times with `criterion`.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use bench::operations::Operation;
use bench::{Meter, Name, agreement};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};

/// The number of bytes written to fill the caches, more than the last level has on most machines.
const CACHES: usize = 64 << 20;

/// The size of a cache line.
const LINE: usize = 64;

/// From this number of IDs, calls take so long that only few samples are made.
const MANY: usize = 100_000;

/// Asserts that all contenders agree, then measures the operations.
pub(crate) fn run(operations: &[Operation]) {
    agreement::assert_all();
    let mut criterion = Criterion::default().configure_from_args();
    for operation in operations {
        let mut group = criterion.benchmark_group(operation.name());
        operation.run(&mut Times { group: &mut group });
        group.finish();
    }
    criterion.final_summary();
}

struct Times<'a, 'b> {
    group: &'a mut BenchmarkGroup<'b, WallTime>,
}

fn id(name: Name) -> BenchmarkId {
    BenchmarkId::new(name.scheme, name.implementation)
}

fn elements(ids: usize) -> Throughput {
    Throughput::Elements(ids.try_into().expect("64 bits"))
}

impl Meter for Times<'_, '_> {
    fn measure<T>(&mut self, name: Name, ids: usize, mut routine: impl FnMut() -> T) {
        self.group.throughput(elements(ids));
        if ids >= MANY {
            self.group.sample_size(10).sampling_mode(SamplingMode::Flat);
        }
        self.group.bench_function(id(name), |bencher| {
            bencher.iter(|| {
                black_box(&routine());
            });
        });
    }

    fn measure_threads<T>(&mut self, name: Name, threads: usize, routine: impl Fn() -> T + Sync) {
        self.group.throughput(elements(1)).sampling_mode(SamplingMode::Flat);
        self.group.bench_function(id(name), |bencher| {
            bencher.iter_custom(|ids| share_out(ids, threads, &routine));
        });
    }

    fn measure_cold<T>(&mut self, name: Name, mut routine: impl FnMut() -> T) {
        let mut caches = vec![0_u8; CACHES];
        self.group.throughput(elements(1)).sample_size(10).sampling_mode(SamplingMode::Flat);
        self.group.bench_function(id(name), |bencher| {
            bencher.iter_custom(|calls| {
                (0..calls)
                    .map(|_| {
                        caches.iter_mut().step_by(LINE).for_each(|byte| *byte = byte.wrapping_add(1));
                        black_box(&caches);
                        let start = Instant::now();
                        black_box(&routine());
                        start.elapsed()
                    })
                    .sum()
            });
        });
    }
}

/// Divides the calls of the routine among the threads. Returns the time from the first start to the last end.
fn share_out<T>(calls: u64, threads: usize, routine: &(impl Fn() -> T + Sync)) -> Duration {
    let share = calls.div_ceil(threads.try_into().expect("64 bits"));
    let barrier = Barrier::new(threads);
    let work = || {
        barrier.wait();
        let start = Instant::now();
        for _ in 0..share {
            black_box(&routine());
        }
        (start, Instant::now())
    };
    let spans: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    let start = spans.iter().map(|(start, _)| *start).min().expect("a thread");
    let end = spans.iter().map(|(_, end)| *end).max().expect("a thread");
    end - start
}
