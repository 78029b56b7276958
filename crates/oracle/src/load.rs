//! Reads a file of vectors and checks its JSON, its schema, and the rules that a schema can't express.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::format::{CodecFile, GeneratorFile, Header, Kind, Trace, integer};
use crate::json::Strict;
use crate::schema;

/// The part of a case that the checks need.
struct Case<'a> {
    id: u32,
    flags: &'a [String],
}

/// Reads a `codec.json`.
///
/// # Errors
///
/// The file breaks a rule of the format. The message names the rule and the place.
pub fn codec(path: &Path, scheme: &str) -> Result<CodecFile> {
    load(path, Kind::Codec, |file: &CodecFile| {
        let valid = file.valid.iter().map(|case| Case { id: case.id, flags: &case.flags });
        let invalid = file.invalid.iter().map(|case| Case { id: case.id, flags: &case.flags });
        check(&file.header, scheme, Kind::Codec, valid.chain(invalid))
    })
}

/// Reads a `generator.json`.
///
/// # Errors
///
/// The same as for [`codec`].
pub fn generator(path: &Path, scheme: &str) -> Result<GeneratorFile> {
    load(path, Kind::Generator, |file: &GeneratorFile| {
        let cases = file.cases.iter().map(|case| Case { id: case.id, flags: &case.flags });
        check(&file.header, scheme, Kind::Generator, cases)?;
        file.cases.iter().try_for_each(check_draws)
    })
}

fn load<T: DeserializeOwned>(path: &Path, kind: Kind, check: impl FnOnce(&T) -> Result<()>) -> Result<T> {
    let read = || -> Result<T> {
        let json = fs::read_to_string(path).context("can't be read")?;
        let Strict(value) = serde_json::from_str(&json).context("is not JSON")?;
        schema::validate(kind, &value)?;
        let file = serde_json::from_value(value).context("is not a file of test vectors")?;
        check(&file)?;
        Ok(file)
    };
    read().with_context(|| path.display().to_string())
}

/// Checks that every draw of a trace has a width and fits in it.
fn check_draws(trace: &Trace) -> Result<()> {
    for (index, step) in trace.steps.iter().enumerate() {
        for (field, value) in &step.draws {
            let at = || format!("case {}: step {index}: {field}", trace.id);
            let bits = trace.draw_bits.get(field).and_then(Value::as_u64);
            let bits = bits.with_context(|| format!("{}: expected a width in `draw_bits`", at()))?;
            let largest = integer(value).map_or(0, |value| u128::BITS - value.leading_zeros());
            ensure!(u64::from(largest) <= bits, "{}: expected {bits} bits, found {value}", at());
            let digits = value.as_str().map(str::len);
            let is_fixed = digits.is_none_or(|digits| digits as u64 == bits.div_ceil(4));
            ensure!(is_fixed, "{}: expected the hex digits of {bits} bits, found {value}", at());
        }
    }
    Ok(())
}

/// Checks the rules that every file follows beyond its schema.
fn check<'a>(header: &Header, scheme: &str, kind: Kind, cases: impl Iterator<Item = Case<'a>>) -> Result<()> {
    ensure!(header.scheme == scheme, "scheme: expected {scheme}, found {}", header.scheme);
    ensure!(header.kind == kind, "kind: expected {}, found {}", kind.name(), header.kind.name());
    let mut ids = HashSet::new();
    let mut count = 0;
    for case in cases {
        count += 1;
        ensure!(ids.insert(case.id), "case {}: the id is used twice", case.id);
        for flag in case.flags {
            ensure!(
                header.flags.contains_key(flag),
                "case {}: the flag `{flag}` is missing in `flags`",
                case.id
            );
        }
    }
    ensure!(header.count == count, "count: expected {count}, found {}", header.count);
    ensure!(count > 0, "count: expected cases, found none");
    Ok(())
}
