//! The pages of the set: copies of files of the repository, so that the folder stands alone, and what `README.md` says of the
//! cases.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use oracle::format::Kind;
use oracle::schemes::SCHEMES;
use oracle::{load, test_vectors};
use serde_json::Value;

/// Links of `docs/specs.md`, and what they are in the copy.
const LINKS: [(&str, &str); 1] =
    [("[`test-vectors/README.md`](../test-vectors/README.md)", "[`README.md`](README.md)")];

/// The lines around the part of `README.md` that is written from the cases.
const MARKS: [&str; 2] = ["<!-- Written by `cargo xtask vectors`, from here -->\n", "<!-- to here. -->\n"];

/// The name and the content of each page. The files of the cases are there already.
///
/// # Errors
///
/// An original can't be read, or has a link that leads out of the set. `README.md` shows a case that no file has.
pub(super) fn copies() -> Result<Vec<(&'static str, String)>> {
    let vectors = test_vectors();
    let root = vectors.parent().unwrap_or(&vectors);

    let mut policy = read(&root.join("docs/specs.md"))?;
    for (link, copy) in LINKS {
        policy = policy.replace(link, copy);
    }
    let outside = policy.lines().position(|line| line.contains("](../"));
    ensure!(
        outside.is_none(),
        "docs/specs.md: line {}: the link leads out of the set",
        outside.unwrap_or(0) + 1
    );
    Ok(vec![
        ("LICENSE-APACHE", read(&root.join("LICENSE-APACHE"))?),
        ("LICENSE-MIT", read(&root.join("LICENSE-MIT"))?),
        ("policy.md", policy),
        ("README.md", readme(&vectors)?),
    ])
}

/// `README.md`, with the numbers of cases.
fn readme(folder: &Path) -> Result<String> {
    let page = read(&folder.join("README.md"))?;
    let heads = Kind::ALL.map(|kind| format!(" {:>11} |", kind.name())).concat();
    let rules = " ----------: |".repeat(Kind::ALL.len());
    let mut table = format!("\n| {:<21} |{heads}\n| {:-<21} |{rules}", "scheme", "");
    let (mut json, mut sums) = (String::new(), [0; 3]);
    for scheme in SCHEMES {
        write!(table, "\n| {:<21} |", format!("`{}`", scheme.name))?;
        for kind in Kind::ALL {
            let mut cell = String::new();
            if scheme.kinds().any(|known| known == kind) {
                let path = folder.join(scheme.name).join(kind.file_name());
                json += &read(&path)?;
                let file = load::file(&path, scheme, kind)?;
                let cases = file.cases();
                let with = |flag: &String| cases.iter().filter(|(_, flags)| flags.contains(flag)).count();
                let [policy, published] = ["policy", "published"].map(|flag| with(&flag.to_owned()));
                let specified = cases.len() - policy;
                cell = if policy > 0 { format!("{specified} + {policy}") } else { specified.to_string() };
                sums = [sums[0] + published, sums[1] + specified - published, sums[2] + policy];
            }
            write!(table, " {cell:>11} |")?;
        }
    }
    let [published, computed, policy] = sums;
    writeln!(
        table,
        "\n\nIn all, {published} cases are published, {computed} follow from the specifications, and {policy} from our policy.\n"
    )?;
    for block in page.split("```jsonc\n").skip(1) {
        let lines = block.lines().take_while(|line| *line != "```");
        let text: String = lines.filter_map(|line| line.split("  //").next()).collect();
        let case: Value = serde_json::from_str(&text).with_context(|| format!("README.md: {text}"))?;
        ensure!(json.contains(&case.to_string()), "README.md: expected a case of the set, found {case}");
    }
    let marks = || format!("README.md: expected the marks {MARKS:?}");
    let (before, rest) = page.split_once(MARKS[0]).with_context(marks)?;
    let (_, after) = rest.split_once(MARKS[1]).with_context(marks)?;
    Ok([before, MARKS[0], &table, MARKS[1], after].concat())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: can't be read", path.display()))
}
