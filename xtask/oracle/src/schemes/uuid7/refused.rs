//! Configurations that no generator has.

pub(super) const CONFIGS: &str = "
    resume_after | resume_after=017f22e2-79b0-4cc3-98c4-dc0c0c07398f | a UUID of version 4
    resume_after | resume_after=017f22e2-79b0-7cc3-c8c4-dc0c0c07398f | a UUID of another variant
";
