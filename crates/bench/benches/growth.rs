//! How the times grow with the number of IDs and threads, and what they are with cold caches: `cargo bench -p bench --bench growth`.

mod meter;

use bench::operations::Operation;

fn main() {
    meter::run(&Operation::growing());
}
