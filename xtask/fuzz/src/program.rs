//! The `sortid` program with any arguments and input.
//!
//! The first byte selects the form. In one form, the lines before an empty line are the arguments, and the rest is
//! stdin. In the other form, IDs are converted, and the oracle computes the expected output.

use std::ffi::OsString;
use std::io::{self, BufReader, Write};

use num_bigint::BigUint;
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::Value;

/// A limit that no test needs. Beyond it, writing output fails.
const MAX_OUTPUT: usize = 1 << 20;

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    status: u8,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

pub(crate) fn check(data: &[u8]) {
    match data {
        [form, scheme, to, input @ ..] if form % 2 == 1 => {
            conversion(
                SCHEMES[usize::from(*scheme) % SCHEMES.len()],
                FORMS[usize::from(*to) % FORMS.len()],
                input,
            );
        }
        [form, rest @ ..] => {
            let (arguments, stdin) = split(rest);
            command_line(&arguments, stdin, usize::from(*form / 2) + 1);
        }
        [] => {}
    }
}

/// Splits an input into the arguments and stdin.
fn split(data: &[u8]) -> (Vec<OsString>, &[u8]) {
    let mut arguments = Vec::new();
    let mut rest = data;
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let (line, after) = rest.split_at(end);
        rest = &after[1..];
        if line.is_empty() {
            return (arguments, rest);
        }
        arguments.push(String::from_utf8_lossy(line).into_owned().into());
    }
    if !rest.is_empty() {
        arguments.push(String::from_utf8_lossy(rest).into_owned().into());
    }
    (arguments, &[])
}

/// Checks that any command line ends with a documented status and reports whole lines, no matter how its input arrives.
fn command_line(arguments: &[OsString], stdin: &[u8], capacity: usize) {
    let Some(whole) = run(arguments, stdin, stdin.len().max(1)) else { return };
    assert!(whole.status <= 2, "{arguments:?}: status {}", whole.status);
    let is = |argument: &str| arguments.iter().any(|found| found == argument);
    let command = arguments.first().and_then(|command| command.to_str()).unwrap_or_default();
    if whole.status == 1 && !(command == "check" || is("json") || is("--format=json")) {
        assert!(!whole.stderr.is_empty(), "{arguments:?}: no reason for the status");
    }
    let stderr = std::str::from_utf8(&whole.stderr).expect("stderr is text");
    for line in stderr.lines() {
        assert!(line.starts_with("sortid: "), "{arguments:?}: {stderr}");
    }
    if command == "inspect" && whole.status < 2 && (is("--format=json") || !is("text") && is("json")) {
        assert_is_json(arguments, &whole.stdout);
    }
    // The output of other commands depends on the current time or on random bits.
    if command == "convert" || command == "check" {
        assert_eq!(
            run(arguments, stdin, capacity).as_ref(),
            Some(&whole),
            "{arguments:?}: in parts of {capacity}"
        );
    }
}

fn assert_is_json(arguments: &[OsString], stdout: &[u8]) {
    for line in stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let parsed = serde_json::from_slice::<Value>(line);
        assert!(parsed.is_ok_and(|json| json.is_object()), "{arguments:?}: {}", line.escape_ascii());
    }
}

fn run(arguments: &[OsString], stdin: &[u8], capacity: usize) -> Option<Run> {
    let (mut stdout, mut stderr) = (Limited(Vec::new()), Limited(Vec::new()));
    let all = std::iter::once(OsString::from("sortid")).chain(arguments.iter().cloned());
    let stdin = BufReader::with_capacity(capacity, stdin);
    let status = sortid::with_streams(all, stdin, &mut stdout, &mut stderr)?;
    Some(Run { status, stdout: stdout.0, stderr: stderr.0 })
}

/// A stream that accepts a limited number of bytes.
struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_OUTPUT {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output form, and the oracle's function for it.
type Form = (&'static str, fn(&Scheme, &BigUint) -> String);

const FORMS: [Form; 3] = [
    ("text", |scheme, int| scheme.layout.text(int)),
    // Whole bytes, even for 63-bit IDs.
    ("hex", |scheme, int| {
        format!("{:0>width$x}", int, width = scheme.layout.bits().div_ceil(8) as usize * 2)
    }),
    ("int", |_, int| int.to_string()),
];

/// Checks that each input line results in an output line with the new form if the oracle can parse it, and otherwise in
/// no line. The output round-trips.
fn conversion(scheme: &Scheme, (form, write): Form, input: &[u8]) {
    let convert = |from: &str, to: &str, input: &[u8]| {
        let arguments = [
            "convert",
            "--scheme",
            scheme.name,
            "--prefix",
            "",
            "--from",
            from,
            "--to",
            to,
            "--on-error",
            "empty",
        ];
        run(&arguments.map(OsString::from), input, 64).expect("it uses nothing but its streams")
    };
    let expected: Vec<_> =
        lines(input).map(|line| scheme.read(std::str::from_utf8(line).ok()?).ok()).collect();
    if expected.len() > 1000 {
        return;
    }
    let found = convert("text", form, input);
    let written = |write: &dyn Fn(&BigUint) -> String| {
        let lines = expected.iter().map(|int| int.as_ref().map(write).unwrap_or_default() + "\n");
        lines.collect::<String>()
    };
    assert_eq!(String::from_utf8_lossy(&found.stdout), written(&|int| write(scheme, int)), "{}", scheme.name);
    assert_eq!(found.status, u8::from(expected.contains(&None)));
    let back = convert(form, "text", &found.stdout);
    assert_eq!(
        String::from_utf8_lossy(&back.stdout),
        written(&|int| scheme.layout.text(int)),
        "{}",
        scheme.name
    );
}

/// Returns the lines of an input without their endings, and without a byte order mark at the start.
fn lines(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let mut lines: Vec<_> = input.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}
