//! The stored inputs of a target, one per line.
//!
//! Bytes that are not printable ASCII are escaped as in a Rust byte string. A reviewer can therefore read the inputs,
//! and a diff shows how a corpus has changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the path of a target's file.
#[must_use]
pub fn path(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora").join(format!("{target}.txt"))
}

/// Reads the inputs in a file.
///
/// # Errors
///
/// Returns an error if the file can't be read, or if [`write`] would not write one of its lines.
pub fn read(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(path)?;
    let inputs = text.lines().enumerate().map(|(index, line)| {
        let malformed =
            || io::Error::other(format!("{}:{}: not an escaped input", path.display(), index + 1));
        unescape(line).filter(|input| input.escape_ascii().to_string() == line).ok_or_else(malformed)
    });
    inputs.collect()
}

/// Writes inputs to a file, sorted and without repetitions.
///
/// # Errors
///
/// Returns an error if the file can't be written.
pub fn write(path: &Path, inputs: impl IntoIterator<Item = Vec<u8>>) -> io::Result<()> {
    let lines: BTreeSet<_> =
        inputs.into_iter().map(|input| input.escape_ascii().to_string() + "\n").collect();
    fs::write(path, lines.into_iter().collect::<String>())
}

/// Writes each input to a separate file, as the fuzzer expects.
///
/// # Errors
///
/// Returns an error if the directory can't be written.
pub fn unpack(inputs: &[Vec<u8>], directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(directory.join(format!("{number:05}")), input)?;
    }
    Ok(())
}

/// Reads the files in a directory.
///
/// # Errors
///
/// Returns an error if the directory or a file can't be read.
pub fn files(directory: &Path) -> io::Result<Vec<Vec<u8>>> {
    fs::read_dir(directory)?.map(|entry| fs::read(entry?.path())).collect()
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut input = Vec::new();
    let mut rest = line.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            input.push(*first);
            continue;
        }
        let (escape, after) = rest.split_first()?;
        rest = after;
        input.push(match escape {
            b't' => b'\t',
            b'r' => b'\r',
            b'n' => b'\n',
            b'\\' | b'\'' | b'"' => *escape,
            b'x' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?
            }
            _ => return None,
        });
    }
    Some(input)
}
