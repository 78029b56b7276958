//! `sortid check`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::{fails, good, run_with};

/// The number of printed findings.
fn findings(report: &str) -> usize {
    report.lines().filter(|line| line.starts_with("line ")).count()
}

/// Each input has one kind of finding.
#[test]
fn names_what_is_wrong_and_where() {
    let (first, second) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW");
    for (ids, finding, count) in [
        ([first, first], "line 2: \"01ARZ3NDEKTSV4RRFFQ69G5FAV\" duplicate", "duplicates    1"),
        (
            [second, first],
            "line 2: \"01ARZ3NDEKTSV4RRFFQ69G5FAV\" out of order: smaller than",
            "out of order  1",
        ),
        ([first, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"], "malformed: expected a ULID", "malformed     1"),
        ([first, "0372ijojuxuhjsfkeryi2mrtm"], "malformed: expected a ULID", "malformed     1"),
        (
            [first, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"],
            "in the future: +10889-08-02T05:31:50.655Z",
            "in the future 1",
        ),
    ] {
        let run = run_with(&["check"], format!("{}\n{}\n", ids[0], ids[1]));
        assert_eq!((run.status, run.stderr.as_str()), (1, ""));
        assert!(run.stdout.contains(finding), "{}", run.stdout);
        assert!(run.stdout.lines().any(|line| line == count), "{}", run.stdout);
        assert_eq!(findings(&run.stdout), 1, "{}", run.stdout);
    }
    let good = good(&["check"], format!("{first}\n{second}\n"));
    assert_eq!(findings(&good), 0, "{good}");
}

#[test]
fn prints_some_findings_and_counts_all() {
    let run = run_with(&["check"], "bad\n".repeat(1000));
    assert_eq!(run.status, 1);
    assert_eq!(findings(&run.stdout), 10);
    assert!(run.stdout.contains("malformed     1000"), "{}", run.stdout);
    assert!(run.stdout.contains("none found"), "{}", run.stdout);
}

#[test]
fn an_empty_stream_is_a_fault_unless_it_is_allowed() {
    for stdin in ["", "\u{feff}", "id\n"] {
        let arguments = ["check", "--header"];
        let arguments = if stdin.starts_with("id") { &arguments[..] } else { &arguments[..1] };
        let run = run_with(arguments, stdin);
        assert_eq!(run.status, 1);
        assert!(
            run.stdout.contains("IDs           0, expected some (--allow-empty accepts none)"),
            "{}",
            run.stdout
        );
        let allowed = good(&[arguments, &["--allow-empty"]].concat(), stdin);
        assert!(allowed.contains("IDs           0\n"), "{allowed}");
    }
    assert_eq!(run_with(&["check", "--lenient"], "\n \n").status, 1);
}

#[test]
fn reads_files_as_one_stream_and_names_them() {
    let directory = tempfile::tempdir().unwrap();
    let [first, second] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW"];
    let file = |name: &str, text: String| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let one = file("one.txt", format!("\u{feff}id\r\n{first}\r\n{second}\r\n"));
    let two = file("two.txt", format!("id\n{first}\n"));
    let run = run_with(&["check", "--header", &one, &two], "");
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains(&format!("{two}: line 2: {first:?} duplicate\n")), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("ulid, taken from line 2 of {one}\n")), "{}", run.stdout);
    good(&["check", "--header", &one], "");
    good(&["check", "--header", "-"], format!("id\n{first}\n"));
    let stdin_between = run_with(&["check", "--header", &one, "-"], format!("id\n{second}\n"));
    assert!(stdin_between.stdout.contains("line 2: \"01ARZ3NDEKTSV4RRFFQ69G5FAW\" duplicate"));

    let missing = directory.path().join("none.txt");
    let line = fails(1, &["check", missing.to_str().unwrap()]);
    assert!(line.starts_with(&format!("can't read {}: No such file", missing.display())), "{line}");
    assert!(fails(2, &["check", "-", "-"]).contains("only once"));
}

#[test]
fn quiet_prints_nothing() {
    let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV\n";
    for (stdin, status) in [(ulid.to_owned(), 0), (ulid.repeat(2), 1), (String::new(), 1)] {
        let run = run_with(&["check", "--quiet"], stdin);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (status, "", ""));
    }
}

