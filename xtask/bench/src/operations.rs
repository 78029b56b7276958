//! The measured operations, one file for each. An operation runs for all contenders that support it.

mod burst;
mod cold;
mod fill;
mod floor;
mod own_generator;
mod process_wide;
mod search;
mod sort;
mod text;
mod text_filled;

use rand_core::Rng;

use crate::Meter;
use crate::sources::chacha;

/// A million, except in tests.
const MILLION: usize = 1_000_000;

/// The numbers of IDs that a generator makes at one clock reading, to show how the cost grows.
const BURSTS: [usize; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The numbers of threads.
const THREADS: [usize; 4] = [1, 2, 4, 8];

/// An operation that is measured for several contenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An ID's text on the stack.
    TextStack,
    /// An ID's text as a `String`.
    TextString,
    /// An ID from its text.
    Parse,
    /// An ID from a generator that the caller owns, with the system clock.
    OwnGenerator,
    /// An ID from a generator that the caller owns, with the system's coarse clock.
    OwnGeneratorCoarse,
    /// An ID from the process-wide generator, with this number of threads calling it.
    ProcessWide(usize),
    /// The same with the system's coarse clock.
    ProcessWideCoarse(usize),
    /// An ID from the generator of the thread, with this number of threads.
    PerThread(usize),
    /// The same with the system's coarse clock.
    PerThreadCoarse(usize),
    /// A slice of this number of IDs with one clock reading.
    Fill(usize),
    /// The texts of a thousand IDs in one buffer.
    TextFilled,
    /// Sorting this number of IDs.
    Sort(usize),
    /// Finding an ID among this number of IDs.
    Search(usize),
    /// The lower bounds for generators.
    Floor,
    /// This number of IDs from a generator at one clock reading.
    Burst(usize),
    /// An ID's text on the stack, with neither code nor tables in the caches.
    TextCold,
    /// An ID from its text, with neither code nor tables in the caches.
    ParseCold,
}

impl Operation {
    /// The operations of the comparison. Generators come last, since `ferroid`'s has a thread that never ends. Their lower
    /// bounds come right before them, since machines drift.
    #[must_use]
    pub fn compared() -> Vec<Self> {
        vec![
            Self::TextStack,
            Self::TextString,
            Self::Parse,
            Self::TextFilled,
            Self::Sort(MILLION),
            Self::Search(MILLION),
            Self::Fill(1000),
            Self::Fill(MILLION),
            Self::Floor,
            Self::OwnGeneratorCoarse,
            Self::OwnGenerator,
            Self::PerThread(1),
            Self::PerThread(2),
            Self::PerThreadCoarse(1),
            Self::PerThreadCoarse(2),
            Self::ProcessWideCoarse(1),
            Self::ProcessWideCoarse(2),
            Self::ProcessWide(1),
            Self::ProcessWide(2),
        ]
    }

    /// The operations that show how the cost grows.
    #[must_use]
    pub fn growing() -> Vec<Self> {
        let mut operations = vec![Self::TextCold, Self::ParseCold];
        operations.extend(BURSTS.map(Self::Burst));
        for threads in THREADS {
            operations.extend([Self::PerThread(threads), Self::PerThreadCoarse(threads)]);
            operations.push(Self::ProcessWideCoarse(threads));
        }
        operations.extend(THREADS.map(Self::ProcessWide));
        operations
    }

    /// The operations whose instructions are counted: those that read no clock, draw no random bits and allocate nothing. Their
    /// counts depend on the compiler alone, neither on how fast the machine is nor on the features of its processor.
    #[must_use]
    pub fn counted() -> Vec<Self> {
        vec![Self::TextStack, Self::Parse, Self::TextFilled]
    }

