//! Checks the crates against the oracle's cases, which are in JSON form.

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use harness::case::{Invalid, NodeSpec, Numbers, Setup, Step, Valid};
use harness::checker::Checker;
use harness::scheme::SchemeUnderTest;
use harness::{check, typed};
use num_bigint::BigUint;
use oracle::format::{self, Body, Form, bytes, integer};
use oracle::schemes::Scheme;
use serde_json::{Map, Value};

/// Checks a crate against a case. Returns an error if a value of the case does not have the form that the case states.
pub(crate) fn check<S: SchemeUnderTest>(
    scheme: &Scheme,
    case: &Body,
    checker: &mut Checker<'_>,
) -> Result<()> {
    match case {
        Body::ValidCase(case) => check_valid::<S>(case, checker)?,
        Body::InvalidCase(case) => check::invalid::<S>(&invalid(case), checker),
        Body::Trace(trace) => {
            check_draws(scheme, trace)?;
            check_trace::<S>(trace, checker)?;
        }
        Body::Properties(case) => check_properties::<S>(scheme, case, checker)?,
        Body::Run(case) => check_run::<S>(scheme, case, checker)?,
        Body::RefusedCase(case) => check_refused::<S>(scheme, case, checker)?,
        Body::OrderCase(case) => {
            // The shuffled strings were found to be the same IDs when the file was read.
            let sorted: Vec<_> = case.sorted.iter().map(String::as_str).collect();
            check::order::<S>(&sorted, checker);
        }
        Body::ValidTyped(format::ValidTyped { prefix, text_forms, text, bytes: hex, alternates }) => {
            let bytes = bytes(hex)?;
            typed::valid::<S>((prefix, text_forms), text, &bytes, true, checker);
            for text in alternates {
                typed::valid::<S>((prefix, text_forms), text, &bytes, false, checker);
            }
        }
        Body::InvalidTyped(format::InvalidTyped { prefix, text_forms, text, reason, position }) => {
            typed::invalid::<S>((prefix, text_forms), text, (reason.as_str(), at(*position)), checker);
        }
        Body::ValidNodeSpec(format::ValidNodeSpec { text, node_id, node_id_size, node_prev }) => {
            let (node_id, node_id_size) = (*node_id, *node_id_size);
            let spec = NodeSpec { text, node_id, node_id_size, node_prev: node_prev.as_deref() };
            check::valid_node_spec::<S>(&spec, checker);
        }
        Body::InvalidNodeSpec(case) => check::invalid_node_spec::<S>(&case.text, checker),
    }
    Ok(())
}

fn at(position: Option<usize>) -> Option<u64> {
    position.and_then(|position| u64::try_from(position).ok())
}

/// Checks a crate against the text form of an ID and its alternates.
fn check_valid<S: SchemeUnderTest>(case: &format::ValidCase, checker: &mut Checker<'_>) -> Result<()> {
    let bytes = bytes(&case.bytes)?;
    // The crates get the integer only as bytes, because no crate has 160-bit integers.
    let int = BigUint::from_bytes_be(&bytes).to_string();
    if case.int != int {
        checker.fail("int", &case.int, int);
    }
    let valid = valid(case, &bytes)?;
    check::valid::<S>(&valid, checker);
    if let Some(hex) = &case.hex {
        check::hex::<S>(&valid, hex, checker);
    }
    case.alternates.iter().for_each(|text| check::alternate::<S>(text, &valid, checker));
    Ok(())
}

/// Checks that a trace has a valid configuration, that its draw widths follow from it, including the widths of fields
/// that it never draws, and that its draws fit in them.
fn check_draws(scheme: &Scheme, trace: &format::Trace) -> Result<()> {
    let format::Trace { config, draw_bits, steps } = trace;
    let expected = draw_bits_of(scheme, config)?;
    let [expected, found] = [expected, draw_bits.clone()].map(Value::Object);
    ensure!(found == expected, "draw_bits: expected {expected}, found {found}");
    for (index, step) in steps.iter().enumerate() {
        let failed = step.draws.values().position(Value::is_null);
        let is_last = failed.is_none_or(|failed| failed + 1 == step.draws.len());
        ensure!(is_last, "step {index}: expected no draw after one that fails");
        for (field, value) in &step.draws {
            check_width(draw_bits, field, value).with_context(|| format!("step {index}"))?;
        }
    }
    Ok(())
}

