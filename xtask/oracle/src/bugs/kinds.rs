//! Injected bugs in the kinds that read or write UUIDs.

use super::applies::{has_uuids, is_uuid7};
use crate::rules::TypedRules;

bugs! { TypedRules:
    "UUIDs as text" {
        "36 characters are a UUID", has_uuids: is_uuid = |text| text.len() == 36;
        "every string with a hyphen is a UUID", has_uuids: is_uuid = |text| text.contains('-');
        "every string without an underscore is a UUID", has_uuids: is_uuid = |text| !text.contains('_');
        "both forms are read as the compact form", has_uuids: is_uuid = |_| false;
        "both forms are read as UUIDs", has_uuids: is_uuid = |_| true;
        "the other form is written", has_uuids: writes_uuid = |forms| forms.ends_with("uuid");
        "UUIDs are never written", has_uuids: writes_uuid = |_| false;
        "uppercase UUIDs are written", has_uuids:
            in_uuid = |codec| codec.written = |text| text.to_uppercase();
        "UUIDs are case-sensitive", has_uuids: in_uuid = |codec|
            codec.digit = |alphabet, digit| alphabet.chars().position(|known| known == digit);
        "UUIDs in braces are read", has_uuids: in_uuid = |codec|
            codec.prepare = |text, _| text.trim_matches(['{', '}']).to_owned();
        "UUIDs in a URN are read", has_uuids: in_uuid = |codec|
            codec.prepare = |text, _| text.trim_start_matches("urn:uuid:").to_owned();
        "UUIDs are trimmed", has_uuids: in_uuid = |codec| codec.prepare = |text, _| text.trim().to_owned();
        "UUIDs need no hyphens", has_uuids: in_uuid = |codec| {
            codec.prepare = |text, _| text.replace('-', "");
            codec.layout.hyphens = &[];
        };
        "a prefix before a UUID is dropped", has_uuids:
            in_uuid = |codec| codec.prepare = |text, _| text.trim_start_matches("ord_").to_owned(),
            is_uuid = |text| text.contains('-');
        "the version and the variant of a UUID are not checked", is_uuid7:
            in_uuid = |codec| codec.layout.constants = &[];
    }
}
