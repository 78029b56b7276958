//! An ID from the process-wide generator.

use crate::Meter;
use crate::contenders::ProcessWide;

pub(super) fn run(meter: &mut impl Meter, threads: usize) {
    for_each_process_wide!(measure(meter, threads));
}

fn measure<C: ProcessWide>(meter: &mut impl Meter, threads: usize) {
    C::prepare();
    if threads == 1 {
        meter.measure(C::NAME, 1, C::new_id);
    } else {
        meter.measure_threads(C::NAME, threads, C::new_id);
    }
}
