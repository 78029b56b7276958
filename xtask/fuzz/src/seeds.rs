//! The inputs from which the fuzzer starts: the test vectors, in the form of each target.

use oracle::format::CodecFile;
use oracle::schemes::SCHEMES;

mod command_lines;

use crate::{texts, traces};

/// The steps that a seed takes from a trace. The fuzzer adds others.
const MAX_STEPS: usize = 12;

/// The seeds of a target.
///
/// # Panics
///
/// There is no such target, or the oracle contradicts itself.
#[must_use]
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "texts" => texts_of_ids(),
        "node_specs" => node_specs(),
        "leases" => leases(),
        "traces" => generators(),
        "program" => command_lines::seeds(),
        _ => panic!("there is no target {target}"),
    }
}

/// The codec cases of each scheme, with its number.
fn codecs() -> impl Iterator<Item = (u8, CodecFile)> {
    (0..).zip(SCHEMES).map(|(number, scheme)| (number, scheme.codec_file().expect("test vectors")))
}

/// A byte string with bytes before it.
fn with(before: &[u8], rest: impl AsRef<[u8]>) -> Vec<u8> {
    [before, rest.as_ref()].concat()
}

fn texts_of_ids() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, file) in codecs() {
        for case in &file.valid {
            let texts = std::iter::once(&case.text).chain(&case.alternates);
            seeds.extend(texts.map(|text| with(&[number], text)));
        }
        seeds.extend(file.invalid.iter().map(|case| with(&[number], &case.text)));
        if file.header.scheme == "ulid" {
            let typed = |text: &str| text.replace('0', "o").replace('1', "-I");
            seeds.extend(file.valid.iter().map(|case| with(&[texts::LENIENT], typed(&case.text))));
        }
    }
    seeds
}

fn node_specs() -> Vec<Vec<u8>> {
    let forms =
        ["42/8", "0xb00/12", "0XB00/12", "0u2r85hm2pt3/16", "0/1", "8388607/23", "", "/", "1/24", "2/1"];
    let mut seeds: Vec<_> = forms.iter().map(|form| with(&[0], form)).collect();
    let (_, file) = codecs().nth(2).expect("SCRU64");
    for (case, size) in file.valid.iter().zip((1..24).cycle()) {
        seeds.push(with(&[size], format!("{}/{size}", case.text)));
    }
    seeds
}

fn leases() -> Vec<Vec<u8>> {
    let record = "7 000000000000000000000000000000ab 1700000000000 1700000060000";
    let file = "00000000000000000003";
    vec![
        with(&[0], record),
        with(&[0], "0 - 0 0"),
        with(&[0], "18446744073709551615 - 5 18446744073709551615"),
        with(&[1], "8 0 256 60000"),
        with(&[1], "23 8388607 1 3600000"),
        with(&[2], "0123456789abcdef0123456789abcdef"),
        with(&[3], [1; 40]),
        with(&[4], format!("8 0 256 60000\n{file}\t{record}")),
        with(&[4], format!("1 0 2 1000\n{file}\t0 - 0 0\n00000000000000000010\t{record}\nx.tmp\t")),
        with(&[4], ""),
    ]
}

fn generators() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, scheme) in SCHEMES.into_iter().enumerate() {
        for trace in scheme.generator_file().cases {
            let Some(mut seed) = traces::write_start(number, &trace.config) else { continue };
            for step in trace.steps.iter().take(MAX_STEPS) {
                traces::write_step(&mut seed, step, &trace.draw_bits);
            }
            seeds.push(seed);
        }
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_seeds_pass() {
        for (name, check) in crate::TARGETS {
            let seeds = seeds(name);
            assert!(!seeds.is_empty(), "{name}");
            // A few hundred, because the oracle is slow.
            let step = seeds.len() / 300 + 1;
            seeds.iter().step_by(step).for_each(|seed| check(seed));
        }
    }
}
