//! `cargo xtask prove peers`: tests the published implementations with `test-vectors/judge.py` and writes
//! `docs/agreement.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
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

/// Each adapter's command, and the package and the scheme of each port. `$version` is the version of a package, which the
/// adapter can't find out.
const PORTS: [(&str, &str); 5] = [
    (
        "PYTHONPATH=python python3 $programs/peers.py $package $scheme",
        "scru160 scru160, scru128 scru128, scru64 scru64, python-ulid ulid, ulid-flake ulid-flake, ulid-flake ulid-flake-scalable, \
         uuid6 uuid7, uuid-utils uuid7, typeid-python uuid7",
    ),
    (
        "node $programs/peers.mjs $PWD $package $scheme",
        "scru128 scru128, ulid ulid, uuid uuid7, uuidv7 uuid7, typeid-js uuid7",
    ),
    (
        "rust/target/debug/peers $package $version $scheme",
        "scru128 scru128, scru64 scru64, ulid ulid, rusty_ulid ulid, ferroid ulid, uuid uuid7, uuid7 uuid7",
    ),
    (
        "GOPATH=$PWD/debian/usr/share/gocode GO111MODULE=off go run $programs/peers.go $package $version",
        "golang-github-oklog-ulid-dev ulid, golang-github-google-uuid-dev uuid7, golang-github-gofrs-uuid-dev uuid7",
    ),
    (
        "java -cp debian/usr/share/java/java-uuid-generator.jar $programs/peers.java $package $version",
        "libjug-java uuid7, java.util.UUID uuid7",
    ),
];
/// The flags of cases in which a specification leaves the choice open, and of UUIDs with a version other than 7.
const POLICY: &[&str] = &["policy", "constant", "other_uuid"];

/// The judge's report.
#[derive(Deserialize)]
struct Report {
    port: String,
    version: String,
    files: BTreeMap<String, File>,
    failures: Vec<Failure>,
}

#[derive(Deserialize)]
struct File {
    cases: usize,
    passed: usize,
    failed: usize,
}

#[derive(Deserialize)]
struct Failure {
    file: String,
    id: u32,
    comment: String,
    text: Option<String>,
    flags: Vec<String>,
    expected: String,
    found: String,
}

impl Failure {
    /// Returns `true` if the difference is a matter of policy. A type for all UUIDs accepts other string forms.
    fn is_policy(&self) -> bool {
        let text = self.text.as_deref().unwrap_or_default().to_ascii_lowercase();
        let digits = text.trim_start_matches("urn:uuid:").replace(['{', '}', '-'], "");
        let is_uuid = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_uuid && self.is_accepted() || self.flags.iter().any(|flag| POLICY.contains(&flag.as_str()))
    }

    fn is_accepted(&self) -> bool {
        self.expected.starts_with("{\"error\"") && !self.found.starts_with("{\"error\"")
    }

    /// Returns what the package does, without the values.
    fn behaviour(&self) -> String {
        if self.is_accepted() {
            return "accepted".to_owned();
        }
        match (
            self.found.split_once(", drawn: "),
            serde_json::from_str::<BTreeMap<String, String>>(&self.found),
        ) {
            (Some((id, drawn)), _) if id.len() >= 12 => format!("an ID, drawn: {drawn}"),
            (None, Ok(forms)) => {
                forms.into_iter().next().map_or_else(String::new, |(key, value)| format!("{key}: {value}"))
            }
            _ => self.found.clone(),
        }
    }
}

/// Installs the packages, tests them, prints the table and writes the page.
///
/// # Errors
///
/// Returns an error if a tool is missing, a package can't be installed, or an adapter doesn't start. Cases that differ are
/// not errors.
pub(crate) fn run() -> Result<()> {
    let directory = root().join("target/peers");
    let programs = root().join("xtask/tasks/src/vectors/peers");
    for name in ["debian", "rust/src"] {
        fs::create_dir_all(directory.join(name)).with_context(|| directory.display().to_string())?;
    }
    let installed = |line: &[&str], what: &str| {
        let mut command = Command::new(line[0]);
        command::run(command.args(&line[1..]).current_dir(&directory))
            .with_context(|| format!("{what} can't be installed"))
    };
    let mut steps = Steps::new(2);
    steps.next("install the packages from PyPI, Debian, npm and crates.io");
    let words = |list: &'static str| list.split(' ');
    let pip = ["python3", "-m", "pip", "install", "--upgrade", "--target", "python"];
    installed(&pip.into_iter().chain(words(PYTHON)).collect::<Vec<_>>(), "the packages from PyPI")?;
    let unpack = ["env", "-C", "debian", "sh", "-ec", UNPACK, "sh"];
    installed(&unpack.into_iter().chain(words(DEBIAN)).collect::<Vec<_>>(), "the packages from Debian")?;
    let npm = ["npm", "install", "--no-save", "--no-package-lock", "--prefix", "."];
    installed(&npm.into_iter().chain(words(JAVASCRIPT)).collect::<Vec<_>>(), "the packages from npm")?;
    for (source, target) in [("peers.toml", "Cargo.toml"), ("peers.rs", "src/main.rs")] {
        files::write(&directory.join("rust").join(target), &files::read(&programs.join(source))?)?;
    }
    for arguments in [["update"].as_slice(), &["build", "--target-dir=target"]] {
        installed(&[&["env", "-C", "rust", "cargo"], arguments].concat(), "the packages from crates.io")?;
    }

    steps.next("test them");
    let mut reports = Vec::new();
    for (adapter, ports) in PORTS {
        for port in ports.split(", ") {
            let (package, scheme) = port.split_once(' ').context("a package and a scheme")?;
            // Debian's versions are in the names of its files, and Cargo's in the lock file.
            let version = format!(
                "version=$(ls debian | sed -n 's/^{package}_\\([^_]*\\)_.*/\\1/p'; grep -A1 '^name = \"{package}\"$' rust/Cargo.lock \
                 | sed -n 's/^version = \"\\(.*\\)\"/\\1/p')"
            );
            let line = format!(
                "programs='{}'; package={package}; scheme={scheme}; {version}; {adapter}",
                programs.display()
            );
            let mut judge = Command::new("python3");
            judge.arg(root().join("test-vectors/judge.py")).args(["--format=json", "--port", &line]);
            let output = judge.current_dir(&directory).output().context("Python is missing")?;
            let report = serde_json::from_slice::<Report>(&output.stdout);
            let said = || format!("{package}: {}", String::from_utf8_lossy(&output.stderr).trim_end());
            reports.push(report.with_context(said)?);
        }
    }
    let vectors = root().join("test-vectors");
    let schemas = |program: &str, by: &str| {
        let mut command = Command::new(program);
        command
            .arg(programs.join(by))
            .arg(&vectors)
            .arg(&directory)
            .env("PYTHONPATH", directory.join("python"));
        command::read(&mut command)
    };
    let (by_jsonschema, by_ajv) = (schemas("python3", "schemas.py")?, schemas("node", "schemas.mjs")?);
    let date = command::read(Command::new("date").args(["--utc", "+%F"]))?;
    let page = page(&reports, date.trim(), by_ajv.trim(), by_jsonschema.trim())?;
    print!("{}", table(&reports));
    files::write(&root().join("docs/agreement.md"), &page)
}

