//! The pages of the set: the copies of repository files that make the directory self-contained, and the parts of
//! `README.md` about the cases.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use oracle::format::Case;
use oracle::schemes::SCHEMES;
use oracle::test_vectors;
use serde_json::Value;

use crate::kind::Kind;
use crate::part::Part;
use crate::write::Generated;

/// The lines around the tables in `README.md` that are generated from the oracle.
const MARKS: [&str; 2] = ["<!-- Written by `cargo xtask vectors`, from here -->\n", "<!-- to here. -->\n"];

/// Returns the name and the content of each page.
///
/// # Errors
///
/// Returns an error if an original can't be read or has a link that leads out of the set, or if `README.md` shows a
/// case that is in no file.
pub(crate) fn copies(generated: &[Generated]) -> Result<Vec<(&'static str, String)>> {
    let vectors = test_vectors();
    let root = vectors.parent().unwrap_or(&vectors);

    let policy = read(&root.join("docs/specs.md"))?;
    let policy =
        policy.replace("[`test-vectors/README.md`](../test-vectors/README.md)", "[`README.md`](README.md)");
    let outside = policy.lines().position(|line| line.contains("](../"));
    ensure!(
        outside.is_none(),
        "docs/specs.md: line {}: the link leads out of the set",
        outside.unwrap_or(0) + 1
    );
    check_titles(&policy, generated)?;
    Ok(vec![
        ("LICENSE-APACHE", read(&root.join("LICENSE-APACHE"))?),
        ("LICENSE-MIT", read(&root.join("LICENSE-MIT"))?),
        ("README.md", readme(&vectors, generated)?),
        ("policy.md", policy),
    ])
}

/// Checks that each title in `policy.md` either has a case of its section's schemes or says that it has none.
fn check_titles(policy: &str, generated: &[Generated]) -> Result<()> {
    for section in policy.split("\n## ").skip(1) {
        let name = section.split_whitespace().next().unwrap_or_default();
        let parts = generated.iter().filter(|of| ["All", of.part.scheme.spec.name].contains(&name));
        let rules: HashSet<_> =
            parts.flat_map(|of| of.file.all()).flat_map(Case::rules).map(String::as_str).collect();
        for paragraph in section.split("\n\n").filter_map(|paragraph| paragraph.strip_prefix("**")) {
            let (title, text) = paragraph.split_once("**").context("docs/specs.md: expected a title")?;
            let has_case = rules.contains(&*format!("policy.md, {}", title.trim_end_matches('.')));
            let expected = if has_case { "no `*No vector:`" } else { "a case, or `*No vector:`" };
            let is_said = text.replace('\n', " ").contains("*No vector:");
            ensure!(has_case != is_said, "docs/specs.md: {name}: {title}: expected {expected}");
        }
    }
    Ok(())
}

/// Returns `README.md` with its tables filled in.
fn readme(directory: &Path, generated: &[Generated]) -> Result<String> {
    let page = read(&directory.join("README.md"))?;
    for block in page.split("```jsonc\n").skip(1) {
        let lines = block.lines().take_while(|line| *line != "```");
        let text: String = lines.filter_map(|line| line.split("  //").next()).collect();
        let case: Value = serde_json::from_str(&text).with_context(|| format!("README.md: {text}"))?;
        let case = case.to_string();
        let is_known = generated.iter().any(|file| file.json.contains(&case));
        ensure!(is_known, "README.md: expected a case of the set, found {case}");
    }
    let mut tables = [counts(generated)?, limits()].into_iter();
    let mut parts = page.split(MARKS[0]);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let marks = || format!("README.md: expected two tables between the marks {MARKS:?}");
        let (_, after) = part.split_once(MARKS[1]).with_context(marks)?;
        written += &[MARKS[0], &tables.next().with_context(marks)?, MARKS[1], after].concat();
    }
    ensure!(tables.next().is_none(), "README.md: expected two tables between the marks {MARKS:?}");
    Ok(written)
}

/// Returns the table with the numbers of cases.
fn counts(generated: &[Generated]) -> Result<String> {
    let heads = Kind::ALL.map(|kind| format!(" {:>11} |", kind.name())).concat();
    let rules = " ----------: |".repeat(Kind::ALL.len());
    let mut table = format!("\n| {:<21} |{heads}\n| {:-<21} |{rules}", "scheme", "");
    let mut sums = [0; 2];
    for scheme in SCHEMES {
        write!(table, "\n| {:<21} |", format!("`{}`", scheme.name))?;
        for kind in Kind::ALL {
            let count = |is_policy| {
                let is_part = |part: &Part| {
                    part.scheme.name == scheme.name && part.kind == kind && part.is_policy == is_policy
                };
                let file = generated.iter().find(|generated| is_part(&generated.part));
                file.map_or(0, |generated| generated.file.header.count)
            };
            let [specified, policy] = [false, true].map(count);
            let cell = match (specified, policy) {
                (0, 0) => String::new(),
                (specified, 0) => specified.to_string(),
                (specified, policy) => format!("{specified} + {policy}"),
            };
            sums = [sums[0] + specified, sums[1] + policy];
            write!(table, " {cell:>11} |")?;
        }
    }
    let is_published = |case: &&Case| case.flags.iter().any(|flag| flag == "published");
    let published = generated.iter().flat_map(|generated| generated.file.all()).filter(is_published).count();
    let [specified, policy] = sums;
    writeln!(
        table,
        "\n\nIn all, {specified} cases follow from the specifications or from TypeID, and {policy} depend on our own rules. The `published` flag marks {published} of all cases.\n"
    )?;
    Ok(table)
}

/// Returns the table with the usable readings and the ranges of the configurations.
fn limits() -> String {
    let mut table = "\n| scheme | usable readings | keys of `config` |\n| --- | --- | --- |\n".to_owned();
    for scheme in SCHEMES {
        let usual = scheme.usual_config();
        let in_microseconds = usual.get("clock").map(|_| {
            let mut config = usual.clone();
            config.insert("clock".to_owned(), "us".into());
            config
        });
        for config in [Some(usual), in_microseconds].into_iter().flatten() {
            let clock = config.get("clock").and_then(Value::as_str).map(|clock| format!(", `clock` {clock}"));
            let [first, last] = scheme.readings(&config);
            let keys = scheme.ranges(&config).into_iter().map(|range| {
                let max = range.formula.map_or_else(|| power(range.max), str::to_owned);
                format!("`{}` {} to {max}", range.key, range.min)
            });
            let keys = keys.collect::<Vec<_>>().join(", ");
            let (name, clock) = (scheme.name, clock.unwrap_or_default());
            table += &format!("| `{name}`{clock} | {first} to {last} | {keys} |\n");
        }
    }
    table + "\n"
}

/// Formats a number. Large numbers are written as a power of 2 minus 1.
fn power(number: u64) -> String {
    match number.checked_add(1) {
        Some(power) if number > 1 << 16 && power.is_power_of_two() => format!("2^{} − 1", power.ilog2()),
        _ => number.to_string(),
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))
}
