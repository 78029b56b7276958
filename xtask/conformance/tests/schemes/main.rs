//! The tests of each scheme, and those of several.

mod constants;
#[cfg(all(unix, feature = "std"))]
mod fork_draws;
#[cfg(all(unix, feature = "std"))]
mod fork_while_locked;
mod hygiene;
mod limits;
mod scru128;
mod scru160;
mod scru64;
mod sources;
mod ulid;
mod ulid_flake;
mod uuid7;

/// The macro `conformance::every_scheme!` implements it.
trait EveryScheme: harness::scheme::SchemeUnderTest {}

/// A scheme without these tests does not compile here.
#[test]
fn every_scheme_has_tests() {
    fn name<S: EveryScheme>() -> &'static str {
        S::NAME
    }
    let names = harness::with_each_scheme!(S => name::<S>());
    assert_eq!(names, oracle::schemes::SCHEMES.map(|scheme| scheme.name));
}

/// What no compiler misses: the pages and lists that name each scheme by hand.
#[test]
fn every_scheme_is_named_where_users_look() {
    fn missing<S: EveryScheme>() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let package = S::PACKAGE;
        // "Scalable Ulid-Flake" is a form of a scheme.
        let title = S::TITLE.rsplit(' ').next().unwrap_or(S::TITLE);
        let places = [
            (format!("crates/{package}/Cargo.toml"), format!("\"{}\"", S::NAME), "[package.metadata.sortid]"),
            ("README.md".to_owned(), format!("crates/{package})"), "the table of crates"),
            ("docs/SUMMARY.md".to_owned(), format!("schemes/{package}.md"), "the list of pages"),
            ("docs/specs.md".to_owned(), format!("## {title}"), "what the specification leaves open"),
            (format!("docs/schemes/{package}.md"), S::TITLE.to_owned(), "the page of the scheme"),
            ("test-vectors/README.md".to_owned(), S::NAME.to_owned(), "the folders"),
            (
                "crates/anyid/src/scheme.rs".to_owned(),
                format!("\"{}\"", S::NAME),
                "the schemes of the program",
            ),
        ];
        let is_missing = |file: &str, text: &str| {
            // In sentences, an adjective can begin with a small letter.
            let content = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            !content.to_lowercase().contains(&text.to_lowercase())
        };
        let missing = places.into_iter().filter(|(file, text, _)| is_missing(file, text));
        missing.map(|(file, text, part)| format!("{file}: expected `{text}` in {part}, found none")).collect()
    }
    let missing = harness::with_each_scheme!(S => missing::<S>()).concat();
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}
