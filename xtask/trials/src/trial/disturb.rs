//! One round of each fault.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use idlease::LeaseError;
use servers::clock::Setting;
use servers::proxy::{Proxy, Verdict, after};

use super::fault::Fault;
use super::options::WINDOW;
use super::scene::{Scene, WORKERS};
use crate::contract::TIMEOUT;

impl Scene {
    /// Applies a fault once, for the `round`th time, and waits until it is over.
    pub(super) fn disturb(&mut self, fault: Fault, round: usize) -> Result<()> {
        let begun = Instant::now();
        match fault {
            Fault::Kill => self.kill(round)?,
            Fault::FreezeLong => self.freeze(2, 120, 190)?,
            // Some workers never recover.
            Fault::NoCeiling | Fault::CheckFirst => {
                self.freeze(2, 150, 190)?;
                self.sleep(30, 60);
                return Ok(());
            }
            Fault::FreezeShort => self.freeze(3, 5, 90)?,
            Fault::Cut => {
                self.some_proxies(round, Proxy::cut);
                self.sleep(20, 150);
                self.pass();
            }
            Fault::Mute => {
                let requests = if self.random.bool() { Verdict::Swallow } else { Verdict::Pass };
                let passed = self.random.u32(0..6);
                self.some_proxies(round, |proxy| proxy.treat(after(passed, requests, Verdict::Swallow)));
                self.sleep(30, 150);
                self.pass();
            }
            Fault::Late => self.delay(round)?,
            Fault::Crash => {
                let leader = self.store.leader()?;
                self.store.servers[leader].crash()?;
                self.store.restart(&[leader])?;
            }
            Fault::Down => self.stop_servers()?,
            Fault::FreezeServer => {
                let leader = self.store.leader()?;
                self.store.servers[leader].freeze()?;
                self.sleep(30, 150);
                self.store.servers[leader].thaw()?;
            }
            Fault::Clocks => return self.set_clocks(round),
            Fault::Restore => return self.restore(),
            Fault::Lose => return self.lose(),
        }
        self.recover(begun)?;
        self.sleep(10, 40);
        Ok(())
    }

    /// Kills workers until most slots are blocked.
    fn kill(&mut self, round: usize) -> Result<()> {
        for number in 0..4 {
            self.fleet.kill((4 * round + number) % WORKERS)?;
            self.sleep(5, 50);
        }
        Ok(())
    }

    fn freeze(&mut self, most: usize, from: u32, to: u32) -> Result<()> {
        let victims = self.victims(most);
        for &victim in &victims {
            self.fleet.freeze(victim)?;
        }
        self.sleep(from, to);
        for &victim in &victims {
            self.fleet.thaw(victim)?;
        }
        Ok(())
    }

    /// Keeps requests back until their clients have connected again. In every second round, others take the slot of a frozen
    /// worker meanwhile.
    fn delay(&mut self, round: usize) -> Result<()> {
        let passed = self.random.u32(0..6);
        self.some_proxies(0, |proxy| proxy.treat(after(passed, Verdict::Hold, Verdict::Pass)));
        // The time between two renewals.
        self.sleep(25, 35);
        self.some_proxies(0, Proxy::reopen);
        if round % 2 == 0 {
            self.sleep(20, 100);
        } else {
            self.freeze(1, 120, 150)?;
        }
        self.late += self.pass();
        Ok(())
    }

    /// Of three servers, two are stopped, so that the third can't go on alone.
    fn stop_servers(&mut self) -> Result<()> {
        let servers = self.store.servers.len();
        let leader = self.store.leader()?;
        let stopped: Vec<_> = (0..servers.div_ceil(2)).map(|number| (leader + number) % servers).collect();
        for &number in &stopped {
            self.store.servers[number].crash()?;
        }
        self.sleep(130, 170);
        self.store.restart(&stopped)
    }

    /// One clock is always an hour ahead, another one jumps. The others are right. If the engine has no clock, a clock that is
    /// ahead takes slots from others: two for an hour, and one at a time. One slot is left for the others.
    fn set_clocks(&mut self, round: usize) -> Result<()> {
        let begun = Instant::now();
        self.clocks[0].set(Setting::Ahead(3_600_000))?;
        if round == 1 {
            // It must acquire a slot by its wrong clock.
            self.fleet.kill(0)?;
        }
        self.clocks[1].set(Setting::Ahead([4_000, -4_000, 0, -4_000, 4_000][round % 5]))?;
        self.sleep(40, 120);
        self.recover_with(begun, 2..WORKERS, 1)
    }

    /// Goes back to a backup, after which all slots have had other owners.
    fn restore(&mut self) -> Result<()> {
        let begun = Instant::now();
        self.while_frozen(|scene| scene.store.save())?;
        self.recover(begun)?;
        for number in 0..WORKERS {
            self.fleet.kill(number)?;
            self.sleep(30, 60);
        }
        let begun = Instant::now();
        let fences = !self.store.engine.notices_restore();
        if fences {
            // Clients must not see the registry before the operator has fenced it.
            self.some_proxies(0, Proxy::cut);
        }
        self.while_frozen(|scene| {
            scene.store.restore()?;
            if fences {
                idlease::fence(&mut scene.store.client()?, idlease::unix_ms()?, TIMEOUT)?;
            }
            Ok(())
        })?;
        self.pass();
        self.recover(begun)
    }

    /// Loses the store. When the leases have ended, there are no IDs, until an operator initialises it again.
    fn lose(&mut self) -> Result<()> {
        let begun = Instant::now();
        self.store.lose()?;
        thread::sleep(WINDOW * 2);
        let values = self.fleet.values();
        self.sleep(50, 50);
        let more = self.fleet.values() - values;
        if more > 0 {
            self.problems.push(format!("{more} IDs without a registry"));
        }
        let (_, mut keeper) = idlease::scru64(self.store.client()?).driven();
        let error = keeper.acquire(Duration::ZERO).err();
        ensure!(
            matches!(error, Some(LeaseError::NotInitialised)),
            "a lost registry: expected `NotInitialised`, found {error:?}"
        );
        self.store.init(idlease::unix_ms()? + self.store.pool.reach_ms())?;
        self.recover(begun)
    }

    /// Files have no server that could be stopped, so their clients are.
    fn while_frozen(&mut self, action: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let victims = if self.store.servers.is_empty() { 0..WORKERS } else { 0..0 };
        victims.clone().try_for_each(|victim| self.fleet.freeze(victim))?;
        action(self)?;
        victims.clone().try_for_each(|victim| self.fleet.thaw(victim))
    }

    /// Ends the faults of all proxies. Returns the number of connections with requests that arrive only now.
    fn pass(&self) -> usize {
        self.store.proxies.iter().map(Proxy::pass).sum()
    }

    /// Disturbs all proxies in even rounds, and one in others.
    fn some_proxies(&mut self, round: usize, action: impl Fn(&Proxy)) {
        let proxies = &self.store.proxies;
        if round % 2 == 0 {
            proxies.iter().for_each(action);
        } else if let Some(proxy) = self.random.choice(proxies) {
            action(proxy);
        }
    }
}
