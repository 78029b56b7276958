//! The test vectors as a table that a small core can read, see `firmware::table`.

use std::path::Path;

use ::firmware::table::{self, MAX_RECORD, Name, Numbers, Record, Source as _, Text};
use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Map, Value};

use crate::schemes::{SCHEMES, integer};
use crate::vectors::format::{InvalidCase, Kind, Step, Trace, ValidCase};
use crate::vectors::load;

/// The table of all files in a folder of test vectors.
///
/// # Errors
///
/// A file can't be read, or holds what no record can.
pub fn write(vectors: &Path) -> Result<Vec<u8>> {
    let mut table = Table(Vec::new());
    for scheme in SCHEMES {
        for kind in Kind::ALL {
            let path = vectors.join(scheme.name()).join(kind.file_name());
            table.file(scheme.name(), kind, &path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(table.0)
}

/// The same with other bytes in case 1 of ULID, to see that it is noticed.
///
/// # Errors
///
/// As [`write`].
pub fn write_spoilt(vectors: &Path) -> Result<Vec<u8>> {
    let mut scheme = Name::new();
    spoil(&write(vectors)?, |record| match record {
        Record::File { scheme: next, .. } => scheme.clone_from(next),
        Record::Valid { case: 1, bytes, .. } if scheme == "ulid" => {
            bytes.iter_mut().for_each(|byte| *byte ^= 1)
        }
        _ => {}
    })
}

/// A table whose records have been changed.
fn spoil(mut table: &[u8], mut change: impl FnMut(&mut Record)) -> Result<Vec<u8>> {
    let mut changed = Table(Vec::new());
    while let Some(mut record) =
        table.next().map_err(|error| anyhow!("the table can't be read: {error:?}"))?
    {
        change(&mut record);
        changed.push(&record)?;
    }
    Ok(changed.0)
}

struct Table(Vec<u8>);

impl Table {
    fn push(&mut self, record: &Record) -> Result<()> {
        let mut buffer = [0; MAX_RECORD + 2];
        let bytes = table::write(record, &mut buffer)
            .map_err(|error| anyhow!("{record:?} can't be written: {error:?}"))?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn file(&mut self, scheme: &str, kind: Kind, path: &Path) -> Result<()> {
        match kind {
            Kind::Codec => {
                let file = load::codec(path, scheme)?;
                self.head(scheme, kind, file.header.count)?;
                file.valid.iter().try_for_each(|case| self.valid(case))?;
                file.invalid.iter().try_for_each(|case| self.invalid(case))
            }
            Kind::Generator => {
                let file = load::generator(path, scheme)?;
                self.head(scheme, kind, file.header.count)?;
                file.cases.iter().try_for_each(|trace| self.trace(trace))
            }
        }
    }

    fn head(&mut self, scheme: &str, kind: Kind, count: usize) -> Result<()> {
        let cases = u32::try_from(count)?;
        self.push(&Record::File { scheme: name(scheme)?, kind: name(kind.name())?, cases })
    }

    fn valid(&mut self, case: &ValidCase) -> Result<()> {
        let alternates: Vec<_> =
            case.alternates.iter().map(|text| self::text(text)).collect::<Result<_>>()?;
        self.push(&Record::Valid {
            case: case.id,
            text: text(&case.text)?,
            bytes: bytes(&case.bytes)?,
            fields: numbers(&case.fields)?,
            unix_ms: case.unix_ms,
            alternates: u32::try_from(alternates.len())?,
        })?;
        alternates.into_iter().try_for_each(|text| self.push(&Record::Alternate(text)))
    }

    fn invalid(&mut self, case: &InvalidCase) -> Result<()> {
        self.push(&Record::Invalid {
            case: case.id,
            text: text(&case.text)?,
            reason: name(&case.reason)?,
            position: case.position.map(u32::try_from).transpose()?,
        })
    }

    fn trace(&mut self, trace: &Trace) -> Result<()> {
        let string = |key: &str| trace.config.get(key).and_then(Value::as_str);
        let is_number = |(_, value): &(&String, &Value)| value.is_number();
        let config = trace.config.iter().filter(is_number).map(|(key, value)| (key.clone(), value.clone()));
        self.push(&Record::Trace {
            case: trace.id,
            config: numbers(&config.collect())?,
            microseconds: string("clock") == Some("us"),
            reset: string("on_rollback") == Some("reset"),
            resume_after: string("resume_after").map(text).transpose()?,
            steps: u32::try_from(trace.steps.len())?,
        })?;
        trace.steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        let expected = match (&step.text, &step.error) {
            (Some(id), _) => Ok(text(id)?),
            (None, Some(error)) => Err(name(error)?),
            (None, None) => return Err(anyhow!("a step has neither text nor error")),
        };
        self.push(&Record::Step { now: step.now, draws: numbers(&step.draws)?, expected })
    }
}

fn name(name: &str) -> Result<Name> {
    Name::try_from(name).map_err(|_| anyhow!("the name `{name}` is too long for a record"))
}

fn text(text: &str) -> Result<Text> {
    Text::try_from(text).map_err(|_| anyhow!("the text `{text}` is too long for a record"))
}

fn bytes<const N: usize>(hex: &str) -> Result<heapless::Vec<u8, N>> {
    let digits = |digits| u8::from_str_radix(std::str::from_utf8(digits).unwrap_or_default(), 16);
    let bytes: Vec<u8> = hex.as_bytes().chunks(2).map(digits).collect::<Result<_, _>>()?;
    heapless::Vec::from_slice(&bytes).map_err(|_| anyhow!("the bytes {hex} are too many for a record"))
}

fn numbers(map: &Map<String, Value>) -> Result<Numbers> {
    let mut numbers = Numbers::default();
    for (key, value) in map {
        let number = integer(value);
        ensure!(number.is_some() || value.is_null(), "{key} is {value}, expected a number");
        numbers.0.push((name(key)?, number)).map_err(|_| anyhow!("too many numbers for a record"))?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;
    use ::firmware::hold::{Tally, next_file};

    /// All files of a table, held on the host.
    fn hold(mut table: &[u8]) -> (Vec<Tally>, Vec<String>) {
        let mut messages = Vec::new();
        let mut tallies = Vec::new();
        let mut report = |scheme: &str, case: u32, message: std::fmt::Arguments<'_>| {
            messages.push(format!("{scheme} {case}: {message}"))
        };
        while let Some(tally) = next_file(&mut table, &mut report).expect("the table is well-formed") {
            tallies.push(tally);
        }
        (tallies, messages)
    }

    #[test]
    fn the_table_has_every_case_and_all_pass_on_the_host() {
        let table = write(&root().join("test-vectors")).expect("the vectors can be read");
        let (tallies, messages) = hold(&table);
        assert_eq!(messages, [""; 0]);
        let files = SCHEMES.iter().flat_map(|scheme| Kind::ALL.map(|kind| (scheme.name(), kind)));
        assert_eq!(tallies.len(), files.clone().count());
        for (tally, (scheme, kind)) in tallies.iter().zip(files) {
            let json =
                std::fs::read_to_string(root().join("test-vectors").join(scheme).join(kind.file_name()));
            let json: Value = serde_json::from_str(&json.expect("it is there")).expect("it is JSON");
            assert_eq!((tally.scheme.as_str(), tally.kind.as_str()), (scheme, kind.name()));
            assert_eq!(Some(u64::from(tally.cases)), json["count"].as_u64());
            assert_eq!(tally.passed, tally.cases);
        }
    }

    /// Each spoilt thing fails exactly the case that has it.
    #[test]
    fn what_is_not_as_the_table_says_fails_its_case() {
        let with = |spoil: &dyn Fn(&mut Record)| {
            let table = write(&root().join("test-vectors")).expect("the vectors can be read");
            let (tallies, messages) =
                hold(&super::spoil(&table, spoil).expect("records are no longer than they were"));
            let failed: u32 = tallies.iter().map(|tally| tally.cases - tally.passed).sum();
            assert_eq!(failed, 6, "one case of each scheme: {messages:?}");
        };
        with(&|record| {
            if let Record::Valid { case: 1, unix_ms, .. } = record {
                *unix_ms += 1;
            }
        });
        with(&|record| {
            if let Record::Valid { case: 1, bytes, .. } = record {
                if let Some(last) = bytes.last_mut() {
                    *last ^= 1;
                }
            }
        });
        with(&|record| {
            if let Record::Valid { case: 1, fields, .. } = record {
                if let Some((_, Some(value))) = fields.0.first_mut() {
                    *value ^= 1;
                }
            }
        });
        with(&|record| {
            if let Record::Invalid { case: 11_000, reason, .. } = record {
                *reason = name("digit").expect("it is short");
            }
        });
    }
}
