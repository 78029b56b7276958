//! What workers write to their pipe. A frame fits into the kernel's atomic write, so that the frames of several processes
//! and threads never mix, and none is torn when its process is killed.

use std::fs::File;
use std::io::{self, Read, Write};

use anyhow::{Result, ensure};

use super::subject::{Grant, MOST_BYTES, Raw};

/// The bytes that a pipe takes as a whole (POSIX's `PIPE_BUF` on Linux).
const MOST_FRAME_BYTES: usize = 4096;
const HEADER_BYTES: usize = 64;

/// The number of IDs in a full frame.
pub(crate) const fn capacity(id_bytes: usize) -> usize {
    (MOST_FRAME_BYTES - HEADER_BYTES) / id_bytes
}

/// What a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// IDs of a sequence, and how often there was none.
    Ids,
    /// The process was started. `number` is a [`Cause`].
    Started,
    /// A process that this one forked has ended. `number` is its process id, `extra` how long it lived in milliseconds.
    Ended,
    /// The process uses the node `number`.
    TakesNode,
    /// The process waits for a node.
    WaitsForNode,
    /// The process found a fault itself. The body is its text.
    Fault,
}

const EVENTS: [Event; 6] =
    [Event::Ids, Event::Started, Event::Ended, Event::TakesNode, Event::WaitsForNode, Event::Fault];

/// How a process came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Cause {
    Spawn,
    Fork,
    Exec,
}

/// The numbers that a thread has counted since its last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Calls that made no ID because of the clock.
    pub(crate) refused: u32,
    /// Calls that made no ID because there was no randomness.
    pub(crate) without_randomness: u32,
    /// Spells without randomness.
    pub(crate) denials: u16,
    /// Children killed and stopped.
    pub(crate) kills: u16,
    pub(crate) stops: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) event: Event,
    pub(crate) process: u32,
    /// The IDs of a sequence were made one after the other.
    pub(crate) sequence: u32,
    pub(crate) number: u32,
    pub(crate) extra: u32,
    /// Whether the generator may start over after a large step back.
    pub(crate) may_start_over: bool,
    /// An ID that was returned before the first of these was requested.
    pub(crate) floor: Option<Raw>,
    pub(crate) counts: Counts,
    pub(crate) ids: Vec<Raw>,
    pub(crate) text: String,
}

impl Frame {
    pub(crate) fn new(event: Event, process: u32) -> Self {
        Self {
            event,
            process,
            sequence: 0,
            number: 0,
            extra: 0,
            may_start_over: false,
            floor: None,
            counts: Counts::default(),
            ids: Vec::new(),
            text: String::new(),
        }
    }

    /// Writes the frame in one piece.
    pub(crate) fn write(&self, id_bytes: usize, mut pipe: &File) -> Result<()> {
        let text = &self.text.as_bytes()[..self.text.len().min(MOST_FRAME_BYTES - HEADER_BYTES)];
        let items = if self.event == Event::Fault { text.len() } else { self.ids.len() };
        let mut bytes = Vec::with_capacity(MOST_FRAME_BYTES);
        let event = EVENTS.iter().position(|&event| event == self.event).unwrap_or(0);
        bytes.push(u8::try_from(event)?);
        bytes.push(u8::from(self.may_start_over) | u8::from(self.floor.is_some()) << 1);
        bytes.extend(u16::try_from(items)?.to_le_bytes());
        for number in [
            self.process,
            self.sequence,
            self.number,
            self.extra,
            self.counts.refused,
            self.counts.without_randomness,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.counts.denials, self.counts.kills, self.counts.stops] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.floor.unwrap_or_default());
        bytes.resize(HEADER_BYTES, 0);
        if self.event == Event::Fault {
            bytes.extend(text);
        }
        for id in &self.ids {
            bytes.extend(id.iter().take(id_bytes));
        }
        ensure!(bytes.len() <= MOST_FRAME_BYTES, "a frame has {} bytes, expected at most 4096", bytes.len());
        let written = pipe.write(&bytes)?;
        ensure!(written == bytes.len(), "the pipe took {written} of {} bytes", bytes.len());
        Ok(())
    }

    /// Reads the next frame; `None` at the end.
    pub(crate) fn read(id_bytes: usize, pipe: &mut impl Read) -> Result<Option<Self>> {
        let mut header = [0; HEADER_BYTES];
        match pipe.read_exact(&mut header) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let mut rest = header.as_slice();
        let [event, flags] = take(&mut rest)?;
        ensure!(
            usize::from(event) < EVENTS.len(),
            "a frame has the event {event}, expected one of the known ones"
        );
        let items = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let mut frame = Self::new(EVENTS[usize::from(event)], u32::from_le_bytes(take(&mut rest)?));
        frame.may_start_over = flags & 1 != 0;
        for number in [
            &mut frame.sequence,
            &mut frame.number,
            &mut frame.extra,
            &mut frame.counts.refused,
            &mut frame.counts.without_randomness,
        ] {
            *number = u32::from_le_bytes(take(&mut rest)?);
        }
        for number in [&mut frame.counts.denials, &mut frame.counts.kills, &mut frame.counts.stops] {
            *number = u16::from_le_bytes(take(&mut rest)?);
        }
        let floor = take(&mut rest)?;
        frame.floor = (flags & 2 != 0).then_some(floor);
        if frame.event == Event::Fault {
            let mut text = vec![0; items];
            pipe.read_exact(&mut text)?;
            frame.text = String::from_utf8_lossy(&text).into_owned();
            return Ok(Some(frame));
        }
        let mut body = [0; MOST_FRAME_BYTES];
        let body = &mut body[..items * id_bytes];
        pipe.read_exact(body)?;
        frame.ids.extend(body.chunks_exact(id_bytes).map(|bytes| {
            let mut id = [0; MOST_BYTES];
            id[..id_bytes].copy_from_slice(bytes);
            id
        }));
        Ok(Some(frame))
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N]> {
    let mut taken = [0; N];
    bytes.read_exact(&mut taken)?;
    Ok(taken)
}

