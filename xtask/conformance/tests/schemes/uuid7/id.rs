//! Tests that only UUIDv7 has.

use harness::uuid7::Uuid7;
use harness::uuid7::error::ParseErrorKind;

/// RFC 9562, appendix A.6.
const TEXT: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
/// Appendix A.3.
const VERSION_4: &str = "919108f7-52d1-4320-9bac-f847db4148a8";
const VERSION_4_BYTES: [u8; 16] = 0x9191_08f7_52d1_4320_9bac_f847_db41_48a8_u128.to_be_bytes();

#[test]
fn only_the_lenient_parser_accepts_other_forms() {
    let id: Uuid7 = TEXT.parse().expect("it is published");
    let simple = TEXT.replace('-', "");
    for form in [simple, format!("{{{TEXT}}}"), format!("urn:uuid:{TEXT}")] {
        for typed in [form.clone(), form.to_ascii_uppercase()] {
            assert_eq!(Uuid7::try_from_str_lenient(&typed), Ok(id), "{typed}");
            assert!(Uuid7::try_from_str(&typed).is_err(), "{typed}");
        }
    }
    assert_eq!(Uuid7::try_from_str_lenient(TEXT), Ok(id));
}

#[test]
fn the_lenient_parser_rejects_everything_else() {
    let kind = |text: &str| Uuid7::try_from_str_lenient(text).expect_err(text).kind();
    let digit = |position, found| ParseErrorKind::Digit { position, found };
    for text in [
        "",
        "{}",
        "urn:uuid:",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "urn:uuid:{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "{017f22e279b07cc398c4dc0c0c07398f}",
        "uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        " 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "017f22e279b07cc398c4dc0c0c07398f0",
    ] {
        assert_eq!(kind(text), ParseErrorKind::Length { found: text.len() }, "{text}");
    }
    assert_eq!(kind("017f22e279b07cc398c4dc0c0c0739-f"), digit(30, b'-'));
    assert_eq!(kind("017f22e279b04cc398c4dc0c0c07398f"), digit(12, b'4'));
    assert_eq!(kind("017f22e279b07cc3C8c4dc0c0c07398f"), digit(16, b'C'));
    assert_eq!(kind("{017f22e2-79b0-7cc3-98c4-dc0c0c07398g}"), digit(36, b'g'));
    assert_eq!(kind("{017f22e2-79b0-4cc3-98c4-dc0c0c07398f}"), digit(15, b'4'));
    assert_eq!(kind("urn:uuid:017f22e2-79b0-7cc3-18c4-dc0c0c07398f"), digit(28, b'1'));
    assert_eq!(kind("urn:uuid:017f22e2079b0-7cc3-98c4-dc0c0c07398f"), digit(17, b'0'));
    assert_eq!(kind("017f22e2079b0-7cc3-98c4-dc0c0c07398f"), digit(8, b'0'));
}

/// Nobody should have to count bits to see why a UUID was rejected.
#[test]
fn errors_name_the_version_that_was_found() {
    let of_text = |text: &str| Uuid7::try_from_str(text).expect_err(text).to_string();
    assert_eq!(of_text(VERSION_4), "expected a version 7 UUID, found '4' at byte 14");
    assert_eq!(
        of_text(&TEXT.replace("-98", "-d8")),
        "expected a UUID of the RFC 9562 variant (8, 9, a or b here), found 'd' at byte 19"
    );
    assert_eq!(
        of_text("0"),
        "expected a UUIDv7 of 36 characters (hex digits in groups of 8, 4, 4, 4 and 12, separated by hyphens), found \
         1 byte"
    );
    let of_bytes = Uuid7::try_from(VERSION_4_BYTES).expect_err("version 4");
    assert_eq!(of_bytes.to_string(), "ver is 4, expected 7");
    let of_slice = Uuid7::try_from(&VERSION_4_BYTES[..]).expect_err("version 4");
    assert_eq!(of_slice, of_bytes);
    let of_integer = Uuid7::try_from(u128::from_be_bytes(VERSION_4_BYTES)).expect_err("version 4");
    assert_eq!(of_integer, of_bytes);
    let mut other_variant = Uuid7::MIN.to_bytes();
    other_variant[8] |= 0x40;
    assert_eq!(Uuid7::try_from(other_variant).expect_err("variant 3").to_string(), "var is 3, expected 2");
}
