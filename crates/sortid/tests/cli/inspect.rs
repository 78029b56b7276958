//! `sortid inspect`.

use serde_json::Value;

use crate::{SCHEMES, fails, good, json, run, run_with, sortid, vectors};

/// The golden file of a scheme. Its first line has the ID that is drawn.
fn golden(scheme: &str) -> String {
    format!("{}/tests/golden/{scheme}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// The ID in the golden file of a scheme.
fn drawn(scheme: &str) -> String {
    let path = golden(scheme);
    let file = std::fs::read_to_string(&path).unwrap_or_default();
    let id = file.lines().next().and_then(|line| line.strip_prefix("text   "));
    id.unwrap_or_else(|| {
        panic!("{path}: expected a first line `text   ID`, and `SORTID_WRITE_GOLDEN=1` writes the rest")
    })
    .to_owned()
}

/// Removes the age of the ID, which changes every day.
fn without_distance(drawing: &str) -> String {
    let cut = |line: &str| match line.split_once(" (") {
        Some((time, _)) if line.starts_with("time") => format!("{time}\n"),
        _ => format!("{line}\n"),
    };
    drawing.lines().map(cut).collect()
}

#[test]
fn draws_layouts_to_scale() {
    for (scheme, _) in SCHEMES {
        let drawing = without_distance(&good(&["inspect", "--scheme", scheme, &drawn(scheme)], ""));
        let path = golden(scheme);
        // Rewrites the golden files after an intended change.
        if std::env::var_os("SORTID_WRITE_GOLDEN").is_some() {
            std::fs::write(&path, &drawing).unwrap();
        }
        assert_eq!(drawing, std::fs::read_to_string(&path).unwrap(), "{path}");
        assert!(drawing.lines().all(|line| line.chars().count() <= 80), "{drawing}");
    }
}

/// The front page of each crate has the picture that `inspect` draws.
#[test]
fn front_pages_have_the_same_picture() {
    for (scheme, _) in SCHEMES {
        let root = env!("CARGO_MANIFEST_DIR");
        let drawing = std::fs::read_to_string(golden(scheme)).unwrap();
        let ruler = drawing.lines().position(|line| line.starts_with('┌')).unwrap() - 1;
        let picture: String =
            drawing.lines().skip(ruler).take(5).map(|line| format!("//! {line}\n")).collect();
        let path = format!("{root}/../{}/src/lib.rs", scheme.trim_end_matches("-scalable"));
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains(&picture), "{path} should have this picture of {scheme}:\n{picture}");
    }
}

#[test]
fn draws_in_ascii_unless_the_locale_is_utf_8() {
    let draw = |locale: &[(&str, &str)]| {
        let mut command = sortid(&["inspect", "--scheme", "scru64", &drawn("scru64")]);
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(variable);
        }
        let output = command.envs(locale.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let ascii = draw(&[("LANG", "C")]);
    assert!(ascii.is_ascii() && ascii.contains("\n+-+---") && ascii.contains("\n|0| timestamp"), "{ascii}");
    for locale in [
        &[] as &[_],
        &[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")],
        &[("LC_CTYPE", "C"), ("LANG", "C.UTF-8")],
    ] {
        assert_eq!(draw(locale), ascii, "{locale:?}");
    }
    for locale in [("LANG", "en_US.UTF-8"), ("LC_CTYPE", "de_DE.utf8"), ("LC_ALL", "C.UTF-8")] {
        assert!(draw(&[locale, ("LANG", "C.UTF-8")]).contains('┌'), "{locale:?}");
    }
}

#[test]
fn draws_as_wide_as_the_terminal() {
    let width = |columns: &str, scheme| {
        let output = sortid(&["inspect", "--scheme", scheme, &drawn(scheme)])
            .env("COLUMNS", columns)
            .output()
            .unwrap();
        let drawing = String::from_utf8(output.stdout).unwrap();
        drawing.lines().find(|line| line.starts_with('┌')).unwrap().chars().count()
    };
    for (scheme, _) in SCHEMES {
        for (columns, expected) in
            [("100", 100), ("60", 60), ("40", 40), ("10", 40), ("", 80), ("wide", 80), ("9999", 400)]
        {
            assert_eq!(width(columns, scheme), expected, "{columns} {scheme}");
        }
    }
}

#[test]
fn writes_colors_to_terminals_or_on_request() {
    let id = drawn("scru160");
    let colored = |variable: &str| {
        let output = sortid(&["inspect", &id]).env(variable, "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\x1b')
    };
    assert!(colored("CLICOLOR_FORCE"));
    assert!(!colored("NO_COLOR"));
    assert!(!good(&["inspect", &id], "").contains('\x1b'));
}

/// Each line has the values of its valid case.
#[test]
fn json_agrees_with_the_test_vectors() {
    for (scheme, _) in SCHEMES {
        let vectors = vectors(scheme);
        let cases = vectors["valid"].as_array().unwrap();
        let texts = |case: &Value| {
            let alternates = case["alternates"].as_array().unwrap().iter();
            [&case["text"]]
                .into_iter()
                .chain(alternates)
                .map(|text| text.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let lines: Vec<_> =
            cases.iter().flat_map(|case| texts(case).into_iter().map(move |text| (case, text))).collect();
        let stdin: String = lines.iter().map(|(_, text)| format!("{text}\n")).collect();
        let output = good(&["inspect", "--scheme", scheme, "--format", "json"], stdin);
        assert_eq!(output.lines().count(), lines.len());
        for ((case, text), line) in lines.iter().zip(output.lines()) {
            let found: Value = serde_json::from_str(line).unwrap();
            for key in ["text", "bytes", "int", "unix_ms"] {
                assert_eq!(found[key], case[key], "{scheme} {} {text} {key}", case["id"]);
            }
            // The vectors have numbers, and hex for more than 53 bits.
            for (name, value) in case["fields"].as_object().unwrap() {
                let hex = |text: &str| u128::from_str_radix(text, 16).unwrap().to_string();
                let expected =
                    value.as_u64().map_or_else(|| hex(value.as_str().unwrap()), |number| number.to_string());
                assert_eq!(found["fields"][name], expected, "{scheme} {} {text} {name}", case["id"]);
            }
            assert_eq!(found["fields"].as_object().unwrap().len(), case["fields"].as_object().unwrap().len());
            assert_eq!(found["scheme"], scheme);
            let keys: Vec<_> = found.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["scheme", "also", "text", "bytes", "int", "fields", "unix_ms", "time"]);
            assert!(found["time"].as_str().unwrap().ends_with('Z'), "{line}");
        }
    }
}

/// The inputs are arguments, because some contain line feeds.
#[test]
fn reasons_agree_with_the_test_vectors() {
    for (scheme, _) in SCHEMES {
        let vectors = vectors(scheme);
        let cases = vectors["invalid"].as_array().unwrap().iter();
        // An argument can't hold a NUL.
        let cases: Vec<_> = cases.filter(|case| !case["text"].as_str().unwrap().contains('\0')).collect();
        let mut arguments = vec!["inspect", "--scheme", scheme, "--from", "text", "--format", "json", "--"];
        arguments.extend(cases.iter().map(|case| case["text"].as_str().unwrap()));
        let run = run(&arguments);
        assert_eq!((run.status, run.stderr.as_str()), (1, ""));
        assert_eq!(run.stdout.lines().count(), cases.len());
        for (case, line) in cases.iter().zip(run.stdout.lines()) {
            let found: Value = serde_json::from_str(line).unwrap();
            assert_eq!(found["input"], case["text"], "{scheme} {}", case["id"]);
            assert_eq!(found["error"]["reason"], case["reason"], "{scheme} {}", case["id"]);
            assert!(!found["error"]["message"].as_str().unwrap().is_empty());
        }
    }
}

#[test]
fn detects_the_scheme_and_notes_when_two_fit() {
    for (scheme, id) in SCHEMES.map(|(scheme, _)| (scheme, drawn(scheme))) {
        let expected = if scheme == "ulid-flake-scalable" { "ulid-flake" } else { scheme };
        assert_eq!(json(&["inspect", "--format", "json", &id])["scheme"], expected);
        let text = good(&["inspect", &id], "");
        assert_eq!(text.contains("also fits ulid-flake-scalable;"), expected == "ulid-flake", "{text}");
    }
    assert!(!good(&["inspect", "--scheme", "ulid-flake", "00CMXB6TAK4SA"], "").contains("also fits"));
    let hex = good(&["inspect", "--format", "json", "017bdf6431bb33792cc3da2572fc551fdf0bbddd"], "");
    assert!(hex.contains("\"scru160\"") && hex.contains("05TTUP1HNCPNIB63R8IN5V2L3VFGNFET"));
}

#[test]
fn bad_ids_do_not_stop_the_rest() {
    let stdin =
        b"01ARZ3NDEKTSV4RRFFQ69G5FAV\r\n8ZZZZZZZZZZZZZZZZZZZZZZZZZ\n\n\xff\xfe\n0372ijojuxuhjsfkeryi2mrtm";
    let json = run_with(&["inspect", "--format", "json"], stdin);
    let lines: Vec<Value> = json.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((json.status, lines.len(), json.stderr.as_str()), (1, 5, ""));
    assert_eq!(lines[0]["scheme"], "ulid");
    assert_eq!(lines[1]["error"]["reason"], "overflow");
    assert_eq!(lines[2]["error"]["reason"], "length");
    assert!(lines[2]["error"]["message"].as_str().unwrap().contains("12 digits (scru64)"));
    assert_eq!(lines[3]["error"]["reason"], "length");
    assert_eq!(lines[4]["scheme"], "scru128");

    let text = run_with(&["inspect"], stdin);
    assert_eq!(text.status, 1);
    assert_eq!(text.stderr.lines().count(), 3);
    assert!(text.stderr.lines().all(|line| line.starts_with("sortid: line ")), "{}", text.stderr);
    assert_eq!(text.stdout.matches("scheme ").count(), 2);
}

#[test]
fn reads_another_epoch() {
    let at = |arguments: &[&str]| {
        let arguments = [&["inspect", "--format", "json", "00CMXB6TAK4SA"], arguments].concat();
        json(&arguments)["unix_ms"].as_u64().unwrap()
    };
    assert_eq!(at(&["--epoch", "0"]), 13_586_766_666);
    assert_eq!(at(&[]) - at(&["--epoch", "2023-12-31T00:00:00Z"]), 86_400_000);
    let line = fails(2, &["inspect", "--scheme", "ulid", "--epoch", "0", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]);
    assert!(line.contains("--epoch applies only to ulid-flake"), "{line}");
    let line = fails(2, &["inspect", "--epoch", "18446744073709551615", "00CMXB6TAK4SA"]);
    assert!(
        line.starts_with("--epoch is +584556019-04-03T14:25:51.615Z, expected a time up to +2871"),
        "{line}"
    );
}

/// A line without a line feed is cut, which bounds the memory.
#[test]
fn an_endless_line_is_one_bad_id() {
    let run = run_with(&["inspect", "--format", "json"], vec![b'0'; 1 << 20]);
    assert_eq!((run.status, run.stdout.lines().count()), (1, 1));
    assert!(run.stdout.len() < 1000);
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_text_is_one_bad_id() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let [first, last] = ["scru128", "ulid"].map(drawn);
    let ids = [OsStr::new(&first), OsStr::from_bytes(b"\xff\xfe"), OsStr::new(&last)];
    let output_of = |arguments: &[&str]| {
        let output = sortid(arguments).args(ids).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [json, errors] = output_of(&["inspect", "--format", "json"]);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), errors.as_str()), (3, ""), "{json}");
    assert_eq!((&lines[0]["scheme"], &lines[2]["scheme"]), (&"scru128".into(), &"ulid".into()));
    assert_eq!(lines[1]["error"]["reason"], "length");

    for arguments in [&["inspect"] as &[_], &["convert", "--to", "text", "--on-error", "empty"]] {
        let [text, errors] = output_of(arguments);
        assert!(text.contains(&first) && text.contains(&last), "{text}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn messages_use_singular_and_plural_of_byte() {
    for arguments in [
        &["inspect", "x"] as &[_],
        &["inspect", "--scheme", "scru160", "x"],
        &["inspect", "--scheme", "ulid", "x"],
        &["convert", "--to", "text", "--from", "text", "0"],
        &["convert", "--to", "text", "--scheme", "ulid", "--from", "hex", "0"],
        &["convert", "--to", "text", "--scheme", "ulid", "--from", "uuid", "0"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 1, "{arguments:?}");
        assert!(run.stderr.contains("found 1 byte"), "{arguments:?}: {}", run.stderr);
        assert!(!run.stderr.contains("found 1 bytes"), "{arguments:?}: {}", run.stderr);
    }
    assert!(run(&["inspect", ""]).stderr.ends_with("found 0 bytes\n"));
}

/// 32 hex digits can be a SCRU160 or the bytes of a ULID or SCRU128. The ULID here, of 2016, would be a SCRU160 of 1980. The
/// SCRU160, of 2017, would be a ULID of 2177.
#[test]
fn takes_the_scheme_whose_time_is_nearest_and_names_the_others() {
    for (id, scheme, also) in [
        ("01563e3ab5d3d6764c61efb99302bd5b", "ulid", &["scru160", "scru128"] as &[_]),
        ("01563E3AB5D3D6764C61EFB99302BD5B", "ulid", &["scru160", "scru128"]),
        ("05F5F5F5F50000000000000000000000", "scru160", &["scru128", "ulid"]),
        ("00CMXB6TB2CJA", "ulid-flake", &["ulid-flake-scalable"]),
    ] {
        let inspect = |more: &[&str]| json(&[&["inspect", "--format", "json", id], more].concat());
        let found = inspect(&[]);
        assert_eq!(found["scheme"], scheme, "{id}");
        assert_eq!(found["also"], Value::from(also), "{id}");
        let text = good(&["inspect", id], "");
        let note = format!("{scheme}  (also fits {}; choose with --scheme)", also.join(" and "));
        assert!(text.contains(&note), "{text}");
        for scheme in also.iter().chain([&scheme]) {
            let found = inspect(&["--scheme", scheme]);
            assert_eq!(found["scheme"], *scheme);
            assert_eq!(found["also"], Value::Array(Vec::new()));
        }
    }
    let ulid = ["inspect", "--format", "json", "--scheme", "ulid", "01563e3ab5d3d6764c61efb99302bd5b"];
    assert_eq!(json(&ulid)["text"], "01ARZ3NDEKTSV4RRFFQ69G5FAV");
}

#[test]
fn json_marks_inputs_that_are_cut() {
    for (length, cut) in [(256, false), (257, true), (100_000, true)] {
        let long = "x".repeat(length);
        let inspect = ["inspect", "--format", "json"];
        let line = run_with(&inspect, format!("{long}\n"));
        let argument = run(&[&inspect[..], &[&long]].concat());
        for run in [line, argument] {
            let object: Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(object["input"], long[..length.min(256)]);
            assert_eq!(object["cut"], cut, "{length}");
        }
    }
}
