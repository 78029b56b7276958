//! The growth of the times with the number of IDs and threads, and the times with cold caches: `cargo bench -p bench --bench growth`.

mod meter;

use bench::operations::Operation;

fn main() {
    meter::run(&Operation::growing());
}
