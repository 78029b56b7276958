//! An ID from the process-wide generator, or from the generator of the thread.

use idcore::{Precision, set_precision};

use crate::Meter;
use crate::contenders::{PerThread, ProcessWide};

pub(super) fn run(meter: &mut impl Meter, threads: usize) {
    for_each_process_wide!(measure(meter, threads));
}

pub(super) fn run_coarse(meter: &mut impl Meter, threads: usize) {
    set_precision(Precision::Coarse);
    for_each_process_wide_of_ours!(measure(meter, threads));
    set_precision(Precision::Exact);
}

pub(super) fn run_per_thread(meter: &mut impl Meter, threads: usize) {
    for_each_per_thread!(measure_per_thread(meter, threads));
}

pub(super) fn run_per_thread_coarse(meter: &mut impl Meter, threads: usize) {
    set_precision(Precision::Coarse);
    for_each_per_thread!(measure_per_thread(meter, threads));
    set_precision(Precision::Exact);
}

fn measure<C: ProcessWide>(meter: &mut impl Meter, threads: usize) {
    C::prepare();
    if threads == 1 {
        meter.measure(C::NAME, 1, C::new_id);
    } else {
        meter.measure_threads(C::NAME, threads, C::new_id);
    }
}

fn measure_per_thread<C: PerThread>(meter: &mut impl Meter, threads: usize) {
    if threads == 1 {
        meter.measure(C::NAME, 1, C::new_in_thread);
    } else {
        meter.measure_threads(C::NAME, threads, C::new_in_thread);
    }
}
