//! Runs what these crates do for an ID repeatedly, so that callgrind can count the instructions.
//!
//! `valgrind --tool=callgrind --dump-before='*callgrind_mark*'` writes its counts whenever the program reaches the mark. Between the
//! marks, the program runs a routine some times, and then twice as often. The difference is the cost of the routine without
//! that of the code around it. The program prints one line for each pair of runs, in the same order: operation, scheme, IDs.
//!
//! The clock steps, and the random source draws constants. So the counts depend on the compiler alone, neither on how fast the
//! machine is nor on the features of its processor. `cargo xtask bench --counts` evaluates both outputs.

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use harness::scheme::SchemeUnderTest;
use idcore::Generator;
use idcore::clock::{Clock, NoClock};
use idcore::random::RandomSource;

/// The number of IDs in the first run, and at one reading of the clock by `fill`.
const IDS: usize = 1024;

/// A clock that stands still for some readings, and then steps by more than the longest tick of a scheme.
#[derive(Debug)]
struct SteppingClock {
    readings: u64,
    readings_in_a_step: u64,
}

impl SteppingClock {
    const fn new(readings_in_a_step: u64) -> Self {
        Self { readings: 0, readings_in_a_step }
    }

    const fn next(&mut self) -> u64 {
        self.readings += 1;
        1_800_000_000_000 + self.readings / self.readings_in_a_step * 1_000
    }
}

impl Clock for SteppingClock {
    type Error = Infallible;

    #[inline]
    fn unix_ms(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }
}

/// A random source without a cipher. Its fields have room for many IDs in a tick.
#[derive(Debug)]
struct Constant;

impl RandomSource for Constant {
    type Error = Infallible;

    #[inline]
    fn next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(black_box(0x4924_9249))
    }
}

/// The mark at which callgrind writes its counts. It does something, so that it is not merged with another function.
#[inline(never)]
fn callgrind_mark() {
    static MARKS: AtomicU64 = AtomicU64::new(0);
    MARKS.fetch_add(1, Ordering::Relaxed);
}

fn count<T>(operation: &str, scheme: &str, ids_in_a_call: usize, mut routine: impl FnMut() -> T) {
    let calls = IDS / ids_in_a_call;
    let mut run = |calls: usize| {
        for _ in 0..calls {
            black_box(&routine());
        }
    };
    callgrind_mark();
    run(calls);
    callgrind_mark();
    run(2 * calls);
    callgrind_mark();
    println!("{operation} {scheme} {IDS}");
}

macro_rules! count_schemes {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {
        $({
            type UnderTest = harness::schemes::$scheme;
            type Tested = <UnderTest as SchemeUnderTest>::Id;
            let (name, config) = (UnderTest::NAME, UnderTest::config(5));
            let mut own = Generator::with_config(config, SteppingClock::new(64), Constant);
            count("generate", name, 1, || own.generate().expect("an ID"));
            let (mut at, mut clock) =
                (Generator::with_config(config, NoClock, Constant), SteppingClock::new(64));
            count("generate-at", name, 1, || at.generate_at(clock.next()).expect("an ID"));
            let id = own.generate().expect("an ID");
            let mut filler = Generator::with_config(config, SteppingClock::new(1), Constant);
            let mut ids = vec![id; IDS];
            count("fill", name, IDS, || {
                filler.fill(&mut ids).expect("as many IDs");
                black_box(&ids);
            });
            let text = id.encode();
            count("text", name, 1, || black_box(&id).encode());
            let mut place = *text.as_bytes();
            count("text-in-place", name, 1, || {
                black_box(&id).encode_into(&mut place);
                black_box(&place);
            });
            count("parse", name, 1, || Tested::try_from_str(black_box(&text).as_str()));
        })+
    };
}

fn main() {
    harness::for_each_scheme!(count_schemes!);
}
