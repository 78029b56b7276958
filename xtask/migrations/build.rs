//! Writes the code in the tables of `docs/migrate.md` as bodies of functions, which `src/tables.rs` includes.
//!
//! - The last column of a table is ours. The code in the first column of “compiles unchanged” must compile on both sides.
//! - A table's header can list several versions, such as “1, 2 and 3”. Each of them is a side. Code that is followed by
//!   “in 1 and 2” belongs only to these versions.
//! - Everything in backticks is Rust code, except for a name that is followed by “feature”.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::exit;
use std::{env, fs};

const PAGE: &str = "docs/migrate.md";

/// The variables of every section, in addition to the parameters in `src/tables.rs`.
const GIVEN: &str = "\
    use std::time::SystemTime;
    let (text, slice, bytes): (&str, &[u8], [u8; 16]) = todo!();
    let (time, ms, unix_ms, random): (SystemTime, u64, u64, u128) = todo!();";

fn main() {
    let [page, manifest, tables] = ["../../docs/migrate.md", "Cargo.toml", "src/tables.rs"].map(|path| {
        println!("cargo::rerun-if-changed={path}");
        fs::read_to_string(path).expect(path)
    });
    let (sides, mut problems) = read(&page, &manifest);
    // A section that is no longer on the page has no code.
    let modules = tables.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.split_once('('));
    for (name, _) in modules.filter(|(name, _)| !sides.contains_key(*name)) {
        problems.push(format!("{PAGE}: expected the section of `mod {name}` in src/tables.rs, found none"));
    }
    for (name, arms) in &sides {
        if !tables.contains(&format!("mod {name}(")) {
            problems.push(format!("xtask/migrations/src/tables.rs: expected `mod {name}(…)`, found none"));
        }
        let path = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join(format!("{name}.rs"));
        // Only one arm would run, so each can move the variables.
        let body = format!("{{ {GIVEN}\nmatch 0 {{\n{}_ => {{}}\n}}\nOk(()) }}\n", arms.concat());
        fs::write(&path, body).expect(name);
    }
    if !problems.is_empty() {
        eprintln!("{}", problems.join("\n"));
        exit(1);
    }
}

/// Returns the code of each side as arms of a `match`, and the problems.
fn read(page: &str, manifest: &str) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
    let (mut sides, mut problems) = (BTreeMap::<_, Vec<_>>::new(), Vec::new());
    let (mut section, mut header) = (String::new(), Vec::new());
    for (line, number) in page.lines().zip(1..) {
        let at = format!("{PAGE}:{number}");
        if let Some(heading) = line.strip_prefix("##") {
            section = heading.replace(['#', '`'], "").trim().replace(' ', "_").to_lowercase();
        }
        let cells: Vec<_> = line.split('|').skip(1).collect();
        if cells.is_empty() || header.is_empty() || line.starts_with("| -") {
            header = if line.starts_with("| -") { header } else { cells };
            continue;
        }
        let ours = header.len() - 2;
        let versions = header[ours - 1].split('`').nth(2).map(versions).unwrap_or_default();
        if !line.contains('`') {
            problems.push(format!("{at}: expected code in backticks, found none"));
        }
        for missing in unlisted(header[ours - 1], manifest) {
            problems
                .push(format!("{at}: expected `{missing}` of the table's header in Cargo.toml, found none"));
        }
        for (column, cell) in cells.iter().enumerate() {
            let pieces: Vec<_> = cell.split('`').skip(1).collect();
            if pieces.len() % 2 == 1 {
                problems.push(format!("{at}: expected the end of the code in backticks, found none"));
            }
            for [code, after] in pieces.chunks_exact(2).map(|pair| [pair[0], pair[1]]) {
                if after.starts_with(" feature") {
                    let is_listed =
                        |line: &str| line.contains("features = [") && line.contains(&format!("{code:?}"));
                    if !manifest.lines().any(is_listed) {
                        problems
                            .push(format!("{at}: expected the feature {code:?} in Cargo.toml, found none"));
                    }
                    continue;
                }
                let mut add = |side: String| {
                    let arms = sides.entry(format!("{section}_{side}")).or_default();
                    arms.push(format!("{} => {{ {} }} // {at}\n", arms.len(), statement(code)));
                };
                if column == ours || column == 0 && header[0].trim() == "compiles unchanged" {
                    add("ours".to_owned());
                }
                let only = after.strip_prefix(" in ").map(self::versions).unwrap_or_default();
                if let Some(unknown) = only.iter().find(|version| !versions.contains(version)) {
                    problems.push(format!("{at}: version {unknown} is not in the header of the table"));
                }
                if column < ours && versions.len() < 2 {
                    add("theirs".to_owned());
                } else if column < ours {
                    let named = versions.iter().filter(|version| only.is_empty() || only.contains(version));
                    named.for_each(|version| add(format!("theirs_{version}")));
                }
            }
        }
    }
    (sides, problems)
}

/// Returns the crates and versions of a header, such as “`ulid` 1 and 2”, that are not in the manifest.
fn unlisted(header: &str, manifest: &str) -> Vec<String> {
    let pieces: Vec<_> = header.split('`').skip(1).collect();
    let mut unlisted = Vec::new();
    for pair in pieces.chunks_exact(2) {
        let (name, versions) = (pair[0], pair[1]);
        let is_version = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        for version in versions.split([' ', ',']).filter(is_version) {
            let names = |line: &&str| {
                line.starts_with(&format!("{name} = ")) || line.contains(&format!("package = {name:?}"))
            };
            let has = |line: &str| {
                line.contains(&format!("version = {version:?}")) || line.ends_with(&format!("= {version:?}"))
            };
            if !manifest.lines().filter(names).any(has) {
                unlisted.push(format!("{name} {version}"));
            }
        }
    }
    unlisted
}

/// Returns the digits at the start of a list such as “1, 2 and 3 (all)”.
fn versions(list: &str) -> Vec<char> {
    let list = list.chars().take_while(|char| char.is_ascii_digit() || ", and".contains(*char));
    list.filter(char::is_ascii_digit).collect()
}

/// Returns a statement that compiles only if everything that the code names exists.
fn statement(code: &str) -> String {
    let is_path = code.chars().all(|char| char.is_alphanumeric() || "_:".contains(char));
    let name = code.rsplit(':').next().unwrap_or_default();
    if code.starts_with("#[") {
        format!("#[derive(serde::Serialize, serde::Deserialize)] struct Row {{ {code} id: Field }}")
    } else if code.starts_with("kind!") {
        format!("{code};")
    } else if is_path && name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) {
        // A type, a trait or a variant.
        format!("use {code} as _;")
    } else {
        format!("let _ = {code};")
    }
}
