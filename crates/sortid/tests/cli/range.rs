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
    let last_year =
        ["range", "scru128", "--from", "+10889-01-01T00:00:00Z", "--to", "+10889-08-02T05:31:50.655Z"];
    assert!(good(&last_year, "").ends_with("f5lxx1zz5pnorynqglhzmsp33\n"));
}

#[test]
fn writes_other_forms() {
    let range = |format| good(&["range", "scru64", "--from", "0", "--to", "255", "--format", format], "");
    assert_eq!(range("int"), "0\n16777215\n");
    assert_eq!(range("hex"), "0000000000000000\n0000000000ffffff\n");
}

#[test]
fn refuses_impossible_spans() {
    refuses(&[
        (&["range", "ulid", "--from", "2", "--to", "1"], "is after"),
        (&["range", "ulid", "--from", "1"], "--to"),
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
