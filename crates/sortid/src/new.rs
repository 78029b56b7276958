//! `sortid new`: makes IDs in batches. Each batch takes one reading of the clock and one write.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use idcore::{GenerateError, Generator, RandomSource, RangeError, SystemClock, SystemRandom, Unit};
use indicatif::{ProgressBar, ProgressStyle};
use ulid_flake::Form as FlakeForm;

use crate::cli::{
    FlakeOptions, Form, New, NewFormat, Options, ScalableOptions, Scheme, Scru64Options, Scru160Options,
};
use crate::failure::UsageError;
use crate::output;
use crate::scheme::AnyId;
use crate::time::Instant;

/// The number of IDs made with one clock reading: about as many as a pipe holds.
const BATCH: usize = 2048;
/// A longer wait is announced. Shorter ones are how a scheme keeps its rate.
const QUIET_WAIT: Duration = Duration::from_secs(2);
/// A longer wait is an error: either the clock or the ID to continue after is wrong.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Makes the IDs and writes them.
pub(crate) fn run(new: &New, out: &mut impl Write, bar: Option<&ProgressBar>) -> Result<()> {
    let mut generate = source(new.scheme, &new.options)?;
    let epoch_unix_ms = crate::epoch_unix_ms(new.options.flake.epoch);
    let mut lines = Lines { format: new.format, epoch_unix_ms, text: Vec::with_capacity(BATCH * 64) };
    let mut left = if new.endless { u64::MAX } else { new.count };
    while left > 0 {
        lines.text.clear();
        let most = usize::try_from(left).unwrap_or(BATCH).min(BATCH);
        let batch = generate(most, &mut lines)?;
        out.write_all(&lines.text)?;
        if !new.endless {
            left -= batch.made;
        }
        if let Some(bar) = bar {
            bar.inc(batch.made);
        }
        if let Some(unix_ms) = batch.wait_until_unix_ms {
            // The IDs made so far should not wait too.
            out.flush()?;
            wait_until(unix_ms, bar)?;
        }
    }
    out.flush()?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    Ok(())
}

