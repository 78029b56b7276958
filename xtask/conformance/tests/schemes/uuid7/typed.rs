//! Typed IDs, whose text form is a TypeID.

use harness::uuid7::{Typed, kind, uuid7};

kind!(Prefix = "prefix");
kind!(Customer = uuid);
kind!(Product = "prod" | uuid);

/// The test vectors cover the rest.
#[test]
fn uuids_are_checked_like_those_of_untyped_ids() {
    const UUID: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

    assert_eq!(uuid7!(Customer, UUID).id(), uuid7!(UUID));
    assert_eq!(uuid7!(Product, UUID), uuid7!(Product, "prod_01fwhe4ydgfk1shh6w1g60eecf"));
    let version_4 = UUID.replace("-7", "-4");
    let message = "expected a version 7 UUID, found '4' at byte 14";
    assert_eq!(Typed::<Customer>::try_from_str(&version_4).expect_err("another UUID").to_string(), message);
    assert_eq!(Typed::<Product>::try_from_str(&version_4).expect_err("another UUID").to_string(), message);
    let error = Typed::<Customer>::try_from_str("prod_01fwhe4ydgfk1shh6w1g60eecf").expect_err("a TypeID");
    let expected = "36 characters (hex digits in groups of 8, 4, 4, 4 and 12, separated by hyphens)";
    assert_eq!(error.to_string(), format!("expected a UUIDv7 of {expected}, found 31 bytes"));
    let error = Typed::<Product>::try_from_str("prod_01fwhe4ydgfk1shh6w1g60eec").expect_err("too short");
    let expected = "26 lowercase digits (0-9 and a-z without i, l, o and u)";
    let expected = format!("expected `prod_` followed by {expected}, or a 36-character UUID");
    assert_eq!(error.to_string(), format!("{expected}, found 25 bytes after `prod_`"));
}

/// The test vectors cover all versions and variants. This test covers the messages.
#[test]
fn messages_say_what_another_uuid_is() {
    for (text, message) in [
        (
            "prefix_0123456789abcdefghjkmnpqrs",
            "expected a version 7 UUID, not version 5, found 'a' at byte 17",
        ),
        (
            "prefix_00000000000000000000000000",
            "expected a version 7 UUID, not version 0, found '0' at byte 17",
        ),
        (
            "prefix_7zzzzzzzzzzzzzzzzzzzzzzzzz",
            "expected a version 7 UUID, not version 15, found 'z' at byte 17",
        ),
        (
            "prefix_01h455vb4pex5ysknk084sn02q",
            "expected a UUID of the RFC 9562 variant (8, 9, a, b, r, s, t or v here), found 'y' at byte 20",
        ),
        (
            "prefix_8zzzzzzzzzfzzvzzzzzzzzzzzz",
            "expected `prefix_` followed by 26 lowercase digits (0-9 and a-z without i, l, o and u), found a value \
             above the maximum, 7zzzzzzzzzfzzvzzzzzzzzzzzz",
        ),
    ] {
        let error = Typed::<Prefix>::try_from_str(text).expect_err("another UUID");
        assert_eq!(error.to_string(), message);
    }
}
