//! `sortid schemes`: prints a comparison of the schemes.

use std::io::{self, Write};

/// Writes the table.
pub(crate) fn run(out: &mut impl Write) -> io::Result<()> {
    out.write_all(TABLE.as_bytes())?;
    out.flush()
}

/// The table, and advice on which scheme to choose.
const TABLE: &str = "\
scheme              bits  text             resolution  until  IDs per tick
scru160              160  32 or 40 digits  1 ms, 1 us  10889  2^15, runs ahead
scru128              128  25 digits        1 ms        10889  2^24, runs ahead
scru64                63  12 digits        256 ms       4261  node's, runs ahead
ulid                 128  26 digits        1 ms        10889  2^79, waits
ulid-flake            63  13 digits        1 ms         2302  about 2^12, waits
ulid-flake-scalable   63  13 digits        1 ms         2302  about 2^7, waits

scheme               random bits      coordination between generators
scru160              80 in each ID    not needed; can have node ids
scru128              32 in each ID    not needed
scru64               none             needed: a node for each generator
ulid                 80 in each tick  not needed
ulid-flake           20 in each tick  not possible: one generator, or duplicates
ulid-flake-scalable  15 in each tick  needed: one of 32 scalabilities for each

A tick is one unit of the resolution. \"IDs per tick\" is the number of IDs that
fit into one tick, as an average or a minimum. When a tick is full, a scheme
runs ahead of the clock or waits for it.

Which one to choose:
scru128              unless you have a reason to choose another
ulid                 if other systems expect ULIDs
scru160              for microseconds, or for 80 fresh random bits in each ID
scru64               for a 64-bit column, if each writer can have its own node
ulid-flake           for a 64-bit column with one writer
ulid-flake-scalable  for a 64-bit column with up to 32 writers
";
