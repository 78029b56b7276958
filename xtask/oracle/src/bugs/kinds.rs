//! Injected bugs in the kinds that read or write UUIDs.

use super::applies::has_uuids;
use crate::rules::{CodecRules, TypedRules};

/// Returns `true` if a kind has both text forms and a decision is for the UUID, or if it has only UUIDs.
fn is_uuid(forms: &str, of_both: bool) -> bool {
    forms == "uuid" || !forms.is_empty() && of_both
}

/// Reads a string of 25 or 26 digits, like the compact form, as a UUID.
fn read_compact(codec: &mut CodecRules) {
    codec.prepare = |text, _| match text.len() {
        25 | 26 => "00000000-0000-7000-8000-000000000000".to_owned(),
        _ => text.to_owned(),
    };
}

bugs! { TypedRules:
    "UUIDs as text" {
        "36 characters are a UUID", has_uuids: is_uuid = |forms, text| is_uuid(forms, text.len() == 36);
        "every string with a hyphen is a UUID", has_uuids:
            is_uuid = |forms, text| is_uuid(forms, text.contains('-'));
        "every string without an underscore is a UUID", has_uuids:
            is_uuid = |forms, text| is_uuid(forms, !text.contains('_'));
        "both forms are read as the compact form", has_uuids: is_uuid = |forms, _| is_uuid(forms, false);
        "both forms are read as UUIDs", has_uuids: is_uuid = |forms, _| is_uuid(forms, true);
        "a kind without text forms reads UUIDs", has_uuids:
            is_uuid = |forms, text| {
                let has_groups = text.len() == 36 && text.matches('-').count() == 4;
                forms.is_empty() && has_groups || is_uuid(forms, text.contains('-') && !text.contains('_'))
            };
        "a kind of UUIDs reads the compact form", has_uuids: in_uuid = read_compact;
        "the other form is written", has_uuids: writes_uuid = |forms| forms.ends_with("uuid");
        "UUIDs are never written", has_uuids: writes_uuid = |_| false;
        "the prefix of a kind of UUIDs is written", has_uuids: uuid = |(prefix, forms), uuid| {
            if forms == "uuid" && !prefix.is_empty() { format!("{prefix}_{uuid}") } else { uuid }
        };
        "the prefix of a kind with UUIDs is not checked", has_uuids: kind_first = str::is_empty;
        "UUIDs in a URN are read", has_uuids: in_uuid = |codec|
            codec.prepare = |text, _| text.trim_start_matches("urn:uuid:").to_owned();
        "a prefix before a UUID is dropped", has_uuids:
            in_uuid = |codec| codec.prepare = |text, _| text.trim_start_matches("ord_").to_owned(),
            is_uuid = |forms, text| is_uuid(forms, text.contains('-'));
    }
}
