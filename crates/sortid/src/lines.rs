//! Splits a stream into lines. Both the stream and a line may be endless.

use std::io::{self, BufRead};

use memchr::memchr;

/// The most bytes of a line that matter. One more is kept to show that the line is longer.
pub(crate) const MOST_BYTES: usize = anyid::MOST_INPUT_BYTES;

/// The byte order mark of UTF-8, with which some editors and spreadsheets begin a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A line of a stream, or an argument of the command line.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// The text, without its line ending.
    pub(crate) text: &'a [u8],
    /// The number of the line, from 1. Arguments have none.
    pub(crate) number: Option<u64>,
}

/// An event in a stream.
pub(crate) enum Event<'a> {
    /// A line.
    Line(Line<'a>),
    /// All available input has been read. The next line may take a while, so output should be flushed now.
    Pause,
}

/// Calls a function for each line, without its line feed and any carriage return before it, and for each pause. A byte
/// order mark before the first line is left out.
///
/// A line of more than `most` bytes is cut one byte later. With [`MOST_BYTES`], this bounds the memory, and still shows that
/// the line is not an ID.
pub(crate) fn for_each<E: From<io::Error>>(
    mut input: impl BufRead,
    most: usize,
    mut function: impl FnMut(Event<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let most_kept = most.saturating_add(1);
    let mut line = Vec::new();
    let (mut begun, mut number) = (false, 1);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        if buffer.is_empty() {
            // A byte order mark alone is not a line.
            let content = begun && (number > 1 || line != BYTE_ORDER_MARK);
            return if content { function(Event::Line(without_marks(&line, number))) } else { Ok(()) };
        }
        let line_feed = memchr(b'\n', buffer);
        let (part, _) = buffer.split_at(line_feed.unwrap_or(buffer.len()));
        let ended = line_feed.is_some();
        let consumed = part.len() + usize::from(ended);
        if ended && !begun && part.len() <= most {
            function(Event::Line(without_marks(part, number)))?;
        } else {
            line.extend(part.iter().take(most_kept - line.len()));
            begun = !ended;
            if ended {
                function(Event::Line(without_marks(&line, number)))?;
                line.clear();
            }
        }
        number += u64::from(ended);
        let all = consumed == buffer.len();
        input.consume(consumed);
        if all {
            function(Event::Pause)?;
        }
    }
}

fn without_marks(line: &[u8], number: u64) -> Line<'_> {
    let text = if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line };
    Line { text: text.strip_suffix(b"\r").unwrap_or(text), number: Some(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], capacity: usize) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for_each(io::BufReader::with_capacity(capacity, input), MOST_BYTES, |event| {
            if let Event::Line(line) = event {
                lines.push(line.text.to_vec());
                assert_eq!(line.number, u64::try_from(lines.len()).ok());
            }
            Ok::<(), io::Error>(())
        })
        .unwrap();
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
        for capacity in [1, 100, 10_000] {
            let input = [&[b'x'; 5000][..], b"\nid\n"].concat();
            let lines = lines(&input, capacity);
            assert_eq!(lines.len(), 2);
            assert_eq!(lines[0].len(), MOST_BYTES + 1);
            assert_eq!(lines[1], b"id");
        }
    }
}