#[test]
fn reads_every_form() {
    let uuids = "01563e3a-b5d3-d676-4c61-efb99302bd5b\n{01563E3A-B5D3-D676-4C61-EFB99302BD5C}\n";
    let report = good(&["check", "--scheme", "ULID"], uuids);
    assert!(report.contains("IDs           2\n"), "{report}");
    good(&["check", "--scheme", "scru64", "--from", "int"], "109959589539758421\n109959589539758422\n");
    good(&["check", "--scheme", "scru160"], "\\x017bdf6431bb33792cc3da2572fc551fdf0bbddd\n");
}

/// Quotes, white space and blank lines are faults unless they are allowed. Nothing is passed over without a word.
#[test]
fn lenient_accepts_quotes_and_blank_lines() {
    let stdin = "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"\n\n  01arz3ndektsv4rrffq69g5faw\t\n";
    let strict = run_with(&["check"], stdin);
    assert!(strict.stdout.contains("malformed     3\n"), "{}", strict.stdout);
    assert!(strict.stdout.contains("; --lenient reads it\n"), "{}", strict.stdout);
    let lenient = good(&["check", "--lenient"], stdin);
    assert!(lenient.contains("IDs           2\n") && lenient.contains("blank lines   1\n"), "{lenient}");
}

#[test]
fn reports_the_rate() {
    let bounds = good(&["range", "scru128", "--from", "1700000000000", "--to", "1700000000500"], "");
    assert!(good(&["check"], bounds).contains("rate          4 IDs per second, by timestamps"));
}

/// The ID is a finding, and the rest of the report stays the same.
#[test]
fn one_id_in_the_future_does_not_affect_the_others() {
    let id = |ms: u64| format!("{:012x}{:020x}", 0x0100_0000_0000 + ms, 0);
    let ids: Vec<_> = (0..2000).map(id).collect();
    let with_future = [&ids[..1], &["f".repeat(32)], &ids[1..]].concat();
    let report = |ids: Vec<String>| run_with(&["check", "--scheme", "ulid"], ids.join("\n")).stdout;
    let (good, bad) = (report(ids), report(with_future));
    assert!(good.contains("rate          1001 IDs per second"), "{good}");
    let lines = good.lines().filter(|line| !line.starts_with("IDs ") && !line.starts_with("in the future"));
    for line in lines {
        assert!(bad.contains(line), "{line}: {bad}");
    }
    assert!(bad.contains("in the future 1\n"), "{bad}");
}

#[test]
fn refuses_the_epoch_of_other_schemes() {
    assert!(fails(2, &["check", "--scheme", "ulid", "--epoch", "0"]).contains("--epoch"));
}

#[test]
fn names_the_line_of_the_scheme_and_the_other_schemes() {
    let (ulid, scru128) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "0372ijojuxuhjsfkeryi2mrtm");
    let mixed = run_with(&["check"], format!("id\n{ulid}\n{scru128}\n"));
    assert_eq!(mixed.status, 1);
    assert!(mixed.stdout.contains("line 3: \"0372ijojuxuhjsfkeryi2mrtm\" malformed: expected a ULID"));
    assert!(mixed.stdout.contains("found 25 bytes; it looks like scru128\n"), "{}", mixed.stdout);
    assert!(mixed.stdout.contains(
        "scheme        ulid, taken from line 2; 1 malformed line looks like scru128: try --scheme scru128\n"
    ));
    let more = run_with(&["check"], format!("{ulid}\n{scru128}\n{scru128}\n"));
    assert!(more.stdout.contains("; 2 malformed lines look like scru128: try"), "{}", more.stdout);

    let alone = good(&["check"], format!("{ulid}\n"));
    assert!(alone.contains("scheme        ulid, taken from line 1\n"), "{alone}");
    let given = run_with(&["check", "--scheme", "ulid"], format!("{ulid}\n{scru128}\n"));
    assert!(given.stdout.contains("scheme        ulid\n"), "{}", given.stdout);
    assert!(!given.stdout.contains("--scheme"), "{}", given.stdout);
    let hex = good(&["check"], "01563e3ab5d3d6764c61efb99302bd5b\n");
    assert!(hex.starts_with("scheme        ulid, or scru160 or scru128, taken from line 1\n"), "{hex}");
}

