//! What to try, and how long.

use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use lexopt::prelude::{Long, ValueExt as _};

use super::engine::Engine;
use super::fault::Fault;

/// What to try.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engines.
    pub engines: Vec<Engine>,
    /// The faults.
    pub faults: Vec<Fault>,
    /// Selects the victims and the times.
    pub seed: u64,
}

/// The window of the leases.
pub(super) const WINDOW: Duration = Duration::from_secs(2);
/// What else can delay IDs: the machine, which is busy with several engines, and the tick of an ID, which is 256 ms long.
pub(super) const DELAY: Duration = Duration::from_millis(1_500);
/// The number of IDs that each cell must make.
pub(super) const IDS: usize = 100_000;
/// The time for the rounds of a fault.
pub(super) const ROUNDS: Duration = Duration::from_secs(20);
pub(super) const ENGINES_AT_ONCE: usize = 3;

impl Options {
    /// Reads the arguments of a command: `--engine NAME` and `--fault NAME`, which can be repeated, and `--seed N`.
    ///
    /// # Errors
    ///
    /// Returns an error that names the unknown argument or value.
    pub fn parse(mut arguments: lexopt::Parser) -> Result<Self> {
        let (mut engines, mut faults, mut seed) = (Vec::new(), Vec::new(), 1);
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("engine") => engines.push(named(&mut arguments, "engine", &Engine::ALL, Engine::name)?),
                Long("fault") => faults.push(named(&mut arguments, "fault", &Fault::ALL, Fault::name)?),
                Long("seed") => {
                    seed = arguments.value()?.parse().map_err(|error| anyhow!("--seed: {error}"))?
                }
                other => return Err(other.unexpected().into()),
            }
        }
        if engines.is_empty() {
            engines = Engine::ALL.to_vec();
        }
        if faults.is_empty() {
            faults = Fault::ALL.to_vec();
        }
        Ok(Self { engines, faults, seed })
    }
}

/// Reads the name of one of these.
fn named<T: Copy>(
    arguments: &mut lexopt::Parser,
    what: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T> {
    let found = arguments.value()?.string()?;
    let names = || all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", ");
    let one = all.iter().copied().find(|&one| name(one) == found);
    one.with_context(|| format!("there is no {what} {found:?}: expected one of {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Options> {
        Options::parse(lexopt::Parser::from_args(arguments))
    }

    #[test]
    fn without_names_everything_is_tried() {
        let options = parsed(&[]).unwrap();
        assert_eq!((options.engines, options.faults), (Engine::ALL.to_vec(), Fault::ALL.to_vec()));
    }

    #[test]
    fn names_select() {
        let options = parsed(&["--engine=file", "--fault", "kill", "--fault=late", "--seed", "7"]).unwrap();
        assert_eq!(options.engines, [Engine::File]);
        assert_eq!(options.faults, [Fault::Kill, Fault::Late]);
        assert_eq!(options.seed, 7);
        let error = parsed(&["--engine=mysql"]).unwrap_err().to_string();
        let expected = "there is no engine \"mysql\": expected one of etcd-3, postgresql, etcd, redis, file";
        assert_eq!(error, expected);
        assert!(parsed(&["--fast"]).is_err() && parsed(&["--seed=x"]).is_err());
    }
}
