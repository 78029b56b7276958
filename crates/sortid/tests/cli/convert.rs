//! `sortid convert`.

use crate::{SCHEMES, fails, good, json, refuses, run_with, vectors};

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

/// `paste` must never pair an ID with another line's.
#[test]
fn a_bad_line_never_shifts_the_others() {
    let stdin = "01ARZ3NDEKTSV4RRFFQ69G5FAV\nbad\n0u2pf62ji4b9\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n";
    let uuid = "01563e3a-b5d3-d676-4c61-efb99302bd5b";
    let convert = |on_error: &[&str]| {
        let run = run_with(&[&["convert", "--to", "uuid"], on_error].concat(), stdin);
        assert_eq!(run.status, 1);
        (run.stdout, run.stderr)
    };
    for default in [&[] as &[_], &["--on-error", "fail"]] {
        let (output, errors) = convert(default);
        assert_eq!(output, format!("{uuid}\n"));
        assert!(errors.starts_with("sortid: line 2: \"bad\": expected an ID of 12 digits"), "{errors}");
        assert!(errors.ends_with("; stopped here, as --on-error is fail\n"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
    for (on_error, bad, other) in [("keep", "bad", "0u2pf62ji4b9"), ("empty", "", "")] {
        let (output, errors) = convert(&["--on-error", on_error]);
        assert_eq!(output, format!("{uuid}\n{bad}\n{other}\n{uuid}\n"));
        let errors: Vec<_> = errors.lines().collect();
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[1].starts_with("sortid: line 3: \"0u2pf62ji4b9\": expected an ID of scru128 or ulid"));
        assert!(errors[1].ends_with("found scru64"), "{errors:?}");
    }
}

#[test]
fn keeps_whole_lines() {
    let long = "x".repeat(100_000);
    let run = run_with(&["convert", "--to", "uuid", "--on-error", "keep"], format!("{long}\n"));
    assert_eq!((run.status, run.stdout), (1, format!("{long}\n")));
    assert!(run.stderr.len() < 1000 && run.stderr.contains("...: expected"), "{}", run.stderr);
}

#[test]
fn a_header_stays_in_its_place() {
    let header = "a header that is much longer than an ID, and no ID at all".repeat(10);
    let stdin = format!("\u{feff}{header}\r\n01ARZ3NDEKTSV4RRFFQ69G5FAV\r\n");
    let output = good(&["convert", "--to", "uuid", "--header"], stdin);
    assert_eq!(output, format!("{header}\n01563e3a-b5d3-d676-4c61-efb99302bd5b\n"));
}

/// Each row is one ID in all its forms, in the order text, hex, UUID, integer.
#[test]
fn recognises_every_form_of_a_scheme() {
    let forms = [
        (
            "ulid",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "01563e3ab5d3d6764c61efb99302bd5b",
            "1777027686520646174104517696511196507",
        ),
        ("scru64", "0u2pf62ji4b9", "0186a7aa022a4155", "109959589539758421"),
        (
            "scru160",
            "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET",
            "017bdf6431bb33792cc3da2572fc551fdf0bbddd",
            "8471442564346756108849032826054178899875315165",
        ),
    ];
    for (scheme, text, hex, int) in forms {
        let mut inputs = vec![text.into(), text.to_lowercase(), hex.into(), hex.to_uppercase()];
        inputs.extend([format!("0x{hex}"), format!("0X{hex}"), format!("\\x{hex}"), int.into()]);
        if scheme == "ulid" {
            let uuid = "01563e3a-b5d3-d676-4c61-efb99302bd5b";
            inputs.extend([
                uuid.into(),
                uuid.to_uppercase(),
                format!("{{{uuid}}}"),
                format!("urn:uuid:{uuid}"),
            ]);
        }
        for input in &inputs {
            for scheme in [scheme, &scheme.to_uppercase()] {
                let output = good(&["convert", "--scheme", scheme, "--to", "text", input], "");
                assert_eq!(output.trim(), text, "{input}");
            }
            let inspected = json(&["inspect", "--scheme", scheme, "--format", "json", input]);
            assert_eq!(inspected["text"], text, "{input}");
            good(&["check", "--scheme", scheme, "-"], format!("{input}\n"));
        }
    }
}

#[test]
fn writes_times_and_json() {
    let time = good(&["convert", "--to", "time", "01ARZ3NDEKTSV4RRFFQ69G5FAV"], "");
    assert_eq!(time, "2016-07-30T23:54:10.259Z\n");
    let epoch = ["convert", "--to", "time", "--epoch", "1970-01-02T00:00:00Z", "00CMXB6TAK4SA"];
    assert_eq!(good(&epoch, ""), "1970-06-08T06:06:06.666Z\n");
    let json = good(&["convert", "--format", "json", "0u2pf62ji4b9"], "");
    assert_eq!(json, good(&["inspect", "--format", "json", "0u2pf62ji4b9"], ""));
}

/// A guess of the scheme would give another text, another time, or both.
#[test]
fn refuses_inputs_that_fit_several_schemes() {
    for (input, words) in [
        (
            "01563e3ab5d3d6764c61efb99302bd5b",
            "found one that fits scru160 and scru128 and ulid; give --scheme",
        ),
        ("01563e3a-b5d3-d676-4c61-efb99302bd5b", "found one that fits scru128 and ulid; give --scheme"),
        (
            "0186a7aa022a4155",
            "found one that fits scru64 and ulid-flake and ulid-flake-scalable; give --scheme",
        ),
        ("109959589539758421", "found an integer, which does not show its scheme; give --scheme"),
        ("1234567890123456", "found digits that are either hex or an integer; give --from"),
    ] {
        let line = fails(1, &["convert", "--to", "text", input]);
        assert!(line.contains(words), "{line}");
    }
    let both = ["convert", "--to", "int", "--scheme", "ulid-flake", "1234567890123456"];
    assert!(fails(1, &both).contains("either hex or an integer; give --from"));
    assert_eq!(good(&[&both[..], &["--from", "int"]].concat(), ""), "1234567890123456\n");
    assert_eq!(good(&[&both[..], &["--from", "hex"]].concat(), ""), "1311768467284833366\n");
    // A column of row numbers is not one of IDs.
    for number in ["0", "42", "123456789012345"] {
        let line = fails(1, &["convert", "--to", "text", "--scheme", "ulid", number]);
        assert!(
            line.contains("found an integer of fewer than 17 digits; give --from int if it is an ID"),
            "{line}"
        );
    }
    // Both forms of Ulid-Flake have the same digits.
    good(&["convert", "--to", "int", "00CMXB6TAK4SA"], "");
    let uuid =
        fails(1, &["convert", "--to", "text", "--scheme", "scru64", "01563e3a-b5d3-d676-4c61-efb99302bd5b"]);
    assert!(uuid.contains("expected an ID of scru64, found a UUID, which has 128 bits"), "{uuid}");
}

#[test]
fn lenient_reads_what_people_and_programs_add() {
    let id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for input in [
        " 01ARZ3NDEKTSV4RRFFQ69G5FAV ",
        "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"",
        "' 01ARZ3NDEKTSV4RRFFQ69G5FAV'",
        "OIARZ3-NDEKTSV4-RRFFQ69G5FAV",
        "olarz3ndektsv4rrffq69g5fav",
    ] {
        assert_eq!(good(&["convert", "--to", "text", "--lenient", input], "").trim(), id);
        assert_eq!(good(&["convert", "--to", "text", "--lenient", "--scheme", "ulid", input], "").trim(), id);
        let strict = fails(1, &["convert", "--to", "text", "--scheme", "ulid", input]);
        assert!(strict.contains("; --lenient reads it"), "{strict}");
    }
    assert_eq!(good(&["convert", "--to", "text", "--lenient", "OOCMXB6TAK4SA"], ""), "00CMXB6TAK4SA\n");
    // I, L and O are digits of the other schemes.
    let scru128 = "0372ijojuxuhjsfkeryi2mrtm";
    assert_eq!(good(&["convert", "--to", "text", "--lenient", scru128], "").trim(), scru128);
    let lines = format!("{id}\n \n{id}\n");
    assert_eq!(good(&["convert", "--to", "text", "--lenient"], lines), format!("{id}\n\n{id}\n"));
    // 26 bytes, as a ULID has.
    let space = fails(1, &["convert", "--to", "text", &format!("{scru128} ")]);
    assert!(space.contains("expected an ID, found white space around one; --lenient reads it"), "{space}");
}

#[test]
fn a_hyphen_is_stdin() {
    let id = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n";
    assert_eq!(good(&["convert", "--to", "text", "0u2pf62ji4b9", "-"], id), format!("0u2pf62ji4b9\n{id}"));
    assert!(good(&["inspect", "-"], id).contains("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    refuses(&[(&["inspect", "-", "-"], "only once")]);
}

#[test]
fn refuses_other_than_canonical_forms() {
    for (scheme, from, input) in [
        ("ulid", "int", "340282366920938463463374607431768211456"),
        ("ulid", "int", "1461501637330902918203684832716283019655932542976"),
        ("scru160", "int", "1461501637330902918203684832716283019655932542976"),
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
        ("ulid", "hex", "0x563e3ab5d3d6764c61efb99302bd5b"),
        ("ulid", "hex", "x01563e3ab5d3d6764c61efb99302bd5b"),
        ("ulid", "hex", "01"),
        ("ulid", "hex", "é1563e3ab5d3d6764c61efb99302bd5"),
        ("ulid", "uuid", "01563e3ab-5d3-d676-4c61-efb99302bd5b"),
        ("ulid", "uuid", "01563e3a-b5d3-d676-4c61-efb99302bd5g"),
        ("ulid", "uuid", "{1563e3a-b5d3-d676-4c61-efb99302bd5}"),
        ("ulid", "uuid", "{01563e3a-b5d3-d676-4c61-efb99302bd5b"),
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
