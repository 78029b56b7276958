//! `sortid new`: makes IDs.

mod clock;
mod config;
mod leased;
mod live;
mod past;
mod state;

use std::io::Write;

use anyhow::Result;
use anyid::{Form, Writer};

use self::clock::LiveClock;
use self::config::with_config;
use self::state::State;
use crate::cli::{General, New, Options, refuse_prefix, refuse_uuid};
use crate::failure::UsageError;
use crate::registry;
use crate::streams::{Inputs, UntilSignal};

/// Makes the IDs and writes them.
pub(crate) fn run(new: &New, inputs: &mut impl Inputs, out: &mut impl Write) -> Result<()> {
    let General { format, prefix, past, .. } = &new.general;
    config::refuse_future_epoch(new.options.flake.epoch)?;
    if *format == Form::Uuid {
        refuse_uuid(new.scheme)?;
    }
    refuse_prefix("--prefix", *prefix, *format)?;
    for (option, given) in [("--header", past.header), ("--unordered", new.options.random.unordered)] {
        if given && !past.reads_stdin() {
            let message = format!("{option} applies only to --from-column and to --at -");
            return Err(UsageError::new(message).into());
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
    if past.is_wanted() {
        past::run(new, writer, inputs, out)?;
    } else {
        live::run(new, |clock| source(new, clock, writer), out)?;
    }
    Ok(out.flush()?)
}

/// The IDs of the present, of any scheme, and the signals that end them if they do not end the program.
fn source(new: &New, clock: LiveClock, writer: Writer) -> Result<(live::Source, Option<UntilSignal>)> {
    let Options { scru64, lease, .. } = &new.options;
    if let Some(url) = &lease.lease {
        let url = registry::url("--lease", url.as_deref())?;
        return leased::source(&url, new.scheme, &new.options, writer);
    }
    let source = match &scru64.state {
        Some(path) => live::stateful(scru64.config()?, clock, State::open(path, scru64.timeout)?, writer)?,
        None => with_config!(new.scheme, &new.options, config => live::batches(config, clock, writer)),
    };
    Ok((source, None))
}
