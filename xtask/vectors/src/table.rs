//! Writes the test vectors as a table that a microcontroller can read, see [`harness::table`].

use anyhow::{Context, Result, anyhow, bail};
use harness::table::{self, MAX_RECORD, Record};
use oracle::format::{Body, Trace, ValidCase, bytes};
use oracle::schemes::{SCHEMES, Scheme};

use crate::file::File;
use crate::kind::Kind;
use crate::{cases, load};

/// The kinds that a core reads. The other kinds check nothing that depends on the core.
const ON_CORES: [Kind; 2] = [Kind::Codec, Kind::Generator];

/// Returns the table of these files, including the cases that depend on our own rules.
///
/// # Errors
///
/// Returns an error if a file can't be read or does not fit into records.
pub(crate) fn write() -> Result<Vec<u8>> {
    let mut table = Table(Vec::new());
    for scheme in SCHEMES {
        for kind in ON_CORES {
            let file = load::ours(scheme, kind)?;
            table.file(scheme, &file).with_context(|| format!("{}: {}", scheme.name, kind.name()))?;
        }
    }
    Ok(table.0)
}

struct Table(Vec<u8>);

impl Table {
    fn push(&mut self, record: &Record<'_>) -> Result<()> {
        let mut buffer = [0; MAX_RECORD + 2];
        let bytes = table::write(record, &mut buffer)
            .map_err(|error| anyhow!("{record:?} can't be written: {error:?}"))?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn file(&mut self, scheme: &Scheme, file: &File) -> Result<()> {
        let (kind, cases) = (file.header.kind.name(), u32::try_from(file.all().count())?);
        self.push(&Record::File { scheme: scheme.name, kind, cases })?;
        file.all().try_for_each(|case| match &case.body {
            Body::ValidCase(valid) => self.valid(case.id, valid),
            Body::InvalidCase(invalid) => self.push(&Record::Invalid(case.id, cases::invalid(invalid))),
            Body::Trace(trace) => self.trace(case.id, trace),
            _ => bail!("a core has no such records"),
        })
    }

    fn valid(&mut self, id: u32, case: &ValidCase) -> Result<()> {
        let bytes = bytes(&case.bytes)?;
        let alternates = u32::try_from(case.alternates.len())?;
        self.push(&Record::Valid(id, cases::valid(case, &bytes)?, alternates))?;
        case.alternates.iter().try_for_each(|text| self.push(&Record::Alternate(text)))
    }

    fn trace(&mut self, id: u32, trace: &Trace) -> Result<()> {
        let setup = cases::setup(trace)?;
        self.push(&Record::Trace(id, setup, u32::try_from(trace.steps.len())?))?;
        trace.steps.iter().try_for_each(|step| self.push(&Record::Step(cases::step(step)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::table::next_file;

    /// Checks the files of a table on the host. Returns the scheme, the kind, the cases and the passed cases of each.
    type Tallies = Vec<(String, String, u32, u32)>;

    fn check(mut table: &[u8]) -> (Tallies, Vec<String>) {
        let mut messages = Vec::new();
        let mut tallies = Vec::new();
        let mut report = |scheme: &str, case: u32, message: std::fmt::Arguments<'_>| {
            messages.push(format!("{scheme} {case}: {message}"));
        };
        let mut buffer = [0; MAX_RECORD];
        while let Some(tally) =
            next_file(&mut table, &mut buffer, &mut report).expect("the table is well-formed")
        {
            tallies.push((tally.scheme.to_owned(), tally.kind.to_owned(), tally.cases, tally.passed));
        }
        (tallies, messages)
    }

    #[test]
    fn the_table_has_every_case_and_all_pass_on_the_host() {
        let table = write().expect("the vectors can be read");
        let (tallies, messages) = check(&table);
        assert_eq!(messages, [""; 0]);
        let files = SCHEMES.iter().flat_map(|scheme| ON_CORES.map(|kind| (*scheme, kind)));
        let expected = files.map(|(scheme, kind)| {
            let count = load::ours(scheme, kind).expect("test vectors").all().count();
            let count = u32::try_from(count).expect("a count");
            (scheme.name.to_owned(), kind.name().to_owned(), count, count)
        });
        assert_eq!(tallies, expected.collect::<Tallies>());
    }
}
