//! The models.

mod forks;
mod leak_cell;
mod leased;
mod process_wide;
mod windows;

use real::boxed::Box;

use crate::Model;

/// All models.
pub const MODELS: &[Model] = &[
    leak_cell::FIRST_VALUE,
    leak_cell::NEXT_VALUE,
    forks::COUNTED,
    forks::WIPED,
    forks::STABLE,
    process_wide::FIRST_USE,
    process_wide::CONFIGURED,
    process_wide::FORKED,
    process_wide::FORKED_WHILE_CONFIGURED,
    process_wide::FORKED_WITH_NODES,
    windows::REPLACED,
    windows::STOPPED,
    windows::FORKED,
    leased::NEXT_GRANT,
    leased::ENDED,
    leased::STOPPED,
];

/// Returns a reference for all threads of a model. The value is never freed.
fn shared<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
