//! Typed IDs, whose text is a TypeID.

use harness::uuid7::{Typed, Uuid7, kind, uuid7};
use idcore::{TextFormat, base32};

kind!(Prefix = "prefix");
kind!(Longer = "pre_fix");
kind!(NoPrefix);

/// The valid cases of TypeID's specification 0.3.0, `spec/valid.yml`: the text and the UUID.
const VALID: [(&str, u128); 9] = [
    ("00000000000000000000000000", 0),
    ("00000000000000000000000001", 1),
    ("0000000000000000000000000a", 10),
    ("0000000000000000000000000g", 16),
    ("00000000000000000000000010", 32),
    ("7zzzzzzzzzzzzzzzzzzzzzzzzz", u128::MAX),
    ("prefix_0123456789abcdefghjkmnpqrs", 0x0110_c853_1d09_52d8_d73e_1194_e95b_5f19),
    ("prefix_01h455vb4pex5vsknk084sn02q", 0x0189_0a5d_ac96_774b_bcce_b302_099a_8057),
    ("pre_fix_00000000000000000000000000", 0),
];

/// The invalid cases of TypeID's specification 0.3.0, `spec/invalid.yml`.
const INVALID: [&str; 19] = [
    "PREFIX_00000000000000000000000000",
    "12345_00000000000000000000000000",
    "pre.fix_00000000000000000000000000",
    "pr\u{e9}fix_00000000000000000000000000",
    "  prefix_00000000000000000000000000",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
    "_00000000000000000000000000",
    "_",
    "prefix_1234567890123456789012345",
    "prefix_123456789012345678901234567",
    "prefix_1234567890123456789012345 ",
    "prefix_0123456789ABCDEFGHJKMNPQRS",
    "prefix_123456789-123456789-123456",
    "prefix_ooooooiiiiiiuuuuuuulllllll",
    "prefix_i23456789ol23456789oi23456",
    "prefix_123456789-0123456789-0123456",
    "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
    "_prefix_00000000000000000000000000",
    "prefix__00000000000000000000000000",
];

/// Reads a TypeID of any prefix and any UUID: the codec of typed IDs, without the check of the version.
fn read(text: &str) -> Option<(&str, u128)> {
    const FORMAT: TextFormat = TextFormat { name: "a TypeID", digits: "26 digits", max: "" };

    let (prefix, suffix) = match text.rsplit_once('_') {
        Some(("", _)) => return None,
        Some((prefix, suffix)) => (prefix, suffix),
        None => ("", text),
    };
    let mut bytes = [0; 16];
    let values = &base32::FROM_CROCKFORD_LOWERCASE;
    base32::decode_into::<16, 26, 128>(suffix.as_bytes(), &mut bytes, values, &FORMAT).ok()?;
    idcore::prefix::check(prefix).ok()?;
    Some((prefix, u128::from_be_bytes(bytes)))
}

#[test]
fn the_published_cases_hold() {
    for (text, uuid) in VALID {
        let (prefix, found) = read(text).expect(text);
        assert_eq!(found, uuid, "{text}");
        let suffix = base32::encode::<16, 26>(&uuid.to_be_bytes(), &base32::TO_CROCKFORD_LOWERCASE);
        assert_eq!(text.strip_prefix(prefix).map(|rest| rest.trim_start_matches('_')), Some(&*suffix));
        // A typed ID is read exactly if its UUID is of version 7.
        let id = Uuid7::try_from(uuid).ok();
        let typed = match prefix {
            "prefix" => Typed::<Prefix>::try_from_str(text).ok().map(Typed::id),
            "pre_fix" => Typed::<Longer>::try_from_str(text).ok().map(Typed::id),
            _ => Typed::<NoPrefix>::try_from_str(text).ok().map(Typed::id),
        };
        assert_eq!(typed, id, "{text}");
    }
    for text in INVALID {
        assert_eq!(read(text), None, "{text}");
        assert!(Typed::<Prefix>::try_from_str(text).is_err(), "{text}");
        assert!(Typed::<NoPrefix>::try_from_str(text).is_err(), "{text}");
    }
}

#[test]
fn the_text_of_a_typed_id_is_a_type_id() {
    const ID: Typed<Prefix> = uuid7!(Prefix, "prefix_01h455vb4pex5vsknk084sn02q");
    assert_eq!(ID.id(), uuid7!("01890a5d-ac96-774b-bcce-b302099a8057"));
    assert_eq!(ID.to_string(), "prefix_01h455vb4pex5vsknk084sn02q");
    for id in [Uuid7::MIN, Uuid7::MAX] {
        let text = Typed::<Prefix>::from_id(id).encode();
        assert_eq!(read(&text), Some(("prefix", id.to_u128())));
        assert_eq!(Typed::<Prefix>::try_from_str(&text).map(Typed::id), Ok(id));
    }
}

/// The test vectors have all versions and variants, and this the messages.
#[test]
fn messages_say_what_another_uuid_is() {
    for (text, message) in [
        ("prefix_0123456789abcdefghjkmnpqrs", "expected a UUID of version 7, not 5, found 'a' at byte 17"),
        ("prefix_00000000000000000000000000", "expected a UUID of version 7, not 0, found '0' at byte 17"),
        ("prefix_7zzzzzzzzzzzzzzzzzzzzzzzzz", "expected a UUID of version 7, not 15, found 'z' at byte 17"),
        (
            "prefix_01h455vb4pex5ysknk084sn02q",
            "expected a UUID of the variant of RFC 9562, which has 8, 9, a, b, r, s, t or v here, found 'y' at byte 20",
        ),
        (
            "prefix_8zzzzzzzzzfzzvzzzzzzzzzzzz",
            "expected `prefix_` and the 26 lowercase digits of a UUIDv7: 0-9 and a-z without i, l, o and u, found a value above \
             the largest, 7zzzzzzzzzfzzvzzzzzzzzzzzz",
        ),
    ] {
        let error = Typed::<Prefix>::try_from_str(text).expect_err("another UUID");
        assert_eq!(error.to_string(), message);
    }
}

/// The message names the version that the digit has, for each version and both digits of it.
#[test]
fn the_other_version_is_named() {
    for (digit, version) in (0..16).flat_map(|version| [(2 * version, version), (2 * version + 1, version)]) {
        let digit = char::from(b"0123456789abcdefghjkmnpqrstvwxyz"[digit]);
        let text = format!("01h455vb4p{digit}x5vsknk084sn02q");
        match Typed::<NoPrefix>::try_from_str(&text) {
            Ok(_) => assert_eq!(version, 7, "{text}"),
            Err(error) => assert_eq!(
                error.to_string(),
                format!("expected a UUID of version 7, not {version}, found '{digit}' at byte 10")
            ),
        }
    }
}
