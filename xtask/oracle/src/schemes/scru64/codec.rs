//! The published strings.

use super::model::NODE_SPEC;
use crate::layout::Fact::{Bytes, Fields, Int, Max};
use crate::layout::Published;
use crate::origin::Origin::{self, Code, Section};
use crate::scheme::TextOrigins;

const TEXT: Origin = Section("Textual representation");
const TITLE: Origin = Section(super::TITLE);
const AUTHORS_CODE: Origin = Code("the implementations of the author");

pub(super) const ORIGINS: TextOrigins =
    TextOrigins { layout: Section("Specification v1.0.0"), ..TextOrigins::all(TEXT) };

/// The largest ID is "the maximum value denotable in a 12-digit Base36 string", so no string overflows.
pub(super) const PUBLISHED: &[Published] = &[
    (TITLE, "0u375nxqh5cq", &[]),
    (TITLE, "0u375nxqh5cr", &[]),
    (TITLE, "0u375nxqh5cs", &[]),
    (TITLE, "0u375nxqh5ct", &[]),
    (TITLE, "0u375ny0glr0", &[]),
    (TITLE, "0u375ny0glr1", &[]),
    (TITLE, "0u375ny0glr2", &[]),
    (TITLE, "0u375ny0glr3", &[]),
    (AUTHORS_CODE, "00000009zldr", &[Bytes("0000000000ffffff"), Fields(&[0, 16_777_215])]),
    (AUTHORS_CODE, "zzzzzzzq0em8", &[Bytes("41c21cb8e0000000"), Fields(&[282_429_536_480, 0])]),
    (AUTHORS_CODE, "zzzzzzzzzzzz", &[Bytes("41c21cb8e0ffffff"), Fields(&[282_429_536_480, 16_777_215]), Max]),
    (AUTHORS_CODE, "0u375nxqh5cq", &[Bytes("0186d52bbe2a635a"), Fields(&[6_557_084_606, 2_777_946])]),
    (AUTHORS_CODE, "0u375ny0glr0", &[Bytes("0186d52bbf2a4a1c"), Fields(&[6_557_084_607, 2_771_484])]),
    (TEXT, "0u2pf62ji4b9", &[Int("109959589539758421")]),
    (NODE_SPEC, "0u2r85hm2pt3", &[]),
];
