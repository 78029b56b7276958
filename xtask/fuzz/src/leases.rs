//! The strings that lease registries store (records, pools and tokens), and a registry in a directory with any
//! contents.

use std::fs;
use std::str::FromStr;
use std::time::Duration;

use idlease::registry::{FileRegistry, Pool, Record, Registry as _, Slots, Token};

use crate::input::Input;

pub(crate) fn check(data: &[u8]) {
    let Some((&form, rest)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    match form % 5 {
        0 => leads_back::<Record>(&text, is_record(&text)),
        1 => leads_back::<Pool>(&text, is_pool(&text)),
        2 => leads_back::<Token>(&text, is_token(&text)),
        3 => numbers(Input::new(rest)),
        _ => directory(rest),
    }
}

/// Asserts that exactly the strings that are written can be parsed, so that an engine can compare strings instead of
/// values.
fn leads_back<T: FromStr<Err: std::fmt::Debug> + ToString>(text: &str, expected: bool) {
    match text.parse::<T>() {
        Ok(value) => {
            assert!(expected, "{text:?} was parsed");
            assert_eq!(value.to_string(), text);
        }
        Err(error) => assert!(!expected, "{text:?}: {error:?}"),
    }
}

/// Returns `true` if the string consists of the fields in order, separated by single spaces.
fn is_record(text: &str) -> bool {
    let fields: Vec<_> = text.splitn(5, ' ').collect();
    let [epoch, owner, start, end, ref label @ ..] = fields[..] else { return false };
    let is_label = |label: &&str| (1..64).contains(&label.len()) && !label.contains(char::is_control);
    let (Some(_), Some(start), Some(end)) = (number(epoch), number(start), number(end)) else { return false };
    (owner == "-" || is_token(owner)) && start <= end && label.iter().all(is_label)
}

/// Returns `true` if the string is 32 hexadecimal digits in lowercase, as they are written.
fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_pool(text: &str) -> bool {
    let numbers: Option<Vec<_>> = text.split(' ').map(number).collect();
    let Some([size, first, slots, window_ms]) = numbers.as_deref() else { return false };
    // The ranges are from the documentation of `Pool`.
    (1..=23).contains(size)
        && (1..=1 << 16).contains(slots)
        && first.checked_add(*slots).is_some_and(|end| end <= 1 << size)
        && (1_000..=3_600_000).contains(window_ms)
}

/// Parses a decimal number, but only in the form in which it is written.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if digits && !leading_zero { text.parse().ok() } else { None }
}

/// Asserts that the text form of a value round-trips.
fn numbers(mut input: Input<'_>) {
    let owner = input.number::<bool>().then(|| Token::from_u128(input.number()));
    let (epoch, start_unix_ms): (u64, u64) = (input.number(), input.number());
    let end_unix_ms = start_unix_ms.saturating_add(input.number());
    let record = Record { epoch, owner, start_unix_ms, end_unix_ms, ..Record::initial(0) };
    assert_eq!(record.to_string().parse(), Ok(record));
    if let Some(owner) = owner {
        assert_eq!(owner.to_string().parse(), Ok(owner));
    }
}

/// Asserts that a directory with these contents is read correctly, or is an error. The first line is the pool. Each
/// further line is a file of slot 0: its name and its record, separated by a tab.
fn directory(contents: &[u8]) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut lines = contents.split(|byte| *byte == b'\n');
    let pool = lines.next().unwrap_or_default();
    let slot = directory.path().join("registry/0");
    fs::create_dir_all(&slot).expect("a directory");
    fs::write(directory.path().join("registry/pool"), pool).expect("a file");
    let mut current = None;
    for line in lines {
        let Some(tab) = line.iter().position(|byte| *byte == b'\t') else { continue };
        let Ok(name) = std::str::from_utf8(&line[..tab]) else { continue };
        let is_name =
            !name.is_empty() && name.len() < 30 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_name {
            continue;
        }
        fs::write(slot.join(name), &line[tab + 1..]).expect("a file");
        let is_number = name.len() == 20 && name.bytes().all(|byte| byte.is_ascii_digit());
        if let (true, Ok(number)) = (is_number, name.parse::<u64>()) {
            if current.as_ref().is_none_or(|(highest, _)| number >= *highest) {
                current = Some((number, line[tab + 1..].to_vec()));
            }
        }
    }
    let read = FileRegistry::new(directory.path()).read(Slots::One(0), Duration::from_secs(1));
    let good = |text: &[u8], is: fn(&str) -> bool| {
        std::str::from_utf8(text).is_ok_and(|text| is(text.strip_suffix('\n').unwrap_or(text)))
    };
    if !good(pool, is_pool) {
        read.expect_err("the pool is malformed");
        return;
    }
    match (current, read) {
        (None, Ok(Some(snapshot))) => assert_eq!(snapshot.records, []),
        (Some((_, record)), Ok(Some(snapshot))) => {
            let [(0, found)] = snapshot.records[..] else { panic!("one record of slot 0 expected") };
            assert_eq!(found.to_string().as_bytes(), record.strip_suffix(b"\n").unwrap_or(&record));
        }
        (Some((_, record)), Err(error)) => assert!(!good(&record, is_record), "{error:?}"),
        (expected, found) => panic!("expected {expected:?}, found {found:?}"),
    }
}
