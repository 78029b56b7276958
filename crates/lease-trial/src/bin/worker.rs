//! A process of a trial: `worker KIND REGISTRY`. It prints what it makes, one value on each line, until its output is closed or
//! it is killed.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use idlease::{Registry, Replaced, Slots, Token};
use lease_trial::contract::TIMEOUT;
use lease_trial::registries;
use scru64::{Config, Generator, NodeSpec, SystemClock, SystemRandom};

/// The pause between two IDs. A tick then has about half as many IDs as a counter of 8 bits, so that some overflow.
const PAUSE: Duration = Duration::from_millis(2);
/// How long to wait for a free slot.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [kind, address] = arguments.as_slice() else { bail!("expected a kind and a registry") };
    let registry = registries::open(address)?;
    match kind.as_str() {
        "own" => own(registry),
        "process-wide" => process_wide(registry),
        "broken" => broken(registry),
        "count" => count(registry),
        kind => bail!("{kind:?} is not a kind: expected own, process-wide, broken or count"),
    }
}

fn print(value: u64) -> Result<()> {
    writeln!(io::stdout(), "{value}").context("the output is closed")
}

/// A generator of its own.
fn own(registry: Box<dyn Registry + Send>) -> Result<()> {
    let mut ids = idlease::scru64(registry).with_patience(PATIENCE).leased()?;
    loop {
        if let Ok(id) = ids.generate() {
            print(id.to_u64())?;
        }
        thread::sleep(PAUSE);
    }
}

/// The process-wide generator.
fn process_wide(registry: Box<dyn Registry + Send>) -> Result<()> {
    let _kept = idlease::scru64(registry).with_patience(PATIENCE).keep()?;
    loop {
        if let Ok(id) = scru64::try_new() {
            print(id.to_u64())?;
        }
        thread::sleep(PAUSE);
    }
}

/// A generator without a ceiling: that the lease was lost is in the status, and nobody looks.
fn broken(registry: Box<dyn Registry + Send>) -> Result<()> {
    let (_, mut keeper) = idlease::scru64(registry).driven();
    keeper.acquire(PATIENCE)?;
    let grant = keeper.status().grant.context("a lease")?;
    let _kept = keeper.spawn()?;
    let node = NodeSpec::with_node_id(grant.node_id, grant.node_id_size)?;
    let mut generator = Generator::with_config(Config::new(node), SystemClock, SystemRandom::new());
    loop {
        print(generator.generate()?.to_u64())?;
        thread::sleep(PAUSE);
    }
}

/// Counts in the epoch of slot 0, as other workers do, and prints each number that only this worker has written.
fn count(mut registry: Box<dyn Registry + Send>) -> Result<()> {
    let owner = Some(Token::random()?);
    loop {
        let snapshot = registry.read(Slots::One(0), TIMEOUT).map_err(anyhow::Error::from_boxed)?;
        let last = *snapshot.as_ref().and_then(|snapshot| snapshot.record(0)).context("a record")?;
        let new = idlease::Record { epoch: last.epoch + 1, owner, ..last };
        if matches!(registry.replace(0, &last, &new, TIMEOUT), Ok(Replaced::Yes)) {
            print(new.epoch)?;
        }
    }
}