/// Returns a table with a row for each port and each file of which it ran a case.
fn table(reports: &[Report]) -> String {
    let mut rows = Vec::new();
    for report in reports {
        for (path, file) in report.files.iter().filter(|(_, file)| file.passed + file.failed > 0) {
            let failures = report.failures.iter().filter(|failure| failure.file == *path);
            let policy = failures.filter(|failure| failure.is_policy()).count();
            let numbers = [file.cases, file.passed + file.failed, file.passed, file.failed - policy, policy];
            let names = [report.port.clone(), report.version.clone(), path.clone()];
            rows.push(names.into_iter().chain(numbers.map(|number| number.to_string())).collect());
        }
    }
    markdown::table("package | version | file | cases | ran | agree | differ | differ in policy", rows, 3)
}

fn page(reports: &[Report], date: &str, by_ajv: &str, by_jsonschema: &str) -> Result<String> {
    let mut page = format!(
        "# Agreement with published implementations\n\n\
         Written by `cargo xtask prove peers` on {date}. It installs the published implementations from their registries. A small\n\
         adapter for each answers the questions of [`judge.py`](../test-vectors/porting.md), which compares the answers.\n\n\
         - *ran* is the number of cases that the package has functions for.\n\
         - If only the clock of a generator can be set, but not its random source, the timestamps, versions, variants and order\n  \
         of its UUIDs are compared, in traces without errors, ceilings, resuming and starting over.\n\
         - *differ in policy* are cases in which the specification leaves the choice open, and UUIDs of other versions, which a\n  \
         type for all UUIDs reads.\n\
         - The Go and Java packages come from Debian, because Go's module proxy and Maven Central could not be reached. SCRU128 (Go,\n  \
         Java), Ulid-Flake (Go), `ulid-creator` and `uuid-creator` (Java) are therefore missing.\n\n{}\n\
         The schemas in ajv's strict mode: {by_ajv}. In Python's `jsonschema`: {by_jsonschema}.\n\n\
         ## The cases that differ\n\n",
        table(reports)
    );
    for report in reports {
        for path in report.files.keys() {
            let mut groups = BTreeMap::<_, Vec<_>>::new();
            for failure in report.failures.iter().filter(|failure| failure.file == *path) {
                groups.entry((failure.behaviour(), failure.is_policy())).or_default().push(failure);
            }
            if !groups.is_empty() {
                writeln!(page, "**{} {}, {path}**\n", report.port, report.version)?;
            }
            for ((behaviour, is_policy), failures) in &groups {
                let policy = if *is_policy { " (policy)" } else { "" };
                let (ids, behaviour, first) =
                    (ranges(failures), inline(behaviour), inline(&failures[0].comment));
                writeln!(page, "- {ids}{policy}: {behaviour}. The first: {first}.")?;
            }
            page.push_str(if groups.is_empty() { "" } else { "\n" });
        }
    }
    Ok(page.trim_end().to_owned() + "\n")
}

/// Returns the IDs of cases, in order. Three or more consecutive IDs become a range.
fn ranges(cases: &[&Failure]) -> String {
    let mut ids: Vec<_> = cases.iter().map(|case| case.id).collect();
    ids.sort_unstable();
    let rows = ids.chunk_by(|one, next| one + 1 == *next).map(|row| match row {
        [first, _, .., last] => format!("{first} to {last}"),
        _ => row.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    rows.collect::<Vec<_>>().join(", ")
}

/// Formats a string as inline code.
fn inline(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}
