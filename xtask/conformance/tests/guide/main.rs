//! The example of the guide, [How to add a scheme](../../../../docs/architecture.md), as a scheme that passes the tests of every
//! scheme, and all cases that the oracle has for it.

mod catalogue;
#[allow(unexpected_cfgs, reason = "a published crate has a feature for each integration")]
mod tiny64;

use std::collections::BTreeSet;
use std::path::Path;

use conformance::generator::T;
use conformance::vectors;
use oracle::schemes::TINY64;
use tiny64::{Config, Tiny64};

/// The macro `conformance::every_scheme!` implements it.
#[allow(dead_code, reason = "the catalogue requires it of its schemes alone")]
trait EveryScheme: harness::scheme::SchemeUnderTest {}

conformance::every_scheme! {
    scheme: crate::catalogue::Tiny64,
    oracle: &TINY64,
    texts: ["0000000000000000", "18bcfe5680012345", "18bcfe5680012346", "ffffffffffffffff"],
    instants: (0, (1 << 44) - 1, 1),
    last_unix_ms: (1 << 44) - 1,
    configs: [{}],
    config: Config::new,
    almost_last: Tiny64::from_parts(T, (1 << 20) - 16),
    constant: Config::new(),
    words: [1, 0, 1, 1],
}

#[test]
fn the_crate_passes_the_cases_of_the_oracle() {
    vectors::pass_in_memory(&TINY64, &catalogue::Tiny64);
}

/// The reader of the vectors would refuse other flags. Its schema only knows the schemes of the catalogue.
#[test]
fn the_flags_of_the_traces_have_a_meaning() {
    let file = TINY64.generator_file();
    let used: BTreeSet<_> = file.cases.iter().flat_map(|trace| &trace.flags).collect();
    let unknown: Vec<_> = used.into_iter().filter(|flag| !file.header.flags.contains_key(*flag)).collect();
    assert!(unknown.is_empty(), "expected a meaning of each flag, found none of {unknown:?}");
}

/// Each piece of code in the guide is, but for its indent, a piece of a file that is compiled.
#[test]
fn the_guide_prints_code_that_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file of the repository");
    let without_indent = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let files = [
        "xtask/conformance/tests/guide/tiny64/id.rs",
        "xtask/conformance/tests/guide/tiny64/generator.rs",
        "xtask/conformance/tests/guide/catalogue.rs",
        "xtask/oracle/src/schemes/tiny64.rs",
    ];
    let example = files.map(|path| without_indent(&read(path)));
    let guide = read("docs/architecture.md");
    let (_, guide) = guide.split_once("## How to add a scheme").expect("the guide");
    let pieces = guide.split("```rust,ignore\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
    let pieces: Vec<_> = pieces.map(without_indent).collect();
    assert!(pieces.len() >= 4, "expected the pieces of the example, found {}", pieces.len());
    for piece in pieces {
        let piece = piece.trim();
        let is_compiled = example.iter().any(|file| file.contains(piece));
        assert!(is_compiled, "docs/architecture.md: expected lines of {files:#?}, found\n{piece}");
    }
}
