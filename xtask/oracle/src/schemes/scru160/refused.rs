//! Configurations that no generator has.

/// In microseconds, the counter has 6 bits, below those of the microsecond. In `random80` an ID has 6.
pub(super) const CONFIGS: &str = "
    let MICROSECOND=2^6
    counter_init_bits | counter_init_bits=16 | a counter that starts from 16 random bits, with none left free
    counter_init_bits | counter_init_bits=17 | more random bits than the counter has
    counter_init_bits | counter_init_bits=256+15 | 271 bits: 15 in a port that reads one byte
    counter_init_bits | counter_init_bits=-1 | a negative number of random bits
    counter_init_bits | clock=us counter_init_bits=6 | a counter of 6 bits that starts from 6 random bits
    counter_init_bits | clock=us counter_init_bits=15 | the most random bits of the default usage, in microseconds
    counter_extension_bits | counter_extension_bits=17 | an extension of more bits than random16 has
    counter_extension_bits | counter_extension_bits=256 | an extension of 256 bits: none in a port that reads one byte
    counter_extension_bits | counter_extension_bits=-1 | an extension of a negative number of bits
    node_id_bits | node_id_bits=17 | a node id of more bits than random16 has
    node_id_bits | counter_extension_bits=1 node_id_bits=16 | an extension of one bit and a node id of 16
    node_id_bits | counter_extension_bits=9 node_id_bits=8 | an extension of 9 bits and a node id of 8
    node_id_bits | counter_extension_bits=16 node_id_bits=1 | an extension of 16 bits and a node id of one
    node_id_bits | node_id_bits=-1 | a node id of a negative number of bits
    node_id | node_id=1 | the node id 1 in no bits
    node_id | node_id_bits=1 node_id=2 | the node id 2 in one bit
    node_id | node_id_bits=8 node_id=256 | the node id 256 in 8 bits
    node_id | node_id_bits=8 node_id=256+42 | the node id 298 in 8 bits: 42 in a port that drops the excess bit
    node_id | node_id_bits=16 node_id=2^16 | the node id 2^16 in 16 bits
    node_id | node_id_bits=8 node_id=-1 | a negative node id
    resume_after | resume_after=0/5/5/6 | an ID with the reserved timestamp 0
    resume_after | resume_after=2^48-1/5/5/6 | an ID with the largest timestamp, which is reserved
    resume_after | node_id_bits=8 node_id=42 resume_after=T/5/0x2b00/6 | an ID of node 43
    resume_after | counter_extension_bits=4 node_id_bits=8 node_id=42 resume_after=T/5/0x2a00/6 \
        | an ID of the node in another place
    resume_after | clock=us counter_init_bits=5 resume_after=T/1000MICROSECOND/5/6 | an ID with the microsecond 1000
    resume_after | clock=us counter_init_bits=5 resume_after=T/1023MICROSECOND+63/5/6 | an ID with the microsecond 1023
    resume_after | clock=us counter_init_bits=5 counter_extension_bits=4 resume_after=T/1000MICROSECOND/5/6 \
        | an ID with the microsecond 1000, with an extension of the counter
    resume_after | node_id_bits=8 node_id=42 resume_after=T/5/0/6 | an ID of node 0
    resume_after | node_id_bits=8 node_id=0 resume_after=T/5/0x2b00/6 | an ID of node 43, in a generator of node 0
";
