//! The published value, and the cases derived from the layout.

use anyhow::Result;

use super::model::LAYOUT;
use crate::codec_cases::{
    Published,
    PublishedValue::Bytes,
    Reason::{Digit, Length},
    codec_file, invalid_group,
};
use crate::format::{Case, CodecFile, InvalidCase};
use crate::origin::Origin::{self, Section};
use crate::scheme::{Scheme, TextOrigins};

const LAYOUT_OF_UUID7: Origin = Section("5.7. UUID Version 7");
const FORMAT: Origin = Section("4. UUID Format");

pub(super) const ORIGINS: TextOrigins = TextOrigins {
    layout: LAYOUT_OF_UUID7,
    text: FORMAT,
    digits: FORMAT,
    range: FORMAT,
    order: Section("6.11. Sorting"),
};

const EXAMPLE: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/// The meaning of the flag that only this scheme has.
const OWN_FLAGS: &[(&str, &str)] = &[(
    "other_form",
    "a UUID in another form, or of another version: a strict parser of version 7 rejects both",
)];

pub(super) fn cases(scheme: &Scheme) -> Result<CodecFile> {
    // The RFC prints it in uppercase, which is an alternate.
    let value = Some(Bytes("017f22e279b07cc398c4dc0c0c07398f"));
    let published = [Published { text: EXAMPLE, value, origin: Section("A.6. Example of a UUIDv7 Value") }];
    let mut file = codec_file(scheme, &published, &[], OWN_FLAGS)?;
    file.invalid.extend(other_forms(scheme));
    Ok(file)
}

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
fn other_forms(scheme: &Scheme) -> Vec<Case<InvalidCase>> {
    let simple = EXAMPLE.replace('-', "");
    let forms = [
        (simple.clone(), "without hyphens"),
        (format!("{{{EXAMPLE}}}"), "in braces"),
        (format!("({EXAMPLE})"), "in parentheses"),
        (format!("{{{simple}}}"), "in braces, without hyphens"),
        (format!("urn:uuid:{EXAMPLE}"), "as a URN"),
        (format!("URN:UUID:{EXAMPLE}"), "as a URN in upper case"),
        (format!("0x{simple}"), "as a hexadecimal number"),
    ];
    let forms = forms.map(|(text, form)| (text, Length, format!("the example {form}")));
    let versions = [
        ("c232ab00-9414-11ec-b3c8-9f6bdeced846", 14, "A.1: version 1"),
        ("5df41881-3aed-3515-88a7-2f4a814cf09e", 14, "A.2: version 3"),
        ("919108f7-52d1-4320-9bac-f847db4148a8", 14, "A.3: version 4"),
        ("2ed6657d-e927-568b-95e1-2665a8aea6a2", 14, "A.4: version 5"),
        ("1ec9414c-232a-6b00-b3c8-9f6bdeced846", 14, "A.5: version 6"),
        ("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", 14, "B.1: version 8"),
        ("00000000-0000-0000-0000-000000000000", 14, "5.9: the nil UUID"),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", 14, "5.10: the max UUID"),
        ("6ba7b810-9dad-71d1-c0b4-00c04fd430c8", 19, "version 7, but the variant of Microsoft's GUIDs"),
        ("6ba7b810-9dad-71d1-70b4-00c04fd430c8", 19, "version 7, but the variant of the Apollo NCS"),
    ];
    let versions =
        versions.map(|(text, position, comment)| (text.to_owned(), Digit(position), comment.to_owned()));
    let flags = &["other_form"];
    [invalid_group(scheme, 15_000, flags, forms), invalid_group(scheme, 15_100, flags, versions)].concat()
}
