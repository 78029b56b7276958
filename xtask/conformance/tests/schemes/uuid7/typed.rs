//! Typed IDs, whose text is a TypeID.

use harness::uuid7::{Typed, kind, uuid7};

kind!(Prefix = "prefix");
kind!(NoPrefix);

#[test]
fn the_text_of_a_typed_id_is_a_type_id() {
    const ID: Typed<Prefix> = uuid7!(Prefix, "prefix_01h455vb4pex5vsknk084sn02q");
    assert_eq!(ID.id(), uuid7!("01890a5d-ac96-774b-bcce-b302099a8057"));
    assert_eq!(ID.to_string(), "prefix_01h455vb4pex5vsknk084sn02q");
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
