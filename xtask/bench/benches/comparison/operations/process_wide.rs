//! An ID from the process-wide generator, or from the generator of the thread.

use idcore::{Precision, set_precision};

use crate::contenders::{PerThread, ProcessWide};
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter, threads: usize) {
    for_each_per_thread!(measure_per_thread(meter, threads, "ours-per-thread"));
    set_precision(Precision::Coarse);
    for_each_per_thread!(measure_per_thread(meter, threads, "ours-per-thread-coarse"));
    for_each_process_wide_of_ours!(measure_coarse(meter, threads));
    set_precision(Precision::Exact);
    for_each_process_wide!(measure(meter, threads));
}

fn measure<C: ProcessWide>(meter: &mut Meter, threads: usize) {
    C::prepare();
    meter.measure_threads(C::NAME, threads, C::new_id);
}

fn measure_coarse<C: ProcessWide>(meter: &mut Meter, threads: usize) {
    C::prepare();
    meter.measure_threads(C::NAME.variant("ours-coarse"), threads, C::new_id);
}

fn measure_per_thread<C: PerThread>(meter: &mut Meter, threads: usize, variant: &'static str) {
    meter.measure_threads(C::NAME.variant(variant), threads, C::new_in_thread);
}
