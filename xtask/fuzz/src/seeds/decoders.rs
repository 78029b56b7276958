//! IDs as serialisers and databases have them.

use oracle::format::{ValidCase, bytes};

use super::{codecs, with};

/// Every tenth case of each scheme: its number and the case.
fn cases() -> Vec<(u8, ValidCase)> {
    let cases = codecs().flat_map(|(number, file)| {
        file.valid.into_iter().step_by(10).map(move |case| (number, case)).collect::<Vec<_>>()
    });
    cases.collect()
}

/// The seeds of each kind of libraries, after its number.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let kinds = [formats(), archives(), databases(), sqlite()];
    (0..)
        .zip(kinds)
        .flat_map(|(kind, seeds)| seeds.into_iter().map(move |seed| with(&[kind], seed)))
        .collect()
}

/// A string, bytes, an array of numbers and an integer, in each format.
fn formats() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (scheme, case) in cases() {
        let raw = bytes(&case.bytes);
        let length = u8::try_from(raw.len()).expect("at most 20 bytes");
        let text = case.text.as_bytes();
        let digits = u8::try_from(text.len()).expect("at most 32 digits");
        let array: Vec<_> = raw.iter().map(u8::to_string).collect();
        let array = format!("[{}]", array.join(","));
        for form in [0, 2] {
            seeds.push(with(&[scheme, 0, form], format!("\"{}\"", case.text)));
            seeds.push([&[scheme, 2, form, 0xa0 | (digits % 32)][..], text].concat());
            seeds.push([&[scheme, 3, form, digits][..], text].concat());
        }
        seeds.push([&[scheme, 1, 2, 0x78, digits][..], text].concat());
        seeds.push(with(&[scheme, 0, 3], format!("{{\"id\":\"{0}\",\"parent\":\"{0}\"}}", case.text)));
        seeds.push(with(&[scheme, 0, 4], &array));
        seeds.push(with(&[scheme, 0, 5], format!("{{\"id\":{array},\"parent\":null}}")));
        for form in [0, 4] {
            seeds.push([&[scheme, 1, form, 0x40 + length][..], &raw].concat());
            seeds.push([&[scheme, 2, form, 0xc4, length][..], &raw].concat());
            seeds.push([&[scheme, 3, form, length][..], &raw].concat());
        }
        seeds.extend((0..10).map(|form| with(&[scheme, 4, form], &raw)));
        // Integers and UUIDs number the schemes in ways of their own.
        for scheme in 0..5 {
            seeds.push(with(&[scheme, 0, 6], &case.int));
            seeds.push(with(&[scheme, 0, 7], format!("{{\"id\":{0},\"parent\":{0}}}", case.int)));
        }
        if raw.len() == 16 {
            let hex = &case.bytes;
            let uuid = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-");
            seeds.push(with(&[0, 0, 8], format!("\"{uuid}\"")));
            seeds.push(with(&[1, 0, 9], format!("{{\"id\":\"{uuid}\"}}")));
        }
    }
    seeds
}

fn archives() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (scheme, case) in cases() {
        let raw = bytes(&case.bytes);
        seeds.extend([0, 2, 4, 5].map(|form| with(&[scheme, form], &raw)));
        seeds.push(with(&[scheme, 4], raw.repeat(3)));
        seeds.push([&[scheme, 1, 2, 0, 0, 0][..], &raw, &raw].concat());
        // The IDs, and then how far they are before this offset, and their number.
        let back = i32::try_from(2 * raw.len()).expect("at most 40 bytes").wrapping_neg();
        let padding = vec![0; (raw.len() * 2).next_multiple_of(4) - raw.len() * 2];
        let root = [back.to_le_bytes(), 2_u32.to_le_bytes()].concat();
        seeds.push([&[scheme, 3][..], &raw, &raw, &padding, &root].concat());
    }
    seeds
}

fn databases() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (scheme, case) in cases() {
        let raw = bytes(&case.bytes);
        let little: Vec<_> = raw.iter().rev().copied().collect();
        seeds.extend([8, 9, 10, 18].map(|kind| with(&[scheme, kind], &case.text)));
        seeds.extend([5, 6, 7, 17].map(|kind| with(&[scheme, kind], &raw)));
        // diesel's types number the schemes in ways of their own.
        for scheme in 0..3 {
            seeds.push(with(&[scheme, 19], &raw));
            seeds.extend((24..32).map(|kind| with(&[scheme, kind], &little)));
            seeds.push(with(&[scheme, 28], &case.int));
        }
    }
    seeds
}

fn sqlite() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (scheme, case) in cases() {
        let raw = bytes(&case.bytes);
        let little: Vec<_> = raw.iter().rev().copied().collect();
        for library in [0, 5, 10] {
            seeds.push(with(&[scheme, library], []));
            seeds.extend([1, 2].map(|kind| with(&[scheme, library + kind], &little)));
            seeds.push(with(&[scheme, library + 3], &case.text));
            seeds.push(with(&[scheme, library + 4], &raw));
        }
    }
    seeds
}
