//! Writes the test vectors as lines for the C program in `crates/capi/tests/vectors.c`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{files, workspace};

/// The settings of every generator. All others are a scheme's own settings, in the order of the file.
const COMMON: [&str; 3] = ["allowance_ms", "on_rollback", "resume_after"];

/// Creates the table from a directory of test vectors. Also returns the number of cases.
pub(super) fn of(vectors: &Path) -> Result<(String, u64)> {
    let (mut lines, mut cases) = (String::new(), 0);
    for scheme in workspace::schemes()? {
        let mut file = |kind: &str, add: fn(&mut String, &Value) -> Result<()>| {
            for name in [format!("{kind}.json"), format!("{kind}-policy.json")] {
                let path = vectors.join(&scheme).join(name);
                if path.exists() {
                    let json: Value = serde_json::from_str(&files::read(&path)?)?;
                    cases += number(&json, "count")?;
                    writeln!(lines, "file {scheme}")?;
                    add(&mut lines, &json).with_context(|| path.display().to_string())?;
                }
            }
            anyhow::Ok(())
        };
        file("codec", codec)?;
        file("generator", |lines, json| list(json, "cases")?.iter().try_for_each(|case| trace(lines, case)))?;
        file("node-spec", node_specs)?;
    }
    Ok((lines, cases))
}

fn codec(lines: &mut String, json: &Value) -> Result<()> {
    for case in list(json, "valid")? {
        let (text, bytes) = (text(case, "text")?, text(case, "bytes")?);
        write!(lines, "valid {text} {bytes} {:x}", number(case, "unix_ms")?)?;
        for value in case["fields"].as_object().context("expected `fields`")?.values() {
            // The program reads the widest fields, which have 80 bits, as bytes.
            write!(lines, " {:020x}", integer(value)?)?;
        }
        lines.push('\n');
        for alternate in list(case, "alternates")? {
            writeln!(lines, "alternate {}", hex(alternate.as_str().context("expected a string")?))?;
        }
    }
    for case in list(json, "invalid")? {
        let position = case["position"].as_u64().map_or("-".to_owned(), |position| format!("{position:x}"));
        writeln!(lines, "invalid {} {} {position}", hex(text(case, "text")?), text(case, "reason")?)?;
    }
    Ok(())
}

fn node_specs(lines: &mut String, json: &Value) -> Result<()> {
    for case in list(json, "valid")? {
        let (node_id, size) = (number(case, "node_id")?, number(case, "node_id_size")?);
        let prev = case["node_prev"].as_str().unwrap_or("-");
        writeln!(lines, "node {} {node_id:x} {size:x} {prev}", hex(text(case, "text")?))?;
    }
    for case in list(json, "invalid")? {
        writeln!(lines, "not_node {}", hex(text(case, "text")?))?;
    }
    Ok(())
}

fn trace(lines: &mut String, case: &Value) -> Result<()> {
    let config = &case["config"];
    let resets = text(config, "on_rollback")? == "reset";
    let resume_after = config["resume_after"].as_str().unwrap_or("-");
    write!(lines, "trace {:x} {} {resume_after}", number(config, "allowance_ms")?, u8::from(resets))?;
    let microseconds = config["clock"] == "us";
    let settings = config.as_object().context("expected a configuration")?.iter();
    for (setting, value) in settings.filter(|(setting, _)| !COMMON.contains(&&***setting)) {
        let value = match &**setting {
            "clock" => u64::from(microseconds),
            _ => u64::try_from(integer(value)?)?,
        };
        write!(lines, " {value:x}")?;
    }
    lines.push('\n');
    for step in list(case, "steps")? {
        let ceiling = step.get("ceiling_unix_ms").map(integer).transpose()?;
        let ceiling = ceiling.map_or("-".to_owned(), |ceiling| format!("{ceiling:x}"));
        let expected = match step["text"].as_str() {
            Some(text) => format!("={text}"),
            None => text(step, "error")?.to_owned(),
        };
        write!(lines, "step {:x} {ceiling} {expected}", number(step, "now")?)?;
        words(lines, &step["draws"], &case["draw_bits"]).with_context(|| format!("case {}", case["id"]))?;
        lines.push('\n');
    }
    Ok(())
}

/// Adds the 32-bit words from which a generator takes the draws of a step. `x` stands for a failure.
fn words(lines: &mut String, draws: &Value, draw_bits: &Value) -> Result<()> {
    for (field, bits) in draw_bits.as_object().context("expected `draw_bits`")? {
        let bits = bits.as_u64().context("expected a number of bits")?;
        let value = match draws.get(field) {
            None => continue,
            Some(Value::Null) => {
                lines.push_str(" x");
                break;
            }
            Some(value) => integer(value)?,
        };
        if field == "increment" {
            // The source scales a word to the range from 1 to 2^bits - 1.
            let values = (1_u128 << bits) - 1;
            let word = ((value - 1) << 32).div_ceil(values);
            ensure!(((word * values) >> 32) + 1 == value, "no word gives the increment {value}");
            write!(lines, " {word:x}")?;
            continue;
        }
        let mut left = bits;
        while left >= 32 {
            left -= 32;
            write!(lines, " {:x}", (value >> left) & 0xffff_ffff)?;
        }
        if left > 0 {
            write!(lines, " {:x}", (value & ((1 << left) - 1)) << (32 - left))?;
        }
    }
    Ok(())
}

/// Returns the bytes of a string as pairs of hexadecimal digits.
fn hex(text: &str) -> String {
    if text.is_empty() {
        return "-".to_owned();
    }
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn list<'a>(json: &'a Value, name: &str) -> Result<&'a Vec<Value>> {
    json[name].as_array().with_context(|| format!("expected a list `{name}`"))
}

fn text<'a>(json: &'a Value, name: &str) -> Result<&'a str> {
    json[name].as_str().with_context(|| format!("expected a string `{name}`"))
}

fn number(json: &Value, name: &str) -> Result<u64> {
    Ok(u64::try_from(integer(&json[name]).with_context(|| format!("expected `{name}`"))?)?)
}

/// Parses a number, or the decimal string of a large number.
fn integer(value: &Value) -> Result<u128> {
    let integer = match value {
        Value::String(decimal) => decimal.parse().ok(),
        value => value.as_u64().map(u128::from),
    };
    integer.with_context(|| format!("expected an integer, found {value}"))
}
