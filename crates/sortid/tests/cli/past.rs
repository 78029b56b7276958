//! `sortid new --at` and `--from-column`.

use crate::{SCHEMES, good, run_with, unix_ms};

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
}
