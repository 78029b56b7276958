//! Measures the routines of the operations with `criterion`.
//!
//! To keep the compiler from removing a result, the meter passes a reference to it. A copy of the whole result could
//! use wider loads than the stores just before it. These loads would wait for the stores, for as long as an operation
//! can take.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};

/// The number of bytes written to fill the caches. On most machines, this is more than the last-level cache.
const CACHES: usize = 64 << 20;

/// The size of a cache line.
const LINE: usize = 64;

/// From this number of IDs on, calls take so long that only a few samples are taken.
const MANY: usize = 100_000;

/// The name of a measured implementation. The directory of a result is `<operation>/<scheme>/<implementation>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The scheme of the IDs. Ratios only compare results of the same scheme.
    pub(crate) scheme: &'static str,
    /// [`OURS`](Self::OURS), the name of a variant, or the name of the published crate.
    pub(crate) implementation: &'static str,
}

impl Name {
    /// The name of this workspace's implementations.
    pub(crate) const OURS: &'static str = "ours";

    /// Returns the name of a variant of this workspace's implementation, which generates IDs in a different way.
    pub(crate) const fn variant(self, implementation: &'static str) -> Self {
        Self { implementation, ..self }
    }
}

/// Measures the implementations of one operation.
pub(crate) struct Meter<'a> {
    group: BenchmarkGroup<'a, WallTime>,
}

impl<'a> Meter<'a> {
    /// Creates a meter for the operation with this name.
    pub(crate) fn new(criterion: &'a mut Criterion, operation: &str) -> Self {
        Self { group: criterion.benchmark_group(operation) }
    }

    /// Measures a routine that handles `ids` IDs in each call.
    pub(crate) fn measure<T>(&mut self, name: Name, ids: usize, mut routine: impl FnMut() -> T) {
        self.group.throughput(Throughput::Elements(ids.try_into().expect("64 bits")));
        if ids >= MANY {
            self.group.sample_size(10).sampling_mode(SamplingMode::Flat);
        }
        self.group.bench_function(id(name), |bencher| {
            bencher.iter(|| {
                black_box(&routine());
            });
        });
    }

    /// Measures a routine for one ID that several threads call at once.
    pub(crate) fn measure_threads<T>(&mut self, name: Name, threads: usize, routine: impl Fn() -> T + Sync) {
        if threads == 1 {
            return self.measure(name, 1, routine);
        }
        self.group.throughput(Throughput::Elements(1)).sampling_mode(SamplingMode::Flat);
        self.group.bench_function(id(name), |bencher| {
            bencher.iter_custom(|ids| share_out(ids, threads, &routine));
        });
    }

    /// Measures a routine for one ID. Before each call, the caches are filled with other data.
    pub(crate) fn measure_cold<T>(&mut self, name: Name, mut routine: impl FnMut() -> T) {
        let mut caches = vec![0_u8; CACHES];
        self.group.throughput(Throughput::Elements(1)).sample_size(10).sampling_mode(SamplingMode::Flat);
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

fn id(name: Name) -> BenchmarkId {
    BenchmarkId::new(name.scheme, name.implementation)
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
