//! Configurations that no generator has.

/// Configurations of both forms. `MAX_BITS` is the largest number of bits of an increment.
pub(super) const CONFIGS: &str = "
    entropy_bits | entropy_bits=0 | an increment of no bits
    entropy_bits | entropy_bits=MAX_BITS+1 | one bit more than the most
    entropy_bits | entropy_bits=8.5 | between two numbers of bits
    entropy_bits | entropy_bits=64 | an increment of 64 bits
    entropy_bits | entropy_bits=256+8 | 264 bits: 8 in a port that reads one byte
    entropy_bits | entropy_bits=-1 | a negative number of bits
    epoch_unix_ms | epoch_unix_ms=-1 | an epoch before 1970
";

/// The usual scalability is 7.
pub(super) const OF_SCALABLE: &str = "
    scalability | scalability=32 | the largest scalability plus one
    scalability | scalability=39 | 7 in a port that drops the excess bit
    scalability | scalability=256 | 0 in a port that reads one byte
    scalability | scalability=-1 | a negative scalability
    resume_after | resume_after=0/0/6 | an ID with the scalability 6
    resume_after | resume_after=0/0/0 | the smallest ID
    resume_after | scalability=0 resume_after=0/0/7 | an ID with the scalability 7, in a generator with 0
";
