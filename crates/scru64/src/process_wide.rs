//! IDs from one generator for all threads of the process.

use idcore::{Origin, ProcessWide, SystemError};
use std::env;
use thiserror::Error;

use crate::{Config, NodeSpecError, Scru64};

/// The environment variable with the node spec of the process-wide generator.
const VARIABLE: &str = "SCRU64_NODE_SPEC";

static PROCESS_WIDE: ProcessWide<Config, NewError> = ProcessWide::new(|origin| match origin {
    // A child inherits its parent's environment, and with it the same node.
    Origin::Forked => Err(NewError::Generate(SystemError::Forked)),
    Origin::First => match env::var_os(VARIABLE) {
        // Text that is not UTF-8 is not a node spec: its replacement characters never parse as one.
        Some(text) => text.to_string_lossy().parse().map_err(NewError::NodeSpec),
        None => Err(NewError::NoNodeSpec),
    },
});

/// Why the process-wide generator made no ID.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NewError {
    /// Neither [`configure`] nor the environment variable gives this process a node.
    #[error("there is no node spec: call `scru64::configure`, or set SCRU64_NODE_SPEC to one such as 42/8")]
    NoNodeSpec,
    /// The environment variable is not a node spec.
    #[error("the environment variable SCRU64_NODE_SPEC is not a node spec")]
    NodeSpec(#[source] NodeSpecError),
    /// The generator made no ID.
    #[error(transparent)]
    Generate(#[from] SystemError),
}

idcore::process_wide! {
    PROCESS_WIDE;

    /// Makes an ID with the process-wide generator.
    ///
    /// The generator takes its node from [`configure`] or, if that has not been called, from the environment variable
    /// `SCRU64_NODE_SPEC`. IDs increase across all threads of the process.
    ///
    /// - If IDs are requested faster than the node can make them, or if the system's clock goes back, the generator runs ahead of
    ///   the clock, by ten seconds at most.
    /// - Further ahead, no ID is made. This call waits until the clock has caught up, for eleven seconds at most. So it also waits
    ///   if the clock goes back by up to ten seconds while the generator is ten seconds ahead.
    /// - A child that is forked after the first use makes no IDs until [`configure`] gives it a node of its own.
    /// - A child that is forked **before** the first use reads the same environment variable as its parent, and **makes the
    ///   same IDs**. Give each process a variable of its own, or call [`configure`] in each.
    ///
    /// # Panics
    ///
    /// Panics without a node spec, in a forked child, if the clock can't catch up within eleven seconds, outside of the window of
    /// [`configure_within`], and if the operating system has no randomness or no plausible time. [`try_new`] returns an error
    /// instead.
    pub fn new() -> Scru64;

    /// Generates an ID like [`new`], but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if
    ///
    /// - there is no node spec,
    /// - the process was forked and has no node of its own yet,
    /// - the generator is more than ten seconds ahead of the clock, where [`new`] waits,
    /// - the window of [`configure_within`] has ended, or begins more than ten seconds ahead of the clock, or
    /// - the operating system has no randomness or no plausible time.
    pub fn try_new() -> Result<_, NewError>;
}

/// Sets the configuration of the process-wide generator, and with it the node, in this process alone. IDs made
/// afterwards are greater than all earlier ones, whatever their node.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

idcore::configure_within!(PROCESS_WIDE, Config, "node", "scru64", "\"42/8\".parse()?");

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all of this, because there is only one generator.
    #[test]
    fn no_configuration_repeats_an_id() {
        let mut last = None;
        for _ in 0..8 {
            for (spec, ids) in [("1/20", 10), ("2/20", 1), ("1/20", 10), ("1/12", 10)] {
                configure(spec.parse().unwrap());
                for _ in 0..ids {
                    let id = new();
                    assert!(last < Some(id), "{id:?} is not above {last:?}");
                    last = Some(id);
                }
            }
        }
        assert!(last < Some(new_string().parse().unwrap()));
        a_reading_of_the_far_future_is_not_forgotten();
    }

    /// Starting over could repeat IDs of the node, so a large rollback is an error.
    fn a_reading_of_the_far_future_is_not_forgotten() {
        configure("7/8".parse().unwrap());
        let now = new().unix_ms();
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap().unwrap();
        assert!(matches!(try_new(), Err(NewError::Generate(SystemError::Rollback { .. }))));
        // Not even a new configuration forgets it, with this node or another.
        for spec in ["7/8", "8/8"] {
            configure(spec.parse().unwrap());
            assert!(matches!(try_new(), Err(NewError::Generate(SystemError::Rollback { .. }))));
        }
        // Generation continues after a saved ID, unless its tick has been used.
        let later = Scru64::from_parts(far.timestamp() + 1, 7 << 16).unwrap();
        for (saved, expected) in [(far, None), (later, Some(later))] {
            configure(crate::NodeSpec::with_node_prev(saved, 8).unwrap().into());
            assert_eq!(PROCESS_WIDE.with(|generator| generator.last()).unwrap(), expected);
        }
    }
}
