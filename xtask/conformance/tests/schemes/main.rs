//! The tests of each scheme, and tests that cover several schemes.

mod constants;
#[cfg(all(unix, feature = "std"))]
mod fork_while_locked;
mod hygiene;
mod scru128 {
    mod every_scheme;
    #[cfg(all(unix, feature = "std"))]
    mod forks;
    mod id;
}
mod scru160 {
    mod every_scheme;
    mod id;
}
mod scru64 {
    mod every_scheme;
    #[cfg(all(unix, feature = "std"))]
    pub(crate) mod forks;
    mod id;
    mod node_spec;
}
mod sources;
mod ulid {
    mod every_scheme;
    mod id;
}
mod ulid_flake {
    mod id;
    mod scalable;
    mod stand_alone;
    #[cfg(feature = "std")]
    mod waiting;
}
mod uuid7 {
    mod every_scheme;
    mod id;
    mod typed;
}

/// The `conformance::every_scheme!` macro implements this trait.
trait EveryScheme: harness::scheme::SchemeUnderTest {}

/// Does not compile if a scheme lacks these tests.
#[test]
fn every_scheme_has_tests() {
    fn name<S: EveryScheme>() -> &'static str {
        S::NAME
    }
    let names = harness::with_each_scheme!(S => name::<S>());
    let expected = oracle::schemes::SCHEMES.map(|scheme| scheme.name);
    assert_eq!(names[..], expected, "expected the same schemes in xtask/harness/src and xtask/oracle/src");
}

/// The files that could be forgotten without a compiler error, the string that each must contain for every scheme, and
/// the place of that string.
const PLACES: [(&str, &str, &str); 21] = [
    ("crates/PACKAGE/Cargo.toml", "\"NAME\"", "[package.metadata.sortid]"),
    ("docs/schemes/PACKAGE.md", "# TITLE", "the page of the scheme"),
    ("docs/SUMMARY.md", "schemes/PACKAGE.md", "the list of pages"),
    ("docs/specs.md", "## TITLE", "what the specification leaves open"),
    ("README.md", "crates/PACKAGE)", "the table of crates"),
    ("crates/idcore/README.md", "`PACKAGE`", "the list of crates"),
    ("crates/anyid/README.md", "TITLE", "the schemes"),
    ("crates/anyid/src/scheme.rs", "name: \"NAME\"", "schemes!"),
    ("crates/sortid/README.md", "TITLE", "the schemes"),
    ("crates/sortid/sql/README.md", "`MODULE`", "the names of functions"),
    ("crates/capi/src/interface.rs", "MODULE::SCHEME", "SCHEMES"),
    (
        "crates/capi/tests/schemes.h",
        "sortid_MODULE_generator MODULE;",
        "any_generator, and the number SCHEMES",
    ),
    ("crates/capi/tests/schemes.c", "ROW(MODULE,", "schemes"),
    ("xtask/firmware/src/operations.rs", "MODULE: ::", "operations"),
    ("test-vectors/README.md", "| `NAME` | BITS `timestamp`", "the layouts"),
    ("test-vectors/README.md", "| `NAME` | `DRAW`", "the draws"),
    ("test-vectors/protocol.schema.json", "\"NAME\"", "the schemes"),
    ("test-vectors/templates/python/port.py", "\"NAME\": TYPEGenerator,", "GENERATORS"),
    ("xtask/harness/src/schemes.rs", "schemes/PACKAGE.md", "the pages whose examples run"),
    ("xtask/bench/counts.toml", "NAME = ", "what `cargo xtask bench --counts` writes"),
    ("docs/embedded/cost.md", "| NAME ", "what `cargo xtask firmware --write` writes"),
];

#[test]
fn every_scheme_is_named_where_users_look() {
    fn missing<S: EveryScheme>() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let oracle = oracle::schemes::SCHEMES.into_iter().find(|scheme| scheme.name == S::NAME);
        let draws = oracle.map(|scheme| scheme.new_model(&scheme.usual_config()).draw_bits());
        let first_draw = draws.as_ref().and_then(|draws| draws.first()).map(|(name, _)| *name);
        let words = [
            ("PACKAGE", S::PACKAGE.to_owned()),
            ("NAME", S::NAME.to_owned()),
            ("MODULE", S::NAME.replace('-', "_")),
            // "Scalable Ulid-Flake" is a variant of a scheme.
            ("TITLE", S::TITLE.rsplit(' ').next().unwrap_or(S::TITLE).to_owned()),
            ("TYPE", <S::Id as idcore::id::Id>::NAME.to_owned()),
            ("BITS", oracle.map_or(0, |scheme| scheme.layout.fields[0].1).to_string()),
            ("DRAW", first_draw.unwrap_or("the first draw").to_owned()),
        ];
        let fill = |text: &str| words.iter().fold(text.to_owned(), |text, (word, is)| text.replace(word, is));
        let is_missing = |file: &str, text: &str| {
            // Table cells are padded.
            let content = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            let content: Vec<_> = content.split(' ').filter(|word| !word.is_empty()).collect();
            !content.join(" ").contains(text)
        };
        let places = PLACES.map(|(file, text, part)| (fill(file), fill(text), part)).into_iter();
        let missing = places.filter(|(file, text, _)| is_missing(file, text));
        missing.map(|(file, text, part)| format!("{file}: expected {text:?} in {part}, found none")).collect()
    }
    let missing = harness::with_each_scheme!(S => missing::<S>()).concat();
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}
