//! Converts a generator's configuration between the form in the vectors and the bytes of an input.

use oracle::schemes::SCRU64;
use serde_json::{Map, Value, json};
use ulid_flake::UlidFlake;

use crate::input::Input;

/// The numbers of a configuration and their largest values, which can depend on the preceding numbers.
type Ranges = &'static [(&'static str, fn(&[u64]) -> u64)];

const SCRU160: Ranges = &[
    ("counter_init_bits", |_| 15),
    ("counter_extension_bits", |_| 16),
    ("node_id_bits", |before| 16 - before[1]),
    ("node_id", |before| (1 << before[2]) - 1),
];
const SCRU64_NODE: Ranges = &[
    // The size minus 1, because no node ID has 0 bits.
    ("node_id_size", |_| 22),
    ("node_id", |before| (2 << before[0]) - 1),
    ("guard_bits", |before| 23 - before[0]),
];
const FLAKE: Ranges = &[("entropy_bits", |_| 23)];
const SCALABLE: Ranges = &[("entropy_bits", |_| 15), ("scalability", |_| 31)];

/// The allowances and epochs that an input can select. One more choice stands for any number.
const ALLOWANCES_MS: [u64; 4] = [10_000, 0, 500, 1_000_000];

fn ranges(scheme: &str) -> Ranges {
    match scheme {
        "scru160" => SCRU160,
        "scru64" => SCRU64_NODE,
        "ulid-flake" => FLAKE,
        "ulid-flake-scalable" => SCALABLE,
        _ => &[],
    }
}

/// Returns the smallest value of a number. Sizes and numbers of bits start at 1, so an input contains them minus 1.
fn first(name: &str) -> u64 {
    u64::from(name == "node_id_size" || name == "entropy_bits")
}

/// Reads a configuration that the crate accepts.
pub(super) fn read(scheme: &str, input: &mut Input<'_>) -> Map<String, Value> {
    let mut config = Map::new();
    let flags = input.number::<u8>();
    config.insert("on_rollback".into(), if flags & 1 == 0 { "error" } else { "reset" }.into());
    let choice = usize::from(flags >> 1) % 8;
    let allowance_ms = ALLOWANCES_MS.get(choice).copied().unwrap_or_else(|| input.number());
    config.insert("allowance_ms".into(), allowance_ms.into());
    let mut numbers = Vec::new();
    for (name, largest) in ranges(scheme) {
        let number = u64::from(input.number::<u32>()) % (largest(&numbers) + 1);
        numbers.push(number);
        config.insert((*name).into(), (number + first(name)).into());
    }
    match scheme {
        "scru160" => {
            config.insert("clock".into(), if flags & 0x80 == 0 { "ms" } else { "us" }.into());
            if flags & 0x80 != 0 {
                config.insert("counter_init_bits".into(), (numbers[0] % 6).into());
            }
        }
        "scru64" => {
            let resume_after = (flags & 0x80 != 0).then(|| resume_after(&numbers, input));
            config.insert("resume_after".into(), json!(resume_after));
        }
        "ulid-flake" | "ulid-flake-scalable" => {
            let any = flags & 0x80 != 0;
            // With the largest epoch, the last timestamp just fits in 64 bits.
            let epoch = if any { input.up_to(u64::MAX - ((1 << 43) - 1)) } else { UlidFlake::MIN.unix_ms() };
            config.insert("epoch_unix_ms".into(), epoch.into());
        }
        _ => {}
    }
    config
}

/// Returns an ID of the node.
fn resume_after(numbers: &[u64], input: &mut Input<'_>) -> String {
    let &[size, node_id, _] = numbers else { unreachable!("three numbers of a node") };
    let counter_bits = 23 - size;
    // Without the reserved timestamps, because no generator can resume after them.
    let timestamp = 1 + input.up_to(282_429_536_480 - 3);
    let node_ctr = (node_id << counter_bits) | u64::from(input.number::<u32>()) & ((1 << counter_bits) - 1);
    SCRU64.layout.text(&SCRU64.layout.int(&[timestamp.into(), node_ctr.into()]))
}
