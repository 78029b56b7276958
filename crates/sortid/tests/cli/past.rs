//! `sortid new --at` and `--from-column`.

use crate::{SCHEMES, good, json, refuses, run_with, unix_ms};

const TIME: &str = "2024-02-29T12:00:00.512Z";

/// Twenty IDs of one time. The randomness of a Ulid-Flake starts anywhere, so that too little may be left: about once in twelve
/// runs for the scalable form. Then this tries again.
fn twenty(scheme: &str, options: &[&str]) -> String {
    let arguments = [&["new", scheme, "-n", "20", "--at", TIME], options].concat();
    for _ in 0..10 {
        let run = run_with(&arguments, "");
        if run.status == 0 {
            assert_eq!(run.stderr, "");
            return run.stdout;
        }
        assert!(
            scheme.starts_with("ulid-flake") && run.stderr.contains("too many have the same time"),
            "{run:?}"
        );
    }
    panic!("{scheme}: no run had room for 20 IDs");
}

#[test]
fn makes_ids_of_a_given_time() {
    for (scheme, options) in SCHEMES {
        let ids = twenty(scheme, options);
        let ids: Vec<_> = ids.lines().collect();
        assert_eq!(ids.len(), 20);
        assert!(ids.is_sorted_by(|before, after| before < after), "{scheme}");
        // A tick of SCRU64 has 256 ms.
        let found = unix_ms(scheme, ids[0]);
        let expected = 1_709_208_000_512;
        assert!(
            found == expected || (scheme == "scru64" && found == expected / 256 * 256),
            "{scheme} {found}"
        );
        // With 15 random bits, all four are the same once in 2^60 runs.
        let again = || good(&[&["new", scheme, "--at", TIME], options].concat(), "");
        assert!((0..4).any(|_| again().trim() != ids[0]), "{scheme}: the random bits are the same");
    }
    let at =
        |time: &str| json(&["new", "ulid", "--format", "json", "--at", time])["unix_ms"].as_u64().unwrap();
    assert_eq!(at("2016-07-30"), 1_469_836_800_000);
    assert_eq!(at("@1700000000.5"), 1_700_000_000_500);
    let microseconds =
        ["new", "scru160", "--microseconds", "--format", "json", "--at", "2023-11-14T22:13:20.000750Z"];
    let counter: u64 = json(&microseconds)["fields"]["counter"].as_str().unwrap().parse().unwrap();
    assert_eq!(counter >> 6, 750);
}

#[test]
fn makes_one_id_for_each_line_in_order() {
    let stdin = "2020-01-01\n2020-01-01\r\n2020-01-01 00:00:00.001+00\n@1600000000\n1700000000000";
    for scheme in ["scru160", "scru128", "ulid"] {
        let ids = good(&["new", scheme, "--at", "-"], stdin);
        let ids: Vec<_> = ids.lines().collect();
        assert!(ids.is_sorted_by(|before, after| before < after), "{scheme}");
        let times: Vec<_> = ids.iter().map(|id| unix_ms(scheme, id)).collect();
        let day = 1_577_836_800_000;
        assert_eq!(times, [day, day, day + 1, 1_600_000_000_000, 1_700_000_000_000], "{scheme}");
    }
}

