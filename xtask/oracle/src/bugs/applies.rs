//! Predicates on the scheme's layout and model. They decide whether a port of the scheme can have an injected bug.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::json;

use crate::format::Kind;
use crate::model::{Draws, Sampling};
use crate::scheme::Scheme;

/// Defines named predicates, because rustfmt would split a table row with two closures.
macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident: |$scheme:pat_param| $applies:expr;)*) => {
        $($(#[$doc])* pub(super) fn $name($scheme: &Scheme) -> bool { $applies })*
    };
}

predicates! {
    all: |_| true;

    wide: |of| of.layout.bits() > 64;
    has_uuids: |of| of.layout.bits() == 128;
    below_160_bits: |of| of.layout.bits() < 160;
    /// Returns `true` if the integers don't use all bits of the bytes.
    narrow: |of| (of.layout.limit)() < BigUint::from(1_u32) << of.layout.bits();
    text_overflows: |of| of.layout.text_overflows();
    /// Returns `true` if a string can stand for the largest ID plus one.
    text_overflows_by_one: |of| text_overflows(of) && !has_constants(of);
    narrow_text_overflows: |of| narrow(of) && text_overflows(of);
    base36_overflows: |of| base36(of) && text_overflows(of);
    has_constants: |of| !of.layout.constants.is_empty();
    has_node_specs: |of| of.kinds().any(|kind| kind == Kind::NodeSpec);
    has_hyphens: |of| !of.layout.hyphens.is_empty();
    starts_at_0: |of| of.layout.min() == BigUint::ZERO;
    has_field_of_16_bits: |of| field_widths(of).any(|bits| bits <= 16);
    has_field_of_32_bits: |of| field_widths(of).any(|bits| bits <= 32);
    has_field_of_hex: |of| field_widths(of).any(|bits| bits > 53);
    base36: |of| of.layout.alphabet.len() == 36;
    base32hex: |of| of.layout.alphabet.eq_ignore_ascii_case("0123456789abcdefghijklmnopqrstuv");
    crockford: |of| of.layout.alphabet.eq_ignore_ascii_case("0123456789abcdefghjkmnpqrstvwxyz");
    lacks_o: |of| of.layout.alphabet_lacks('O');
    has_hex_form: |of| of.alternative.is_some_and(|form| form.alphabet.len() == 16);

    is_milliseconds: |of| [0, 1, NOW].map(of.layout.unix_ms) == [0, 1, NOW];
    is_not_milliseconds: |of| !is_milliseconds(of);
    long_ticks: |of| (of.layout.unix_ms)(1) - (of.layout.unix_ms)(0) > 1;
    /// Returns `true` if the timestamp 0 is after 1970.
    has_epoch: |of| (of.layout.unix_ms)(0) > 0;

    sets_anything: |of| of.settings().count() > 0;
    sets_above_0: |of| of.settings().any(|range| range.min > 0);
    sets_clock: |of| sets(of, "clock");
    sets_epoch: |of| sets(of, "epoch_unix_ms");
    sets_entropy_bits: |of| sets(of, "entropy_bits");
    sets_guard_bits: |of| sets(of, "guard_bits");
    sets_node_id: |of| sets(of, "node_id");
    sets_node_id_bits: |of| sets(of, "node_id_bits");
    sets_node_id_size: |of| sets(of, "node_id_size");
    sets_counter_init_bits: |of| sets(of, "counter_init_bits");
    sets_counter_extension_bits: |of| sets(of, "counter_extension_bits");
    sets_scalability: |of| sets(of, "scalability");
    sets_node: |of| sets_node_id(of) || sets_scalability(of);
    /// Returns `true` if a generator with the usual configuration rejects some IDs to resume after.
    refuses_some_ids: |of| !of.not_resumed.is_empty();

    draws_counter: |of| draws(of).iter().any(|(name, _)| name.starts_with("counter"));
    draws_counter_hi: |of| draws_field(of, "counter_hi");
    draws_entropy: |of| draws_field(of, "entropy");
    draws_increment: |of| draws_field(of, "increment");
    draws_randomness: |of| draws_field(of, "randomness");
    draws_part_of_a_byte: |of| draws(of).iter().any(|(_, bits)| bits % 8 > 0);
    draws_above_32_bits: |of| draws(of).iter().any(|(_, bits)| *bits > 32);
    draws_above_64_bits: |of| draws(of).iter().any(|(_, bits)| *bits > 64);

    /// Returns `true` if the counter increases by one with each ID.
    counts: |of| !draws_increment(of);
    counts_randomness: |of| counts(of) && draws_randomness(of);
    /// Returns `true` if part of the state changes before the first draw in a tick.
    changes_before_drawing: |of| !counts_randomness(of);
    /// Returns `true` if a field that is counted has more bits than the significand of a floating-point number.
    counts_above_53_bits: |of| has_field_of_hex(of) && !sets_counter_init_bits(of);
    /// Returns `true` if a generator with the usual configuration generates the smallest and the largest ID.
    generates_ends: |of| reserves_no_timestamps(of) && !sets_node(of);
    /// Returns `true` if no ID has the timestamp 0.
    reserves_timestamps: |of| step(of, None, (of.layout.unix_ms)(0)).is_err();
    reserves_no_timestamps: |of| !reserves_timestamps(of);
    /// Returns `true` if the call after the last ID of a tick returns an error.
    reports_overflows: |of| after_overflow(of) == Err("overflow");
    /// Returns `true` if the ID after the last ID of a tick is in the next tick.
    goes_on: |of| !reports_overflows(of);
}

/// A time for which every scheme has IDs, in milliseconds since 1970.
const NOW: u64 = 1_800_000_000_000;

fn field_widths(scheme: &Scheme) -> impl Iterator<Item = u32> {
    scheme.layout.fields.iter().map(|(_, bits)| *bits)
}

/// Returns `true` if a generator's configuration has a key.
fn sets(scheme: &Scheme, key: &str) -> bool {
    scheme.usual_config().contains_key(key)
}

fn draws(scheme: &Scheme) -> Vec<(&'static str, u32)> {
    let configs = scheme.configs_at_ends();
    configs.iter().flat_map(|config| scheme.new_model(config).draw_bits()).collect()
}

fn draws_field(scheme: &Scheme, field: &str) -> bool {
    draws(scheme).iter().any(|(name, _)| *name == field)
}

/// Returns the result of the call after the last ID of a tick.
fn after_overflow(scheme: &Scheme) -> Result<String, &'static str> {
    let layout = scheme.layout;
    let first = layout.int_of_text(&step(scheme, None, NOW)?).unwrap_or_default();
    let mut last = layout.values(&layout.max());
    last[0].clone_from(&layout.values(&first)[0]);
    step(scheme, Some(layout.text(&layout.int(&last))), NOW)
}

/// Generates the ID for a reading, with the usual configuration.
fn step(scheme: &Scheme, resume_after: Option<String>, now: u64) -> Result<String, &'static str> {
    let mut config = scheme.usual_config();
    config.extend(resume_after.map(|text| ("resume_after".to_owned(), json!(text))));
    let mut model = scheme.new_model(&config);
    let mut rng = ChaCha8Rng::from_seed([0; 32]);
    let mut draws = Draws::new(&*model, &[], &mut rng, Sampling::Even);
    model.step(now, &mut draws)
}
