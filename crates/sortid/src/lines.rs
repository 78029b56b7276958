//! Lines of a stream that may have no end, and of which a line may have none either.

use std::io::{self, BufRead};

/// The most bytes of a line that are kept, and one more, which tells that there were more.
pub(crate) const MOST_BYTES: usize = 256;

/// What a stream comes to.
pub(crate) enum Event<'a> {
    /// A line, without its end.
    Line(&'a [u8]),
    /// All that was at hand has been read. The next line may be long in coming, so that this is the time to flush.
    Pause,
}

/// Calls a function for each line, without its line feed and a carriage return before it.
///
/// A line of more than [`MOST_BYTES`] is cut off one byte later: enough to see that it is no ID, and memory stays
/// bounded.
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
    fn splits_lines_whatever_the_buffer_holds() {
        for capacity in 1..20 {
            assert_eq!(lines(b"one\ntwo\r\n\nlast", capacity), [&b"one"[..], b"two", b"", b"last"]);
            assert_eq!(lines(b"one\n", capacity), [b"one"]);
            assert!(lines(b"", capacity).is_empty());
        }
    }

    #[test]
    fn cuts_off_lines_without_end() {
        for capacity in [1, 100, 10_000] {
            let input = [&[b'x'; 5000][..], b"\nid\n"].concat();
            let lines = lines(&input, capacity);
            assert_eq!(lines.len(), 2);
            assert_eq!(lines[0].len(), MOST_BYTES + 1);
            assert_eq!(lines[1], b"id");
        }
    }
}