/// Returns the widths of the fields that a generator with a configuration can draw.
fn draw_bits_of(scheme: &Scheme, config: &Map<String, Value>) -> Result<Map<String, Value>> {
    let model = scheme.generator(config).map_err(|refusal| {
        let key = refusal.wrong.unwrap_or_default();
        let range = scheme.ranges(config).into_iter().find(|range| range.key == key);
        let expected = range.map(|range| format!("{} to {}", range.min, range.max));
        let expected = expected.as_deref().unwrap_or("an ID to continue after");
        anyhow!("{key}: expected {expected}, found {}", config.get(&key).unwrap_or(&Value::Null))
    })?;
    Ok(model.trace(Map::new(), Vec::new()).draw_bits)
}

fn check_width(draw_bits: &Map<String, Value>, field: &str, value: &Value) -> Result<()> {
    let bits = draw_bits.get(field).and_then(Value::as_u64);
    let bits = bits.with_context(|| format!("{field}: expected a width in `draw_bits`"))?;
    let largest = integer(value).map_or(0, |value| u128::BITS - value.leading_zeros());
    ensure!(u64::from(largest) <= bits, "{field}: expected {bits} bits, found {value}");
    Ok(())
}

/// Checks a crate against a trace.
fn check_trace<S: SchemeUnderTest>(trace: &format::Trace, checker: &mut Checker<'_>) -> Result<()> {
    let steps = trace.steps.iter().map(step).collect::<Result<Vec<_>>>()?;
    let setup = setup(trace)?;
    check::trace::<S>(&setup, &mut |play| steps.iter().for_each(play), checker);
    Ok(())
}

/// Checks that the IDs of a crate have the properties. The crate must generate the IDs of the oracle, so one check is
/// enough for both.
fn check_properties<S: SchemeUnderTest>(
    scheme: &Scheme,
    case: &format::Properties,
    checker: &mut Checker<'_>,
) -> Result<()> {
    let format::Properties { config, draws, calls, ascending } = case;
    let ids = check_repeated::<S>(scheme, (config, draws), calls.iter().map(|call| call.now), checker)?;
    for (index, (call, (_, timestamp))) in calls.iter().zip(&ids).enumerate() {
        let (min, max) = (call.min_timestamp, call.max_timestamp);
        let holds = (min..=max).contains(timestamp);
        ensure!(holds, "call {index}: expected the timestamp {timestamp}, found {min} to {max}");
    }
    let is_ascending = ids.is_sorted_by(|(one, _), (next, _)| one < next);
    ensure!(is_ascending || !ascending, "ascending: expected false, found true");
    Ok(())
}

/// Checks that a crate generates many IDs at one reading, like [`check_properties`].
fn check_run<S: SchemeUnderTest>(
    scheme: &Scheme,
    case: &format::Run,
    checker: &mut Checker<'_>,
) -> Result<()> {
    let format::Run { config, draws, now, count, timestamp, first, last } = case;
    let readings = std::iter::repeat_n(*now, usize::try_from(*count)?);
    let ids = check_repeated::<S>(scheme, (config, draws), readings, checker)?;
    for (key, found, id) in [("first", first, ids.first()), ("last", last, ids.last())] {
        let expected = id.map(|(int, _)| scheme.layout.text(int)).unwrap_or_default();
        ensure!(*found == expected, "{key}: expected {expected}, found {found}");
    }
    let other = ids.iter().find(|(_, other)| other != timestamp);
    ensure!(other.is_none(), "timestamp: expected {other:?} too, found {timestamp}");
    ensure!(ids.is_sorted_by(|(one, _), (next, _)| one < next), "count: expected fewer IDs, found {count}");
    Ok(())
}

/// Checks that a crate generates the oracle's IDs if both draw the same numbers in each call. Returns the integers and the
/// timestamps of the IDs.
fn check_repeated<S: SchemeUnderTest>(
    scheme: &Scheme,
    (config, draws): (&Map<String, Value>, &Map<String, Value>),
    readings: impl Iterator<Item = u64>,
    checker: &mut Checker<'_>,
) -> Result<Vec<(BigUint, u64)>> {
    let draw_bits = draw_bits_of(scheme, config)?;
    draws.iter().try_for_each(|(field, value)| check_width(&draw_bits, field, value))?;
    let trace = scheme.trace(config, draws, readings);
    check_trace::<S>(&trace, checker)?;
    scheme.ids(&trace).map_err(|error| anyhow!("expected IDs, found the `{error}` error"))
}

