//! Runs the vectors against a port, as described in `test-vectors/README.md`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::Value;

use crate::format::{Body, Case, File, OrderCase, Step, Trace, ValidCase, ValidTyped, bytes, integer};
use crate::model::{Draw, Draws, Model, Sampling};
use crate::port::Port;

/// Returns the id of the first case of a file that a port fails. A panic of the port is a failure.
#[must_use]
pub fn first_failure(port: &Port<'_>, file: &File) -> Option<u32> {
    let passes = |case: &&Case| catch_unwind(AssertUnwindSafe(|| passes(port, &case.body))).unwrap_or(false);
    file.all().find(|case| !passes(case)).map(|case| case.id)
}

/// Returns `true` if a port passes a case.
fn passes(port: &Port<'_>, case: &Body) -> bool {
    let is_error = |(reason, position): (&str, _), expected: (&str, _)| (reason, position) == expected;
    match case {
        Body::ValidCase(case) => valid(port, case),
        Body::InvalidCase(case) => {
            port.read(&case.text).is_err_and(|error| is_error(error, (&case.reason, case.position)))
        }
        Body::Trace(case) => trace(port, case),
        Body::RefusedCase(case) => {
            port.accept(case.from, &case.value).is_err_and(|refusal| refusal.wrong == case.wrong)
        }
        Body::OrderCase(case) => order(port, case),
        Body::ValidTyped(case) => valid_typed(port, case),
        Body::InvalidTyped(case) => {
            let read = port.read_typed((&case.prefix, &case.text_forms), &case.text);
            read.is_err_and(|error| is_error(error, (&case.reason, case.position)))
        }
        Body::ValidNodeSpec(case) => {
            port.node_spec(&case.text) == Some((case.node_id, case.node_id_size, case.node_prev.clone()))
        }
        Body::InvalidNodeSpec(case) => port.node_spec(&case.text).is_none(),
    }
}

fn valid(port: &Port<'_>, case: &ValidCase) -> bool {
    let strings = [&case.text].into_iter().chain(&case.alternates).map(|text| port.read(text).ok());
    let converted = [port.of_bytes(&case.bytes), port.of_int(&case.int), port.of_fields(&case.fields).ok()];
    strings.chain(converted).all(|int| int.is_some_and(|int| has_forms(port, &int, case)))
}

/// Returns `true` if an ID has all forms of a case.
fn has_forms(port: &Port<'_>, int: &num_bigint::BigUint, case: &ValidCase) -> bool {
    port.text(int) == case.text
        && bytes(&case.bytes).is_ok_and(|bytes| port.bytes(int) == bytes)
        && port.int(int).to_string() == case.int
        && port.fields(int) == case.fields
        && port.unix_ms(int) == case.unix_ms
}

fn order(port: &Port<'_>, case: &OrderCase) -> bool {
    let ints = case.shuffled.iter().map(|text| port.read(text).ok()).collect::<Option<Vec<_>>>();
    let Some(mut by_port) = ints else { return false };
    let (mut by_bytes, mut by_int, mut by_text) = (by_port.clone(), by_port.clone(), by_port.clone());
    by_port.sort_by(|one, other| port.compare(one, other));
    by_bytes.sort_by_key(|int| port.bytes(int));
    by_int.sort_by_key(|int| port.int(int));
    by_text.sort_by_key(|int| port.text(int));
    let sorted = [by_port, by_bytes, by_int, by_text];
    sorted.iter().all(|ints| ints.iter().map(|int| port.text(int)).eq(case.sorted.iter().cloned()))
}

/// Plays a trace with two generators, the second one step behind the first. They must not disturb each other.
fn trace(port: &Port<'_>, trace: &Trace) -> bool {
    let (Ok(mut first), Ok(mut second)) = (port.generator(&trace.config), port.generator(&trace.config))
    else {
        return false;
    };
    if first.trace(trace.config.clone(), Vec::new()).draw_bits != trace.draw_bits {
        return false;
    }
    let behind = [None].into_iter().chain(trace.steps.iter().map(Some));
    let steps = trace.steps.iter().map(Some).chain([None]).zip(behind);
    let passes = |model: &mut dyn Model, step: Option<&Step>| step.is_none_or(|step| call(port, model, step));
    steps.into_iter().all(|(step, before)| passes(&mut *first, step) && passes(&mut *second, before))
}

/// Returns `true` if a call has the draws and the result of a step.
fn call(port: &Port<'_>, model: &mut dyn Model, step: &Step) -> bool {
    if let Some(unix_ms) = step.ceiling_unix_ms {
        model.set_ceiling(unix_ms);
    }
    let set: Vec<_> = step.draws.iter().map(|(field, value)| (field.as_str(), draw(value))).collect();
    // A draw that is not part of the step would come from this seed.
    let mut rng = ChaCha8Rng::from_seed([0; 32]);
    let draws = Draws::new(&*model, &set, &mut rng, Sampling::Even);
    let mut draws = draws.received_as(port.generator_rules().drawn);
    let result = model.step(step.now, &mut draws);
    let Step { draws, text, error, .. } = Step::new(step.now, draws.drawn(), result);
    draws == step.draws && text == step.text && error == step.error
}

fn draw(value: &Value) -> Draw {
    integer(value).map_or(Draw::Fails, Draw::Is)
}

fn valid_typed(port: &Port<'_>, case: &ValidTyped) -> bool {
    let strings = [&case.text].into_iter().chain(&case.alternates);
    let kind = (case.prefix.as_str(), case.text_forms.as_str());
    strings.map(|text| port.read_typed(kind, text)).all(|int| {
        int.is_ok_and(|int| {
            port.typed_text(kind, &int) == case.text
                && bytes(&case.bytes).is_ok_and(|bytes| port.bytes(&int) == bytes)
        })
    })
}
