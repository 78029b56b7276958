//! IDs as bytes, integers and fields, their order, and the bounds of a time.

use harness::case::{Numbers, Valid};
use harness::check::Checker;
use harness::scheme::SchemeUnderTest;
use harness::schemes::scheme;
use num_bigint::BigUint;
use oracle::format;
use oracle::layout::Layout;

use crate::input::Input;
use crate::schemes::{Tested, assert_reads, bytes, of_bytes, with_scheme};

pub(crate) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let selector: u8 = input.number();
    with_scheme!(selector, I => check_scheme::<I>(input));
}

fn check_scheme<I: Tested>(mut input: Input<'_>) {
    match input.number::<u8>() % 4 {
        0 => of_slice::<I>(input.rest()),
        1 => order::<I>(&input.bytes::<20>(), &input.bytes::<20>()),
        2 => fields::<I>(input),
        _ => times::<I>(input.number()),
    }
}

/// Bytes are an ID if and only if they are as many as it has, and not above the largest. Then every form of it is the oracle's.
fn of_slice<I: Tested>(slice: &[u8]) {
    let expected = of_bytes::<I>(slice);
    assert_reads::<I, _>("a slice", expected.clone(), I::try_from(slice));
    if let Ok(array) = <I::Bytes>::try_from(slice) {
        assert_reads::<I, _>("an array", expected.clone(), I::try_from_bytes(array));
    }
    if let (Ok(array), Some(_)) = (<[u8; 16]>::try_from(slice), I::Scheme::of_int(0)) {
        let wide = u128::from_be_bytes(array);
        let expected = Some(BigUint::from(wide)).filter(|wide| I::oracle().layout.is_id(wide));
        assert_reads("an integer", expected, I::Scheme::of_int(wide).expect("it has integers"));
    }
    if let Some(integer) = expected {
        let case = I::oracle().layout.case(&integer);
        let fields = case.fields.iter().map(|(name, value)| (name.as_str(), format::integer(value)));
        let (fields, unix_ms) = (Numbers(fields.collect()), case.unix_ms);
        let valid = Valid { text: &case.text, bytes: slice, fields, unix_ms };
        let mut report = |failure: std::fmt::Arguments<'_>| panic!("{} {}: {failure}", I::NAME, case.text);
        scheme(I::Scheme::NAME).expect("a scheme under test").valid(&valid, &mut Checker::new(&mut report));
    }
}

/// IDs sort as their integers do, and so do their bytes and their texts.
fn order<I: Tested>(first: &[u8], second: &[u8]) {
    let layout = I::oracle().layout;
    let [first, second] = [first, second].map(|raw| {
        let integer = layout.with_constants(&(BigUint::from_bytes_be(raw) % (layout.limit)()));
        let bytes = bytes::<I>(&integer).expect("not above the largest");
        let id = I::try_from(bytes.as_slice()).unwrap_or_else(|error| panic!("{bytes:?}: {error}"));
        (integer, id)
    });
    let expected = first.0.cmp(&second.0);
    assert_eq!(first.1.cmp(&second.1), expected);
    assert_eq!(first.1.partial_cmp(&second.1), Some(expected));
    assert_eq!(first.1 == second.1, expected.is_eq());
    assert_eq!(first.1.as_ref().cmp(second.1.as_ref()), expected);
    assert_eq!(first.1.encode().as_ref().cmp(second.1.encode().as_ref()), expected);
    assert_eq!(first.1.encode().cmp(&second.1.encode()), expected);
    assert_eq!(first.1.to_bytes().cmp(&second.1.to_bytes()), expected);
}

/// Fields make an ID if and only if each is within its bits, and the ID is not above the largest.
fn fields<I: Tested>(mut input: Input<'_>) {
    let layout = I::oracle().layout;
    let values: Vec<u128> = layout
        .fields
        .iter()
        .map(|(name, bits)| {
            // `from_parts` does not take constants.
            if let Some((_, value)) = layout.constants.iter().find(|(constant, _)| constant == name) {
                return u128::from(*value);
            }
            // Most values fit, some by little.
            let excess = u32::from(input.number::<u8>() >= 0xf0);
            input.number::<u128>() & ((1_u128 << (bits + excess)) - 1)
        })
        .collect();
    let fits = layout.fields.iter().zip(&values).all(|((_, bits), value)| value >> bits == 0);
    let expected = fits.then(|| layout.int(&values.iter().copied().map(BigUint::from).collect::<Vec<_>>()));
    let expected = expected.filter(|integer| layout.is_id(integer));
    let names = layout.fields.iter().map(|(name, _)| *name);
    let numbers = Numbers(names.zip(values.into_iter().map(Some)).collect());
    assert_reads(&format!("{numbers:?}"), expected, I::Scheme::of_fields(&numbers));
}

/// The bounds of a time have its tick, and the smallest and the largest values in all other bits.
fn times<I: Tested>(unix_ms: u64) {
    let layout = I::oracle().layout;
    let timestamp = timestamp(layout, unix_ms);
    let bound =
        |ones| timestamp.map(|timestamp| layout.with_constants(&with_timestamp(layout, timestamp, ones)));
    let smallest = bound(false);
    let smallest = smallest.filter(|integer| layout.is_id(integer));
    let largest = bound(true);
    let largest = largest.filter(|integer| layout.is_id(integer));
    assert_reads::<I, _>("the smallest", smallest, I::min_at(unix_ms));
    assert_reads::<I, _>("the largest", largest, I::max_at(unix_ms));
    if let (Ok(smallest), Ok(largest)) = (I::min_at(unix_ms), I::max_at(unix_ms)) {
        assert!(smallest <= largest);
        assert_eq!((smallest.unix_ms(), largest.unix_ms()), (smallest.unix_ms(), smallest.unix_ms()));
        assert!(smallest.unix_ms() <= unix_ms);
    }
}

/// The timestamp whose tick has a time, if it fits in its bits.
fn timestamp(layout: &Layout, unix_ms: u64) -> Option<u64> {
    let epoch = (layout.unix_ms)(0);
    let tick = (layout.unix_ms)(1) - epoch;
    let timestamp = unix_ms.checked_sub(epoch)? / tick;
    (timestamp >> layout.fields[0].1 == 0).then_some(timestamp)
}

fn with_timestamp(layout: &Layout, timestamp: u64, ones: bool) -> BigUint {
    let others = layout.fields[1..]
        .iter()
        .map(|(_, bits)| if ones { (BigUint::from(1_u32) << *bits) - 1_u32 } else { BigUint::ZERO });
    layout.int(&std::iter::once(timestamp.into()).chain(others).collect::<Vec<_>>())
}
