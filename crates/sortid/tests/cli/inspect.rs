//! `sortid inspect`.

use anyid::Instant;
use serde_json::Value;

use crate::{good, json, run, schemes, vectors};

/// The front page of each crate shows the picture that `inspect` draws.
#[test]
fn front_pages_have_the_same_picture() {
    for (scheme, _) in schemes() {
        let id = vectors(scheme)["valid"][0]["text"].as_str().unwrap().to_owned();
        let drawing = good(&["inspect", "--scheme", scheme, &id], "");
        let ruler = drawing.lines().position(|line| line.starts_with('┌')).unwrap() - 1;
        let picture: String =
            drawing.lines().skip(ruler).take(5).map(|line| format!("//! {line}\n")).collect();
        let root = env!("CARGO_MANIFEST_DIR");
        let path = format!("{root}/../{}/src/lib.rs", scheme.trim_end_matches("-scalable"));
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains(&picture), "{path} should have this picture of {scheme}:\n{picture}");
    }
}

#[test]
fn json_agrees_with_the_test_vectors() {
    for (scheme, _) in schemes() {
        let vectors = vectors(scheme);
        let cases = vectors["valid"].as_array().unwrap();
        let strings = |case: &Value| {
            let alternates = case["alternates"].as_array().unwrap().iter();
            [&case["text"]]
                .into_iter()
                .chain(alternates)
                .map(|text| text.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let lines: Vec<_> =
            cases.iter().flat_map(|case| strings(case).into_iter().map(move |text| (case, text))).collect();
        let stdin: String = lines.iter().map(|(_, text)| format!("{text}\n")).collect();
        let output = good(&["inspect", "--scheme", scheme, "--format", "json"], stdin);
        assert_eq!(output.lines().count(), lines.len());
        for ((case, text), line) in lines.iter().zip(output.lines()) {
            let found: Value = serde_json::from_str(line).unwrap();
            for key in ["text", "bytes", "int", "unix_ms"] {
                assert_eq!(found[key], case[key], "{scheme} {} {text} {key}", case["id"]);
            }
            // The vectors have numbers, and decimal strings above 2^53 - 1.
            for (name, value) in case["fields"].as_object().unwrap() {
                let expected = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                assert_eq!(found["fields"][name], expected, "{scheme} {} {text} {name}", case["id"]);
            }
            assert_eq!(found["fields"].as_object().unwrap().len(), case["fields"].as_object().unwrap().len());
            assert_eq!(found["scheme"], scheme);
        }
    }
}

/// The inputs are arguments, because some contain line feeds.
#[test]
fn reasons_agree_with_the_test_vectors() {
    for (scheme, _) in schemes() {
        let vectors = vectors(scheme);
        let cases = vectors["invalid"].as_array().unwrap().iter();
        // An argument can't hold a NUL. An ID can have a prefix here.
        let is_tested = |text: &str| !text.contains('\0') && !text.starts_with("ord_");
        let cases: Vec<_> = cases.filter(|case| is_tested(case["text"].as_str().unwrap())).collect();
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

/// With this epoch, the hex digits of a Ulid-Flake are also a SCRU64 whose time is 16 hours from now. Only the epoch
/// makes the Ulid-Flake nearer. The test fails only if the two commands are eight hours apart.
#[test]
fn the_epoch_decides_the_scheme() {
    let epoch = (Instant::now().0 / 16 * 15 - 3_600_000).to_string();
    let id = good(&["new", "ulid-flake", "--epoch", &epoch, "--format", "hex"], "");
    let detected = json(&["inspect", "--format", "json", "--epoch", &epoch, id.trim()]);
    assert_eq!(detected["scheme"], "ulid-flake", "{detected}");
}
