//! `cargo xtask prove peers`: runs the published implementations against the vectors and writes `docs/agreement.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xtask::progress::Steps;

use crate::{command, files, markdown, root};

/// The packages on PyPI. The last version of `scru160` is withdrawn.
const PYTHON: &str =
    "scru128 scru64 scru160==0.2.3 ulid-flake python-ulid uuid6 uuid-utils typeid-python jsonschema";
/// The packages on npm.
const JAVASCRIPT: &str = "ulid scru128 uuid uuidv7 typeid-js ajv";
/// The Go and Java packages in Debian.
const DEBIAN: &str =
    "golang-github-gofrs-uuid-dev golang-github-google-uuid-dev golang-github-oklog-ulid-dev libjug-java";
/// Downloads and unpacks Debian packages without installing them.
const UNPACK: &str =
    "rm -rf usr ./*.deb; apt-get -qq download \"$@\"; for deb in *.deb; do dpkg --extract \"$deb\" .; done";
/// The flags of cases in which a specification leaves the choice open, and of UUIDs with a version other than 7.
const POLICY: &[&str] = &["policy", "constant", "other_uuid"];

/// The result of running a package on a file.
#[derive(Deserialize)]
struct Agreement {
    peer: String,
    version: String,
    file: String,
    cases: usize,
    /// The number of cases that the package has a function for.
    ran: usize,
    differ: Vec<Difference>,
}

/// The ID and the comment of a case, what the package does, the flags of the case, and its string.
#[derive(Deserialize)]
struct Difference(u32, String, String, Vec<String>, Option<String>);

impl Difference {
    /// Returns `true` if the difference is a matter of policy. A type for all UUIDs accepts any version and other
    /// string forms.
    fn is_policy(&self) -> bool {
        let Self(_, _, behaviour, flags, text) = self;
        let text = text.as_deref().unwrap_or_default().to_ascii_lowercase();
        let digits = text.trim_start_matches("urn:uuid:").replace(['{', '}', '-'], "");
        let is_uuid = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_uuid && behaviour.starts_with("accepted")
            || flags.iter().any(|flag| POLICY.contains(&flag.as_str()))
    }
}

/// Installs the packages, runs them, prints the table and writes the page.
///
/// # Errors
///
/// Returns an error if a tool is missing, a package can't be installed, or a program fails. Differences are not errors.
pub(crate) fn run() -> Result<()> {
    let directory = root().join("target/peers");
    fs::create_dir_all(directory.join("rust/src")).with_context(|| directory.display().to_string())?;
    let vectors = root().join("test-vectors");
    let programs = root().join("xtask/tasks/src/vectors/peers");
    let mut printed = String::new();

    let mut steps = Steps::new(3);
    steps.next("install and run the packages from PyPI and Debian");
    let packages = directory.join("python");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--upgrade", "--target"]).arg(&packages).args(PYTHON.split(' '));
    command::run(&mut pip).context("the packages from PyPI can't be installed")?;
    let debian = directory.join("debian");
    fs::create_dir_all(&debian).with_context(|| debian.display().to_string())?;
    let mut unpack = Command::new("sh");
    unpack.args(["-ec", UNPACK, "sh"]).args(DEBIAN.split(' ')).current_dir(&debian);
    command::run(&mut unpack).context("the packages from Debian can't be downloaded or unpacked")?;
    let python = |program: &str| {
        let mut python = Command::new("python3");
        python.arg(programs.join(program)).args([&vectors, &debian]).env("PYTHONPATH", &packages);
        // Go then needs neither a module nor a network.
        python.env("GOPATH", debian.join("usr/share/gocode")).env("GO111MODULE", "off");
        command::read(&mut python)
    };
    let by_jsonschema = python("schemas.py")?;
    printed += &python("peers.py")?;

    steps.next("install and run the packages from npm");
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-save", "--no-package-lock", "--prefix"])
        .arg(&directory)
        .args(JAVASCRIPT.split(' '));
    command::run(&mut npm).context("the packages from npm can't be installed")?;
    let node = |program: &str| {
        command::read(Command::new("node").arg(programs.join(program)).arg(&vectors).arg(&directory))
    };
    let by_ajv = node("schemas.mjs")?;
    printed += &node("peers.mjs")?;

    steps.next("build and run the packages from crates.io");
    printed += &rust(&directory.join("rust"), &programs, &vectors)?;

    let results: Vec<Agreement> =
        printed.lines().map(serde_json::from_str).collect::<serde_json::Result<_>>()?;
    ensure!(!results.is_empty(), "expected results, found none");
    let date = command::read(Command::new("date").args(["--utc", "+%F"]))?;
    let page = page(&results, date.trim(), by_ajv.trim(), by_jsonschema.trim())?;
    print!("{}", table(&results));
    files::write(&root().join("docs/agreement.md"), &page)
}

