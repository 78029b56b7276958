//! Checks that the root of each library has only the intended names, with all features. A new name must be added here.

use std::collections::BTreeSet;

use walkdir::WalkDir;

use crate::{files, root};

/// The names in every scheme crate. `serde` needs the feature with this name.
const COMMON: &str = "Config Generator Typed clock error id kind random serde";

/// The names of each crate, in two parts.
const ROOTS: [(&str, &str, &str); 12] = [
    ("scru128", COMMON, "Scru128 per_thread scru128"),
    ("ulid", COMMON, "Ulid per_thread ulid"),
    ("uuid7", COMMON, "Uuid7 per_thread uuid7"),
    ("scru160", COMMON, "MicrosecondGenerator Scru160 Window per_thread scru160"),
    ("scru64", COMMON, "NodeSpec Scru64 Window scru64"),
    ("ulid-flake", COMMON, "ScalableUlidFlake UlidFlake scalable scalable_ulid_flake ulid_flake"),
    ("idcore", "Generator Scheme Window", "clock error id kind random serde"),
    (
        "idlease",
        "Keeper Label LeaseBuilder LeaseGuard LeasedGenerator NodeScheme scalable_ulid_flake scru160 scru64",
        "engine error protocol registry status target testing",
    ),
    (
        "anyid",
        "AnyId Form InputForm Instant Prefix Prefixed Reader Scheme SchemeInfo Schemes Writer",
        "crates generate of_config read",
    ),
    ("idlease-etcd", "EtcdRegistry", "ureq"),
    ("idlease-postgres", "PostgresRegistry", "tokio_postgres"),
    ("idlease-redis", "Connection Deadline Endpoint", "RedisRegistry Socket"),
];

/// Returns the public names that a crate's `lib.rs` defines, without hidden ones. An item starts in the first column.
fn names(source: &str) -> BTreeSet<String> {
    const KEYWORDS: [&str; 10] =
        ["", "const", "enum", "fn", "mod", "static", "struct", "trait", "type", "unsafe"];
    let code: Vec<_> = source.lines().filter(|line| !line.starts_with("//")).collect();
    let code = code.join("\n").replace("#[doc(hidden)]\npub ", "");
    let code = code.replace("    #[doc(inline)]\n    pub ", "\npub ");
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|char: char| !char.is_alphanumeric() && char != '_');
        words.filter(|word| !KEYWORDS.contains(word)).map(str::to_owned).collect()
    };
    let mut names = BTreeSet::new();
    for item in code.split("\npub ").skip(1) {
        match item.strip_prefix("use ").and_then(|rest| rest.split(';').next()?.rsplit('{').next()) {
            Some(paths) => names.extend(paths.split([',', '}']).filter_map(|path| words(path).pop())),
            None => names.extend(words(item).into_iter().take(1)),
        }
    }
    for literal in code.split("\nidcore::literal!").skip(1) {
        names.extend(words(literal).into_iter().find(|word| word != "crate"));
    }
    names.extend(code.contains("\nidcore::typed!").then(|| "Typed".to_owned()));
    names
}

/// Returns the names of the macros that a source file exports, without hidden macros and macros whose names their
/// callers choose.
fn macros(source: &str) -> Vec<String> {
    let lines: Vec<_> = source.lines().map(str::trim).collect();
    let exports =
        lines.windows(3).filter(|lines| lines[0] != "#[doc(hidden)]" && lines[1] == "#[macro_export]");
    let names = exports.filter_map(|lines| lines[2].strip_prefix("macro_rules! ")?.strip_suffix(" {"));
    names.filter(|name| !name.starts_with('$')).map(str::to_owned).collect()
}

#[test]
fn the_roots_have_the_names_that_were_decided_on() {
    for (package, one, other) in ROOTS {
        let directory = root().join("crates").join(package).join("src");
        let mut found = names(&files::read(&directory.join("lib.rs")).unwrap());
        for entry in WalkDir::new(&directory) {
            let path = entry.unwrap().into_path();
            found.extend(files::read(&path).iter().flat_map(|source| macros(source)));
        }
        let expected = one.split(' ').chain(other.split(' ')).map(str::to_owned).collect();
        assert_eq!(found, expected, "the root of {package}");
    }
}

/// If a function doesn't exist, the compiler proposes the first functions of a type, in the order of the modules: `new`,
/// `try_new`, `from_parts` and `try_from_str`.
#[test]
fn the_compiler_proposes_new_first() {
    for (package, ..) in ROOTS.iter().filter(|(_, common, _)| *common == COMMON) {
        let source = files::read(&root().join("crates").join(package).join("src/lib.rs")).unwrap();
        let modules = source.lines().filter_map(|line| line.strip_prefix("mod "));
        assert_eq!(modules.take(2).collect::<Vec<_>>(), ["process_wide;", "layout;"], "{package}");
    }
}
