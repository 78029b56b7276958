//! `sortid range`.

use crate::{SCHEMES, fails, good, refuses, unix_ms};

#[test]
fn holds_all_ids_of_the_span_and_no_others() {
    for (scheme, options) in SCHEMES {
        let id = good(&[&["new", scheme], options].concat(), "");
        let time = unix_ms(scheme, id.trim());
        let (from, to) = (time.to_string(), (time + 1).to_string());
        let bounds = good(&["range", scheme, "--from", &from, "--to", &to], "");
        let [min, max] = bounds.lines().collect::<Vec<_>>()[..] else { panic!("{bounds}") };
        assert!(min <= id.trim() && id.trim() <= max, "{scheme}");
        assert_eq!(unix_ms(scheme, min), time);
    }
}

#[test]
fn reads_both_formats_of_a_time() {
    let rfc_3339 =
        ["range", "ulid", "--from", "2023-11-14T23:13:20+01:00", "--to", "2023-11-14T22:13:20.999Z"];
    let unix_ms = ["range", "ulid", "--from", "1700000000000", "--to", "1700000000999"];
    let expected = "01HF7YAT000000000000000000\n01HF7YATZ7ZZZZZZZZZZZZZZZZ\n";
    assert_eq!(good(&rfc_3339, ""), expected);
    assert_eq!(good(&unix_ms, ""), expected);
    let last = ["range", "scru128", "--from", "9999-12-31", "--to", "281474976710655"];
    assert!(good(&last, "").ends_with("f5lxx1zz5pnorynqglhzmsp33\n"));
}

#[test]
fn writes_other_forms() {
    let range = |format| good(&["range", "scru64", "--from", "0", "--to", "255", "--format", format], "");
    assert_eq!(range("int"), "0\n16777215\n");
    assert_eq!(range("time"), "1970-01-01T00:00:00.000Z\n1970-01-01T00:00:00.000Z\n");
    assert_eq!(range("json").lines().count(), 2);
    assert_eq!(range("hex"), "0000000000000000\n0000000000ffffff\n");
}

#[test]
fn a_date_is_a_whole_day() {
    let range = |arguments: &[&str]| good(&[&["range", "ulid"], arguments].concat(), "");
    let day = range(&["--from", "2026-11-21T00:00:00Z", "--to", "2026-11-21T23:59:59.999Z"]);
    for arguments in [
        &["--day", "2026-11-21"] as &[_],
        &["--from", "2026-11-21", "--to", "2026-11-21"],
        &["--from", "2026-11-21", "--before", "2026-11-22"],
        &["--from", "@1795219200", "--before", "@1795305600"],
        &["--from", "2026-11-21T00:00:00Z", "--before", "2026-11-21T23:59:59.999000001Z"],
        &["--from", "1795219200000", "--before", "1795305600000"],
    ] {
        assert_eq!(range(arguments), day, "{arguments:?}");
    }
    let lines = range(&["--from", "@0", "--to", "now"]);
    assert!(unix_ms("ulid", lines.lines().last().unwrap()) > 1_700_000_000_000);
}

#[test]
fn the_time_of_an_id_can_be_an_end() {
    let (id, uuid) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3a-b5d3-d676-4c61-efb99302bd5b");
    let bounds = "01ARZ3NDEK0000000000000000\n01ARZ3NDEKZZZZZZZZZZZZZZZZ\n";
    assert_eq!(good(&["range", "ulid", "--from", id, "--to", uuid], ""), bounds);
    let other = fails(2, &["range", "ulid", "--from", "0372ijojuxuhjsfkeryi2mrtm", "--to", "now"]);
    assert!(other.contains("expected a time since 1970") && other.ends_with("; or an ID of ulid"), "{other}");
}

/// `date +%s` prints seconds. As milliseconds they would be in January 1970.
#[test]
fn refuses_numbers_that_look_like_seconds() {
    let line = fails(2, &["range", "ulid", "--from", "1700000000", "--to", "now"]);
    let words = "invalid value \"1700000000\" for --from: expected unix milliseconds, found a number that looks like seconds; \
                 write @1700000000 if they are, or 1970-01-20T16:13:20.000Z if they are milliseconds";
    assert_eq!(line, words);
}

#[test]
fn refuses_impossible_spans() {
    refuses(&[
        (&["range", "ulid", "--from", "2", "--to", "1"], "is after"),
        (&["range", "ulid", "--from", "1"], "--to <TIME>|--before <TIME>|--day <DATE>"),
        (&["range", "ulid", "--to", "1"], "--from <TIME>|--day <DATE>"),
        (&["range", "ulid", "--from", "0", "--to", "1", "--before", "2"], "cannot be used with"),
        (&["range", "ulid", "--day", "2026-11-21", "--to", "1"], "cannot be used with"),
        (&["range", "ulid", "--day", "2026-11-31"], "expected a date since 1970 such as 2026-11-21"),
        (&["range", "ulid", "--from", "5", "--before", "5"], "is not before --before"),
        (
            &["range", "ulid", "--from", "2026-11-21T07:30:00", "--to", "now"],
            "expected a time with its offset",
        ),
        (&["range", "ulid", "--from", "1969-12-31T23:59:59Z", "--to", "1"], "RFC 3339"),
        (
            &["range", "ulid", "--from", "0", "--to", "281474976710656"],
            "--to is out of range for ulid, expected 1970-01-01T00:00:00.000Z to",
        ),
        (&["range", "ulid-flake", "--from", "0", "--to", "1"], "2024-01-01T00:00:00.000Z to"),
        (&["range", "scru64", "--from", "0", "--to", "1", "--format", "uuid"], "scru128 and ulid"),
        (&["range", "ulid", "--epoch", "0", "--from", "0", "--to", "1"], "--epoch applies only to"),
    ]);
}

/// IDs have milliseconds, but times can have nanoseconds.
#[test]
fn compares_spans_to_the_nanosecond() {
    let span = |from, to| ["range", "ulid", "--from", from, "--to", to];
    let (early, late) = ("2023-11-14T22:13:20.000000001Z", "2023-11-14T22:13:20.0009Z");
    let line = fails(2, &span(late, early));
    let words = "--from 2023-11-14T22:13:20.000900000Z is after --to 2023-11-14T22:13:20.000000001Z";
    assert!(line.contains(words), "{line}");
    assert!(fails(2, &span(early, "1700000000000")).contains("is after"));
    let whole = good(&span("1700000000000", "1700000000000"), "");
    assert_eq!(good(&span(early, late), ""), whole);
    assert_eq!(good(&span(late, late), ""), whole);
    assert!(fails(2, &span("1969-12-31T23:59:59.9999Z", "0")).contains("--from"));
}