    /// The name, as a folder and in the table.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::TextStack => "text-stack".into(),
            Self::TextString => "text-string".into(),
            Self::Parse => "parse".into(),
            Self::OwnGenerator => "own-generator".into(),
            Self::OwnGeneratorCoarse => "own-generator-coarse".into(),
            Self::ProcessWide(threads) => format!("process-wide-{threads}"),
            Self::ProcessWideCoarse(threads) => format!("process-wide-coarse-{threads}"),
            Self::PerThread(threads) => format!("per-thread-{threads}"),
            Self::PerThreadCoarse(threads) => format!("per-thread-coarse-{threads}"),
            Self::Fill(ids) => format!("fill-{ids}"),
            Self::TextFilled => "text-filled".into(),
            Self::Sort(ids) => format!("sort-{ids}"),
            Self::Search(ids) => format!("search-{ids}"),
            Self::Floor => "floor".into(),
            Self::Burst(ids) => format!("burst-{ids}"),
            Self::TextCold => "text-cold".into(),
            Self::ParseCold => "parse-cold".into(),
        }
    }

    /// Measures the operation for all contenders that support it.
    pub fn run(self, meter: &mut impl Meter) {
        match self {
            Self::TextStack => text::on_stack(meter),
            Self::TextString => text::as_string(meter),
            Self::Parse => text::parse(meter),
            Self::OwnGenerator => own_generator::run(meter),
            Self::OwnGeneratorCoarse => own_generator::run_coarse(meter),
            Self::ProcessWide(threads) => process_wide::run(meter, threads),
            Self::ProcessWideCoarse(threads) => process_wide::run_coarse(meter, threads),
            Self::PerThread(threads) => process_wide::run_per_thread(meter, threads),
            Self::PerThreadCoarse(threads) => process_wide::run_per_thread_coarse(meter, threads),
            Self::Fill(ids) => fill::run(meter, ids),
            Self::TextFilled => text_filled::run(meter),
            Self::Sort(ids) => sort::run(meter, ids),
            Self::Search(ids) => search::run(meter, ids),
            Self::Floor => floor::run(meter),
            Self::Burst(ids) => burst::run(meter, ids),
            Self::TextCold => cold::text(meter),
            Self::ParseCold => cold::parse(meter),
        }
    }
}

/// A number of integers in no order, the same ones each time.
pub fn integers(number: usize) -> impl Iterator<Item = u128> {
    let mut random = chacha();
    (0..number).map(move |_| u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()))
}

/// The integer used where one ID is enough. Its text has digits of all kinds.
const INTEGER: u128 = 0x017f_a1de_51a8_0fd9_92e8_f67e_1f3b_22c7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Name;

    /// A meter that calls each routine a few times.
    #[derive(Default)]
    struct Smoke {
        names: Vec<Name>,
    }

    impl Meter for Smoke {
        fn measure<T>(&mut self, name: Name, _ids: usize, mut routine: impl FnMut() -> T) {
            self.measure_cold(name, &mut routine);
        }

        fn measure_threads<T>(&mut self, name: Name, threads: usize, routine: impl Fn() -> T + Sync) {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        for _ in 0..10 {
                            routine();
                        }
                    });
                }
            });
            self.names.push(name);
        }

        fn measure_cold<T>(&mut self, name: Name, mut routine: impl FnMut() -> T) {
            for _ in 0..3 {
                routine();
            }
            self.names.push(name);
        }
    }

    #[test]
    fn every_operation_runs_and_names_no_contender_twice() {
        let all = [Operation::compared(), Operation::growing(), Operation::counted()].concat();
        for operation in all {
            let operation = match operation {
                Operation::Fill(_) => Operation::Fill(100),
                Operation::Sort(_) => Operation::Sort(100),
                Operation::Search(_) => Operation::Search(100),
                Operation::Burst(_) => Operation::Burst(100),
                other => other,
            };
            let mut smoke = Smoke::default();
            operation.run(&mut smoke);
            assert!(smoke.names.len() > 2, "{operation:?}");
            for (index, name) in smoke.names.iter().enumerate() {
                assert!(!smoke.names[..index].contains(name), "{operation:?}: {name:?}");
            }
        }
    }
}
