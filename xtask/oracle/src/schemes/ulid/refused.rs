//! Configurations that no generator has.

use crate::refused_cases::{WrongConfig, negative_allowance};

/// A generator resumes after any ID.
pub(super) fn configs() -> Vec<WrongConfig> {
    vec![negative_allowance()]
}
