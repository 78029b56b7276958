//! What workers write to their pipe. A frame fits into the kernel's atomic write, so that the frames of several processes
//! and threads never mix, and none is torn when its process is killed.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::ops::{AddAssign, Index, IndexMut};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The bytes that a pipe takes as a whole (POSIX's `PIPE_BUF` on Linux).
const MOST_BYTES: usize = 4096;
/// The most that a frame needs for everything but its IDs.
const HEADER_BYTES: usize = 256;
/// A grant, filled up with zeros.
const GRANT_BYTES: usize = 64;

/// The number of IDs in a full frame. Each has a byte for its length.
pub(super) const fn capacity<I>() -> usize {
    (MOST_BYTES - HEADER_BYTES) / (size_of::<I>() + 1)
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frame<I> {
    pub(super) process: u32,
    /// What the thread has counted since its last frame.
    pub(super) counts: Counts,
    pub(super) event: Event<I>,
}

/// What a frame says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Event<I> {
    /// The thread tried to make IDs.
    Batch(Batch<I>),
    /// The process was started.
    Started,
    /// A process that this one forked has ended.
    Ended { child: u32 },
    /// The process uses a node.
    TakesNode(u32),
    /// The process found a fault itself.
    Fault(String),
}

/// IDs of a sequence, which were made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Batch<I> {
    pub(super) sequence: u32,
    pub(super) node: u32,
    /// Whether the generator may start over after a large step back.
    pub(super) may_start_over: bool,
    /// An ID that was returned before the first of these was requested.
    pub(super) floor: Option<I>,
    pub(super) ids: Vec<I>,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    Ids,
    Processes,
    Forks,
    Execs,
    Kills,
    Stops,
    ClockSteps,
    StartsOver,
    /// Calls that made no ID because of the clock.
    Refused,
    /// Spells without randomness.
    Denials,
    /// Calls that made no ID because there was no randomness.
    WithoutRandomness,
    Duplicates,
    OutOfOrder,
    OtherFaults,
}

/// The names of the counts.
pub(super) const COUNTS: [&str; 14] = [
    "IDs",
    "processes",
    "forks",
    "execs",
    "kills",
    "stops",
    "clock steps",
    "started over",
    "refused",
    "spells without randomness",
    "draws refused",
    "duplicates",
    "out of order",
    "other faults",
];

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Counts(pub(super) [u64; COUNTS.len()]);

impl Index<Count> for Counts {
    type Output = u64;

    fn index(&self, count: Count) -> &u64 {
        &self.0[count as usize]
    }
}

impl IndexMut<Count> for Counts {
    fn index_mut(&mut self, count: Count) -> &mut u64 {
        &mut self.0[count as usize]
    }
}

impl AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, addend)| *sum += addend);
    }
}

impl<I: Serialize + DeserializeOwned> Frame<I> {
    /// Writes the frame in one piece.
    pub(super) fn write(&self, mut pipe: &File) -> Result<()> {
        let bytes = postcard::to_allocvec_cobs(self)?;
        ensure!(
            bytes.len() <= MOST_BYTES,
            "a frame has {} bytes, expected at most {MOST_BYTES}",
            bytes.len()
        );
        let written = pipe.write(&bytes)?;
        ensure!(written == bytes.len(), "the pipe took {written} of {} bytes", bytes.len());
        Ok(())
    }

    /// Reads the next frame; `None` at the end.
    pub(super) fn read(pipe: &mut impl BufRead) -> Result<Option<Self>> {
        let mut bytes = Vec::with_capacity(MOST_BYTES);
        pipe.read_until(0, &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        postcard::from_bytes_cobs(&mut bytes).map(Some).context("a frame of a worker")
    }
}

/// The permission to use a node, and the last ID that is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grant<I> {
    pub(super) node: u32,
    pub(super) last: Option<I>,
}

impl<I: Serialize + DeserializeOwned> Grant<I> {
    /// Writes the grant in one piece.
    pub(super) fn write(&self, pipe: &mut impl Write) -> io::Result<()> {
        let mut bytes = [0; GRANT_BYTES];
        postcard::to_slice(self, &mut bytes).map_err(io::Error::other)?;
        pipe.write_all(&bytes)
    }

    /// Waits for a grant. Several processes may wait, and each gets a whole one.
    pub(super) fn read(mut pipe: &File) -> Result<Self> {
        let mut bytes = [0; GRANT_BYTES];
        let read = pipe.read(&mut bytes)?;
        ensure!(read == GRANT_BYTES, "the pipe gave {read} bytes, expected a grant of {GRANT_BYTES}");
        Ok(postcard::take_from_bytes(&bytes)?.0)
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use harness::ids::{Scru64, Scru160, Ulid};
    use idcore::Id;

    use super::*;

    /// As many IDs as fit, over a real pipe.
    fn passes_a_pipe<I: Id + Serialize + DeserializeOwned>() {
        let (reader, writer) = io::pipe().unwrap();
        let (mut reader, writer) = (io::BufReader::new(reader), File::from(OwnedFd::from(writer)));
        let batch = Batch {
            sequence: u32::MAX,
            node: u32::MAX,
            may_start_over: true,
            floor: Some(I::MAX),
            ids: vec![I::MAX; capacity::<I>()],
        };
        let counts = Counts([u64::from(u32::MAX); COUNTS.len()]);
        let mut frame = Frame { process: u32::MAX, counts, event: Event::Batch(batch.clone()) };
        frame.write(&writer).unwrap();
        assert_eq!(Frame::read(&mut reader).unwrap(), Some(frame.clone()));
        frame.event = Event::Batch(Batch { ids: vec![I::MIN; MOST_BYTES / size_of::<I>()], ..batch });
        assert!(frame.write(&writer).is_err());
        drop(writer);
        assert_eq!(Frame::<I>::read(&mut reader).unwrap(), None);

        let (reader, mut writer) = io::pipe().unwrap();
        let reader = File::from(OwnedFd::from(reader));
        for last in [None, Some(I::MAX)] {
            let grant = Grant { node: u32::MAX, last };
            grant.write(&mut writer).unwrap();
            assert_eq!(Grant::read(&reader).unwrap(), grant);
        }
    }

    #[test]
    fn frames_and_grants_pass_a_pipe_unchanged() {
        passes_a_pipe::<Scru64>();
        passes_a_pipe::<Ulid>();
        passes_a_pipe::<Scru160>();
    }
}
