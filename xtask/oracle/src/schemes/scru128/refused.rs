//! Configurations that no generator has.

pub(super) const CONFIGS: &str = "
    resume_after | resume_after=0/0/0/0 | the smallest ID
    resume_after | resume_after=0/5/5/5 | an ID with the reserved timestamp 0
    resume_after | resume_after=2^48-1/5/5/5 | an ID with the largest timestamp, which is reserved
";
