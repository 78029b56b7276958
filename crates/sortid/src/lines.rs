//! Splits a stream into lines. The stream and its lines may be endless.

use std::io::{self, BufRead};

use memchr::memchr;

/// The number of bytes of a line that matter.
pub(crate) const MAX_BYTES: usize = anyid::read::MAX_INPUT_BYTES;

/// The length up to which lines are not cut, without the line feed. A line that is cut still has more than
/// [`MAX_BYTES`] without a byte order mark and a carriage return, which shows that it is too long.
const MAX_LINE_BYTES: usize = MAX_BYTES + 2 + BYTE_ORDER_MARK.len();

/// The byte order mark of UTF-8, which some editors and spreadsheets write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line of a stream, or an argument of the command line.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// The text, without a line feed, a carriage return before it, and a byte order mark before the first line.
    pub(crate) text: &'a [u8],
    /// All bytes.
    pub(crate) raw: &'a [u8],
    /// The number of the line, from 1. Arguments have none.
    pub(crate) number: Option<u64>,
}

pub(crate) enum Event<'a> {
    /// A line, or the start of one that is cut.
    Line(Line<'a>),
    /// More bytes of a line that was cut, or bytes outside lines.
    Rest(&'a [u8]),
    /// All available input has been read. The next line may take a while, so this is the time to flush output.
    Pause,
}

/// Calls a function for each event. Cuts a long line, which bounds the memory and still shows that the line is not an
/// ID.
pub(crate) fn for_each<E: From<io::Error>>(
    mut input: impl BufRead,
    mut function: impl FnMut(Event<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut line = Vec::new();
    let (mut is_cut, mut number) = (false, 1);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        if buffer.is_empty() {
            return match line.as_slice() {
                [] => Ok(()),
                // A file with only a byte order mark has no lines.
                BYTE_ORDER_MARK if number == 1 => function(Event::Rest(BYTE_ORDER_MARK)),
                line => function(Event::Line(split(line, number))),
            };
        }
        let line_feed = memchr(b'\n', buffer);
        let (ended, length) = (line_feed.is_some(), line_feed.unwrap_or(buffer.len()));
        let (part, after) = buffer.split_at(length + usize::from(ended));
        let fits = line.len() + length <= MAX_LINE_BYTES;
        if is_cut {
            function(Event::Rest(part))?;
        } else if ended && fits && line.is_empty() {
            function(Event::Line(split(part, number)))?;
        } else {
            let (kept, rest) = part.split_at(if fits { part.len() } else { MAX_LINE_BYTES - line.len() });
            line.extend_from_slice(kept);
            if ended || !fits {
                function(Event::Line(split(&line, number)))?;
                line.clear();
            }
            if !fits {
                function(Event::Rest(rest))?;
                is_cut = true;
            }
        }
        is_cut &= !ended;
        number += u64::from(ended);
        let (consumed, all) = (part.len(), after.is_empty());
        input.consume(consumed);
        if all {
            function(Event::Pause)?;
        }
    }
}

fn split(raw: &[u8], number: u64) -> Line<'_> {
    let text = raw.strip_suffix(b"\n").unwrap_or(raw);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let text = if number == 1 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
    Line { text, raw, number: Some(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of each line, after checking that all bytes were passed on.
    fn lines(input: &[u8], capacity: usize) -> Vec<Vec<u8>> {
        let (mut lines, mut raw) = (Vec::new(), Vec::new());
        for_each(io::BufReader::with_capacity(capacity, input), |event| {
            match event {
                Event::Line(line) => {
                    lines.push(line.text.to_vec());
                    raw.extend_from_slice(line.raw);
                    assert_eq!(line.number, u64::try_from(lines.len()).ok());
                }
                Event::Rest(bytes) => raw.extend_from_slice(bytes),
                Event::Pause => {}
            }
            Ok::<(), io::Error>(())
        })
        .unwrap();
        assert_eq!(raw, input);
        lines
    }
    #[test]
    fn splits_lines_with_a_buffer_of_any_size() {
        for capacity in 1..20 {
            assert_eq!(lines(b"one\ntwo\r\n\nlast", capacity), [&b"one"[..], b"two", b"", b"last"]);
            assert_eq!(lines(b"one\n", capacity), [b"one"]);
            assert!(lines(b"", capacity).is_empty());
            assert_eq!(lines(b"\xef\xbb\xbfone\n\xef\xbb\xbf\n", capacity), [&b"one"[..], b"\xef\xbb\xbf"]);
            assert!(lines(b"\xef\xbb\xbf", capacity).is_empty());
        }
    }

    #[test]
    fn cuts_endless_lines() {
        for capacity in [1, 100, MAX_LINE_BYTES, 10_000] {
            let input = [&[b'x'; 5000][..], b"\nid\n"].concat();
            let lines = lines(&input, capacity);
            assert_eq!(lines, [&input[..MAX_LINE_BYTES], b"id"]);
            let marked = [BYTE_ORDER_MARK, &input].concat();
            assert!(self::lines(&marked, capacity)[0].len() > MAX_BYTES);
        }
    }
}
