//! Typed IDs, whose text form is a TypeID.

use harness::uuid7::{Typed, kind};

kind!(Prefix = "prefix");

/// The test vectors cover all versions and variants. This test covers the messages.
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
