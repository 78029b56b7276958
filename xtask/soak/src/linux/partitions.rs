//! Finds equal IDs among any number of them, in bounded memory.
//!
//! A hash of the ID chooses one of many files. Equal IDs are in the same file, so each file is sorted by itself, in memory. The
//! IDs are compared in full: no duplicate is missed, and none is reported without reason.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use super::subject::{MOST_BYTES, Raw};

/// The expected number of records in a file.
const RECORDS_PER_FILE: u64 = 1 << 20;
/// The bytes of an ID, and the number of its sequence.
const RECORD_BYTES: usize = MOST_BYTES + 4;
/// What is collected for a file before it is written.
const BUFFER_BYTES: usize = 1000 * RECORD_BYTES;

/// The low bits of a record that are no part of the ID.
const SEQUENCE_MASK: u64 = 0xffff_ffff;

/// A record as integers, in the order of its ID.
type Record = [u64; 3];

/// The files.
pub(crate) struct Partitions(Vec<Mutex<File>>);

/// Two equal IDs, and the numbers of their sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duplicate {
    pub(crate) id: Raw,
    pub(crate) sequences: [u32; 2],
}

impl Partitions {
    /// Files without names for about `ids` IDs.
    pub(crate) fn new(ids: u64) -> Result<Self> {
        let files = (0..=ids / RECORDS_PER_FILE).map(|_| tempfile::tempfile().map(Mutex::new));
        Ok(Self(files.collect::<Result<_, _>>().context("a temporary file")?))
    }

    /// A writer for one thread.
    pub(crate) fn writer(&self) -> Writer<'_> {
        Writer { files: &self.0, buffers: vec![Vec::new(); self.0.len()] }
    }

    /// Calls a function for each ID that equals another one. Of three equal IDs, that is two calls.
    pub(crate) fn duplicates(self, mut found: impl FnMut(Duplicate)) -> Result<()> {
        for file in self.0 {
            let mut file = file.into_inner().unwrap_or_else(PoisonError::into_inner);
            file.rewind()?;
            let mut records = read(&mut file)?;
            records.sort_unstable();
            let id = |record: &Record| [record[0], record[1], record[2] & !SEQUENCE_MASK];
            for pair in records.windows(2) {
                if let [one, other] = pair
                    && id(one) == id(other)
                {
                    let sequence = |record: &Record| u32::try_from(record[2] & SEQUENCE_MASK).unwrap_or(0);
                    let mut bytes = [0; MOST_BYTES];
                    let words = one.map(u64::to_be_bytes);
                    for (to, from) in bytes.iter_mut().zip(words.as_flattened()) {
                        *to = *from;
                    }
                    found(Duplicate { id: bytes, sequences: [sequence(one), sequence(other)] });
                }
            }
        }
        Ok(())
    }
}

fn read(file: &mut File) -> Result<Vec<Record>> {
    let length = usize::try_from(file.metadata()?.len())?;
    let mut records = Vec::with_capacity(length / RECORD_BYTES);
    let mut buffer = [0; BUFFER_BYTES];
    let mut left = length;
    while left > 0 {
        let chunk = &mut buffer[..left.min(BUFFER_BYTES)];
        file.read_exact(chunk)?;
        left -= chunk.len();
        for record in chunk.chunks_exact(RECORD_BYTES) {
            let mut words = record.chunks_exact(8).map(|word| word.try_into().map(u64::from_be_bytes));
            let mut next = || words.next().context("a record has three words")?.context("of eight bytes");
            records.push([next()?, next()?, next()?]);
        }
    }
    Ok(records)
}

/// Writes the records of one thread.
pub(crate) struct Writer<'a> {
    files: &'a [Mutex<File>],
    buffers: Vec<Vec<u8>>,
}

impl Writer<'_> {
    pub(crate) fn add(&mut self, id: &Raw, sequence: u32) -> Result<()> {
        let index = hash(id) as usize % self.buffers.len();
        let buffer = &mut self.buffers[index];
        buffer.extend_from_slice(id);
        buffer.extend_from_slice(&sequence.to_be_bytes());
        if buffer.len() >= BUFFER_BYTES { self.write(index) } else { Ok(()) }
    }

    /// Writes what is still in the buffers.
    pub(crate) fn finish(mut self) -> Result<()> {
        (0..self.buffers.len()).try_for_each(|index| self.write(index))
    }

    fn write(&mut self, index: usize) -> Result<()> {
        let (file, buffer) = (&self.files[index], &mut self.buffers[index]);
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(buffer)
            .context("a temporary file; the variable TMPDIR names another folder for them")?;
        buffer.clear();
        Ok(())
    }
}

/// A hash with good high bits.
fn hash(id: &Raw) -> u32 {
    let mut hash = 0_u64;
    for chunk in id.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash.rotate_left(29) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the upper half of the bits")]
    let high = (hash >> 32) as u32;
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> Raw {
        let mut id = [0; MOST_BYTES];
        id[..8].copy_from_slice(&number.to_be_bytes());
        id[12..].copy_from_slice(&number.wrapping_mul(7).to_be_bytes());
        id
    }

    /// Neighbours in one word differ in the others, so that no byte may be left out of the comparison.
    #[test]
    fn finds_all_duplicates_and_nothing_else() {
        let partitions = Partitions::new(3 * RECORDS_PER_FILE).unwrap();
        assert_eq!(partitions.0.len(), 4);
        let (mut one, mut other) = (partitions.writer(), partitions.writer());
        for number in 0..300_000 {
            one.add(&id(number), 1).unwrap();
        }
        for number in [5, 299_999, 70_000, 300_001] {
            other.add(&id(number), 2).unwrap();
        }
        for byte in 0..MOST_BYTES {
            let mut near = id(6);
            near[byte] ^= 0x80;
            other.add(&near, 3).unwrap();
        }
        one.finish().unwrap();
        other.finish().unwrap();
        let mut found = Vec::new();
        partitions.duplicates(|duplicate| found.push(duplicate)).unwrap();
        found.sort_by_key(|duplicate| duplicate.id);
        let expected = [5, 70_000, 299_999].map(|number| Duplicate { id: id(number), sequences: [1, 2] });
        assert_eq!(found, expected);
    }

    #[test]
    fn all_files_get_as_many_records() {
        let partitions = Partitions::new(99 * RECORDS_PER_FILE).unwrap();
        let mut writer = partitions.writer();
        (0..200_000).for_each(|number| writer.add(&id(number), 1).unwrap());
        writer.finish().unwrap();
        for file in &partitions.0 {
            let records = file.lock().unwrap().metadata().unwrap().len() / RECORD_BYTES as u64;
            assert!((1_600..2_400).contains(&records), "{records}");
        }
    }
}
