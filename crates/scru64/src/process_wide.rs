//! IDs from one generator for all threads of the process.

use idcore::__private::{Origin, ProcessWide, ProcessWideId};
use idcore::error::{GenerateError, RangeError};
use std::env;
use thiserror::Error;

use crate::error::NodeSpecError;
use crate::{Config, Scru64};

/// The environment variable with the node spec of the process-wide generator.
const VARIABLE: &str = "SCRU64_NODE_SPEC";

static PROCESS_WIDE: ProcessWide<Config, NewError> = ProcessWide::new(|origin| {
    match (origin, env::var_os(VARIABLE)) {
        // A child inherits its parent's environment and thus the same node ID.
        (Origin::Forked, _) | (Origin::Unconfigured, Some(_)) => {
            Err(NewError::Generate(GenerateError::Forked))
        }
        // A value that is not UTF-8 is not a node spec: its replacement characters never parse as one.
        (Origin::First, Some(text)) => text.to_string_lossy().parse().map_err(NewError::NodeSpec),
        (Origin::First | Origin::Unconfigured, None) => Err(NewError::NoNodeSpec),
    }
});

/// The reason why the process-wide generator returned no ID.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NewError {
    /// Neither [`configure`](Scru64::configure) nor the environment variable sets a node for this process.
    #[error("no node spec is set: call `Scru64::configure`, or set SCRU64_NODE_SPEC, for example to 42/8")]
    NoNodeSpec,
    /// The environment variable is not a node spec.
    #[error("the SCRU64_NODE_SPEC environment variable is not a node spec")]
    NodeSpec(#[source] NodeSpecError),
    /// The generator returned an error.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

impl Scru64 {
    /// Generates an ID with the process-wide generator.
    ///
    /// The generator takes its node from [`configure`](Self::configure) or, if that has not been called, from the
    /// `SCRU64_NODE_SPEC` environment variable. IDs increase across all threads of the process.
    ///
    /// - If IDs are requested faster than the node can generate them, or if the system's clock goes back, the generator
    ///   runs ahead of the clock, by ten seconds and a tick (256 ms) at most.
    /// - If it would run further ahead, this call waits until the clock has caught up. For example, it waits if the clock
    ///   is set back while the generator is already ten seconds ahead. If other threads then use all IDs of the tick, it
    ///   waits again, for eleven seconds at most in all.
    /// - A child that is forked after the first use generates no IDs until [`configure`](Self::configure) gives it its
    ///   own node.
    /// - A child that is forked **before** the first use reads the same environment variable as its parent and
    ///   **generates the same IDs**. Give each process its own variable, or call [`configure`](Self::configure) in
    ///   each.
    ///
    /// # Panics
    ///
    /// Panics if no node spec is set, in a forked child, if no ID becomes available within eleven seconds, outside of
    /// the window of [`configure_within`](Self::configure_within), if the operating system can't provide random bits,
    /// or if its clock is out of range. [`try_new`](Self::try_new) returns an error instead.
    ///
    #[doc = idcore::notes!(process_wide)]
    #[doc(alias = "generate")]
    #[must_use]
    #[track_caller]
    pub fn new() -> Self {
        PROCESS_WIDE.id()
    }

    /// Generates an ID like [`new`](Self::new), but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - no node spec is set,
    /// - the process was forked and does not have its own node yet,
    /// - the generator is more than ten seconds ahead of the clock ([`new`](Self::new) waits in this case),
    /// - the window of [`configure_within`](Self::configure_within) has ended or starts more than ten seconds ahead of
    ///   the clock, or
    /// - the operating system can't provide random bits, or its clock is out of range.
    pub fn try_new() -> Result<Self, NewError> {
        PROCESS_WIDE.try_id()
    }

    /// Sets the configuration of the process-wide generator, and with it the node, only in this process. IDs generated
    /// after this call are greater than all earlier IDs of this process, whatever their node.
    ///
    /// Each call leaks about 40 bytes, because a forked child may read the previous configuration.
    pub fn configure(config: Config) {
        PROCESS_WIDE.configure(config);
    }

    /// Sets the configuration like [`configure`](Self::configure), together with a window of timestamps from
    /// `start_unix_ms` up to, but not including, `end_unix_ms`, in milliseconds since 1970.
    ///
    #[doc = idcore::notes!(window)]
    ///
    /// ```
    /// use scru64::Scru64;
    /// use scru64::clock::UnixTime;
    ///
    /// let now = std::time::SystemTime::now().to_unix_ms()?;
    /// let window = Scru64::configure_within("42/8".parse()?, now, now + 60_000)?;
    /// let id = Scru64::try_new()?;
    /// assert!(window.extend(now + 120_000), "the lease is lost");
    /// window.stop();
    /// assert!(Scru64::try_new().is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no ID can carry an instant as late as the start. On error, nothing changes.
    pub fn configure_within(
        config: Config,
        start_unix_ms: u64,
        end_unix_ms: u64,
    ) -> Result<Window, RangeError> {
        PROCESS_WIDE.configure_within(config, start_unix_ms, end_unix_ms)
    }
}

impl ProcessWideId for Scru64 {
    type Scheme = Config;
    type NewError = NewError;
    const PROCESS_WIDE: &'static ProcessWide<Config, NewError> = &PROCESS_WIDE;
}

/// The window of the process-wide generator, from [`Scru64::configure_within`].
pub type Window = idcore::Window<Config>;

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all of this, because there is only one generator.
    #[test]
    fn no_configuration_repeats_an_id() {
        let mut last = None;
        for _ in 0..8 {
            for (spec, ids) in [("1/20", 10), ("2/20", 1), ("1/20", 10), ("1/12", 10)] {
                Scru64::configure(spec.parse().unwrap());
                for _ in 0..ids {
                    let id = Scru64::new();
                    assert!(last < Some(id), "{id:?} is not above {last:?}");
                    last = Some(id);
                }
            }
        }
        assert!(last < Some(Scru64::new()));
        a_reading_of_the_far_future_is_not_forgotten();
    }

    /// Starting over could repeat IDs of the node, so a large rollback is an error.
    fn a_reading_of_the_far_future_is_not_forgotten() {
        Scru64::configure("7/8".parse().unwrap());
        let now = Scru64::new().unix_ms();
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap().unwrap();
        assert!(matches!(Scru64::try_new(), Err(NewError::Generate(GenerateError::Rollback { .. }))));
        // Not even a new configuration forgets it, with this node or a different one.
        for spec in ["7/8", "8/8"] {
            Scru64::configure(spec.parse().unwrap());
            assert!(matches!(Scru64::try_new(), Err(NewError::Generate(GenerateError::Rollback { .. }))));
        }
        // Generation continues after a saved ID, unless its tick has been used.
        let later = Scru64::from_parts(far.timestamp() + 1, 7 << 16).unwrap();
        for (saved, expected) in [(far, None), (later, Some(later))] {
            Scru64::configure(crate::NodeSpec::with_node_prev(saved, 8).unwrap().into());
            assert_eq!(PROCESS_WIDE.with(|generator| generator.last()).unwrap(), expected);
        }
    }
}