#[test]
fn stops_at_a_time_that_gives_no_id_and_names_its_line() {
    let run = |arguments: &[&str], stdin: &str| {
        let run = run_with(&[&["new"], arguments].concat(), stdin);
        assert_eq!(run.status, 1, "{}", run.stdout);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        (run.stdout.lines().count(), run.stderr)
    };
    let (ids, error) = run(&["ulid", "--at", "-"], "2020-01-02\n2020-01-01\n");
    let words = "sortid: line 2: 2020-01-01T00:00:00.000Z is before the previous time, 2020-01-02T00:00:00.000Z; \
                 sort the input by time, or give --unordered\n";
    assert_eq!((ids, error.as_str()), (1, words));
    let (ids, error) = run(&["ulid", "--at", "-"], "2020-01-02\n\n");
    assert_eq!(ids, 1);
    assert!(error.starts_with("sortid: line 2: \"\": expected a time since 1970"), "{error}");
    let (_, error) = run(&["ulid", "--at", "-"], "1600000000\n");
    assert!(error.contains("looks like seconds; write @1600000000 if they are"), "{error}");
    let (_, error) = run(&["ulid-flake", "--at", "-"], "2020-01-02\n");
    assert!(
        error.contains("no ID can have the time 2020-01-02T00:00:00.000Z, expected 2024-01-01"),
        "{error}"
    );
    // 2^20 random numbers and steps of up to 2^24 - 1 leave room for few IDs of one time.
    let (_, error) = run(&["ulid-flake", "--entropy-bits", "24", "--at", "2025-01-01", "-n", "1000"], "");
    assert!(
        error.contains("no ID is left for 2025-01-01T00:00:00.000Z: too many have the same time"),
        "{error}"
    );
    let (ids, error) = run(&["scru64", "--node-spec", "1/23", "--at", "2025-01-01", "-n", "1000"], "");
    assert!(
        ids >= 40 && error.contains("no ID is left for 2025-01-01T00:00:00.000Z: the last one already"),
        "{error}"
    );
}

#[test]
fn unordered_times_get_ids_too() {
    let stdin = "2020-01-02\n2020-01-01\n2020-01-02\n2020-01-02\n";
    let ids = good(&["new", "scru128", "--unordered", "--at", "-"], stdin);
    let times: Vec<_> = ids.lines().map(|id| unix_ms("scru128", id)).collect();
    let (first, second) = (1_577_836_800_000, 1_577_923_200_000);
    assert_eq!(times, [second, first, second, second]);
}

#[test]
fn reads_and_extends_a_table() {
    let table = "n,\"made, at\"\r\n1,2020-01-01T00:00:00Z\r\n\"2\",\"2020-01-02 00:00:00+00\"\r\n";
    let ids = good(&["new", "ulid", "--from-column", "made, at", "--to", "time"], table);
    assert_eq!(ids, "2020-01-01T00:00:00.000Z\n2020-01-02T00:00:00.000Z\n");
    let arguments = ["new", "ulid", "--from-column", "2", "--header", "--add-column", "id,1", "--to", "time"];
    let expected = "n,\"made, at\",\"id,1\"\r\n1,2020-01-01T00:00:00Z,2020-01-01T00:00:00.000Z\r\n\
                    \"2\",\"2020-01-02 00:00:00+00\",2020-01-02T00:00:00.000Z\r\n";
    assert_eq!(good(&arguments, table), expected);
    // Two columns of one name could no longer be told apart.
    let run = run_with(&["new", "ulid", "--from-column", "at", "--add-column", "id"], "at,id\n2020-01-01,\n");
    let expected = "sortid: line 1: expected no column \"id\", as --add-column adds it, found one\n";
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (1, "", expected));
    let run = run_with(&["new", "ulid", "--from-column", "at"], "at\nsoon\n");
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("sortid: line 2, column at: \"soon\": expected a time"), "{}", run.stderr);
}

#[test]
fn refuses_options_that_have_no_meaning() {
    refuses(&[
        (&["new", "ulid", "--at", "soon"], "invalid value \"soon\" for --at: expected a time since 1970"),
        (&["new", "ulid", "--at", "1700000000"], "looks like seconds"),
        (&["new", "ulid", "--at", "2020-01-01", "--endless"], "cannot be used with"),
        (&["new", "ulid", "--at", "2020-01-01", "--unordered"], "--unordered applies only to"),
        (&["new", "ulid", "--header"], "--header applies only to --from-column and to --at -"),
        (&["new", "ulid", "--at", "-", "-n", "2"], "--count does not apply"),
        (&["new", "ulid", "--add-column", "id"], "--from-column"),
        (&["new", "ulid", "--at", "now", "--from-column", "t"], "cannot be used with"),
        (&["new", "ulid", "--at", "-", "--add-column", "id"], "'--at <TIME>' cannot be used with"),
        (&["new", "ulid", "--at", "now", "--delimiter", "tab"], "'--at <TIME>' cannot be used with"),
        (&["new", "ulid-flake", "--at", "-", "--unordered"], "unexpected argument '--unordered' found"),
        (&["new", "scru64", "--node-spec", "1/8", "--at", "now", "--state", "x"], "cannot be used with"),
    ]);
}