/// Checks that the oracle and a crate reject a value, because of the field or key that the case names. The compiler
/// already rejects values that no type of the crate can hold, and fields that are the same in every ID.
fn check_refused<S: SchemeUnderTest>(
    scheme: &Scheme,
    case: &format::RefusedCase,
    checker: &mut Checker<'_>,
) -> Result<()> {
    let format::RefusedCase { from, value, wrong } = case;
    let Err(refusal) = scheme.accept(*from, value) else {
        bail!("value: expected one that is rejected, found {value}")
    };
    let [expected, wrong] = [&refusal.wrong, wrong].map(|wrong| wrong.as_deref().unwrap_or_default());
    ensure!(wrong == expected, "wrong: expected {expected}, found {wrong}");
    match (from, value) {
        (Form::Int, Value::String(decimal)) => match (decimal.parse(), decimal.parse()) {
            (Ok(int), _) => check::refused_int::<S>(int, checker),
            (_, Ok(negative)) => check::refused_negative::<S>(negative, checker),
            _ => {}
        },
        (Form::Bytes, Value::String(hex)) => check::refused_bytes::<S>(&bytes(hex)?, checker),
        (Form::Fields, Value::Object(fields)) => {
            if let (None, Ok(fields)) = (scheme.layout.constant(wrong), numbers(fields)) {
                check::refused_fields::<S>(&fields, wrong, checker);
            }
        }
        (Form::Config, Value::Object(config)) => {
            let trace = format::Trace { config: config.clone(), ..format::Trace::default() };
            if let Ok(setup) = setup(&trace) {
                check::refused_config::<S>(&setup, wrong, checker);
            }
        }
        _ => bail!("expected a value of the form {from:?}, found {value}"),
    }
    Ok(())
}

/// Converts a case with a valid ID to the harness's type, with the ID's bytes.
pub(crate) fn valid<'a>(case: &'a format::ValidCase, bytes: &'a [u8]) -> Result<Valid<'a>> {
    Ok(Valid { text: &case.text, bytes, fields: numbers(&case.fields)?, unix_ms: case.unix_ms })
}

/// Converts a case with an invalid string to the harness's type.
pub(crate) fn invalid(case: &format::InvalidCase) -> Invalid<'_> {
    Invalid { text: &case.text, reason: &case.reason, position: at(case.position) }
}

/// Returns the setup of a trace's generator.
pub(crate) fn setup(trace: &format::Trace) -> Result<Setup<'_>> {
    /// The keys whose values are not numbers.
    const STRINGS: [&str; 3] = ["clock", "on_rollback", "resume_after"];
    let format::Trace { config, draw_bits, .. } = trace;
    let string = |key: &str| config.get(key).and_then(Value::as_str);
    Ok(Setup {
        config: numbers(config.iter().filter(|(key, _)| !STRINGS.contains(&key.as_str())))?,
        microseconds: string("clock") == Some("us"),
        reset: string("on_rollback") == Some("reset"),
        resume_after: string("resume_after"),
        draw_bits: numbers(draw_bits)?,
    })
}

/// Converts one call of a trace to the harness's type.
pub(crate) fn step(step: &format::Step) -> Result<Step<'_>> {
    let expected = match (&step.text, &step.error) {
        (Some(text), _) => Ok(text.as_str()),
        (None, Some(error)) => Err(error.as_str()),
        (None, None) => bail!("expected a step with `text` or `error`, found neither"),
    };
    let format::Step { now, ceiling_unix_ms, .. } = *step;
    Ok(Step { now, ceiling_unix_ms, draws: numbers(&step.draws)?, expected })
}

fn numbers<'a>(map: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Result<Numbers<'a>> {
    let mut numbers = Numbers::default();
    for (key, value) in map {
        let number = integer(value);
        ensure!(number.is_some() || value.is_null(), "{key}: expected a number, found {value}");
        ensure!(numbers.0.push((key, number)).is_ok(), "{key}: expected no more numbers than a scheme has");
    }
    Ok(numbers)
}
