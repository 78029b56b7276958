//! The cases of `refused.json`.

use num_bigint::{BigInt, BigUint};
use serde_json::{Value, json};

use crate::config::{Range, number};
use crate::format::{Case, Form, MAX_NUMBER, RefusedCase, json_integer};
use crate::generator_cases::Traces;
use crate::layout::Layout;
use crate::scheme::Scheme;

/// Returns the cases derived from the layout, then the configuration cases.
#[must_use]
pub fn refused_cases(scheme: &'static Scheme) -> Vec<Case<RefusedCase>> {
    let layout = scheme.layout;
    let group = |first_id: u32, from, wrong: Option<&str>, values: Vec<Refused>| {
        let cases = (first_id..).zip(values).map(|(id, (value, flags, comment))| {
            let Err(refusal) = scheme.accept(from, &value) else {
                panic!("{}: {value}: {comment}", scheme.name)
            };
            assert_eq!(refusal.wrong.as_deref(), wrong, "{}: {value}: {comment}", scheme.name);
            let case = RefusedCase { from, value, wrong: refusal.wrong };
            Case::new(id, comment, flags, &refusal.followed, case)
        });
        cases.collect::<Vec<_>>()
    };
    let mut cases = group(1000, Form::Bytes, None, wrong_lengths(layout));
    for (first_id, from, ints) in [
        (1, Form::Int, large_ints(layout)),
        (80, Form::Int, wrapping_ints(layout)),
        (100, Form::Int, negative_ints(layout)),
        (200, Form::Int, constants(layout)),
        (1100, Form::Bytes, large_bytes(layout)),
        (1200, Form::Bytes, constants(layout)),
    ] {
        let values = ints.into_iter().map(|(int, comment)| {
            let value = if from == Form::Int { int.to_string() } else { layout.bytes(int.magnitude()) };
            (value.into(), flags(&int, &layout.limit(), layout.bits()), comment)
        });
        cases.extend(group(first_id, from, None, values.collect()));
    }
    for (first_id, index) in (2000..).step_by(100).zip(0..layout.fields.len()) {
        cases.extend(group(first_id, Form::Fields, Some(layout.fields[index].0), fields(layout, index)));
    }
    let resumed = Traces::new(scheme)
        .configs(scheme.not_resumed)
        .into_iter()
        .map(|(config, comment)| (config.into(), &["resume"][..], comment));
    cases.extend(group(3000, Form::Config, Some("resume_after"), resumed.collect()));
    let keys = scheme.ranges(&scheme.usual_config()).into_iter().map(|range| range.key);
    for (first_id, key) in (3100..).step_by(100).zip(keys) {
        cases.extend(group(first_id, Form::Config, Some(key), out_of_range(scheme, key)));
    }
    cases.sort_by_key(|case| case.id);
    assert!(cases.is_sorted_by(|one, next| one.id < next.id), "a group has grown into the next");
    cases
}

/// A value with its flags and a comment.
type Refused = (Value, &'static [&'static str], String);

/// Returns the flags of an integer that is negative, is too large or has a wrong constant. An integer wraps if it has
/// more than `bits` bits and the lowest of them form a number below the limit.
fn flags(int: &BigInt, limit: &BigUint, bits: u32) -> &'static [&'static str] {
    match int.to_biguint() {
        None => &["negative"],
        Some(int) if int < *limit => &["constant"],
        Some(int) if int.bits() > bits.into() && &int % (BigUint::from(1_u32) << bits) < *limit => {
            &["too_large", "wraps"]
        }
        Some(_) => &["too_large"],
    }
}

