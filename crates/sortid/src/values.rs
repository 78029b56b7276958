//! Parsers of option values. Their error messages list the expected values.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use idlease::Label;
use jiff::SignedDuration;

/// Returns a parser for decimal numbers within a range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = digits(text).and_then(|digits| digits.parse().ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}

/// Parses a node ID of SCRU160.
pub(crate) fn node_id(text: &str) -> Result<u16, String> {
    let parsed = decimal_or_hex(text).and_then(|number| u16::try_from(number).ok());
    parsed.ok_or_else(|| format!("expected 0 to {}, in decimal or in hex with the prefix 0x", u16::MAX))
}

fn decimal_or_hex(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(hex) => digits(hex).and_then(|hex| u32::from_str_radix(hex, 16).ok()),
        None => digits(text).and_then(|digits| digits.parse().ok()),
    }
}

/// Rejects a plus sign, which the standard library accepts before the digits.
fn digits(text: &str) -> Option<&str> {
    (!text.starts_with('+')).then_some(text)
}

/// Parses the label of a lease. Replaces the library's error, because it repeats the string,
/// which `clap` already shows.
pub(crate) fn label(text: &str) -> Result<Label, String> {
    text.parse().map_err(|_| "expected at most 63 bytes without control characters".to_owned())
}

/// Parses a duration such as `60s`, `1m 30s` or `PT1M`, in whole milliseconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let parsed = text.parse::<SignedDuration>().ok().and_then(|duration| Duration::try_from(duration).ok());
    let whole = parsed.filter(|duration| duration.subsec_nanos() % 1_000_000 == 0);
    whole.ok_or_else(|| "expected a duration with its unit, such as 60s, 500ms or 1m 30s".to_owned())
}

pub(crate) fn window(text: &str) -> Result<Duration, String> {
    let limits = Duration::from_secs(1)..=Duration::from_secs(3600);
    let window = duration(text)?;
    if limits.contains(&window) { Ok(window) } else { Err("expected 1s to 1h".to_owned()) }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeIds {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

/// Parses `FIRST-LAST`, each in decimal or in hex with the prefix `0x`.
pub(crate) fn node_ids(text: &str) -> Result<NodeIds, String> {
    let parsed =
        text.split_once('-').and_then(|(first, last)| Some((decimal_or_hex(first)?, decimal_or_hex(last)?)));
    match parsed {
        Some((first, last)) if first <= last => Ok(NodeIds { first, last }),
        _ => Err("expected the first and the last node ID, such as 16-255 or 0x10-0xff".to_owned()),
    }
}
