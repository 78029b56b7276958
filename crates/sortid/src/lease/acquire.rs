//! `sortid lease acquire`: holds a lease for a different program.

use std::io::Write;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant as Timer;

use anyhow::{Result, bail};
use idlease::Keeper;
use idlease::error::LeaseError;
use idlease::status::Grant;
use idlease::target::NoGenerator;
use serde_json::{Value, json};

use super::failure::{describe, full_text, gave_up, is_same};
use crate::cli::Acquire;
use crate::failure::Interrupted;
use crate::registry::AnyRegistry;
use crate::streams::{End, Signals, stdout_has_room};

/// Holds a lease until stdin ends, the reader of stdout closes it, or a signal arrives.
pub(super) fn run(acquire: &Acquire, registry: AnyRegistry, out: &mut impl Write) -> Result<()> {
    let mut keeper = Keeper::new(registry, NoGenerator::default());
    if let Some(label) = acquire.label {
        keeper = keeper.with_label(label);
    }
    let mut lines = Lines { last: None, losses: 0, failure: None, out };
    let begun = Timer::now();
    let patience = acquire.wait.unwrap_or_default();
    let end = Signals::new()?.ends(acquire.ignore_stdin || acquire.once)?;
    let mut was_granted = false;
    loop {
        let mut wait = keeper.tick();
        let status = keeper.status();
        let left = patience.saturating_sub(begun.elapsed());
        was_granted |= status.grant.is_some();
        match (status.grant, status.last_error.as_ref()) {
            (None, Some(error)) if left.is_zero() || error.is_permanent() => {
                return Err(gave_up(error, patience));
            }
            (grant, error) => {
                // While the reader stalls, the lease is still renewed, and a signal still ends it. The next line will
                // have the latest end.
                if acquire.once || stdout_has_room()? {
                    lines.lost(status.counts.losses)?;
                    lines.grant(grant)?;
                    lines.error(error)?;
                }
                if grant.is_none() {
                    wait = wait.min(left);
                }
            }
        }
        if status.grant.is_some() && acquire.once {
            // Dropping the keeper would release the lease.
            mem::forget(keeper);
            return Ok(());
        }
        let ended = end.recv_timeout(wait);
        if ended == Err(RecvTimeoutError::Timeout) {
            continue;
        }
        keeper.release().map_err(|error| describe(&error))?;
        // Each error has been reported.
        return match ended {
            Ok(End::Signal(status)) if !was_granted => Err(Interrupted(status).into()),
            Ok(End::Stdin) if !was_granted => {
                bail!("stdin ended before a lease was granted; pass --ignore-stdin to keep waiting")
            }
            _ => Ok(()),
        };
    }
}

/// Prints changes, each as a JSON object.
struct Lines<'a, O> {
    last: Option<Grant>,
    losses: u64,
    /// The last error that was printed. `None` after a round that succeeded.
    failure: Option<Arc<LeaseError>>,
    out: &'a mut O,
}

impl<O: Write> Lines<'_, O> {
    /// Prints the last grant if the registry no longer has it.
    fn lost(&mut self, losses: u64) -> Result<()> {
        let Some(Grant { node_id, epoch, owner, .. }) = self.last.filter(|_| losses > self.losses) else {
            return Ok(());
        };
        self.losses = losses;
        self.line(&json!({"event": "lost", "node_id": node_id, "epoch": epoch, "owner": owner.to_string()}))
    }

    /// Prints a new grant, or a new end of the last grant.
    fn grant(&mut self, grant: Option<Grant>) -> Result<()> {
        let Some(grant) = grant.filter(|grant| self.last != Some(*grant)) else { return Ok(()) };
        let same = |last: Grant| Grant { end_unix_ms: grant.end_unix_ms, ..last } == grant;
        let is_same = self.last.replace(grant).is_some_and(same);
        let Grant { node_id, node_id_size, epoch, owner, start_unix_ms, end_unix_ms, .. } = grant;
        self.line(&json!({
            "event": if is_same { "extended" } else { "granted" },
            "node_id": node_id,
            "node_id_size": node_id_size,
            "epoch": epoch,
            "owner": owner.to_string(),
            "start_unix_ms": start_unix_ms,
            "end_unix_ms": end_unix_ms,
        }))
    }

    /// Prints an error, unless it has the same reason as the error of the previous round.
    fn error(&mut self, error: Option<&Arc<LeaseError>>) -> Result<()> {
        let last = mem::replace(&mut self.failure, error.cloned());
        let Some(error) = error.filter(|error| last.is_none_or(|last| !is_same(&last, error))) else {
            return Ok(());
        };
        self.line(&json!({"event": "error", "message": full_text(error)}))
    }

    fn line(&mut self, line: &Value) -> Result<()> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }
}
