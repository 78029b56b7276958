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

use criterion::Criterion;
use rand_core::Rng;

use crate::meter::Meter;
use crate::sources::chacha;

/// Measures all operations. Operations on many IDs use `many`.
///
/// Generators come last, because `ferroid`'s generator has a thread that never ends. Their lower bounds come right
/// before them, because the speed of machines drifts.
pub(crate) fn run_all(criterion: &mut Criterion, many: usize) {
    text::on_stack(&mut Meter::new(criterion, "text-stack"));
    text::as_string(&mut Meter::new(criterion, "text-string"));
    text::parse(&mut Meter::new(criterion, "parse"));
    text_filled::run(&mut Meter::new(criterion, "text-filled"));
    cold::text(&mut Meter::new(criterion, "text-cold"));
    cold::parse(&mut Meter::new(criterion, "parse-cold"));
    sort::run(&mut Meter::new(criterion, &format!("sort-{many}")), many);
    search::run(&mut Meter::new(criterion, &format!("search-{many}")), many);
    for number in [100, many] {
        fill::run(&mut Meter::new(criterion, &format!("fill-{number}")), number);
        burst::run(&mut Meter::new(criterion, &format!("burst-{number}")), number);
    }
    floor::run(&mut Meter::new(criterion, "floor"));
    own_generator::run(&mut Meter::new(criterion, "own-generator"));
    for threads in [1, 2, 4, 8] {
        process_wide::run(&mut Meter::new(criterion, &format!("process-wide-{threads}")), threads);
    }
}

/// Returns a number of unsorted integers, the same ones each time.
pub(crate) fn integers(number: usize) -> impl Iterator<Item = u128> {
    let mut random = chacha();
    (0..number).map(move |_| u128::from(random.next_u64()) << 64 | u128::from(random.next_u64()))
}

/// The integer used if one ID is enough. Its text form has digits of all kinds.
const INTEGER: u128 = 0x017f_a1de_51a8_0fd9_92e8_f67e_1f3b_22c7;
