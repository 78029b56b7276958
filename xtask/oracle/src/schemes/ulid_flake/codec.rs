//! The published values, and the cases derived from the layout.

use anyhow::{Result, ensure};
use num_bigint::BigUint;

use super::model::{Form, MAX_TIMESTAMP};
use crate::codec_cases::{Published, PublishedValue::Int, codec_file};
use crate::format::CodecFile;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

const RANGE: Origin = Section("Timestamp and Over All");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("Binary Layout and Byte Order"),
    text: Section("Canonical String Representation"),
    digits: Section("Encoding"),
    range: RANGE,
    order: Section("Sorting"),
};

/// The example that opens the specification, split into parts as the specification does further down.
const STAND_ALONE_PARTS: &[&str] = &["00CMXB6TA", "K4SA"];
const SCALABLE_PARTS: &[&str] = &["00CMXB6TA", "K4S", "A"];
const EXAMPLE_INT: &str = "14246757444195114";
/// "The largest valid Ulid-Flake encoded in Base32".
const LARGEST: &str = "7ZZZZZZZZZZZZ";
/// 2302-09-27, the end of the time in which the IDs are "usable", in Unix milliseconds.
const LAST_DAY: u64 = 10_500_105_600_000;
const DAY: u64 = 24 * 60 * 60 * 1000;

pub(super) fn cases(scheme: &Scheme, form: &Form) -> Result<CodecFile> {
    check_printed_fields(form)?;
    let published = [
        Published { text: "00CMXB6TAK4SA", value: Some(Int(EXAMPLE_INT)), origin: Section("Introduction") },
        Published { text: LARGEST, value: None, origin: RANGE },
    ];
    codec_file(scheme, &published, &[], &[])
}

/// Checks the printed fields: the example in parts, the largest timestamp and its day.
fn check_printed_fields(form: &Form) -> Result<()> {
    let layout = form.layout;
    let int = |text: &str| layout.int_of_text(text).unwrap_or_default();
    let parts = if form.scalable { SCALABLE_PARTS } else { STAND_ALONE_PARTS };
    let values: Vec<_> = parts.iter().map(|part| int(part)).collect();
    ensure!(layout.values(&int(&parts.concat())) == values, "the example: expected the fields {parts:?}");

    let largest = int(LARGEST);
    ensure!(layout.max() == largest, "{LARGEST} is not the largest ID");
    let timestamp = &layout.values(&largest)[0];
    ensure!(
        *timestamp == BigUint::from(MAX_TIMESTAMP),
        "{LARGEST}: expected the timestamp {MAX_TIMESTAMP}, found {timestamp}"
    );
    let instant = layout.unix_ms_of(&largest);
    ensure!(
        (LAST_DAY..LAST_DAY + DAY).contains(&instant),
        "{LARGEST}: expected a time on 2302-09-27, found {instant}"
    );
    Ok(())
}
