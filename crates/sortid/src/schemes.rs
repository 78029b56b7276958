//! `sortid schemes`: the comparison, to choose by.

use std::io::{self, Write};

/// Writes the table.
pub(crate) fn run(out: &mut impl Write) -> io::Result<()> {
    out.write_all(TABLE.as_bytes())?;
    out.flush()
}

/// The table and what it leaves unsaid.
const TABLE: &str = "\
scheme              bits  text             resolution  until  IDs per tick
scru160              160  32 or 40 digits  1 ms, 1 us  10889  2^15, runs ahead
scru128              128  25 digits        1 ms        10889  2^24, runs ahead
scru64                62  12 digits        256 ms       4261  node's, runs ahead
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

IDs per tick are those that a tick has room for, on average or at least. Then a
scheme takes timestamps that are ahead of the clock, or waits for the clock.

Which one: scru128 unless something speaks for another. ulid where others expect
ULIDs. scru160 for microseconds, or for 80 bits that are new in each ID.
scru64 where a column has 64 bits and each writer can have a node. ulid-flake
where a column has 64 bits and there is one writer, or up to 32 (scalable).
";
