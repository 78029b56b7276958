//! The registry of a trial: its servers, and the proxies between them and the workers.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use idlease::{Init, Pool, Registry};
use servers::proxy::Proxy;
use servers::{Server, copy};
use tempfile::TempDir;

use super::engine::Engine;
use super::options::WINDOW;
use crate::contract::TIMEOUT;
use crate::registries;

/// The number of slots. There is one worker more, so that one always waits for a slot.
pub(super) const SLOTS: u32 = 4;

/// A registry with a pool.
pub(super) struct Store {
    pub(super) engine: Engine,
    pub(super) pool: Pool,
    pub(super) servers: Vec<Server>,
    pub(super) proxies: Vec<Proxy>,
    folder: TempDir,
}

impl Store {
    /// Starts the servers of an engine, and initialises the registry. Returns `None` if they are not installed, after a message
    /// that names what to install.
    pub(super) fn start(engine: Engine) -> Result<Option<Self>> {
        let Some(servers) = start(engine) else { return Ok(None) };
        let proxies = servers.iter().map(|server| Proxy::start(server.port())).collect::<Result<Vec<_>>>()?;
        // Node ids of 14 bits leave counters of 10 bits. If two workers ever have the same node id at the same time, duplicates
        // show at once.
        let pool = Pool::new(14)?.with_node_ids(0, SLOTS)?;
        let pool = pool.with_window_ms(u64::try_from(WINDOW.as_millis())?)?;
        let folder = tempfile::tempdir()?;
        let store = Self { engine, pool, servers, proxies, folder };
        store.init(0)?;
        Ok(Some(store))
    }

    /// The address for workers, behind the proxies.
    pub(super) fn address(&self) -> String {
        self.address_of(self.proxies.iter().map(Proxy::port).collect())
    }

    /// A client that is not behind the proxies.
    pub(super) fn client(&self) -> Result<Box<dyn Registry + Send>> {
        registries::open(&self.address_of(self.servers.iter().map(Server::port).collect()))
    }

    /// Initialises the registry: no grant starts before this time.
    pub(super) fn init(&self, from_unix_ms: u64) -> Result<()> {
        let init = self.client()?.init(&self.pool, from_unix_ms, TIMEOUT)?;
        ensure!(init == Init::Created, "a new registry already has a pool: {init:?}");
        Ok(())
    }

    /// The number of the server that leads.
    pub(super) fn leader(&self) -> Result<usize> {
        if self.servers.len() > 1 { servers::etcd::leader(&self.servers) } else { Ok(0) }
    }

    /// Starts servers that were stopped, all at once: one of three may need another one to be ready.
    pub(super) fn restart(&mut self, numbers: &[usize]) -> Result<()> {
        thread::scope(|scope| {
            let stopped = self.servers.iter_mut().enumerate().filter(|(number, _)| numbers.contains(number));
            let threads: Vec<_> = stopped.map(|(_, server)| scope.spawn(move || server.restart())).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, Result<()>>| {
                thread.join().unwrap_or_else(|_| Err(anyhow!("a thread of the trial panicked")))
            };
            threads.into_iter().try_for_each(join)
        })
    }

    /// Copies the data of all servers. They stop for that. Nothing may write to files meanwhile.
    pub(super) fn save(&mut self) -> Result<()> {
        if self.engine == Engine::File {
            return copy(&self.files(), &self.folder.path().join("backup"));
        }
        self.servers.iter_mut().try_for_each(Server::back_up)?;
        self.restart_all()
    }

    /// Brings the saved data back.
    pub(super) fn restore(&mut self) -> Result<()> {
        if self.engine == Engine::File {
            fs::remove_dir_all(self.files())?;
            return copy(&self.folder.path().join("backup"), &self.files());
        }
        self.servers.iter_mut().try_for_each(Server::go_back)?;
        self.restart_all()
    }

    fn restart_all(&mut self) -> Result<()> {
        self.restart(&(0..self.servers.len()).collect::<Vec<_>>())
    }

    /// Replaces the servers by new ones, without data.
    pub(super) fn lose(&mut self) -> Result<()> {
        if self.engine == Engine::File {
            return Ok(fs::remove_dir_all(self.files())?);
        }
        self.servers = start(self.engine).context("the servers were installed")?;
        for (proxy, server) in self.proxies.iter().zip(&self.servers) {
            proxy.cut();
            proxy.set_server(server.port());
            proxy.pass();
        }
        Ok(())
    }

    fn address_of(&self, ports: Vec<u16>) -> String {
        match self.engine {
            Engine::File => format!("file:{}", self.files().display()),
            engine => engine.address(&ports),
        }
    }

    fn files(&self) -> PathBuf {
        self.folder.path().join("leases")
    }

    /// How long a lease reaches into the future at most.
    pub(super) fn reach(&self) -> Duration {
        Duration::from_millis(self.pool.reach_ms())
    }
}

fn start(engine: Engine) -> Option<Vec<Server>> {
    match engine {
        Engine::File => Some(Vec::new()),
        Engine::PostgreSql => servers::postgresql::start().map(|server| vec![server]),
        Engine::Etcd => servers::etcd::start().map(|server| vec![server]),
        Engine::EtcdCluster => servers::etcd::cluster::<3>().map(Vec::from),
        Engine::Redis => servers::redis::start().map(|server| vec![server]),
    }
}
