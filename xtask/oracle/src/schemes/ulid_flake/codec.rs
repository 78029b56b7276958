//! The published strings.

use super::model::{EPOCH_UNIX_MS, MAX_TIMESTAMP};
use crate::layout::Fact::{Day, Int, Max, Parts, UnixMs};
use crate::layout::Published;
use crate::origin::Origin::{self, Section};
use crate::scheme::TextOrigins;

const INTRODUCTION: Origin = Section("Introduction");
const RANGE: Origin = Section("Timestamp and Over All");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    text: Section("Canonical String Representation"),
    digits: Section("Encoding"),
    range: RANGE,
    order: Section("Sorting"),
};

const EXAMPLE: &str = "00CMXB6TAK4SA";
const EXAMPLE_INT: &str = "14246757444195114";

/// "The largest valid Ulid-Flake encoded in Base32". 2302-09-27 is the end of the time in which the IDs are "usable".
const LARGEST: Published =
    (RANGE, "7ZZZZZZZZZZZZ", &[Max, UnixMs(EPOCH_UNIX_MS + MAX_TIMESTAMP), Day(121_529)]);

/// The example that opens the specification, split into parts as the specification does further down.
pub(super) const STAND_ALONE: &[Published] =
    &[(INTRODUCTION, EXAMPLE, &[Int(EXAMPLE_INT), Parts(&["00CMXB6TA", "K4SA"])]), LARGEST];
pub(super) const SCALABLE: &[Published] =
    &[(INTRODUCTION, EXAMPLE, &[Int(EXAMPLE_INT), Parts(&["00CMXB6TA", "K4S", "A"])]), LARGEST];
