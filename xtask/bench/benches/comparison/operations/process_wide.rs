//! An ID from the process-wide generator, or from the generator of the thread.

use crate::contenders::{PerThread, ProcessWide};
use crate::meter::Meter;

pub(super) fn run(meter: &mut Meter, threads: usize) {
    for_each_per_thread!(measure_per_thread(meter, threads));
    for_each_process_wide!(measure(meter, threads));
}

fn measure<C: ProcessWide>(meter: &mut Meter, threads: usize) {
    C::prepare();
    meter.measure_threads(C::NAME, threads, C::new_id);
}

fn measure_per_thread<C: PerThread>(meter: &mut Meter, threads: usize) {
    meter.measure_threads(C::NAME.variant("ours-per-thread"), threads, C::new_in_thread);
}
