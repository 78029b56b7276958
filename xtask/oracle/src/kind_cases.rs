//! The cases of `typed.json` for kinds that read or write UUIDs. Only 128-bit IDs have such kinds.

use num_bigint::BigUint;

use crate::format::{Case, InvalidTyped, ValidTyped};
use crate::scheme::Scheme;
use crate::text_form::{TextForm, random_ints, replace};
use crate::typed::Kind;
use crate::typed_cases::TypedCases;

/// The flag of all these cases.
const FLAG: &str = "uuid";

/// The kinds: prefix and text forms. With one of the two long prefixes, depending on the scheme, the compact form is as
/// long as a UUID. The UUIDs of the last kind do not show its prefix.
const KINDS: [Kind<'_>; 8] = [
    ("", "uuid"),
    ("ord", "compact_or_uuid"),
    ("ord", "uuid_or_compact"),
    ("", "compact_or_uuid"),
    ("", "uuid_or_compact"),
    ("customers", "compact_or_uuid"),
    ("customerid", "uuid_or_compact"),
    ("ord", "uuid"),
];

/// Strings that kinds with and without UUIDs reject, in the form of the other files.
const NO_IDS: &str = include_str!("kind_cases/no-ids.txt");

/// Returns the strings that each kind reads and writes.
pub(crate) fn valid(scheme: &Scheme) -> Vec<Case<ValidTyped>> {
    let layout = scheme.layout;
    let mut ids = vec![(layout.min(), "the smallest ID"), (layout.max(), "the largest ID")];
    ids.extend(random_ints(layout, 2).into_iter().map(|int| (int, "a random ID")));
    let zeros = BigUint::from(0x0123_4567_0012_0034_0005_0607_0809_a0b0_u128);
    let zeros = (layout.with_constants(&zeros), "zeros at the start of each group of digits");
    let cases = KINDS.iter().flat_map(|kind| ids.iter().map(move |id| (kind, id)));
    let cases = (3_000..).zip(cases).chain((3_100..).zip(KINDS.iter().map(|kind| (kind, &zeros))));
    let of_scheme = TypedCases::new(scheme);
    cases.map(|(id, (kind, (int, comment)))| of_scheme.valid_case(id, FLAG, *kind, int, comment)).collect()
}

/// Returns the strings that kinds reject: the first five kinds, then the kinds of a file, then the first kind.
pub(crate) fn invalid(scheme: &Scheme) -> Vec<Case<InvalidTyped>> {
    let cases = TypedCases::new(scheme);
    let uuids = TextForm::uuid(scheme);
    let filled = |template: &str| cases.form.filled(template);
    let [digits, uuid, simple] = ["{id}", "{uuid}", "{simple}"].map(filled);
    let mut strings = vec![
        (String::new(), "an empty string"),
        (filled("{{uuid}}"), "a UUID in braces"),
        (filled("urn:uuid:{uuid}"), "a UUID in a URN"),
        (simple.clone(), "a UUID without hyphens"),
        (format!("{}-{}", &simple[..16], &simple[16..]), "a UUID with one hyphen"),
        (replace(&uuid, 8, 2, "0-"), "a UUID with a hyphen in the wrong place"),
        (uuid.replace('-', "_"), "a UUID with underscores"),
        (uuid[..35].to_owned(), "the last digit of a UUID is missing"),
        (filled("{uuid}0"), "a UUID with an additional digit"),
        (filled(" {uuid}"), "a space before a UUID"),
        (filled("{uuid}\n"), "a line feed after a UUID"),
        (replace(&uuid, 35, 1, 'g'), "a UUID with a letter that is not a digit"),
        (replace(&uuid, 33, 3, 'ａ'), "a UUID with a fullwidth letter"),
        (filled("cus_{id}"), "the compact form of a different kind"),
        (filled("cus_{uuid}"), "a UUID with the prefix of a different kind"),
        (filled("ord_{uuid}"), "a UUID with a prefix"),
        (filled("_{uuid}"), "a UUID after an underscore"),
        (filled("ord-{id}"), "a hyphen in place of the underscore"),
        (filled("ord_{id}-"), "the compact form, and a hyphen"),
        (format!("ord_{}", replace(&digits, 5, 1, '-')), "the compact form with a hyphen"),
        (format!("{}_{digits}", "c".repeat(35 - digits.len())), "36 characters of a different kind"),
        (format!("{digits:0<36}"), "36 digits"),
    ];
    let int = uuids.layout.int_of_text(&uuid).unwrap_or_default();
    for (name, _) in scheme.layout.constants {
        let others =
            scheme.layout.other_values(name).map(|other| uuids.layout.with(&int, name, other.into()));
        strings
            .extend(others.map(|int| (uuids.layout.text(&int), "a UUID of a different version or variant")));
    }
    let of_kinds = KINDS[..5].iter().flat_map(|&kind| strings.iter().map(move |string| (kind, string)));
    let of_kinds = (20_000..).zip(of_kinds).map(|(id, (kind, (text, comment)))| {
        cases.invalid_case(id, &[FLAG], kind, text.clone(), (*comment).to_owned())
    });
    // The strings of `codec.json`, in the form of UUIDs.
    let of_codec =
        uuids.groups().into_iter().flat_map(|(first_id, _, strings)| (first_id + 20_000..).zip(strings));
    let of_codec =
        of_codec.map(|(id, (text, comment))| cases.invalid_case(id, &[FLAG], KINDS[0], text, comment));
    of_kinds.chain(cases.of_file(NO_IDS)).chain(of_codec).collect()
}
