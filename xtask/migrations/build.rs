//! Writes the code in the tables of `docs/migrate.md` as bodies of functions, which `src/tables.rs` includes.
//!
//! - The last column of a table is ours. The code in the first column of “compiles unchanged” must compile on both sides.
//! - A table's header can list several versions, such as “1, 2 and 3”. Each of them is a side. Code that is followed by
//!   “in 1 and 2” belongs only to these versions.
//! - Everything in backticks is Rust code, except for a name that is followed by “feature”.

use std::collections::BTreeMap;
use std::path::Path;
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
    let sides = read(&page, &manifest);
    let modules = tables.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.split_once('('));
    for (name, _) in modules {
        assert!(sides.contains_key(name), "{PAGE} lacks the section of `mod {name}` in src/tables.rs");
    }
    for (name, arms) in &sides {
        assert!(tables.contains(&format!("mod {name}(")), "src/tables.rs lacks `mod {name}(…)`");
        let path = Path::new(&env::var("OUT_DIR").expect("OUT_DIR")).join(format!("{name}.rs"));
        // Only one arm would run, so each can move the variables.
        let body = format!("{{ {GIVEN}\nmatch 0 {{\n{}_ => {{}}\n}}\nOk(()) }}\n", arms.concat());
        fs::write(&path, body).expect(name);
    }
}

/// Returns the code of each side as arms of a `match`.
fn read(page: &str, manifest: &str) -> BTreeMap<String, Vec<String>> {
    let mut sides = BTreeMap::<_, Vec<_>>::new();
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
        assert!(line.contains('`'), "{at}: expected code in backticks, found none");
        for (column, cell) in cells.iter().enumerate() {
            let pieces: Vec<_> = cell.split('`').skip(1).collect();
            assert!(pieces.len() % 2 == 0, "{at}: expected the end of the code in backticks, found none");
            for [code, after] in pieces.chunks_exact(2).map(|pair| [pair[0], pair[1]]) {
                if after.starts_with(" feature") {
                    let is_listed =
                        |line: &str| line.contains("features = [") && line.contains(&format!("{code:?}"));
                    assert!(manifest.lines().any(is_listed), "{at}: Cargo.toml lacks the feature {code:?}");
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
                let is_known = |version| versions.contains(version);
                assert!(only.iter().all(is_known), "{at}: the table's header lacks one of {only:?}");
                if column < ours && versions.len() < 2 {
                    add("theirs".to_owned());
                } else if column < ours {
                    let named = versions.iter().filter(|version| only.is_empty() || only.contains(version));
                    named.for_each(|version| add(format!("theirs_{version}")));
                }
            }
        }
    }
    sides
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
