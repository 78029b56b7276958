//! Splits a stream into lines. Both the stream and a line may be endless.

use std::io::{self, BufRead};

/// The most bytes of a line that matter. One more is kept to show that the line is longer.
pub(crate) const MOST_BYTES: usize = 256;

/// An event in a stream.
pub(crate) enum Event<'a> {
    /// A line, without its line ending.
    Line(&'a [u8]),
    /// All available input has been read. The next line may take a while, so output should be flushed now.
    Pause,
}

/// Calls a function for each line, without its line feed and any carriage return before it, and for each pause.
///
/// A line of more than [`MOST_BYTES`] bytes is cut one byte later. This bounds the memory, and still shows that the line is
/// not an ID.
pub(crate) fn for_each<E: From<io::Error>>(
    mut input: impl BufRead,
    mut function: impl FnMut(Event<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut line = Vec::with_capacity(MOST_BYTES + 1);
    let mut begun = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        if buffer.is_empty() {
            return if begun { function(Event::Line(without_cr(&line))) } else { Ok(()) };
        }
        let mut parts = buffer.splitn(2, |&byte| byte == b'\n');
        let part = parts.next().unwrap_or(&[]);
        let ended = parts.next().is_some();
        let consumed = part.len() + usize::from(ended);
        if ended && !begun && part.len() <= MOST_BYTES {
            function(Event::Line(without_cr(part)))?;
        } else {
            line.extend(part.iter().take(MOST_BYTES + 1 - line.len()));
            begun = !ended;
            if ended {
                function(Event::Line(without_cr(&line)))?;
                line.clear();
            }
        }
        let all = consumed == buffer.len();
        input.consume(consumed);
        if all {
            function(Event::Pause)?;
        }
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], capacity: usize) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for_each(io::BufReader::with_capacity(capacity, input), |event| {
            if let Event::Line(line) = event {
                lines.push(line.to_vec());
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
