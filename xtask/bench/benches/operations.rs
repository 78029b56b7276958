//! The times of the comparison: `cargo bench -p bench --bench operations`.

mod meter;

use bench::operations::Operation;

fn main() {
    meter::run(&Operation::compared());
}
