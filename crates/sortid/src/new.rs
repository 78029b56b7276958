//! `sortid new`: generates IDs.

mod config;
mod leased;
mod live;
mod past;

use std::io::Write;

use anyhow::Result;
use anyid::{Form, Writer};

use self::config::with_config;
use crate::cli::{General, New, refuse_prefix, refuse_uuid};
use crate::failure::UsageError;
use crate::registry;
use crate::streams::Inputs;

/// Generates the IDs and writes them.
pub(crate) fn run(new: &New, inputs: &mut Inputs<'_>, out: &mut impl Write) -> Result<()> {
    let General { format, prefix, past, .. } = &new.general;
    if *format == Form::Uuid {
        refuse_uuid(new.scheme)?;
    }
    refuse_prefix("--prefix", *prefix, *format)?;
    for (option, given) in [("--header", past.header), ("--unordered", new.options.random.unordered)] {
        if given && !past.reads_stdin() {
            return Err(UsageError::new(format!("{option} applies only to --at -")).into());
        }
    }
    let lease = &new.options.lease;
    for (option, given) in [("--wait", lease.wait.is_some()), ("--label", lease.label.is_some())] {
        if given && lease.lease.is_none() {
            return Err(UsageError::new(format!("{option} applies only to --lease")).into());
        }
    }
    let epoch_unix_ms = crate::cli::epoch_unix_ms(new.options.flake.epoch);
    let writer = Writer { form: *format, epoch_unix_ms, prefix: *prefix };
    match (&past.at, &lease.lease) {
        (Some(at), _) => past::run(new, at, writer, inputs, out)?,
        (None, Some(url)) => leased::run(new, &registry::url("--lease", url.as_deref())?, writer, out)?,
        (None, None) => {
            let source = with_config!(new.scheme, &new.options, config => live::batches(config, writer));
            live::run(new, source, out)?;
        }
    }
    Ok(out.flush()?)
}
