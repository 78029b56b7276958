//! Streams of samples: the bits of IDs that should be random, one sample for each draw.

use anyhow::{Context, Result, ensure};
use idcore::{RandomSource, SystemRandom};

/// A stream of samples.
pub(crate) struct Samples {
    pub(crate) name: &'static str,
    /// The number of bits in a sample, at most 128.
    pub(crate) bits: u32,
    pub(crate) next: Box<dyn FnMut() -> Result<u128>>,
}

/// The instant of the first IDs. Later ones are of later ticks.
const START: u64 = 1_720_000_000_000;

fn samples(name: &'static str, bits: u32, next: impl FnMut() -> Result<u128> + 'static) -> Samples {
    Samples { name, bits, next: Box::new(next) }
}

/// The streams of all schemes, from generators with the system's randomness.
pub(crate) const ALL: [fn() -> Samples; 9] = [
    system_random,
    scru160_random,
    scru160_counter,
    scru128_entropy,
    scru128_counters,
    scru64_counter,
    ulid_randomness,
    ulid_flake_randomness,
    scalable_randomness,
];

fn system_random() -> Samples {
    let mut random = SystemRandom::new();
    samples("SystemRandom", 32, move || Ok(random.next_u32()?.into()))
}

/// `random16` and `random80`, which each ID draws.
fn scru160_random() -> Samples {
    let mut generator = scru160::Generator::new();
    samples("scru160: random16, random80", 96, move || {
        let id = generator.generate_at(START)?;
        Ok(u128::from(id.random16()) << 80 | id.random80())
    })
}

/// The first value of the counter in a tick. Its highest bit is 0.
fn scru160_counter() -> Samples {
    let (mut generator, mut now) = (scru160::Generator::new(), START);
    samples("scru160: first counter", 15, move || {
        now += 1;
        Ok(generator.generate_at(now)?.counter().into())
    })
}

fn scru128_entropy() -> Samples {
    let mut generator = scru128::Generator::new();
    samples("scru128: entropy", 32, move || Ok(generator.generate_at(START)?.entropy().into()))
}

/// Both counters, at ticks a second apart, so that both are drawn.
fn scru128_counters() -> Samples {
    let (mut generator, mut now) = (scru128::Generator::new(), START);
    samples("scru128: first counters", 48, move || {
        now += 1000;
        let id = generator.generate_at(now)?;
        Ok(u128::from(id.counter_hi()) << 24 | u128::from(id.counter_lo()))
    })
}

/// The first value of the counter in a tick, for a node of one bit.
fn scru64_counter() -> Samples {
    let mut generator = None;
    let mut now = START;
    samples("scru64: first counter", 23, move || {
        now += 256;
        let generator = match &mut generator {
            Some(generator) => generator,
            none => none.insert(scru64::Generator::with_config(
                "0/1".parse()?,
                scru64::SystemClock,
                SystemRandom::new(),
            )),
        };
        Ok(generator.generate_at(now)?.node_ctr().into())
    })
}

/// The first randomness of a tick. One more ID of the tick shows that it is followed by the next number.
fn ulid_randomness() -> Samples {
    let (mut generator, mut now) = (ulid::Generator::new(), START);
    samples("ulid: first randomness", 80, move || {
        now += 1;
        let (first, second) = (generator.generate_at(now)?, generator.generate_at(now)?);
        let (first, second) = (first.randomness(), second.randomness());
        ensure!(second == first + 1, "the randomness {second} follows {first}, expected one more");
        Ok(first)
    })
}

fn ulid_flake_randomness() -> Samples {
    let (mut generator, mut now) = (ulid_flake::Generator::new(), START);
    samples("ulid-flake: first randomness", 20, move || {
        now += 1;
        Ok(generator.generate_at(now)?.randomness().into())
    })
}

fn scalable_randomness() -> Samples {
    let (mut generator, mut now) = (ulid_flake::ScalableGenerator::new(), START);
    samples("ulid-flake, scalable: first randomness", 15, move || {
        now += 1;
        Ok(generator.generate_at(now)?.randomness().into())
    })
}

/// The number of different steps from an Ulid-Flake to the next, with 8 bits: 1 to 255.
pub(crate) const STEPS: usize = 255;

/// The steps between Ulid-Flakes of the same millisecond, less one.
pub(crate) fn ulid_flake_steps() -> impl FnMut() -> Result<usize> {
    let (mut generator, mut now) = (ulid_flake::Generator::new(), START);
    let mut last: Option<u32> = None;
    move || loop {
        let Ok(id) = generator.generate_at(now) else {
            // The millisecond is exhausted.
            (now, last) = (now + 1, None);
            continue;
        };
        let randomness = id.randomness();
        if let Some(before) = last.replace(randomness) {
            let step = usize::try_from(randomness - before)?;
            // A step that does not fit ends the millisecond, so the steps close to its end are the smaller ones.
            if before < (1 << 20) - 256 {
                ensure!((1..=STEPS).contains(&step), "a step of {step}, expected 1 to {STEPS}");
                return Ok(step - 1);
            }
        }
    }
}

/// The stream of that name.
pub(crate) fn by_name(name: &str) -> Result<Samples> {
    let all = ALL.map(|make| make());
    let names = all.each_ref().map(|samples| samples.name).join("; ");
    let found = all.into_iter().find(|samples| samples.name == name);
    found.with_context(|| format!("there is no stream `{name}`, expected one of: {names}"))
}
