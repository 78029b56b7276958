//! Runs what these crates do for each ID repeatedly, so that callgrind can count the instructions.
//!
//! `valgrind --tool=callgrind --dump-before='*callgrind_mark*'` writes its counts whenever the program reaches the
//! mark. Between the marks, the program runs a routine a number of times, and then twice as often. The difference is
//! the cost of the routine without the surrounding code. The program prints one line for each pair of runs, in the same
//! order: operation, scheme, IDs.
//!
//! The clock steps, and the random source draws constants. The counts therefore depend only on the compiler, not on the
//! speed of the machine or the features of its processor. `cargo xtask bench --counts` evaluates both outputs.
//!
//! `new` and the operations named `system` use the system's clock and random source. They run in many rounds, and only
//! the smallest counts are evaluated. These come from runs within one millisecond, in which the cipher generates no
//! block.

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use harness::scheme::SchemeUnderTest;
use idcore::clock::{self, Clock, Milliseconds, SystemClock};
use idcore::random::{self, RandomSource};
use idcore::{Generator, Scheme};

/// The number of IDs in the first run, and per clock reading in `fill`.
const IDS: usize = 1024;

/// The number of IDs in the first run of a round with the system's clock and random source. Even the second run, with
/// twice as many IDs, draws less than one block of the cipher.
const IDS_IN_A_ROUND: usize = 4;

/// The number of rounds.
const ROUNDS: usize = 32;

/// Returns the readings of a clock that stops for some readings, and then steps by more than the longest tick of a
/// scheme.
fn readings(readings_in_a_step: u64) -> impl FnMut() -> u64 {
    let mut readings = 0;
    move || {
        readings += 1;
        1_800_000_000_000 + readings / readings_in_a_step * 1_000
    }
}

/// Returns a generator with such a clock. Its random source has no cipher, and leaves room for many IDs in a tick.
fn generator<S: Scheme<Unit = Milliseconds>>(
    config: S,
    readings_in_a_step: u64,
) -> Generator<S, impl Clock<Error = Infallible>, impl RandomSource<Error = Infallible>> {
    let mut next = readings(readings_in_a_step);
    let random = random::from_fn(|| Ok::<_, Infallible>(black_box(0x4924_9249)));
    Generator::with_config(config, clock::from_fn(move || Ok::<_, Infallible>(next())), random)
}

/// Marks the place at which callgrind writes its counts. The function has an effect, so that it is not merged with
/// another function.
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
    callgrind_mark();
    run(2 * calls);
    callgrind_mark();
    println!("{operation} {scheme} {IDS}");
}

/// Counts a routine that generates IDs with the system's clock and random source. The first ID of each run has a new
/// millisecond.
fn count_by_system(operation: &str, scheme: &str, mut routine: impl FnMut(usize)) {
    for _ in 0..ROUNDS {
        let mut run = |ids: usize| {
            wait_for_next_millisecond();
            callgrind_mark();
            routine(ids);
            callgrind_mark();
        };
        run(IDS_IN_A_ROUND);
        run(2 * IDS_IN_A_ROUND);
        println!("{operation} {scheme} {IDS_IN_A_ROUND}");
    }
}

fn wait_for_next_millisecond() {
    let now = || SystemClock.unix_ms().expect("the system has a clock");
    let before = now();
    while now() == before {}
}

macro_rules! count_by_system {
    ($($module:ident: $id:ident,)+) => {
        $({
            let name = stringify!($module);
            count_by_system("new", name, |ids| {
                for _ in 0..ids {
                    black_box(&$module::$id::new());
                }
            });
            let mut own = $module::Generator::new();
            count_by_system("generate-system", name, |ids| {
                for _ in 0..ids {
                    black_box(&own.generate().expect("an ID"));
                }
            });
            let mut filled = [own.generate().expect("an ID"); 2 * IDS_IN_A_ROUND];
            count_by_system("fill-system", name, |ids| {
                own.fill(&mut filled[..ids]).expect("as many IDs");
                black_box(&filled);
            });
        })+
    };
}

macro_rules! count_schemes {
    ($($module:ident: $scheme:ident, $column:ident;)+) => {
        $({
            type UnderTest = harness::schemes::$scheme;
            type Tested = <UnderTest as SchemeUnderTest>::Id;
            let (name, config) = (UnderTest::NAME, UnderTest::config(5));
            let mut own = generator(config, 64);
            count("generate", name, 1, || own.generate().expect("an ID"));
            let (mut at, mut next) = (generator(config, 1), readings(64));
            count("generate-at", name, 1, || at.generate_at(next()).expect("an ID"));
            let id = own.generate().expect("an ID");
            let mut filler = generator(config, 1);
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
    count_by_system!(scru128: Scru128, scru160: Scru160, ulid: Ulid, uuid7: Uuid7,);
}
