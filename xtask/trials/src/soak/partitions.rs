//! Finds equal IDs among any number of them, in bounded memory.
//!
//! A hash of the ID chooses one of many files. Equal IDs are in the same file, so each file is sorted by itself, in memory. The
//! IDs are compared in full: no duplicate is missed, and none is reported without reason.

use std::fs::File;
use std::hash::BuildHasher;
use std::io::{BufWriter, Read, Seek, Write};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use foldhash::fast::FixedState;
use idcore::Id;

/// The expected number of records in a file.
const RECORDS_PER_FILE: u64 = 1 << 20;
const BUFFER_BYTES: usize = 1 << 14;

/// The files. A record is an ID and the number of its sequence.
pub(super) struct Partitions(Vec<Mutex<BufWriter<File>>>);

impl Partitions {
    /// Files without names for about `ids` IDs.
    pub(super) fn new(ids: u64) -> Result<Self> {
        let file =
            |_| tempfile::tempfile().map(|file| Mutex::new(BufWriter::with_capacity(BUFFER_BYTES, file)));
        let files = (0..=ids / RECORDS_PER_FILE).map(file).collect::<Result<_, _>>();
        Ok(Self(files.context("a temporary file; the variable TMPDIR names another folder for them")?))
    }

    pub(super) fn add(&self, id: impl Id, sequence: u32) -> Result<()> {
        let index = FixedState::default().hash_one(id.as_ref()) % self.0.len() as u64;
        let mut file = self.0[usize::try_from(index)?].lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(id.as_ref())?;
        Ok(file.write_all(&sequence.to_le_bytes())?)
    }

    /// Calls a function for each ID that equals another one, with the sequences of both. Of three equal IDs, that is two calls.
    pub(super) fn duplicates<I: Id>(self, mut found: impl FnMut(I, [u32; 2])) -> Result<()> {
        for file in self.0 {
            let mut file = file.into_inner().unwrap_or_else(PoisonError::into_inner).into_inner()?;
            file.rewind()?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let mut records = Vec::new();
            for record in bytes.chunks_exact(size_of::<I>() + size_of::<u32>()) {
                let (id, sequence) = record.split_at(size_of::<I>());
                records.push((I::try_from(id)?, u32::from_le_bytes(sequence.try_into()?)));
            }
            drop(bytes);
            records.sort_unstable();
            for pair in records.windows(2) {
                if let [(one, sequence), (other, another)] = *pair
                    && one == other
                {
                    found(one, [sequence, another]);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use harness::ids::Scru160;

    use super::*;

    fn id(number: u64) -> Scru160 {
        let mut id = [0; 20];
        id[..8].copy_from_slice(&number.to_be_bytes());
        id[12..].copy_from_slice(&number.wrapping_mul(7).to_be_bytes());
        Scru160::try_from(id.as_slice()).unwrap()
    }

    /// Neighbours that differ in one byte, so that none may be left out of the comparison.
    #[test]
    fn finds_all_duplicates_and_nothing_else() {
        let partitions = Partitions::new(3 * RECORDS_PER_FILE).unwrap();
        assert_eq!(partitions.0.len(), 4);
        (0..300_000).for_each(|number| partitions.add(id(number), 1).unwrap());
        for number in [5, 299_999, 70_000, 300_001] {
            partitions.add(id(number), 2).unwrap();
        }
        for byte in 0..20 {
            let mut near: [u8; 20] = id(6).as_ref().try_into().unwrap();
            near[byte] ^= 0x40;
            partitions.add(Scru160::try_from(near.as_slice()).unwrap(), 3).unwrap();
        }
        let mut found = Vec::new();
        partitions.duplicates(|id: Scru160, sequences| found.push((id, sequences))).unwrap();
        found.sort();
        assert_eq!(found, [5, 70_000, 299_999].map(|number| (id(number), [1, 2])));
    }
}