/// A generator may run 10 s ahead of the clock.
#[test]
fn ids_that_a_generator_makes_ahead_of_the_clock_are_good() {
    let later = |seconds: u64| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let unix_ms = (now + Duration::from_secs(seconds)).as_millis().to_string();
        let span = good(&["range", "ulid", "--from", &unix_ms, "--to", &unix_ms], "");
        run_with(&["check", "--scheme", "ulid"], span).status
    };
    assert_eq!((later(10), later(3_600)), (0, 1));
}

/// The previous ID is the one of the previous line, also if that is a duplicate.
#[test]
fn a_duplicate_is_the_previous_id_of_the_next_line() {
    for (numbers, expected) in [
        ("9 5 9 7", "2 out_of_order, 3 duplicate, 4 out_of_order"),
        ("5 9 5 7", "3 out_of_order, 3 duplicate"),
        ("5 5 5", "2 duplicate, 3 duplicate"),
    ] {
        let ids: String =
            numbers.split(' ').map(|digit| format!("01ARZ3NDEKTSV4RRFFQ69G5FA{digit}\n")).collect();
        let run = run_with(&["check", "--format", "json"], ids);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let found: Vec<_> = findings
            .map(|finding| format!("{} {}", finding["line"], finding["kind"].as_str().unwrap()))
            .collect();
        assert_eq!(found.join(", "), expected, "{numbers}");
    }
}

/// In order and out of order, and after the last line of the window.
#[test]
fn finds_all_duplicates_unless_there_is_a_window() {
    let ids: Vec<_> = (0..5_000_u64).map(|number| format!("{number:032x}\n")).collect();
    let stream = ids.concat() + &ids[0] + &ids[2_501] + &ids[0];
    let check = ["check", "--scheme", "ulid"];
    let all = run_with(&check, &*stream).stdout;
    assert!(all.contains("line 5002: \"000000000000000000000000000009c5\" duplicate\n"), "{all}");
    assert!(
        all.contains("\nduplicates    3\n") && all.contains("\ncompared      each ID with all before it\n"),
        "{all}"
    );
    let some = run_with(&[&check[..], &["--window", "1000"]].concat(), &*stream).stdout;
    assert!(some.contains("\nduplicates    1\n"), "{some}");
    assert!(some.contains("\ncompared      each ID with at least the 1000 before it\n"), "{some}");
}

#[test]
fn memory_has_a_limit() {
    let ids: String = (0..100_000_u64).map(|number| format!("{number:032x}\n")).collect();
    let check = ["check", "--scheme", "ulid", "--memory", "1M"];
    let run = run_with(&check, &*ids);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    let words = ": the IDs before it take all the memory that they may take, 1048576 bytes; give more with --memory, or";
    assert!(run.stderr.starts_with("sortid: line ") && run.stderr.contains(words), "{}", run.stderr);
    assert!(run.stderr.contains("--window"), "{}", run.stderr);
    good(&[&check[..], &["--window", "10000"]].concat(), ids);
    assert!(
        fails(2, &["check", "--memory", "1X"]).contains("expected a number of bytes, such as 512M or 8G")
    );
    assert!(fails(2, &["check", "--memory", "99999999T"]).contains("expected a number of bytes"));
    good(&["check", "--memory", "99999999", "--allow-empty"], "");
}