/// Returns configurations in which one number is out of range, for each range that this number can have.
fn out_of_range(scheme: &Scheme, key: &str) -> Vec<Refused> {
    let (mut known, mut cases) = (Vec::new(), Vec::new());
    for config in scheme.configs_at_ends() {
        let ranges = scheme.ranges(&config).into_iter();
        let range =
            ranges.filter(|range| range.key == key).find(|range| !known.contains(&(range.min, range.max)));
        let Some(Range { min, max, .. }) = range else { continue };
        known.push((min, max));
        let usual = number(&config, key);
        let half = format!("{usual}.5").parse::<f64>();
        let mut wrong = vec![(json!(-1), "negative"), (json!(half.unwrap_or_default()), "not an integer")];
        wrong.extend(min.checked_sub(1).map(|less| (less.into(), "one less than the smallest")));
        // A crate may have larger allowances and epochs than the vectors.
        let wraps = [
            (max + 1, "one more than the largest"),
            (usual + 256, "256 more than a valid value: it wraps in one byte"),
            (usual + (1 << 32), "2^32 more than a valid value: it wraps in 32 bits"),
        ];
        let wraps = wraps.into_iter().filter(|(value, _)| max < MAX_NUMBER && *value > max);
        wrong.extend(wraps.map(|(value, what)| (value.into(), what)));
        cases.extend(wrong.into_iter().map(|(value, what)| {
            let mut config = config.clone();
            let comment = format!("{key} is {value}, expected {min} to {max}: {what}");
            config.insert(key.to_owned(), value);
            (Value::Object(config), &["config"][..], comment)
        }));
    }
    cases
}

fn large_ints(layout: &Layout) -> Vec<(BigInt, String)> {
    let limit = BigInt::from(layout.limit());
    let mut large = vec![
        (limit.clone(), "the largest value plus one".to_owned()),
        (&limit * 2 - 1, "twice the largest value plus one".to_owned()),
    ];
    let powers = [63, 64, 127, 128, 160, 192, 256].into_iter().filter(|bits| *bits <= layout.bits() + 96);
    let around = powers.flat_map(|bits| {
        [(-1, " − 1"), (0, ""), (12_345, " + 12345")]
            .map(|(more, what)| ((BigInt::from(1) << bits) + more, format!("2^{bits}{what}")))
    });
    for (int, comment) in around.filter(|(int, _)| *int >= limit) {
        if !large.iter().any(|(known, _)| *known == int) {
            large.push((int, comment));
        }
    }
    large
}

fn negative_ints(layout: &Layout) -> Vec<(BigInt, String)> {
    let ints = [
        (BigInt::from(-1), "−1"),
        (BigInt::from(-12_345), "−12345"),
        (BigInt::from(i64::MIN), "the smallest signed 64-bit integer"),
        (-BigInt::from(layout.limit()), "the negative of the largest value plus one"),
        (BigInt::from(12_345) - (BigInt::from(1) << layout.bits()), "12345 in a port that drops the sign"),
    ];
    ints.map(|(int, what)| (int, what.to_owned())).into()
}

/// Returns integers whose low bits are an ID. Where an ID has constant fields, no other integer has these.
fn wrapping_ints(layout: &Layout) -> Vec<(BigInt, String)> {
    let (id, power) = (BigInt::from(ordinary(layout)), BigInt::from(1) << layout.bits());
    let bits = layout.bits();
    let ints = [
        (&id + &power, format!("an ID plus 2^{bits}")),
        (&id - &power, format!("an ID minus 2^{bits}")),
        (-id, "the negative of an ID".to_owned()),
    ];
    ints.into_iter().filter(|_| !layout.constants.is_empty()).collect()
}

fn ordinary(layout: &Layout) -> BigUint {
    layout.with_constants(&(layout.limit() / 3_u32))
}

/// Returns integers that would be IDs except for one constant field.
fn constants(layout: &Layout) -> Vec<(BigInt, String)> {
    let others = layout.constants.iter().flat_map(|(name, _)| {
        let with = |value: u64| layout.with(&ordinary(layout), name, value.into());
        layout.other_values(name).map(move |value| (with(value), format!("{name} is {value}")))
    });
    let ends = [(BigUint::ZERO, "all bits clear"), (layout.limit() - 1_u32, "all bits set")];
    let ends = ends.map(|(int, comment)| (int, comment.to_owned())).into_iter();
    let ints = others.chain(ends.filter(|(int, _)| !layout.is_id(int)));
    ints.map(|(int, comment)| (int.into(), comment)).collect()
}

