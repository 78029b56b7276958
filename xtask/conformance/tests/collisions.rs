//! Holds the odds of a collision in `docs/guarantees.md` against a simulation: the generators of the crates with shortened
//! random fields, so that collisions are frequent enough to be counted.
//!
//! `k` generators make `n` IDs each at one reading. All seeds are fixed, so the results are, too. With other seeds, all
//! comparisons together would raise less than one false alarm in 10^9.

use harness::{scru64, scru128, scru160, ulid, ulid_flake};
use std::convert::Infallible;

use conformance::generator::T;
use idcore::{Draw, Generator, Milliseconds, NoClock, RandomSource, Scheme};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Draws at most so many bits for each of the named fields, and full width for all others.
struct Short<'a> {
    rng: &'a mut ChaCha8Rng,
    fields: &'a [(&'static str, u32)],
}

impl Short<'_> {
    fn draw_bits(&mut self, draw: Draw) -> u128 {
        let bits =
            self.fields.iter().find(|(field, _)| *field == draw.field).map_or(draw.bits, |(_, bits)| *bits);
        assert!(bits <= draw.bits, "{draw:?} is shorter than {bits} bits");
        let wide = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        wide.checked_shr(128 - bits).unwrap_or(0)
    }
}

impl RandomSource for Short<'_> {
    type Error = Infallible;

    fn next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.rng.next_u32())
    }

    fn draw(&mut self, draw: Draw) -> Result<u32, Infallible> {
        Ok(u32::try_from(self.draw_bits(draw)).expect("no field of this method is wider"))
    }

    fn draw_wide(&mut self, draw: Draw) -> Result<u128, Infallible> {
        Ok(self.draw_bits(draw))
    }
}

/// One trial: `k` generators with `n` IDs each.
#[derive(Clone, Copy, Debug)]
struct Trial {
    k: u32,
    n: u32,
}

/// What a number of trials gave.
#[derive(Debug)]
struct Found {
    trials: f64,
    /// The share of trials with at least one collision.
    hits: f64,
}

