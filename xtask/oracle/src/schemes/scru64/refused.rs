//! Configurations that no generator has.

/// `NODE` is the smallest `node_ctr` of the usual node, 42/8, and `TICKS` an ordinary timestamp.
pub(super) const CONFIGS: &str = "
    let NODE=0x2a0000 TICKS=6_640_625_000
    node_id_size | node_id=0 node_id_size=0 | a node id of no bits
    node_id_size | node_id=0 node_id_size=24 | a node id of 24 bits, which leaves none for the counter
    node_id_size | node_id=0 node_id_size=25 | a node id of 25 bits
    node_id_size | node_id=0 node_id_size=32 | a node id of 32 bits
    node_id_size | node_id=0 node_id_size=256+8 | 264 bits: 8 in a port that reads one byte
    node_id_size | node_id=0 node_id_size=-1 | a negative number of bits
    node_id | node_id=2 node_id_size=1 | the node id 2 in one bit
    node_id | node_id=256 | the node id 256 in 8 bits
    node_id | node_id=256+42 | the node id 298 in 8 bits: 42 in a port that drops the excess bit
    node_id | node_id=2^16 node_id_size=16 | the node id 2^16 in 16 bits
    node_id | node_id=2^23 node_id_size=23 | the node id 2^23 in 23 bits
    node_id | node_id=2^32+42 | the node id 2^32 + 42: 42 in a port that reads 32 bits
    node_id | node_id=-1 | a negative node id
    guard_bits | node_id=0 guard_bits=17 | 17 guard bits of a counter of 16
    guard_bits | node_id=0 node_id_size=23 guard_bits=2 | two guard bits of a counter of one
    guard_bits | node_id=0 node_id_size=1 guard_bits=24 | 24 guard bits of a counter of 23
    guard_bits | node_id=0 guard_bits=256 | 256 guard bits: none in a port that reads one byte
    guard_bits | node_id=0 guard_bits=-1 | a negative number of guard bits
    resume_after | resume_after=TICKS/0x2b0005 | an ID of node 43
    resume_after | resume_after=TICKS/0x150000 | an ID of node 42/9
    resume_after | resume_after=TICKS/0 | an ID of node 0
    resume_after | resume_after=0/NODE+5 | an ID with the reserved timestamp 0
    resume_after | resume_after=282_429_536_480/NODE+5 | an ID with the largest timestamp, which is reserved
    resume_after | node_id=0 resume_after=TICKS/0x2b0005 | an ID of node 43, in a generator of node 0
";
