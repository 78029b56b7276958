//! `defmt`: the arguments that IDs and errors write. The `unstable-test` feature of `defmt` keeps them in memory, each
//! message after the index of its format string.

use defmt::Format;
use idcore::error::Quantity;
use idcore::error::{FillError, GenerateError, RangeError};
use idcore::id::Id;
use std::convert::Infallible;

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

    let range = RangeError::integer(Quantity::UnixMs, 9, 0, 5);
    let range_arguments = [string("unix_ms"), numbers(&[9, 0, 5])].concat();
    assert_eq!(arguments(&range), range_arguments);
    let negative = RangeError::negative(Quantity::Integer, -2, 0, 5);
    assert_eq!(arguments(&negative), [string("integer"), numbers(&[u64::MAX - 1, 0, 5])].concat());
    let bits = RangeError::check_bits(Quantity::Field("randomness"), 1 << 80, 80).expect_err("81 bits");
    assert_eq!(arguments(&bits), [string("randomness"), numbers(&[81, 80])].concat());

    let length = ulid::Ulid::try_from([0; 3].as_slice()).expect_err("too short");
    assert_eq!(arguments(&length), [string("length"), numbers(&[3, 16, 16])].concat());

    type Error = GenerateError<u8, u16>;
    assert_eq!(arguments(&Error::Clock(7)), [7]);
    assert_eq!(arguments(&Error::Random(7)), [7, 0]);
    assert_eq!(arguments(&Error::OutOfRange(range)), nested(range_arguments.clone()));
    assert_eq!(arguments(&Error::BeforeFloor { unix_ms: 1, floor_unix_ms: 2 }), numbers(&[1, 2]));
    assert_eq!(arguments(&Error::AfterCeiling { unix_ms: 1, ceiling_unix_ms: 2 }), numbers(&[1, 2]));
    let rollback = Error::Rollback { unix_ms: 1, last_unix_ms: 2, allowance_ms: 3 };
    assert_eq!(arguments(&rollback), numbers(&[1, 2, 3]));
    assert_eq!(arguments(&Error::Forked), [0_u8; 0]);
    assert_eq!(arguments(&Error::NotConfigured), [0_u8; 0]);
    assert_eq!(arguments(&Error::Overflow { unix_ms: 1, last_unix_ms: 2 }), numbers(&[1, 2]));
    let fill = FillError { filled: 6, error: rollback };
    assert_eq!(arguments(&fill), nested([vec![6, 0, 0, 0], numbers(&[1, 2, 3])].concat()));
    assert_eq!(arguments(&GenerateError::<Infallible, u8>::Random(7)), [7]);
    assert_eq!(arguments(&GenerateError::<Infallible, u8>::OutOfRange(range)), nested(range_arguments));

    let spec = |text: &str| text.parse::<scru64::NodeSpec>().expect_err("no node spec");
    assert_eq!(arguments(&spec("42")), string("form"));
    assert_eq!(
        arguments(&spec("42/24")),
        nested([string("range"), string("node_id_size"), numbers(&[24, 1, 23])].concat())
    );
    assert_eq!(arguments(&idcore::clock::NoClock), [0_u8; 0]);
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
    assert_eq!(arguments(&scru128::Config::new()), settings("SCRU128", &[]));
    assert_eq!(arguments(&ulid::Config::new()), settings("ULID", &[]));
    let scru160 = scru160::Config::new().with_counter_init_bits(9).expect("in range");
    let scru160 =
        scru160.with_counter_extension_bits(4).expect("in range").with_node_id(42, 8).expect("in range");
    assert_eq!(
        arguments(&scru160),
        settings(
            "SCRU160",
            &[("counter_init_bits", 9), ("extension_bits", 4), ("node_id_bits", 8), ("node_id", 42)]
        )
    );
    let node: scru64::NodeSpec = "42/8".parse().expect("a node spec");
    assert_eq!(arguments(&node), settings("node", &[("node_id", 42), ("node_id_size", 8)]));
    let scru64 = scru64::Config::new(node).with_guard_bits(1).expect("in range");
    let scru64_settings = settings("SCRU64", &[("node_id", 42), ("node_id_size", 8), ("guard_bits", 1)]);
    assert_eq!(arguments(&scru64), scru64_settings);
    let flake = ulid_flake::Config::scalable(7).expect("in range").with_entropy_bits(4).expect("in range");
    let flake_settings = [("entropy_bits", 4), ("epoch_unix_ms", 1_704_067_200_000), ("scalability", 7)];
    assert_eq!(arguments(&flake), settings("Ulid-Flake", &flake_settings));
}

/// Only the settings are written. The last ID and the words of the source would reveal the next ID.
#[test]
fn a_generator_is_its_settings() {
    advance_index();
    let random = scru128::random::from_fn(|| Ok::<_, std::convert::Infallible>(7));
    let mut generator =
        scru128::Config::new().generator(idcore::clock::NoClock, random).with_floor_unix_ms(5);
    generator.generate_at(1_700_000_000_000).expect("nothing fails");
    let expected = [nested(settings("SCRU128", &[])), numbers(&[10_000, 5, u64::MAX])].concat();
    assert_eq!(arguments(&generator), expected);
    let generator = generator.with_ceiling_unix_ms(9).with_allowance_ms(6);
    let expected = [nested(settings("SCRU128", &[])), numbers(&[6, 5, 9])].concat();
    assert_eq!(arguments(&generator), expected);
}