/// Runs trials. The IDs of each generator must be distinct.
fn simulate<S: Scheme<Id: Ord, Unit = Milliseconds> + Copy>(
    config: S,
    fields: &[(&'static str, u32)],
    trial: Trial,
    trials: u32,
) -> Found {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut hits = 0;
    let mut ids = Vec::new();
    for _ in 0..trials {
        ids.clear();
        for _ in 0..trial.k {
            let random = Short { rng: &mut rng, fields };
            let mut generator = Generator::with_config(config, NoClock, random);
            let begun = ids.len();
            ids.extend((0..trial.n).map(|_| generator.generate_at(T).expect("the tick has room")));
            assert!(ids[begun..].is_sorted_by(|one, next| one < next));
        }
        ids.sort_unstable();
        hits += u32::from(!ids.is_sorted_by(|one, next| one < next));
    }
    let trials = f64::from(trials);
    Found { trials, hits: f64::from(hits) / trials }
}

/// How far a mean may be from its expectation, after Bernstein's inequality, with a false alarm in 10^11: the mean of
/// `trials` independent numbers from 0 to `most`, whose variance is at most `variance`.
fn tolerance(trials: f64, variance: f64, most: f64) -> f64 {
    let log = (2.0 / 1e-11_f64).ln();
    let linear = 2.0 / 3.0 * most * log;
    (linear + (linear * linear + 8.0 * trials * log * variance).sqrt()) / (2.0 * trials)
}

/// The share of trials with a collision is what a formula says.
fn assert_hits(found: &Found, least: f64, most: f64, name: &str) {
    let within = tolerance(found.trials, most * (1.0 - least), 1.0);
    println!("{name}: {found:?}, expected {least:.4} to {most:.4}, give or take {within:.4}");
    assert!(found.hits > least - within && found.hits < most + within, "{name}: {found:?}");
}

/// The probability that none of `k` runs of `n` consecutive numbers overlap, if each starts at random below `2^bits`.
///
/// Sorted, the starts are at least `n` apart. Without the `n − 1` numbers after each start but the last, they are any `k`
/// different numbers below `2^bits − (k − 1)(n − 1)`.
fn no_runs_overlap(bits: i32, Trial { k, n }: Trial) -> f64 {
    let [k, n] = [f64::from(k), f64::from(n)];
    let starts = 2_f64.powi(bits);
    let rest = starts - (k - 1.0) * (n - 1.0);
    let mut probability = 1.0;
    let mut run = 0.0;
    while run < k {
        probability *= (rest - run) / starts;
        run += 1.0;
    }
    probability
}

/// The probability that two runs of `n` numbers, with `entropy` random bits in each ID, have an ID in common. The second
/// result is the same for a run in the middle, where no neighbour is missing.
fn two_runs_collide(counter_bits: i32, entropy_bits: i32, n: u32) -> (f64, f64) {
    let starts = 2_f64.powi(counter_bits);
    let differs = 1.0 - 2_f64.powi(-entropy_bits);
    let (mut any, mut middle) = (0.0, 0.0);
    for distance in 0..n {
        let overlap = i32::try_from(n - distance).expect("a small number");
        let collide = 1.0 - differs.powi(overlap);
        let sides = if distance == 0 { 1.0 } else { 2.0 };
        any += sides * (starts - f64::from(distance)) / (starts * starts) * collide;
        middle += sides / starts * collide;
    }
    (any, middle)
}

/// The table's bound: each pair of IDs from two generators is equal with a probability of at most `2^−bits`.
fn bound(bits: i32, Trial { k, n }: Trial) -> f64 {
    let (k, n) = (f64::from(k), f64::from(n));
    k * (k - 1.0) / 2.0 * n * n / 2_f64.powi(bits)
}

/// ULID: a random start, then plus one. The formula is exact.
#[test]
fn ulids_of_one_millisecond_collide_as_often_as_runs_overlap() {
    for (bits, trial, trials) in [
        (11, Trial { k: 3, n: 100 }, 2_000),
        (12, Trial { k: 12, n: 8 }, 5_000),
        (16, Trial { k: 100, n: 4 }, 1_500),
        // Single IDs: the birthday problem.
        (12, Trial { k: 60, n: 1 }, 5_000),
    ] {
        let fields = [("randomness", u32::try_from(bits).unwrap())];
        let found = simulate(ulid::Config::new(), &fields, trial, trials);
        let expected = 1.0 - no_runs_overlap(bits, trial);
        assert_hits(&found, expected, expected, &format!("{trial:?} of {bits} bits"));
        assert!(expected < bound(bits, trial), "the table's bound holds");
    }
}

/// SCRU64: generators of one node, with 12 bits of counter. Nothing is shortened.
#[test]
fn generators_of_one_scru64_node_collide_as_often_as_runs_overlap() {
    // The highest bit is a guard, so that no run reaches the end of the tick.
    let config: scru64::Config = "0xb00/12".parse().unwrap();
    let config = config.with_guard_bits(1).unwrap();
    for (trial, trials) in [(Trial { k: 2, n: 100 }, 3_000), (Trial { k: 8, n: 8 }, 8_000)] {
        let found = simulate(config, &[], trial, trials);
        let expected = 1.0 - no_runs_overlap(11, trial);
        assert_hits(&found, expected, expected, &format!("{trial:?}"));
    }
}

/// Counters that overlap are not enough where each ID has random bits as well: for two generators the formula is exact, for
/// more it has a lower and an upper end. `high_bits` are random, but not next to those that count.
fn counters_and_entropy<S: Scheme<Id: Ord, Unit = Milliseconds> + Copy>(
    config: S,
    fields: &[(&'static str, u32)],
    (counter_bits, high_bits, entropy_bits): (i32, i32, i32),
) {
    for (trial, trials) in [(Trial { k: 2, n: 80 }, 3_000), (Trial { k: 8, n: 16 }, 5_000)] {
        let found = simulate(config, fields, trial, trials);
        let (two, middle) = two_runs_collide(counter_bits, entropy_bits, trial.n);
        let (two, middle) = (two / 2_f64.powi(high_bits), middle / 2_f64.powi(high_bits));
        let of_generators = f64::from(trial.k) * f64::from(trial.k - 1) / 2.0;
        let most = of_generators * two;
        let bits = counter_bits + high_bits + entropy_bits;
        // Two pairs of generators are independent if the position of a generator that they share is given.
        let both = of_generators * (of_generators - 1.0) / 2.0 * middle * middle;
        assert_hits(&found, most - both, most, &format!("{trial:?} of {bits} bits"));
        assert!(most <= bound(bits, trial), "the table's bound holds");
    }
}

#[test]
fn scru128s_of_one_millisecond_collide_as_counters_and_entropy_do() {
    let fields = [("counter_hi", 1), ("counter_lo", 8), ("entropy", 5)];
    counters_and_entropy(scru128::Config::new(), &fields, (8, 1, 5));
}

#[test]
fn scru160s_of_one_millisecond_collide_as_counters_and_random_bits_do() {
    counters_and_entropy(scru160::Config::new(), &[("counter", 9), ("random", 5)], (9, 0, 5));
}

/// The expected number of pairs of equal numbers in two series. Each starts at random below `2^bits`, and then takes `n − 1` steps
/// from 1 to `largest`.
fn expected_meetings(bits: i32, largest: usize, n: usize) -> f64 {
    let starts = 1_usize << bits;
    let end = starts + n * largest;
    // How probable it is that the current number of a series is this one, and that any of its numbers is.
    let mut current = vec![0.0; end];
    current[..starts].fill(2_f64.powi(-bits));
    let mut any = vec![0.0; end];
    for _ in 0..n {
        let (mut next, mut window) = (vec![0.0; end], 0.0);
        for number in 0..end {
            any[number] += current[number];
            next[number] = window / f64::from(u32::try_from(largest).expect("a small number"));
            window += current[number] - number.checked_sub(largest).map_or(0.0, |left| current[left]);
        }
        current = next;
    }
    any.iter().map(|probability| probability * probability).sum()
}

/// Ulid-Flake: steps of 1 to 255, so two series can cross without meeting.
#[test]
fn ulid_flakes_of_one_millisecond_collide_as_their_steps_meet() {
    let trial = Trial { k: 2, n: 30 };
    let config = ulid_flake::Config::new().with_epoch_unix_ms(T).unwrap();
    let found = simulate(config, &[("randomness", 11)], trial, 8_000);
    let most = expected_meetings(11, 255, 30);
    // Once two series have met, they meet again less than n · e / 255 times: no number is more probable than (1 + 1/255)^254 / 255
    // to be among those after a given one.
    let least = most / (1.0 + 30.0 * std::f64::consts::E / 255.0);
    assert_hits(&found, least, most, &format!("{trial:?}"));
    assert!(most < bound(11, trial), "the table's bound holds");
}
