//! IDs from one generator for all threads of the process.

use std::env;
use std::string::String;

use idcore::{Origin, ProcessWide, SystemError};
use thiserror::Error;

use crate::{Config, NodeSpecError, Scru64};

/// The environment variable that has the node spec of the process-wide generator.
const VARIABLE: &str = "SCRU64_NODE_SPEC";

static PROCESS_WIDE: ProcessWide<Config, NewError> = ProcessWide::new(|origin| match origin {
    // A child has its parent's environment, and with it the same node.
    Origin::Forked => Err(NewError::Generate(SystemError::Forked)),
    Origin::First => match env::var_os(VARIABLE) {
        // What is not UTF-8 is no node spec either, whatever it is replaced by.
        Some(text) => text.to_string_lossy().parse().map_err(NewError::NodeSpec),
        None => Err(NewError::NoNodeSpec),
    },
});

/// Why the process-wide generator made no ID.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NewError {
    /// Nothing says which node this process is.
    #[error("there is no node spec: call `scru64::configure`, or set SCRU64_NODE_SPEC to one such as 42/8")]
    NoNodeSpec,
    /// The environment variable is not a node spec.
    #[error("the environment variable SCRU64_NODE_SPEC is not a node spec")]
    NodeSpec(#[source] NodeSpecError),
    /// The generator made no ID.
    #[error(transparent)]
    Generate(#[from] SystemError),
}

/// Makes an ID with the process-wide generator.
///
/// Its node is that of [`configure`] or, if that was not called before, of the environment variable `SCRU64_NODE_SPEC`.
/// IDs increase across all threads of the process. Where more are asked for than the node has, this waits, as soon as it is
/// ten seconds ahead of the clock. When the system's clock goes back by more than that, no ID is made, because the node may
/// have made it before. A forked child makes none until it is given a node of its own.
///
#[doc = idcore::process_wide_limits!()]
///
/// # Panics
///
/// Panics where [`try_new`] returns an error: without a node spec, in a forked child, after a large rollback, or if the
/// operating system has no randomness or no plausible time.
#[must_use]
#[track_caller]
pub fn new() -> Scru64 {
    PROCESS_WIDE.id(idcore::Generator::generate)
}

/// Makes an ID with the process-wide generator, as text.
///
/// # Panics
///
/// Panics as [`new`] does.
#[must_use]
#[track_caller]
pub fn new_string() -> String {
    new().into()
}

/// Makes an ID with the process-wide generator, as [`new`] does.
///
/// # Errors
///
/// There is no node spec, the process was forked, the clock went back by more than ten seconds or as many IDs were made
/// ahead of it, which [`new`] waits out, or the operating system has no randomness or no plausible time.
pub fn try_new() -> Result<Scru64, NewError> {
    PROCESS_WIDE.try_id(idcore::Generator::generate)
}

/// Gives the process-wide generator a node, in this process. IDs from before stay below those to come, whatever their node.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All in one test, since there is one generator.
    #[test]
    fn no_configuration_repeats_an_id() {
        let mut last = None;
        for _ in 0..10 {
            for (spec, ids) in [("1/20", 10), ("2/20", 1), ("1/20", 10), ("1/12", 10)] {
                configure(spec.parse().unwrap());
                for _ in 0..ids {
                    let id = new();
                    assert!(last < Some(id), "{id:?} is not above {last:?}");
                    last = Some(id);
                }
            }
        }
        a_reading_of_the_far_future_is_not_forgotten();
    }

    /// Starting over could repeat what the node has made, so that a large rollback is an error.
    fn a_reading_of_the_far_future_is_not_forgotten() {
        configure("7/8".parse().unwrap());
        let now = new().unix_ms();
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap().unwrap();
        assert!(matches!(try_new(), Err(NewError::Generate(SystemError::Rollback { .. }))));
        // Not even a new configuration forgets it, whatever the node.
        for spec in ["7/8", "8/8"] {
            configure(spec.parse().unwrap());
            assert!(matches!(try_new(), Err(NewError::Generate(SystemError::Rollback { .. }))));
        }
        // A saved ID is where it goes on, but in a tick that was used.
        let later = Scru64::from_parts(far.timestamp() + 1, 7 << 16).unwrap();
        for (saved, expected) in [(far, None), (later, Some(later))] {
            configure(crate::NodeSpec::with_node_prev(saved, 8).unwrap().into());
            assert_eq!(PROCESS_WIDE.with(|generator| generator.last()).unwrap(), expected);
        }
    }
}
