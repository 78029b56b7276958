//! The published values, and the cases derived from the layout.

use anyhow::Result;

use crate::codec_cases::{
    Published,
    PublishedValue::{Bytes, Int},
    Reason::{self, Digit, Length, Overflow},
    codec_file,
};
use crate::format::CodecFile;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

const TEXT: Origin = Section("Textual representation");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Specification v2.0.1"),
    text: TEXT,
    digits: TEXT,
    range: TEXT,
    order: TEXT,
};

/// The example strings at the start of the specification.
const EXAMPLES: [&str; 8] = [
    "0372hg16csmsm50l8dikcvukc",
    "0372hg16csmsm50l8djl6xi25",
    "0372hg16csmsm50l8dmgepzz1",
    "0372hg16csmsm50l8doir3827",
    "0372hg16cy3nowracls909wcd",
    "0372hg16cy3nowraclvp355ce",
    "0372hg16cy3nowraclxf2ctzh",
    "0372hg16cy3nowraclyunyjke",
];

/// Strings and their bytes from `base36_128.c`, the reference code that the specification names. The fourth is also in
/// the C code of the section "Textual representation".
const REFERENCE_CODE: [(&str, &str); 5] = [
    ("00000000000000000000000000000000", "0000000000000000000000000"),
    ("017fee7fef417e2b3432ac2ec553687c", "0372hg16csmsm50l8dikcvukc"),
    ("017fee7fef427e2b346c0ff414bbcffd", "0372hg16cy3nowracls909wcd"),
    ("017fef39c2641ba56a9483188841e05a", "0372ijojuxuhjsfkeryi2mrtm"),
    ("ffffffffffffffffffffffffffffffff", "f5lxx1zz5pnorynqglhzmsp33"),
];

/// Strings that the reference code rejects.
const REFUSED: [(&str, Reason); 5] = [
    ("0", Length),
    ("00000000000000000000000000", Length),
    ("f5lxx1zz5pn+rynqglhzmsp33", Digit(11)),
    ("f5lxx1zz5pnorynqglhzmsp34", Overflow),
    ("zzzzzzzzzzzzzzzzzzzzzzzzz", Overflow),
];

pub(super) fn cases(scheme: &Scheme) -> Result<CodecFile> {
    let title = Section(scheme.spec.title);
    let examples = EXAMPLES.map(|text| Published { text, value: None, origin: title });
    let reference_code = REFERENCE_CODE.map(|(bytes, text)| Published {
        text,
        value: Some(Bytes(bytes)),
        origin: Origin::Code("the reference code base36_128.c"),
    });
    let equation = Published {
        text: "0372ijojuxuhjsfkeryi2mrtm",
        value: Some(Int("1993501768880490086615869617690763354")),
        origin: TEXT,
    };
    let published: Vec<_> = examples.into_iter().chain(reference_code).chain([equation]).collect();
    codec_file(scheme, &published, &REFUSED, &[])
}
