//! The published strings.

use crate::layout::Fact::{Bytes, Int, Max};
use crate::layout::Published;
use crate::origin::Origin::{self, Code, Section};
use crate::scheme::TextOrigins;

const TEXT: Origin = Section("Textual representation");
const TITLE: Origin = Section(super::TITLE);
/// The reference code that the specification names. The fourth string is also in the C code of the section "Textual
/// representation".
const REFERENCE_CODE: Origin = Code("the reference code base36_128.c");

pub(super) const ORIGINS: TextOrigins =
    TextOrigins { layout: Section("Specification v2.0.1"), ..TextOrigins::all(TEXT) };

pub(super) const PUBLISHED: &[Published] = &[
    (TITLE, "0372hg16csmsm50l8dikcvukc", &[]),
    (TITLE, "0372hg16csmsm50l8djl6xi25", &[]),
    (TITLE, "0372hg16csmsm50l8dmgepzz1", &[]),
    (TITLE, "0372hg16csmsm50l8doir3827", &[]),
    (TITLE, "0372hg16cy3nowracls909wcd", &[]),
    (TITLE, "0372hg16cy3nowraclvp355ce", &[]),
    (TITLE, "0372hg16cy3nowraclxf2ctzh", &[]),
    (TITLE, "0372hg16cy3nowraclyunyjke", &[]),
    (REFERENCE_CODE, "0000000000000000000000000", &[Bytes("00000000000000000000000000000000")]),
    (REFERENCE_CODE, "0372hg16csmsm50l8dikcvukc", &[Bytes("017fee7fef417e2b3432ac2ec553687c")]),
    (REFERENCE_CODE, "0372hg16cy3nowracls909wcd", &[Bytes("017fee7fef427e2b346c0ff414bbcffd")]),
    (REFERENCE_CODE, "0372ijojuxuhjsfkeryi2mrtm", &[Bytes("017fef39c2641ba56a9483188841e05a")]),
    (REFERENCE_CODE, "f5lxx1zz5pnorynqglhzmsp33", &[Bytes("ffffffffffffffffffffffffffffffff"), Max]),
    (TEXT, "0372ijojuxuhjsfkeryi2mrtm", &[Int("1993501768880490086615869617690763354")]),
];

/// Strings that the reference code rejects.
pub(super) const REFUSED: &[&str] = &[
    "0",
    "00000000000000000000000000",
    "f5lxx1zz5pn+rynqglhzmsp33",
    "f5lxx1zz5pnorynqglhzmsp34",
    "zzzzzzzzzzzzzzzzzzzzzzzzz",
];
