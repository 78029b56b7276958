//! The stored inputs of a target: one text file, with one input in each line.
//!
//! Bytes that are not printable ASCII are escaped as in a byte string of Rust. So a reviewer can read what an input is, and a
//! change of the corpus shows in the difference of two commits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file of a target.
#[must_use]
pub fn path(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora").join(format!("{target}.txt"))
}

/// Reads the inputs of a file.
///
/// # Errors
///
/// The file can't be read, or a line is not one that [`write`] writes.
pub fn read(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(path)?;
    let inputs = text.lines().enumerate().map(|(index, line)| {
        let malformed =
            || io::Error::other(format!("{}:{}: not an escaped input", path.display(), index + 1));
        unescape(line).filter(|input| input.escape_ascii().to_string() == line).ok_or_else(malformed)
    });
    inputs.collect()
}

/// Writes inputs to a file, in order and each once.
///
/// # Errors
///
/// The file can't be written.
pub fn write(path: &Path, inputs: impl IntoIterator<Item = Vec<u8>>) -> io::Result<()> {
    let lines: BTreeSet<_> =
        inputs.into_iter().map(|input| input.escape_ascii().to_string() + "\n").collect();
    fs::write(path, lines.into_iter().collect::<String>())
}

/// Writes each input to a file of its own, as the fuzzer reads them.
///
/// # Errors
///
/// The folder can't be written.
pub fn unpack(inputs: &[Vec<u8>], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{number:05}")), input)?;
    }
    Ok(())
}

/// Reads the files of a folder.
///
/// # Errors
///
/// The folder can't be read.
pub fn files(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    fs::read_dir(folder)?.map(|entry| fs::read(entry?.path())).collect()
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
