//! Counts the instructions of each operation and prints `SCHEME OPERATION THOUSANDTHS`.
//!
//! With `-icount shift=0`, the emulator's clock advances by one nanosecond per instruction. The system timer follows it
//! in coarser ticks. Many calls make up for that, so the printed counts are exact to a tenth of an instruction.

#![no_std]
#![no_main]

use core::fmt::Debug;
use core::hint::black_box;
use core::mem::size_of;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::entry;
use firmware::operations::{self, Rtc, Words};
use harness::scheme::SchemeUnderTest;
use harness::{for_each_scheme, schemes};
use idcore::random::RandomSource;
use idcore::{Generator, Scheme};
use semihosting::{println, process};

/// The number of IDs or generators with which each operation is counted.
const SAMPLES: usize = 16;

/// The number of calls with each of them. It is too small to exhaust a tick of any scheme.
const ROUNDS: u32 = 100;

/// The value from which the timer counts down.
const RELOAD: u32 = (1 << 24) - 1;

/// The first clock reading of the generators.
const START_UNIX_MS: u64 = 1_795_000_000_000;

/// Longer than a tick of any scheme, in milliseconds.
const NEXT_TICK_MS: u32 = 300;

struct Counter {
    timer: SYST,
    /// The number of instructions in a tick of the timer.
    instructions_per_tick: u32,
}

impl Counter {
    fn new(mut timer: SYST) -> Self {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(RELOAD);
        timer.clear_current();
        timer.enable_counter();
        let mut counter = Self { timer, instructions_per_tick: 1 };
        // `delay` is a loop of two instructions. It runs once per requested cycle.
        let loops = 4_000_000;
        let ticks = counter.ticks(|| cortex_m::asm::delay(loops));
        counter.instructions_per_tick = (2 * loops + ticks / 2) / ticks;
        counter
    }

    fn ticks(&mut self, run: impl FnOnce()) -> u32 {
        self.timer.clear_current();
        let start = SYST::get_current();
        run();
        let end = SYST::get_current();
        assert!(!self.timer.has_wrapped(), "the timer is too short");
        start.wrapping_sub(end) & RELOAD
    }

    /// Returns the instructions of one call in thousandths, without the surrounding loop.
    fn count<I, O>(&mut self, inputs: &mut [I; SAMPLES], mut operation: impl FnMut(&mut I) -> O) -> u64 {
        let mut run = |operation: &mut dyn FnMut(&mut I)| {
            self.ticks(|| {
                for _ in 0..ROUNDS {
                    inputs.iter_mut().for_each(&mut *operation);
                }
            })
        };
        let loop_alone = run(&mut |input| {
            black_box(input);
        });
        let both = run(&mut |input| {
            black_box(operation(black_box(input)));
        });
        let instructions = u64::from(both - loop_alone) * u64::from(self.instructions_per_tick);
        instructions * 1000 / (u64::from(ROUNDS) * SAMPLES as u64)
    }
}

/// Returns IDs with random bits.
fn ids<T: SchemeUnderTest, const BYTES: usize>() -> [T::Id; SAMPLES] {
    let mut words = Words(1);
    core::array::from_fn(|_| {
        loop {
            let bytes = core::array::from_fn::<u8, BYTES, _>(|_| words.next_u32().unwrap_or_default() as u8);
            if let Ok(id) = T::Id::try_from(&bytes[..]) {
                return id;
            }
        }
    })
}

/// Returns generators that have generated an ID. Their clocks advance by `step_ms` with each reading.
fn generators<S>(config: &S, step_ms: u32) -> [Generator<S, Rtc, Words>; SAMPLES]
where
    S: Scheme<Id: Debug, Unit = idcore::clock::Milliseconds> + Clone,
{
    core::array::from_fn(|sample| {
        let (clock, words) = (Rtc { unix_ms: START_UNIX_MS, step_ms }, Words(0x9e37_79b9 + sample as u32));
        let mut generator = Generator::with_config(config.clone(), clock, words);
        assert!(generator.generate().is_ok(), "nothing fails");
        generator
    })
}

/// Counts the operations of each scheme.
macro_rules! count {
    ($counter:ident; $($module:ident: $scheme:ident, $column:ident;)+) => {$({
        let print = |operation: &str, thousandths| {
            println!("{} {operation} {thousandths}", schemes::$scheme::NAME);
        };
        let config = schemes::$scheme::config(7);
        let mut ids = ids::<schemes::$scheme, { size_of::<harness::ids::$scheme>() }>();
        let mut buffer = *ids[0].encode().as_bytes();
        print("encode", $counter.count(&mut ids, |id| operations::$module::encode(id, &mut buffer)));
        let mut strings = ids.map(|id| id.encode());
        print("decode", $counter.count(&mut strings, |text| operations::$module::decode(text)));
        let generate = |generator: &mut _| match operations::$module::generate(generator) {
            Ok(id) => id,
            Err(_) => panic!("nothing fails"),
        };
        print("same-tick", $counter.count(&mut generators(&config, 0), generate));
        print("new-tick", $counter.count(&mut generators(&config, NEXT_TICK_MS), generate));
        print("ram", 1000 * ram(&config));
    })+};
}

/// Returns the size of a generator in bytes, without its clock and its random source.
fn ram<S: Scheme>(_config: &S) -> u64 {
    size_of::<Generator<S, (), ()>>() as u64
}

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else {
        panic!("nothing else takes the peripherals")
    };
    let mut counter = Counter::new(peripherals.SYST);
    for_each_scheme!(count! counter;);
    process::exit(0)
}
