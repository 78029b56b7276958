//! The published string, and strings that lenient parsers accept.

use super::model::LAYOUT;
use crate::codec_cases::commented;
use crate::layout::Fact::Bytes;
use crate::layout::Published;
use crate::origin::Origin::{self, Section};
use crate::scheme::{Group, TextOrigins};

const FORMAT: Origin = Section("4. UUID Format");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: Section("5.7. UUID Version 7"),
    order: Section("6.11. Sorting"),
    ..TextOrigins::all(FORMAT)
};

const EXAMPLE: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/// The RFC prints it in uppercase, which is an alternate.
pub(super) const PUBLISHED: &[Published] =
    &[(Section("A.6. Example of a UUIDv7 Value"), EXAMPLE, &[Bytes("017f22e279b07cc398c4dc0c0c07398f")])];

/// The meaning of the flag that only this scheme has.
pub(super) const FLAGS: &[(&str, &str)] = &[(
    "other_form",
    "a UUID in another form, or of another version: a strict parser of version 7 rejects both",
)];

/// Returns the UUID that many parsers read from a string without hyphens, in braces, or in a URN.
pub(super) fn with_hyphens(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let text = text
        .trim_start_matches("urn:")
        .trim_start_matches("uuid:")
        .trim_matches(['{', '}', '(', ')'])
        .trim_start_matches("0x");
    let mut digits = text.replace('-', "");
    for position in LAYOUT.hyphens {
        if digits.is_char_boundary(*position) && digits.len() >= *position {
            digits.insert(*position, '-');
        }
    }
    digits
}

/// Returns other forms that UUID parsers often accept, and the RFC's examples of other versions.
pub(super) fn texts() -> Vec<Group> {
    let simple = EXAMPLE.replace('-', "");
    let forms = [
        (simple.clone(), "the example without hyphens"),
        (format!("{{{EXAMPLE}}}"), "the example in braces"),
        (format!("({EXAMPLE})"), "the example in parentheses"),
        (format!("{{{simple}}}"), "the example in braces, without hyphens"),
        (format!("urn:uuid:{EXAMPLE}"), "the example as a URN"),
        (format!("URN:UUID:{EXAMPLE}"), "the example as a URN in upper case"),
        (format!("0x{simple}"), "the example as a hexadecimal number"),
    ];
    let versions = [
        ("c232ab00-9414-11ec-b3c8-9f6bdeced846", "A.1: version 1"),
        ("5df41881-3aed-3515-88a7-2f4a814cf09e", "A.2: version 3"),
        ("919108f7-52d1-4320-9bac-f847db4148a8", "A.3: version 4"),
        ("2ed6657d-e927-568b-95e1-2665a8aea6a2", "A.4: version 5"),
        ("1ec9414c-232a-6b00-b3c8-9f6bdeced846", "A.5: version 6"),
        ("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", "B.1: version 8"),
        ("00000000-0000-0000-0000-000000000000", "5.9: the nil UUID"),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", "5.10: the max UUID"),
        ("6ba7b810-9dad-71d1-c0b4-00c04fd430c8", "version 7, but the variant of Microsoft's GUIDs"),
        ("6ba7b810-9dad-71d1-70b4-00c04fd430c8", "version 7, but the variant of the Apollo NCS"),
    ];
    vec![(15_000, &["other_form"], commented(forms)), (15_100, &["other_form"], commented(versions))]
}
