//! `defmt`: the arguments that IDs and errors write. The `unstable-test` feature of `defmt` keeps them in memory, each
//! message after the index of its format string.

use defmt::Format;
use idcore::error::Quantity;
use idcore::error::{FillError, GenerateError, RangeError};
use idcore::id::Id;

use crate::ids::prefix;
use crate::vectors::valid;

crate::test_every_id!(an_id_is_its_text, a_parse_error_has_its_numbers);

/// Returns a message without the indices of its format strings, which count up from the next index.
fn arguments(value: &impl Format) -> Vec<u8> {
    let mut index = defmt::export::fetch_string_index();
    value.format(defmt::export::make_formatter());
    let mut message = defmt::export::fetch_bytes();
    let mut arguments = Vec::new();
    while let Some(next) = message.windows(2).position(|bytes| bytes == index.to_le_bytes()) {
        arguments.extend(message.drain(..next + 2).take(next));
        index += 1;
    }
    arguments.extend(message);
    assert_eq!(index, defmt::export::fetch_string_index(), "a format string was not found");
    arguments
}

/// Returns a string as `defmt` writes it: the length and the characters.
fn string(text: &str) -> Vec<u8> {
    [&u32::try_from(text.len()).expect("it is short").to_le_bytes() as &[u8], text.as_bytes()].concat()
}

fn numbers(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns the arguments of an error within another error. A number ends them.
fn nested(mut arguments: Vec<u8>) -> Vec<u8> {
    arguments.extend([0, 0]);
    arguments
}

/// Keeps the index of format strings above the bytes of strings and numbers, so that [`arguments`] finds it.
fn advance_index() {
    while defmt::export::fetch_string_index() < 0xf000 {
        defmt::export::fetch_add_string_index();
    }
}

fn an_id_is_its_text<I: Id + Format>() {
    advance_index();
    for case in valid::<I>() {
        assert_eq!(arguments(&case.id), string(&case.text));
        assert_eq!(arguments(&case.id.encode().as_ref()), string(&case.text));
    }
}

fn a_parse_error_has_its_numbers<I: Id + Format>() {
    advance_index();
    let prefix = prefix::<I>();
    let error = format!("{prefix}12345").parse::<I>().expect_err("too short");
    let shown = error.to_string();
    let name = shown.strip_prefix("expected ").and_then(|shown| shown.split(" of ").next()).expect("a name");
    let name = prefix.strip_suffix('_').unwrap_or(name);
    assert_eq!(arguments(&error), [string(name), vec![5, 0, 0, 0]].concat());
    assert_eq!(arguments(&error.kind()), [5, 0, 0, 0]);
    let text = I::MIN.encode().as_ref().replacen("000", "00!", 1);
    let position = u8::try_from(prefix.len() + 2).expect("it is short");
    let error = text.parse::<I>().expect_err("no digit");
    assert_eq!(arguments(&error), [string(name), vec![b'!', position, 0, 0, 0]].concat());
    assert_eq!(arguments(&error.kind()), [b'!', position, 0, 0, 0]);
}

#[test]
fn other_errors_have_their_numbers() {
    advance_index();
    let overflow = scru128::Scru128::try_from_str("f5lxx1zz5pnorynqglhzmsp34").expect_err("too large");
    assert_eq!(arguments(&overflow), string("a SCRU128 ID"));
    let negative = RangeError::negative(Quantity::Integer, -2, 0, 5);
    assert_eq!(arguments(&negative), [string("integer"), numbers(&[u64::MAX - 1, 0, 5])].concat());
    let bits = RangeError::check_bits(Quantity::Field("randomness"), 1 << 80, 80).expect_err("81 bits");
    assert_eq!(arguments(&bits), [string("randomness"), numbers(&[81, 80])].concat());
    let length = ulid::Ulid::try_from([0; 3].as_slice()).expect_err("too short");
    let length_arguments = [string("length"), numbers(&[3, 16, 16])].concat();
    assert_eq!(arguments(&length), length_arguments);

    type Error = GenerateError<u8, u16>;
    assert_eq!(arguments(&Error::Clock(7)), [7]);
    assert_eq!(arguments(&Error::Random(7)), [7, 0]);
    assert_eq!(arguments(&Error::OutOfRange(length)), nested(length_arguments));
    assert_eq!(arguments(&Error::BeforeFloor { unix_ms: 1, floor_unix_ms: 2 }), numbers(&[1, 2]));
    assert_eq!(arguments(&Error::AfterCeiling { unix_ms: 1, ceiling_unix_ms: 2 }), numbers(&[1, 2]));
    assert_eq!(arguments(&Error::Overflow { unix_ms: 1, last_unix_ms: 2 }), numbers(&[1, 2]));
    let rollback = Error::Rollback { unix_ms: 1, last_unix_ms: 2, allowance_ms: 3 };
    let fill = FillError { filled: 6, error: rollback };
    assert_eq!(arguments(&fill), nested([vec![6, 0, 0, 0], numbers(&[1, 2, 3])].concat()));
    let spec = "42/24".parse::<scru64::NodeSpec>().expect_err("no node spec");
    let expected = [string("range"), string("node_id_size"), numbers(&[24, 1, 23])].concat();
    assert_eq!(arguments(&spec), nested(expected));
    let field = ulid::Ulid::FIELDS[0];
    assert_eq!(arguments(&field), [string("timestamp"), 48_u32.to_le_bytes().to_vec()].concat());
}

/// Returns the arguments of a configuration: its name, and the name and value of each setting.
fn settings(name: &str, settings: &[(&str, u64)]) -> Vec<u8> {
    let values = settings.iter().map(|(name, value)| [string(name), numbers(&[*value])].concat());
    [string(name)].into_iter().chain(values).collect::<Vec<_>>().concat()
}

#[test]
fn configurations_are_their_settings() {
    advance_index();
    assert_eq!(arguments(&ulid::Config::new()), settings("ULID", &[]));
    let scru160 =
        scru160::Config::new().with_counter_init_bits(9).and_then(|config| config.with_node_id(42, 8));
    let expected = [("counter_init_bits", 9), ("extension_bits", 0), ("node_id_bits", 8), ("node_id", 42)];
    assert_eq!(arguments(&scru160.expect("in range")), settings("SCRU160", &expected));
    let scru64 = scru64::Config::new("42/8".parse().expect("a node spec")).with_guard_bits(1);
    let expected = [("node_id", 42), ("node_id_size", 8), ("guard_bits", 1)];
    assert_eq!(arguments(&scru64.expect("in range")), settings("SCRU64", &expected));
    let flake = ulid_flake::Config::scalable(7).and_then(|config| config.with_entropy_bits(4));
    let expected = [("entropy_bits", 4), ("epoch_unix_ms", 1_704_067_200_000), ("scalability", 7)];
    assert_eq!(arguments(&flake.expect("in range")), settings("Ulid-Flake", &expected));
}

/// Only the settings are written. The last ID and the words of the source would reveal the next ID.
#[test]
fn a_generator_is_its_settings() {
    advance_index();
    let random = scru128::random::from_fn(|| Ok::<_, std::convert::Infallible>(7));
    let mut generator = scru128::Config::new()
        .generator(idcore::clock::NoClock, random)
        .with_floor_unix_ms(5)
        .with_ceiling_unix_ms(1_800_000_000_000);
    generator.generate_at(1_700_000_000_000).expect("nothing fails");
    let expected = [nested(settings("SCRU128", &[])), numbers(&[10_000, 5, 1_800_000_000_000])].concat();
    assert_eq!(arguments(&generator), expected);
}
