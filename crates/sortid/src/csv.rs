//! CSV files: their rows, and one of their columns.

pub(crate) mod column;
pub(crate) mod rows;
