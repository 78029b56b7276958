//! The cases of `properties.json` and `runs.json`. A generator draws the same numbers in each call, so that a case is
//! short, and what is expected holds for other methods and other random numbers too.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use serde_json::{Map, Value};

use crate::draws::{Draw, Draws, Sampling};
use crate::format::{Call, Case, Properties, Run, Step, Trace, integer, json_integer};
use crate::generator_cases::Traces;
use crate::origin::Followed;
use crate::scheme::Scheme;

/// The calls of each scheme, as the [script](crate::generator_cases) of traces. A reading without an ID leaves a case out.
const PROPERTIES: &str = include_str!("runs/properties.txt");

/// Readings that are this far apart are in different timestamps, whatever the IDs between them have counted.
const APART: u64 = 1000;

impl Scheme {
    /// Returns the trace of a generator that draws the same value of a field in each call.
    #[must_use]
    pub fn trace(
        &self,
        config: &Map<String, Value>,
        draws: &Map<String, Value>,
        readings: impl IntoIterator<Item = u64>,
    ) -> Trace {
        let mut model = self.new_model(config);
        let set = |(field, value)| (String::as_str(field), integer(value).map_or(Draw::Fails, Draw::Is));
        let set: Vec<_> = draws.iter().map(set).collect();
        let mut rng = ChaCha8Rng::from_seed([0; 32]);
        let steps = readings.into_iter().map(|now| {
            let mut draws = Draws::new(&model, &set, &mut rng, Sampling::Even);
            let result = model.step(now, &mut draws);
            Step::new(now, draws.drawn(), result)
        });
        let steps = steps.collect();
        model.trace(config.clone(), steps)
    }

    /// Returns the ID of each step as an integer, with its timestamp.
    ///
    /// # Errors
    ///
    /// Returns the error of the first step without an ID.
    pub fn ids(&self, trace: &Trace) -> Result<Vec<(BigUint, u64)>, String> {
        let ids = trace.steps.iter().map(|step| {
            let int = step.text.as_ref().and_then(|text| self.layout.int_of_text(text));
            let int = int.ok_or_else(|| step.error.clone().unwrap_or_default())?;
            let timestamp = u64::try_from(&self.layout.values(&int)[0]).unwrap_or(u64::MAX);
            Ok((int, timestamp))
        });
        ids.collect()
    }
}

/// Returns the cases of `properties.json`.
#[must_use]
pub fn properties(scheme: &'static Scheme) -> Vec<Case<Properties>> {
    let config = scheme.usual_config();
    let bits = scheme.new_model(&config).draw_bits();
    // A value that is not 0 and leaves room to count.
    let draws =
        bits.iter().map(|&(field, bits)| (field.to_owned(), json_integer(((1_u128 << bits) - 1) / 3)));
    let draws: Map<_, _> = draws.collect();
    let cases = Traces::of(scheme, |traces| {
        traces.names(&format!("LAST={}", scheme.readings(&config)[1]));
        traces.add(PROPERTIES);
    });
    let case = |Case { id, comment, flags, body: Trace { steps, .. }, .. }: Case<Trace>| {
        let readings = steps.iter().map(|step| step.now);
        let ids = scheme.ids(&scheme.trace(&config, &draws, readings.clone())).ok()?;
        let (mut ahead, mut earlier) = (0, None);
        let call = |(now, (_, timestamp)): (u64, (_, u64))| {
            ahead = if earlier.is_some_and(|earlier| now < earlier + APART) { ahead + 1 } else { 0 };
            earlier = Some(now);
            Call { now, min_timestamp: timestamp, max_timestamp: timestamp + ahead }
        };
        let calls = readings.zip(ids).map(call).collect();
        let flag = flags[0].as_str();
        let [time, order] = scheme.generated;
        let mut followed = Followed::from([time]);
        followed.add((flag == "order").then_some(order));
        let (config, draws, ascending) = (config.clone(), draws.clone(), flag != "several");
        Some(Case::new(id, comment, &[flag], &followed, Properties { config, draws, calls, ascending }))
    };
    cases.into_iter().filter_map(case).collect()
}

/// Returns the cases of `runs.json`, from traces whose calls all have one reading.
#[must_use]
pub fn runs(scheme: &'static Scheme) -> Vec<Case<Run>> {
    let cases = Traces::of(scheme, |traces| traces.add(scheme.runs));
    let run = |Case { id, comment, r#ref, flags, body: Trace { config, steps, .. } }: Case<Trace>| {
        let (now, count) = (steps[0].now, u32::try_from(steps.len()).unwrap_or(u32::MAX));
        let mut draws = steps[1].draws.clone();
        draws.extend(steps[0].draws.clone());
        let ids = scheme.ids(&scheme.trace(&config, &draws, steps.iter().map(|step| step.now)));
        let ids = ids.unwrap_or_else(|error| panic!("{comment}: expected IDs, found {error}"));
        let timestamp = ids[0].1;
        assert!(ids.iter().all(|id| id.1 == timestamp), "{comment}: expected one timestamp");
        let [first, last] = [0, ids.len() - 1].map(|index| scheme.layout.text(&ids[index].0));
        Case { id, comment, r#ref, flags, body: Run { config, draws, now, count, timestamp, first, last } }
    };
    cases.into_iter().map(run).collect()
}
