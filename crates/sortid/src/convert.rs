//! `sortid convert`: writes IDs in another form.

use std::io::{BufRead, Write};

use anyhow::Result;

use crate::cli::{Convert, Form, Scheme};
use crate::detect::{is_hex_of_16_bytes, read};
use crate::failure::{Outcome, UsageError};
use crate::lines::Event;
use crate::streams::Outputs;
use crate::{input, output};

/// Writes each ID in the new form, and reports inputs that can't be read or converted.
pub(crate) fn run(
    convert: &Convert,
    stdin: impl BufRead,
    outputs: &mut Outputs<impl Write, impl Write>,
) -> Result<Outcome> {
    let uuid = convert.from == Form::Uuid || convert.to == Form::Uuid;
    if let Some(scheme) = convert.scheme.filter(|_| uuid) {
        refuse_uuid(scheme)?;
    }
    let mut outcome = Outcome::Good;
    let mut line = Vec::new();
    let mut hint = Some("read as scru160; for a ulid or scru128 in hex, give --from hex and --scheme");
    input::for_each(&convert.ids, stdin, |event| {
        let Event::Line(input) = event else {
            return Ok(outputs.flush()?);
        };
        line.clear();
        if let Some(hint) = hint.take_if(|_| convert.scheme.is_none() && is_hex_of_16_bytes(input)) {
            outputs.report(input, hint)?;
        }
        match read(input, convert.from, convert.scheme) {
            Ok(id) if output::append_line(&mut line, &id, convert.to).is_some() => {
                outputs.out().write_all(&line)?;
            }
            Ok(id) => {
                outcome = Outcome::BadInput;
                let name = id.scheme().name();
                let error = format!("expected an ID of scru128 or ulid to write as a UUID, found {name}");
                outputs.report(input, error)?;
            }
            Err(error) => {
                outcome = Outcome::BadInput;
                outputs.report(input, &error)?;
            }
        }
        Ok(())
    })?;
    outputs.flush()?;
    Ok(outcome)
}

/// Rejects schemes whose IDs do not have the 128 bits of a UUID.
pub(crate) fn refuse_uuid(scheme: Scheme) -> Result<(), UsageError> {
    if scheme.byte_len() == 16 {
        return Ok(());
    }
    let name = scheme.name();
    Err(UsageError::new(format!("uuid applies only to scru128 and ulid, {name} IDs do not have 128 bits")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::tests::Terminal;

    #[test]
    fn bad_lines_are_reported_in_blocks() {
        let convert = Convert { to: Form::Int, from: Form::Text, scheme: None, ids: Vec::new() };
        let terminal = Terminal::default();
        let stdin = "bad\n".repeat(10_000);
        assert_eq!(run(&convert, stdin.as_bytes(), &mut terminal.outputs()).unwrap(), Outcome::BadInput);
        let writes = terminal.writes.borrow();
        assert_eq!(writes.concat().lines().count(), 10_000);
        assert!(writes.len() < 100, "{} writes", writes.len());
    }
}
