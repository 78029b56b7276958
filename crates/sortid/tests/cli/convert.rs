//! `sortid convert`.

use crate::{good, schemes, vectors};

fn convert(scheme: &str, from: &str, to: &str, stdin: &str) -> String {
    good(&["convert", "--scheme", scheme, "--from", from, "--to", to], stdin)
}

#[test]
fn agrees_with_the_test_vectors_in_both_directions() {
    for (scheme, _) in schemes() {
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