/// Returns a progress bar on stderr, if the IDs go to a file and stderr is a terminal.
pub(crate) fn progress_bar(new: &New, stdout_is_file: bool) -> Option<ProgressBar> {
    if new.endless || !stdout_is_file || !io::stderr().is_terminal() {
        return None;
    }
    // Without randomness, the bar's hash tables panic. The generator reports an error instead.
    SystemRandom::new().next_u32().ok()?;
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {eta}");
    Some(ProgressBar::new(new.count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
}

/// The result of a batch.
struct Batch {
    made: u64,
    /// When to continue, if the scheme has no ID left until then.
    wait_until_unix_ms: Option<u64>,
}

/// The text of a batch, one ID per line.
struct Lines {
    format: NewFormat,
    epoch_unix_ms: u64,
    text: Vec<u8>,
}

impl Lines {
    fn push(&mut self, id: &AnyId) -> io::Result<()> {
        let form = match self.format {
            NewFormat::Text => Form::Text,
            NewFormat::Hex => Form::Hex,
            NewFormat::Int => Form::Int,
            NewFormat::Json => return output::append_json(&mut self.text, id, self.epoch_unix_ms, &[]),
        };
        // Only the UUID form can be missing.
        let _ = output::append_line(&mut self.text, id, form);
        Ok(())
    }
}

/// A generator of any scheme. Makes at most this many IDs, and appends them to the lines.
type Source = Box<dyn FnMut(usize, &mut Lines) -> Result<Batch>>;

fn batches<S>(config: S) -> Source
where
    S: idcore::Scheme<Id: Into<AnyId> + Default> + 'static,
    S::Unit: Unit<SystemClock>,
{
    let mut generator = Generator::with_config(config, SystemClock, SystemRandom::new());
    let mut ids = [S::Id::default(); BATCH];
    Box::new(move |most, lines| {
        let most = most.min(ids.len());
        let (ids, _) = ids.split_at_mut(most);
        let (filled, wait_until_unix_ms) = match generator.fill(ids) {
            Ok(()) => (most, None),
            Err(error) => (error.filled, Some(end_of_wait(generator.config(), error.error)?)),
        };
        for id in ids.iter().take(filled) {
            lines.push(&(*id).into())?;
        }
        Ok(Batch { made: u64::try_from(filled)?, wait_until_unix_ms })
    })
}

/// Returns the clock reading at which the generator can continue, or the error if waiting does not help.
///
/// It counts in ticks, as the generator does: the allowance is a number of whole ticks.
fn end_of_wait<S: idcore::Scheme, C, R>(config: &S, error: GenerateError<C, R>) -> Result<u64>
where
    GenerateError<C, R>: std::error::Error + Send + Sync + 'static,
{
    let tick = match error {
        GenerateError::Overflow { last_unix_ms, .. } => {
            config.last_tick_at(last_unix_ms).ok().and_then(|tick| config.next_tick(tick))
        }
        GenerateError::Rollback { last_unix_ms, allowance_ms, .. } => {
            let last_tick = config.last_tick_at(last_unix_ms).ok();
            last_tick.map(|tick| tick.saturating_sub(config.ticks_in(allowance_ms)))
        }
        _ => None,
    };
    tick.map(|tick| config.unix_ms(tick)).ok_or_else(|| error.into())
}

fn wait_until(unix_ms: u64, bar: Option<&ProgressBar>) -> Result<()> {
    let target = UNIX_EPOCH
        .checked_add(Duration::from_millis(unix_ms))
        .context("the timestamp to wait for is out of the range of the clock")?;
    // The clock may have reached it in the meantime.
    let wait = target.duration_since(SystemTime::now()).unwrap_or_default();
    if wait > LONGEST_WAIT {
        let until = Instant(unix_ms);
        bail!("the last ID is too far ahead of the clock; set the clock, or wait until {until}");
    }
    if wait > QUIET_WAIT {
        let seconds = wait.as_secs();
        let notice =
            format!("the last ID is ahead of the clock, waiting {seconds} s for the clock to catch up");
        match bar {
            Some(bar) => bar.suspend(|| crate::complain(&notice)),
            None => crate::complain(&notice),
        }
    }
    thread::sleep(wait);
    Ok(())
}

fn source(scheme: Scheme, options: &Options) -> Result<Source> {
    refuse_foreign(scheme, options)?;
    let now = Instant::now();
    if let Some(epoch) = options.flake.epoch.filter(|&epoch| epoch > now) {
        let message = format!("--epoch {epoch} is in the future, expected a time up to now, {now}");
        return Err(UsageError::new(message).into());
    }
    let usage = |error: RangeError| UsageError::new(describe(&error));
    Ok(match scheme {
        Scheme::Scru160 if options.scru160.microseconds => {
            batches(options.scru160.apply(scru160::Config::microseconds()).map_err(usage)?)
        }
        Scheme::Scru160 => batches(options.scru160.apply(scru160::Config::new()).map_err(usage)?),
        Scheme::Scru128 => batches(scru128::Config::default()),
        Scheme::Scru64 => {
            let config = scru64::Config::new(node_spec(options.scru64.node_spec.as_deref())?);
            batches(config.with_guard_bits(options.scru64.guard_bits.unwrap_or(0)).map_err(usage)?)
        }
        Scheme::Ulid => batches(ulid::Config::new()),
        Scheme::UlidFlake => batches(options.flake.apply(ulid_flake::Config::new()).map_err(usage)?),
        Scheme::UlidFlakeScalable => {
            let config =
                ulid_flake::Config::scalable(options.scalable.scalability.unwrap_or(0)).map_err(usage)?;
            batches(options.flake.apply(config).map_err(usage)?)
        }
    })
}

impl Scru160Options {
    fn apply<U: scru160::Mode>(
        &self,
        mut config: scru160::Config<U>,
    ) -> Result<scru160::Config<U>, RangeError> {
        if let Some(bits) = self.counter_bits {
            config = config.with_counter_init_bits(bits)?;
        }
        if let Some(bits) = self.extension_bits {
            config = config.with_counter_extension_bits(bits)?;
        }
        match (self.node_id, self.node_id_bits) {
            (Some(node_id), Some(bits)) => config.with_node_id(node_id, bits),
            _ => Ok(config),
        }
    }
}

impl FlakeOptions {
    fn apply<F: FlakeForm>(
        &self,
        mut config: ulid_flake::Config<F>,
    ) -> Result<ulid_flake::Config<F>, RangeError> {
        if let Some(bits) = self.entropy_bits {
            config = config.with_entropy_bits(bits)?;
        }
        match self.epoch {
            Some(Instant(unix_ms)) => config.with_epoch_unix_ms(unix_ms),
            None => Ok(config),
        }
    }
}

fn node_spec(option: Option<&str>) -> Result<scru64::NodeSpec> {
    const VARIABLE: &str = "SCRU64_NODE_SPEC";
    // An empty variable counts as unset, as usual. One that is not UTF-8 fails to parse below.
    let from_environment = std::env::var_os(VARIABLE).filter(|text| !text.is_empty());
    let from_environment = from_environment.map(|text| text.to_string_lossy().into_owned());
    let (name, text) = match (option, &from_environment) {
        (Some(text), _) => ("--node-spec", text),
        (None, Some(text)) => (VARIABLE, text.as_str()),
        (None, None) => {
            let message =
                "scru64 needs a node spec: give --node-spec, or set SCRU64_NODE_SPEC, for example to 42/8";
            return Err(UsageError::new(message).into());
        }
    };
    text.parse().map_err(|error: scru64::NodeSpecError| {
        UsageError::new(format!("{name} {text:?}: {:#}", anyhow::Error::new(error))).into()
    })
}

/// Describes an error in a field of a configuration, with the name of the option that sets the field.
fn describe(error: &RangeError) -> String {
    let name = error.name();
    let option = match name {
        "counter_init_bits" => "counter-bits".into(),
        "counter_extension_bits" => "extension-bits".into(),
        "epoch_unix_ms" => "epoch".into(),
        name => name.replace('_', "-"),
    };
    error.to_string().replacen(name, &format!("--{option}"), 1)
}

/// Rejects options that do not apply to the scheme. Ignoring them would hide a mistake.
fn refuse_foreign(scheme: Scheme, options: &Options) -> Result<(), UsageError> {
    use Scheme::{Scru64, Scru160, UlidFlake, UlidFlakeScalable};
    let Options { scru160, scru64, flake, scalable } = options;
    let Scru160Options { counter_bits, extension_bits, node_id, node_id_bits, microseconds } = scru160;
    let Scru64Options { node_spec, guard_bits } = scru64;
    let FlakeOptions { entropy_bits, epoch } = flake;
    let ScalableOptions { scalability } = scalable;
    let flakes: &[Scheme] = &[UlidFlake, UlidFlakeScalable];
    let given: [(&str, bool, &[Scheme]); 10] = [
        ("--counter-bits", counter_bits.is_some(), &[Scru160]),
        ("--extension-bits", extension_bits.is_some(), &[Scru160]),
        ("--node-id", node_id.is_some(), &[Scru160]),
        ("--node-id-bits", node_id_bits.is_some(), &[Scru160]),
        ("--microseconds", *microseconds, &[Scru160]),
        ("--node-spec", node_spec.is_some(), &[Scru64]),
        ("--guard-bits", guard_bits.is_some(), &[Scru64]),
        ("--entropy-bits", entropy_bits.is_some(), flakes),
        ("--epoch", epoch.is_some(), flakes),
        ("--scalability", scalability.is_some(), &[UlidFlakeScalable]),
    ];
    match given.iter().find(|(_, given, schemes)| *given && !schemes.contains(&scheme)) {
        None => Ok(()),
        Some((option, _, schemes)) => {
            let names: Vec<_> = schemes.iter().map(|scheme| scheme.name()).collect();
            Err(UsageError::new(format!(
                "{option} applies only to {}, not to {}",
                names.join(" and "),
                scheme.name()
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    type Error = GenerateError<Infallible, Infallible>;

    /// The allowance of 10 s holds 39 whole ticks of SCRU64, of 256 ms each.
    #[test]
    fn waits_for_the_next_tick_that_has_ids() {
        let node = scru64::Config::new("42/8".parse().unwrap());
        let last_unix_ms = 6_640_625 * 256;
        let rollback = Error::Rollback { unix_ms: 0, last_unix_ms, allowance_ms: 10_000 };
        assert_eq!(end_of_wait(&node, rollback).unwrap(), last_unix_ms - 39 * 256);
        assert_eq!(end_of_wait(&ulid::Config::new(), rollback).unwrap(), last_unix_ms - 10_000);
        let overflow = Error::Overflow { unix_ms: 0, last_unix_ms };
        assert_eq!(end_of_wait(&ulid::Config::new(), overflow).unwrap(), last_unix_ms + 1);
    }
}
