//! `sortid convert`.

use crate::{SCHEMES, good, vectors};

fn convert(scheme: &str, from: &str, to: &str, stdin: &str) -> String {
    good(&["convert", "--scheme", scheme, "--from", from, "--to", to], stdin)
}

#[test]
fn agrees_with_the_test_vectors_in_both_directions() {
    for (scheme, _) in SCHEMES {
        let vectors = vectors(scheme);
        let column = |key: &str| {
            let cases = vectors["valid"].as_array().unwrap().iter();
            cases.map(|case| format!("{}\n", case[key].as_str().unwrap())).collect::<String>()
        };
        let forms = [("text", column("text")), ("hex", column("bytes")), ("int", column("int"))];
        for (from, input) in &forms {
            for (to, output) in &forms {
                assert_eq!(convert(scheme, from, to, input), *output, "{scheme} {from} {to}");
            }
        }
    }
}

#[test]
fn converts_to_uuids_bit_for_bit() {
    for scheme in ["ulid", "scru128"] {
        let ids = good(&["new", scheme, "-n", "100"], "");
        let uuids = convert(scheme, "text", "uuid", &ids);
        assert_eq!(convert(scheme, "uuid", "text", &uuids), ids);
        assert_eq!(convert(scheme, "uuid", "hex", &uuids), uuids.replace('-', ""));
        assert_eq!(convert(scheme, "uuid", "uuid", &uuids.to_uppercase()), uuids);
    }
    let uuid = good(&["convert", "--to", "uuid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"], "");
    assert_eq!(uuid, "01563e3a-b5d3-d676-4c61-efb99302bd5b\n");
}
