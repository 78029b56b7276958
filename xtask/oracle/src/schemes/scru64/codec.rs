//! The published values, and the cases derived from the layout.

use anyhow::{Result, ensure};

use super::model::{LAYOUT, NODE_SPEC};
use crate::codec_cases::{
    Published,
    PublishedValue::{Bytes, Int},
    codec_file,
};
use crate::format::CodecFile;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

const TEXT: Origin = Section("Textual representation");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Specification v1.0.0"),
    text: TEXT,
    digits: TEXT,
    range: TEXT,
    order: TEXT,
};

/// The example strings at the start of the specification.
const EXAMPLES: [&str; 8] = [
    "0u375nxqh5cq",
    "0u375nxqh5cr",
    "0u375nxqh5cs",
    "0u375nxqh5ct",
    "0u375ny0glr0",
    "0u375ny0glr1",
    "0u375ny0glr2",
    "0u375ny0glr3",
];

/// Strings with their integer in hex, their `timestamp` and their `node_ctr`, from the implementations by the
/// specification's author.
const AUTHORS_CODE: [(&str, &str, u64, u64); 5] = [
    ("00000009zldr", "0000000000ffffff", 0, 16_777_215),
    ("zzzzzzzq0em8", "41c21cb8e0000000", 282_429_536_480, 0),
    ("zzzzzzzzzzzz", "41c21cb8e0ffffff", 282_429_536_480, 16_777_215),
    ("0u375nxqh5cq", "0186d52bbe2a635a", 6_557_084_606, 2_777_946),
    ("0u375ny0glr0", "0186d52bbf2a4a1c", 6_557_084_607, 2_771_484),
];

pub(super) fn cases(scheme: &Scheme) -> Result<CodecFile> {
    for (text, _, timestamp, node_ctr) in AUTHORS_CODE {
        let of_fields = LAYOUT.text(&LAYOUT.int(&[timestamp.into(), node_ctr.into()]));
        ensure!(of_fields == text, "{text}: expected the timestamp {timestamp} and the node_ctr {node_ctr}");
    }

    let title = Section(scheme.spec.title);
    let examples = EXAMPLES.map(|text| Published { text, value: None, origin: title });
    let authors_code = AUTHORS_CODE.map(|(text, int, _, _)| Published {
        text,
        value: Some(Bytes(int)),
        origin: Origin::Code("the implementations of the author"),
    });
    let equation = Published { text: "0u2pf62ji4b9", value: Some(Int("109959589539758421")), origin: TEXT };
    let node_prev = Published { text: "0u2r85hm2pt3", value: None, origin: NODE_SPEC };
    let published: Vec<_> = examples.into_iter().chain(authors_code).chain([equation, node_prev]).collect();
    // The largest ID is "the maximum value denotable in a 12-digit Base36 string", so no string overflows.
    codec_file(scheme, &published, &[], &[])
}
