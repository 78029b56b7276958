//! `sortid new`: makes IDs.

mod clock;
mod config;
mod leased;
mod live;
mod past;
mod state;

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use anyid::{Form, Scheme, Writer};
use idcore::{RandomSource, SystemRandom};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{New, refuse_uuid};
use crate::failure::Outcome;

/// Makes the IDs and writes them.
pub(crate) fn run(
    new: &New,
    stdin: impl BufRead,
    out: &mut impl Write,
    bar: Option<&ProgressBar>,
) -> Result<Outcome> {
    config::refuse_future_epoch(new.options.flake.epoch)?;
    if new.general.format == Form::Uuid {
        refuse_uuid(new.scheme)?;
    }
    let epoch_unix_ms = crate::cli::epoch_unix_ms(new.options.flake.epoch);
    let writer = Writer { form: new.general.format, epoch_unix_ms };
    if past::is_wanted(new)? {
        past::run(new, writer, stdin, out)?;
    } else {
        live::run(new, writer, out, bar)?;
    }
    out.flush()?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(Outcome::Good)
}

/// The warning for a person at a terminal whose IDs may be equal to those of another call.
pub(crate) fn warning(new: &New) -> Option<&'static str> {
    let scru64 = &new.options.scru64;
    let starts = || scru64.config().is_ok_and(|config| config.node_spec().node_prev().is_none());
    let is_live = new.general.past.at.is_none() && new.general.past.from_column.is_none();
    let alone = new.scheme == Scheme::Scru64 && is_live && scru64.state.is_none() && starts();
    let alone = alone && new.options.lease.lease.is_none();
    let text =
        "separate calls with one node spec can make equal IDs; --state FILE or --lease URL prevents this";
    (alone && io::stderr().is_terminal()).then_some(text)
}

/// Returns a progress bar on stderr, if the IDs go to a file and stderr is a terminal.
pub(crate) fn progress_bar(new: &New, stdout_is_file: bool) -> Option<ProgressBar> {
    if new.general.endless || !stdout_is_file || !io::stderr().is_terminal() {
        return None;
    }
    // Without randomness, the bar's hash tables panic. The generator reports an error instead.
    SystemRandom::new().next_u32().ok()?;
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {eta}");
    Some(
        ProgressBar::new(new.general.count)
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
    )
}
