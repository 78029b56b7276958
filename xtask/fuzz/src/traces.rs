//! Compares generators with the models, for any configuration, clock readings, draws and ceilings.

use harness::case::{Numbers, Setup, Step};
use harness::check;
use harness::checker::Checker;
use oracle::draws::{Draw, Draws, Sampling};
use oracle::format::{Step as OracleStep, integer};
use oracle::model::Model;
use oracle::schemes::SCHEMES;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use serde_json::{Value, json};

use crate::input::Input;

mod config;

/// The maximum number of steps. More steps find nothing new.
const MAX_STEPS: usize = 200;

pub(crate) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let scheme = usize::from(input.number::<u8>()) % SCHEMES.len();
    let config = config::read(SCHEMES[scheme].name, &mut input);
    let mut model = SCHEMES[scheme].new_model(&config);
    let widths = model.draw_bits();
    let steps = steps(&mut model, &mut input);

    let mut trace = Vec::new();
    for step in &steps {
        let expected = step.text.as_deref().ok_or_else(|| step.error.as_deref().expect("an ID or an error"));
        let draws = widths.iter().filter_map(|(name, _)| Some((*name, integer(step.draws.get(*name)?))));
        let (now, ceiling_unix_ms) = (step.now, step.ceiling_unix_ms);
        trace.push(Step { now, ceiling_unix_ms, draws: Numbers(draws.collect()), expected });
    }
    let numbers = config.iter().filter(|(_, value)| value.is_number());
    let setup = Setup {
        config: Numbers(numbers.map(|(name, value)| (name.as_str(), integer(value))).collect()),
        microseconds: config.get("clock").is_some_and(|clock| clock == "us"),
        reset: config["on_rollback"] == "reset",
        resume_after: config.get("resume_after").and_then(Value::as_str),
        draw_bits: Numbers(widths.iter().map(|(name, bits)| (*name, Some((*bits).into()))).collect()),
    };
    let mut report = |failure: std::fmt::Arguments<'_>| {
        panic!("{} {}: {failure}", SCHEMES[scheme].name, json!(config));
    };
    let mut checker = Checker::new(&mut report);
    let tested = harness::with_scheme!(SCHEMES[scheme].name, S => {
        check::trace::<S>(&setup, &mut |play| trace.iter().for_each(play), &mut checker);
    });
    tested.expect("every scheme has a crate");
}

/// Returns the calls with the model's results.
fn steps(model: &mut Model, input: &mut Input<'_>) -> Vec<OracleStep> {
    let mut rng = ChaCha8Rng::seed_from_u64(input.number());
    let (mut now, mut steps) = (1_750_000_000_000, Vec::new());
    while !input.is_empty() && steps.len() < MAX_STEPS {
        let ceiling_unix_ms = (input.number::<u8>() >= 0xe0).then(|| reading(now, input));
        if let Some(unix_ms) = ceiling_unix_ms {
            model.set_ceiling(unix_ms);
        }
        now = reading(now, input);
        let set = draws(model, input);
        let mut draws = Draws::new(model, &set, &mut rng, Sampling::EdgesAndFailures);
        let result = model.step(now, &mut draws);
        steps.push(OracleStep { ceiling_unix_ms, ..OracleStep::new(now, draws.drawn(), result) });
    }
    steps
}

/// Returns the next clock reading, or a ceiling.
fn reading(now: u64, input: &mut Input<'_>) -> u64 {
    match input.number::<u8>() % 8 {
        0 => input.number(),
        1 | 2 => now,
        3 => now.saturating_add(input.number::<u8>().into()),
        4 => now.saturating_sub(input.number::<u8>().into()),
        5 => now.saturating_add(input.number::<u32>().into()),
        6 => now.saturating_sub(input.number::<u32>().into()),
        _ => now.saturating_sub(input.number::<u16>().into()),
    }
}

/// Returns the draws that the input decides. The model chooses all others.
fn draws(model: &Model, input: &mut Input<'_>) -> Vec<(&'static str, Draw)> {
    if input.number::<u8>() < 0x80 {
        return Vec::new();
    }
    let mut set = Vec::new();
    for (name, bits) in model.draw_bits() {
        let max = (1_u128 << bits) - 1;
        // The only draw that is never 0.
        let min = u128::from(name == "increment");
        match input.number::<u8>() % 8 {
            0 => set.push((name, Draw::Fails)),
            1 => set.push((name, Draw::Is((input.number::<u128>() & max).max(min)))),
            3 => set.push((name, Draw::Is(max - u128::from(input.number::<u8>() % 4).min(max - min)))),
            4 => set.push((name, Draw::Is(u128::from(input.number::<u8>()).clamp(min, max)))),
            _ => {}
        }
    }
    set
}