/// Builds and runs the program for the crates, in a separate package.
fn rust(directory: &Path, programs: &Path, vectors: &Path) -> Result<String> {
    for (source, target) in [("peers.toml", "Cargo.toml"), ("peers.rs", "src/main.rs")] {
        files::write(&directory.join(target), &files::read(&programs.join(source))?)?;
    }
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).env("CARGO_TARGET_DIR", directory.join("target")).current_dir(directory);
        cargo
    };
    command::run(&mut cargo(&["update"])).context("the packages from crates.io can't be found")?;
    let tree = command::read(&mut cargo(&["tree", "--quiet", "--depth", "1", "--prefix", "none"]))?;
    command::output(cargo(&["run", "--"]).arg(vectors).arg(tree))
}

/// Returns a table with a row for each package and each file that it has a function for.
fn table(results: &[Agreement]) -> String {
    let rows = results.iter().filter(|result| result.ran > 0).map(|result| {
        let policy = result.differ.iter().filter(|difference| difference.is_policy()).count();
        let differ = result.differ.len();
        let numbers = [result.cases, result.ran, result.ran - differ, differ - policy, policy];
        let names = [result.peer.clone(), result.version.clone(), result.file.clone()];
        names.into_iter().chain(numbers.map(|number| number.to_string())).collect()
    });
    markdown::table(
        "package | version | file | cases | ran | agree | differ | differ in policy",
        rows.collect(),
        3,
    )
}

fn page(results: &[Agreement], date: &str, by_ajv: &str, by_jsonschema: &str) -> Result<String> {
    let mut page = format!(
        "# Agreement with published implementations\n\n\
         Written by `cargo xtask prove peers` on {date}. It installs the published implementations from their registries, and\n\
         runs them against [`test-vectors/`](../test-vectors).\n\n\
         - *ran* is the number of cases that the package has a function for.\n\
         - A package runs traces if its clock and its random source can be given. If only its clock can, the versions, variants,\n  \
         timestamps and order of its UUIDs are compared, in the traces without errors, ceilings, resuming and starting over.\n\
         - *differ in policy* are cases in which the specification leaves the choice open, and UUIDs of other versions or in other\n  \
         forms, which a type for all UUIDs reads.\n\
         - Reasons and positions of rejected strings are not compared.\n\
         - The Go and Java packages come from Debian, because Go's module proxy and Maven Central could not be reached. SCRU128 (Go,\n  \
         Java), Ulid-Flake (Go), `ulid-creator` and `uuid-creator` (Java) are therefore missing.\n\n{}\n\
         The schemas in ajv's strict mode: {by_ajv}. In Python's `jsonschema`: {by_jsonschema}.\n\n\
         ## The cases that differ\n\n",
        table(results)
    );
    for result in results.iter().filter(|result| !result.differ.is_empty()) {
        writeln!(page, "**{} {}, {}**\n", result.peer, result.version, result.file)?;
        for ((behaviour, is_policy), cases) in by_behaviour(&result.differ) {
            let policy = if is_policy { " (policy)" } else { "" };
            let first = &cases[0];
            writeln!(page, "- {}{policy}: {behaviour}. The first: {}.", ranges(&cases), inline(&first.1))?;
        }
        page.push('\n');
    }
    Ok(page.trim_end().to_owned() + "\n")
}

/// Groups the differences that are the same except for their values. Differences in policy are kept apart.
fn by_behaviour(differences: &[Difference]) -> BTreeMap<(String, bool), Vec<&Difference>> {
    let mut groups: BTreeMap<_, Vec<&Difference>> = BTreeMap::new();
    for difference in differences {
        let without_step = difference.2.split_once(": ").filter(|(step, _)| step.starts_with("step "));
        let behaviour = without_step.map_or(difference.2.as_str(), |(_, rest)| rest);
        let behaviour = behaviour.split_once(" as ").map_or(behaviour, |(accepted, _)| accepted);
        let is_text = behaviour.len() >= 12
            && !behaviour.contains(|character: char| !character.is_alphanumeric() && character != '-');
        let behaviour = if is_text { "a different ID".to_owned() } else { inline(behaviour) };
        groups.entry((behaviour, difference.is_policy())).or_default().push(difference);
    }
    groups
}

/// Returns the IDs of cases, in order. Three or more consecutive IDs become a range.
fn ranges(cases: &[&Difference]) -> String {
    let ids: Vec<_> = cases.iter().map(|case| case.0).collect();
    let rows = ids.chunk_by(|one, next| one + 1 == *next).map(|row| match row {
        [first, _, .., last] => format!("{first} to {last}"),
        _ => row.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    rows.collect::<Vec<_>>().join(", ")
}

/// Formats a string as inline code, on one line.
fn inline(text: &str) -> String {
    let text: String =
        text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    format!("`{}`", text.replace('`', "'"))
}