const GRANT_BYTES: usize = 32;

impl Grant {
    /// Writes the grant in one piece.
    pub(crate) fn write(&self, pipe: &mut impl Write) -> io::Result<()> {
        let mut bytes = [0; GRANT_BYTES];
        bytes[..4].copy_from_slice(&self.node.to_le_bytes());
        bytes[4] = u8::from(self.last.is_some());
        bytes[8..8 + MOST_BYTES].copy_from_slice(&self.last.unwrap_or_default());
        pipe.write_all(&bytes)
    }

    /// Waits for a grant. Several processes may wait, and each gets a whole one.
    pub(crate) fn read(mut pipe: &File) -> Result<Self> {
        let mut bytes = [0; GRANT_BYTES];
        let read = pipe.read(&mut bytes)?;
        ensure!(read == GRANT_BYTES, "the pipe gave {read} bytes, expected a grant of 32");
        let mut rest = bytes.as_slice();
        let node = u32::from_le_bytes(take(&mut rest)?);
        let [has_last, _, _, _] = take(&mut rest)?;
        let last = take(&mut rest)?;
        Ok(Self { node, last: (has_last != 0).then_some(last) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many IDs as fit, over a real pipe.
    #[test]
    fn frames_and_grants_pass_a_pipe_unchanged() {
        let (mut reader, writer) = io::pipe().unwrap();
        let file = File::from(std::os::fd::OwnedFd::from(writer));
        for bytes in [8, 16, 20] {
            let mut frame = Frame::new(Event::Ids, 4_000_000_000);
            frame.sequence = 1;
            frame.may_start_over = true;
            frame.counts = Counts { refused: 2, without_randomness: 3, denials: 4, kills: 5, stops: 6 };
            frame.ids = (0..capacity(bytes))
                .map(|number| {
                    let mut id = [0; MOST_BYTES];
                    id[..8].copy_from_slice(&(number as u64).to_be_bytes());
                    id
                })
                .collect();
            frame.floor = frame.ids.last().copied();
            frame.write(bytes, &file).unwrap();
            assert_eq!(Frame::read(bytes, &mut reader).unwrap(), Some(frame.clone()));
            frame.ids.extend([[0; MOST_BYTES]; 20]);
            assert!(frame.write(bytes, &file).is_err());
        }
        let mut fault = Frame::new(Event::Fault, 1);
        fault.text = "here".to_owned();
        fault.write(8, &file).unwrap();
        assert_eq!(Frame::read(8, &mut reader).unwrap(), Some(fault));
        drop(file);
        assert_eq!(Frame::read(8, &mut reader).unwrap(), None);

        let (reader, mut writer) = io::pipe().unwrap();
        for last in [None, Some([7; MOST_BYTES])] {
            let grant = Grant { node: 9, last };
            grant.write(&mut writer).unwrap();
            let file = File::from(std::os::fd::OwnedFd::from(reader.try_clone().unwrap()));
            assert_eq!(Grant::read(&file).unwrap(), grant);
        }
    }
}
