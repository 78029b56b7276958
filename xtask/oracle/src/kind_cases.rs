//! The cases of `typed.json` for kinds that read or write UUIDs. Only 128-bit IDs have such kinds.

use num_bigint::BigUint;

use crate::codec_cases::{other_cases, random_ints, replace};
use crate::format::{Case, InvalidTyped, ValidTyped};
use crate::origin::{Followed, Origin::Ours};
use crate::port::Port;
use crate::scheme::Scheme;

/// The flag of all these cases, with its meaning.
pub(crate) const FLAG: (&str, &str) =
    ("uuid", "the kind reads or writes UUIDs: skip the case if your kinds do not");

/// The kinds: prefix and text forms. With one of the two long prefixes, depending on the scheme, the compact form is as
/// long as a UUID.
const KINDS: [(&str, &str); 7] = [
    ("", "uuid"),
    ("ord", "compact_or_uuid"),
    ("ord", "uuid_or_compact"),
    ("", "compact_or_uuid"),
    ("", "uuid_or_compact"),
    ("customers", "compact_or_uuid"),
    ("customerid", "uuid_or_compact"),
];

/// Returns the strings that each kind reads and writes.
pub(crate) fn valid(scheme: &Scheme) -> Vec<Case<ValidTyped>> {
    let mut ids = vec![(scheme.layout.min(), "the smallest ID"), (scheme.layout.max(), "the largest ID")];
    ids.extend(random_ints(scheme.layout, 2).into_iter().map(|int| (int, "a random ID")));
    let cases = KINDS.iter().flat_map(|kind| ids.iter().map(move |(int, comment)| (kind, int, comment)));
    let cases = (3_000..).zip(cases).map(|(id, (&(prefix, forms), int, comment))| {
        let [compact, uuid] = texts(scheme, prefix, int);
        let text = if forms.starts_with("uuid") { uuid.clone() } else { compact.clone() };
        let mut alternates = other_cases(&uuid);
        alternates.extend([uuid, compact].into_iter().filter(|other| forms != "uuid" && *other != text));
        let ([prefix, text_forms], bytes) = ([prefix, forms].map(str::to_owned), scheme.layout.bytes(int));
        let case = ValidTyped { prefix, text_forms, text, bytes, alternates };
        Case::new(id, (*comment).to_owned(), &[FLAG.0], &followed(), case)
    });
    cases.collect()
}

/// Returns the compact form and the UUID of an ID.
fn texts(scheme: &Scheme, prefix: &str, int: &BigUint) -> [String; 2] {
    [Port::right(scheme).typed_text((prefix, ""), int), scheme.uuid().text(int)]
}

fn followed() -> Followed {
    [Ours("UUIDs as text")].into()
}

/// Returns the strings that the first five kinds reject.
pub(crate) fn invalid(scheme: &Scheme) -> Vec<Case<InvalidTyped>> {
    let int = random_ints(scheme.layout, 1).pop().unwrap_or_default();
    let [digits, uuid] = texts(scheme, "", &int);
    let simple = uuid.replace('-', "");
    let mut strings = vec![
        (String::new(), "an empty string"),
        (format!("{{{uuid}}}"), "a UUID in braces"),
        (format!("urn:uuid:{uuid}"), "a UUID in a URN"),
        (simple.clone(), "a UUID without hyphens"),
        (format!("{}-{}", &simple[..16], &simple[16..]), "a UUID with one hyphen"),
        (replace(&replace(&uuid, 8, 1, '0'), 9, 1, '-'), "a UUID with a hyphen at another place"),
        (uuid.replace('-', "_"), "a UUID with underscores"),
        (uuid[..35].to_owned(), "the last digit of a UUID is missing"),
        (format!("{uuid}0"), "a UUID with an additional digit"),
        (format!(" {uuid}"), "a space before a UUID"),
        (format!("{uuid}\n"), "a line feed after a UUID"),
        (replace(&uuid, 35, 1, 'g'), "a UUID with a letter that is not a digit"),
        (replace(&uuid, 33, 3, 'ａ'), "a UUID with a fullwidth letter"),
        (format!("cus_{digits}"), "the compact form of another kind"),
        (format!("cus_{uuid}"), "a UUID with the prefix of another kind"),
        (format!("ord_{uuid}"), "a UUID with a prefix"),
        (format!("_{uuid}"), "a UUID after an underscore"),
        (format!("ord-{digits}"), "a hyphen in place of the underscore"),
        (format!("ord_{digits}-"), "the compact form, and a hyphen"),
        (format!("ord_{}", replace(&digits, 5, 1, '-')), "the compact form with a hyphen"),
        (format!("{}_{digits}", "c".repeat(35 - digits.len())), "36 characters of another kind"),
        (format!("{digits:0<36}"), "36 digits"),
    ];
    for (name, _) in scheme.layout.constants {
        let others =
            scheme.layout.other_values(name).map(|other| scheme.layout.with(&int, name, other.into()));
        strings
            .extend(others.map(|int| (scheme.uuid().text(&int), "a UUID of a different version or variant")));
    }
    let cases = KINDS[..5].iter().flat_map(|kind| strings.iter().map(move |string| (kind, string)));
    let cases = (20_000..).zip(cases).map(|(id, (&(prefix, forms), (text, comment)))| {
        let Err((reason, position)) = Port::right(scheme).read_typed((prefix, forms), text) else {
            panic!("{text} is an ID of the kind {prefix} {forms}");
        };
        let [prefix, text_forms, text, reason] = [prefix, forms, text, reason].map(str::to_owned);
        let case = InvalidTyped { prefix, text_forms, text, reason, position };
        Case::new(id, (*comment).to_owned(), &[FLAG.0], &followed(), case)
    });
    cases.collect()
}