/// Returns bytes with a wrong length.
fn wrong_lengths(layout: &Layout) -> Vec<Refused> {
    let (text, id) = (layout.text(&ordinary(layout)), layout.bytes(&ordinary(layout)));
    let ascii = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let digits = id.len();
    let other_digits = if digits == 40 { 32 } else { 40 };
    let lengths = [
        (String::new(), "no byte"),
        (id[..2].to_owned(), "one byte"),
        (id[2..].to_owned(), "an ID without its first byte"),
        (id[..digits - 2].to_owned(), "an ID without its last byte"),
        (id[..digits / 4 * 2].to_owned(), "half an ID"),
        (format!("00{id}"), "an ID after a zero"),
        (format!("{id}00"), "an ID before a zero"),
        (format!("{}{id}", "0".repeat(digits)), "an ID after as many zeros"),
        (id.repeat(2), "two IDs"),
        (ascii(&text), "the text of an ID"),
        (ascii(&id), "the hex digits of an ID"),
        (ascii("00112233-4455-6677-8899-aabbccddeeff"), "the text of a UUID"),
        (id.repeat(3)[..other_digits].to_owned(), "as many bytes as an ID of a different scheme"),
    ];
    lengths.into_iter().map(|(bytes, what)| (json!(bytes), &["length"][..], what.to_owned())).collect()
}

/// Returns integers that are too large for an ID but fit in its bytes.
fn large_bytes(layout: &Layout) -> Vec<(BigInt, String)> {
    let (limit, capacity) = (BigInt::from(layout.limit()), BigInt::from(1) << layout.bits());
    let top = &capacity >> 1_u32;
    let ints = [
        (limit.clone(), "the largest value plus one"),
        (&limit + 12_345, "the largest value plus 12346"),
        (&capacity - 1, "all bits set"),
        (top.clone(), "only the uppermost bit is set"),
        (top + 12_345, "the uppermost bit is set: 12345 in a port that ignores it"),
    ];
    let ints = ints.into_iter().filter(|_| limit < capacity);
    ints.map(|(int, what)| (int, what.to_owned())).collect()
}

/// Returns fields with one wrong value: a wrong constant, or a number that is too large, negative or not an integer.
/// All other fields have their smallest or largest value.
fn fields(layout: &Layout, index: usize) -> Vec<Refused> {
    let (name, bits) = layout.fields[index];
    let with = |id: &BigUint, value: Value| {
        let mut fields = layout.json_fields(id);
        fields.insert(name.to_owned(), value);
        Value::Object(fields)
    };
    let (min, max) = (layout.min(), layout.max());
    if layout.constant(name).is_some() {
        let case = |value: u64| (with(&min, value.into()), &["constant"][..], format!("{name} is {value}"));
        return layout.other_values(name).map(case).collect();
    }
    let power = |bits: u32| BigUint::from(1_u32) << bits;
    let limit = &layout.values(&max)[index] + 1_u32;
    let mut large = vec![
        (limit.clone(), "its largest value plus one"),
        (&limit * 2_u32 - 1_u32, "twice its largest value plus one"),
        (power(bits) + 5_u32, "5 in a port that drops the excess bits"),
    ];
    if bits > 53 {
        large.push((power(bits + 16), "more than 16 bits too wide"));
        large.push((power(128) + 5_u32, "2^128 + 5"));
    } else {
        let wider = [(16, "2^16 + 5"), (32, "2^32 + 5"), (48, "2^48 + 5")];
        let wider = wider.into_iter().filter(|(width, _)| *width > bits);
        large.extend(wider.map(|(width, what)| (power(width) + 5_u32, what)));
        large.push((power(53) - 1_u32, "2^53 − 1"));
    }
    let mut cases = Vec::new();
    for (others, others_are) in [(&min, "0"), (&max, "at their largest")] {
        for (value, what) in &large {
            let comment = format!("{name} is {what}, all other fields are {others_are}");
            let flags = flags(&value.clone().into(), &limit, bits);
            cases.push((with(others, json_integer(value.clone())), flags, comment));
        }
    }
    cases.push((with(&min, json!(-1)), &["negative"], format!("{name} is −1")));
    cases.push((with(&min, json!(0.5)), &["not_an_integer"], format!("{name} is 0.5")));
    cases
}
