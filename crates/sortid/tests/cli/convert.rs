//! `sortid convert`.

use crate::{SCHEMES, good, refuses, run_with, vectors};

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

#[test]
fn bad_lines_do_not_stop_the_rest() {
    let stdin = "01ARZ3NDEKTSV4RRFFQ69G5FAV\nbad\n0u2pf62ji4b9\n";
    let run = run_with(&["convert", "--to", "uuid"], stdin);
    assert_eq!((run.status, run.stdout.as_str()), (1, "01563e3a-b5d3-d676-4c61-efb99302bd5b\n"));
    let errors: Vec<_> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].starts_with("sortid: \"bad\": expected an ID of 12 digits"), "{}", errors[0]);
    assert!(errors[1].contains("found scru64"), "{}", errors[1]);
}

#[test]
fn refuses_other_than_canonical_forms() {
    for (scheme, from, input) in [
        ("ulid", "int", "340282366920938463463374607431768211456"),
        ("ulid", "int", "1461501637330902918203684832716283019655932542976"),
        ("scru64", "int", "4738381338321616896"),
        ("ulid-flake", "int", "9223372036854775808"),
        ("ulid", "int", ""),
        ("ulid", "int", "-1"),
        ("ulid", "int", "+1"),
        ("ulid", "int", "01"),
        ("ulid", "int", " 1"),
        ("ulid", "int", "1_000"),
        ("ulid", "int", "0x1"),
        ("ulid", "int", "\u{663}"),
        ("scru64", "hex", "41c21cb8e1000000"),
        ("ulid-flake", "hex", "8000000000000000"),
        ("ulid", "hex", "0x563e3ab5d3d6764c61efb99302bd5b00"),
        ("ulid", "hex", "01"),
        ("ulid", "hex", "é1563e3ab5d3d6764c61efb99302bd5"),
        ("ulid", "uuid", "01563e3ab5d3d6764c61efb99302bd5b"),
        ("ulid", "uuid", "01563e3ab-5d3-d676-4c61-efb99302bd5b"),
        ("ulid", "uuid", "01563e3a-b5d3-d676-4c61-efb99302bd5g"),
        ("ulid", "uuid", "{1563e3a-b5d3-d676-4c61-efb99302bd5}"),
    ] {
        let run =
            run_with(&["convert", "--scheme", scheme, "--from", from, "--to", "text"], format!("{input}\n"));
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{from} {input}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn refuses_invalid_command_lines() {
    refuses(&[
        (&["convert", "1"], "--to"),
        (&["convert", "--to", "text", "--from", "int", "1"], "--scheme"),
        (&["convert", "--to", "text", "--from", "hex", "1"], "--scheme"),
        (&["convert", "--to", "text", "--from", "uuid", "1"], "--scheme"),
        (&["convert", "--to", "uuid", "--scheme", "scru64", "1"], "scru128 and ulid"),
        (&["convert", "--to", "base64"], "possible values"),
    ]);
}

/// 32 hex digits are a valid text of SCRU160, but a user rarely means that.
#[test]
fn hints_once_at_other_schemes_of_a_text() {
    let hex = "01563e3ab5d3d6764c61efb99302bd5b";
    let run = run_with(&["convert", "--to", "text"], format!("0u2pf62ji4b9\n{hex}\n{hex}\n"));
    assert_eq!(run.status, 0);
    assert_eq!(run.stdout.lines().nth(1), Some(hex.to_uppercase().as_str()));
    let note = "read as scru160; for a ulid or scru128 in hex, give --from hex and --scheme\n";
    assert_eq!(run.stderr, format!("sortid: {hex:?}: {note}"));
    good(&["convert", "--to", "text", "--scheme", "scru160", hex], "");
    good(&["convert", "--to", "text", "--scheme", "ulid", "--from", "hex", hex], "");
}
