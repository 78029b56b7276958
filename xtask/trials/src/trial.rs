//! The trial of an engine. Three processes lease two node IDs and generate SCRU64s, through a proxy to the server,
//! while one fault after another is injected. No ID is generated twice, and after each fault both node IDs are in use
//! again.
//!
//! No result depends on a limit on real time. The models of leases cover such limits in virtual time.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use idlease::registry::Pool;
use servers::proxy::Proxy;
use servers::{Server, etcd, postgresql, redis};
use xtask::progress::Steps;

use crate::fleet::{Fleet, Outcome};
use crate::{contract, markdown, registries, worker};

/// The command that writes the table, and the page that contains the table.
const COMMAND: &str = "cargo xtask prove leases --write";
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fleet-trial.md");

/// The window of the leases.
const WINDOW: Duration = Duration::from_secs(2);

/// A server, and a function that returns its URL on the port of a proxy.
pub type OnServer<'a> = (Server, &'a dyn Fn(u16) -> String);

/// A function that starts a server, if it is installed, and the function that returns its URL.
type Start = (fn() -> Option<Server>, fn(u16) -> String);

/// The engines. Files have no server.
const ENGINES: [(&str, Option<Start>); 4] = [
    ("files", None),
    ("PostgreSQL", Some((postgresql::start, postgresql::url))),
    ("etcd", Some((etcd::start, |port| format!("etcd://127.0.0.1:{port}")))),
    ("Redis", Some((redis::start, |port| format!("redis://127.0.0.1:{port}")))),
];

/// An injected fault, by what it disturbs.
enum Fault {
    Workers(fn(&mut Fleet) -> Result<()>),
    Network(fn(&Proxy)),
    /// The time for which the server is down.
    Server(Duration),
}

/// The faults, with their names in the table.
const FAULTS: [(&str, Fault); 6] = [
    ("workers frozen for longer than the window", Fault::Workers(Fleet::hand_over)),
    ("workers killed", Fault::Workers(Fleet::kill_each)),
    ("connections cut", Fault::Network(Proxy::cut)),
    ("replies lost", Fault::Network(|proxy| proxy.lose_replies_to(""))),
    ("server killed and started again", Fault::Server(Duration::ZERO)),
    ("server down for longer than the window", Fault::Server(Duration::from_secs(3))),
];

/// Returns a pool with two slots. Its 14-bit node IDs leave 10-bit counters, and a worker uses half of the counter
/// values in each tick. If two workers ever have the same node ID at the same time, duplicates appear at once.
#[must_use]
pub fn pool() -> Pool {
    let pool = Pool::new(14).and_then(|pool| pool.with_node_ids(0, 2));
    pool.and_then(|pool| pool.with_window_ms(2_000)).expect("a pool")
}

/// Runs rounds of all faults. Returns the result of the workers and the longest time without an ID for each fault.
pub fn run(server: Option<OnServer<'_>>, workers: &Path, rounds: u32) -> Result<(Outcome, Vec<Duration>)> {
    let directory = tempfile::tempdir()?;
    let (mut server, address) = if let Some((server, url)) = server {
        let proxy = Proxy::start(server.client_port())?;
        let address = url(proxy.port());
        (Some((server, proxy)), address)
    } else {
        (None, format!("file:{}", directory.path().join("leases").display()))
    };
    contract::create(&mut registries::open(&address)?, &pool());
    let mut fleet = Fleet::start(workers, &address, ["own", "process-wide", "own"])?;
    fleet.wait_for(100)?;
    let mut gaps = vec![Duration::ZERO; FAULTS.len()];
    for _ in 0..rounds {
        for ((name, fault), longest) in FAULTS.iter().zip(&mut gaps) {
            match (fault, &mut server) {
                (Fault::Workers(disturb), _) => disturb(&mut fleet).context(*name)?,
                (Fault::Network(disturb), Some((_, proxy))) => {
                    disturb(proxy);
                    thread::sleep(WINDOW / 2);
                    proxy.pass();
                }
                (Fault::Server(time), Some((server, _))) => {
                    server.crash().context(*name)?;
                    thread::sleep(*time);
                    server.restart().context(*name)?;
                }
                (_, None) => continue,
            }
            if !matches!(fault, Fault::Workers(_)) {
                // IDs from an earlier lease don't prove that the lease can be renewed.
                thread::sleep(WINDOW);
            }
            fleet.wait_for_both_slots(None).context(*name)?;
            *longest = fleet.take_longest_gap().max(*longest);
        }
    }
    Ok((fleet.finish(), gaps))
}

/// Disturb processes that lease node IDs, and their servers, in many rounds of all faults
#[derive(Debug, Parser)]
struct Options {
    /// The rounds of each engine
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// Write the table into docs/fleet-trial.md
    #[arg(long)]
    write: bool,
}

/// Runs the program or one of its workers.
pub fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().collect();
    if let [_, word, kind, address] = arguments.as_slice()
        && word == "worker"
    {
        return worker::run(kind, address);
    }
    let Options { rounds, write } = Options::parse();
    let program = &std::env::current_exe()?;
    Steps::new(1).next(&format!("disturb all engines at once, in {rounds} rounds of all faults"));
    let results = thread::scope(|scope| {
        let trials = ENGINES.map(|(_, engine)| {
            scope.spawn(move || {
                let Some((start, url)) = engine else { return run(None, program, rounds).map(Some) };
                start().map(|server| run(Some((server, &url)), program, rounds)).transpose()
            })
        });
        trials.map(|trial| trial.join().expect("a trial does not panic"))
    });
    let mut head = vec!["fault"];
    let mut rows = vec![vec![format!("*IDs, in {rounds} rounds of all faults*")]];
    rows.extend(FAULTS.map(|(name, _)| vec![name.to_owned()]));
    for ((name, _), result) in ENGINES.iter().zip(results) {
        let Some((outcome, gaps)) = result.context(*name)? else {
            ensure!(!write, "{name} is not installed, and the table has all engines");
            continue;
        };
        ensure!(outcome.duplicates == 0, "{name}: {outcome:?}");
        head.push(name);
        rows[0].push(format!("{} k", outcome.values / 1_000));
        for (row, gap) in rows[1..].iter_mut().zip(gaps) {
            let text = format!("{:.1} s", gap.as_secs_f64());
            row.push(if gap.is_zero() { String::new() } else { text });
        }
    }
    let table = markdown::table(&head.join(" | "), rows, 1);
    print!("{table}");
    if write {
        let date = String::from_utf8(Command::new("date").args(["-u", "+%Y-%m-%d"]).output()?.stdout)?;
        let measured = format!("\n{table}\nMeasured by `{COMMAND}` on {}.\n\n", date.trim());
        markdown::write_generated(Path::new(PAGE), COMMAND, &measured)?;
    }
    Ok(())
}
