//! A process that makes IDs, writes them to a pipe, and does to itself what the kernel allows: forks, another program, spells
//! without randomness, and signals to its children.

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use fastrand::Rng;
use fork::{Fork, fork};
use idcore::{AfterFork, Generator, Id, Scheme as _, SystemClock, SystemRandom};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
use serde::{Deserialize, Serialize};
use servers::no_randomness::without_randomness;

use super::Scheme;
use super::checker::is_start_over;
use super::frame::{Batch, Count, Counts, Event, Frame, Grant, capacity};
use super::planted::{Blind, Kind, Planted, Source, Zeros};

/// The number of threads of a process.
const THREADS: u32 = 3;
/// How many processes are between a worker and its last descendants, and how many children each has at the same time.
const MOST_GENERATIONS: u32 = 3;
const MOST_CHILDREN: usize = 2;
/// The most time that a forked child lives, in milliseconds.
const MOST_LIFETIME_MS: u64 = 3_000;
/// The time between two faults in a thread, in milliseconds.
const MOST_PAUSE_MS: u64 = 500;
/// A thread that gets no ID says so after this many calls.
const REFUSALS_PER_FRAME: u64 = 50;
/// The batches that a thread makes without randomness.
const DENIED_BATCHES: u32 = 30;

/// What a worker is to do, as it is on its command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Orders {
    pub(super) scheme: String,
    pub(super) kind: Kind,
    pub(super) planted: Option<Planted>,
    pub(super) seed: u64,
    pub(super) generation: u32,
}

impl Orders {
    /// The arguments for [`run`].
    pub(super) fn arguments(&self) -> Result<[String; 2]> {
        Ok(["worker".to_owned(), serde_json::to_string(self)?])
    }
}

struct Process<S: Scheme> {
    orders: Orders,
    pipe: File,
    grants: File,
    ends_at: Option<Instant>,
    children: Mutex<Vec<Child>>,
    next_sequence: AtomicU32,
    /// The last ID of the threads' turns, or an ID that a thread got before now.
    last: Mutex<Option<S::Id>>,
    /// The node of the process-wide generator.
    node: u32,
}

struct Child {
    pid: Pid,
    dies: Instant,
}

/// The generator of a thread.
struct Engine<S: Scheme, R: Source> {
    /// `None` for the process-wide one.
    private: Option<Private<S, R>>,
    node: u32,
    sequence: u32,
    last: Option<S::Id>,
    /// An ID of another sequence, after which the next one must be.
    floor: Option<S::Id>,
}

type Private<S, R> = Generator<<S as harness::scheme::SchemeUnderTest>::Config, SystemClock, R>;

/// Makes IDs until it is killed. `is_exec` says that another worker has become this one.
pub(super) fn run(orders: &str, is_exec: bool) -> Result<()> {
    // The checker prints what it is sent.
    panic::set_hook(Box::new(|_| {}));
    let orders: Orders = serde_json::from_str(orders).context("the orders of a worker")?;
    let pipe = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    let grants = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let cause = if is_exec { Count::Execs } else { Count::Processes };
    let lifetime = (orders.generation > 0).then(|| Duration::from_millis(MOST_LIFETIME_MS));
    let (scheme, planted) = (orders.scheme.clone(), orders.planted);
    let ended = harness::with_scheme!(&scheme, S => match planted {
        Some(Planted::SameSeedAfterFork) => Process::<S>::begin::<Blind>(orders, pipe, grants, cause, lifetime, None),
        Some(Planted::RestartsItsCounter) => Process::<S>::begin::<Zeros>(orders, pipe, grants, cause, lifetime, None),
        _ => Process::<S>::begin::<SystemRandom>(orders, pipe, grants, cause, lifetime, None),
    });
    ended.with_context(|| format!("there is no scheme `{scheme}`"))?
}

impl<S: Scheme> Process<S> {
    fn begin<R: Source>(
        orders: Orders,
        pipe: File,
        grants: File,
        cause: Count,
        lifetime: Option<Duration>,
        inherited: Option<Engine<S, R>>,
    ) -> Result<()> {
        let mut process = Self {
            orders,
            pipe,
            grants,
            ends_at: lifetime.map(|lifetime| Instant::now() + lifetime),
            children: Mutex::default(),
            next_sequence: AtomicU32::new(0),
            last: Mutex::new(None),
            node: 0,
        };
        let mut counts = Counts::default();
        counts[cause] = 1;
        process.send(counts, Event::Started)?;
        let kind = process.orders.kind;
        if kind == Kind::Turns {
            process.last = Mutex::new(inherited.as_ref().and_then(|engine| engine.last));
        }
        let inherited = inherited.map(|engine| process.inherit(engine)).transpose()?.flatten();
        if kind.is_process_wide()
            && S::NODES > 0
            && let Some(configure_within) = S::PROCESS_WIDE.configure_within
        {
            let grant = process.take_node()?;
            process.node = grant.node;
            // After the last ID of the node's former process. Without a window, a generator can start over.
            let start = grant.last.map_or(0, |last| last.unix_ms() + 1);
            configure_within(S::config(grant.node), start, u64::MAX)?;
        }
        let process: &'static Self = Box::leak(Box::new(process));
        for _ in 1..THREADS {
            thread::Builder::new().spawn(move || process.make_forever::<R>(None))?;
        }
        process.make_forever(inherited);
        Ok(())
    }

    fn send(&self, counts: Counts, event: Event<S::Id>) -> Result<()> {
        Frame { process: process::id(), counts, event }.write(&self.pipe)
    }

    fn fault(&self, text: &str) -> Result<()> {
        self.send(Counts::default(), Event::Fault(text.chars().take(500).collect()))
    }

    /// What a child does with the generator of its parent.
    fn inherit<R: Source>(&self, mut engine: Engine<S, R>) -> Result<Option<Engine<S, R>>> {
        if S::NODES == 0 {
            engine.sequence = self.next_sequence();
            engine.floor = engine.last.take();
            return Ok(Some(engine));
        }
        // With its parent's node, it must not make an ID. The exception are private generators of schemes that do not know that
        // the node belongs to one process.
        let attempt = match &mut engine.private {
            None => (S::PROCESS_WIDE.maker.try_new)(),
            Some(private) if S::Config::AFTER_FORK == AfterFork::Refuse => {
                private.generate().map_err(|error| error.reason())
            }
            Some(_) => return Ok(None),
        };
        // A clock without a time is noticed first.
        if !matches!(attempt, Err("forked" | "clock" | "out_of_range")) {
            self.fault(&format!("a forked child with its parent's node got {attempt:?}, expected an error"))?;
        }
        Ok(None)
    }

    fn next_sequence(&self) -> u32 {
        self.next_sequence.fetch_add(1, Ordering::Relaxed)
    }

    fn take_node(&self) -> Result<Grant<S::Id>> {
        if S::NODES == 0 {
            return Ok(Grant { node: 0, last: None });
        }
        let mut grant = Grant::read(&self.grants)?;
        self.send(Counts::default(), Event::TakesNode(grant.node))?;
        if self.orders.planted == Some(Planted::ForgetsTheLast) {
            grant.last = None;
        }
        Ok(grant)
    }

    fn new_engine<R: Source>(&self) -> Result<Engine<S, R>> {
        let Orders { kind, planted, .. } = self.orders;
        let is_private = !kind.is_process_wide() || planted == Some(Planted::OnePerThread);
        let grant = if is_private { self.take_node()? } else { Grant { node: self.node, last: None } };
        let private = is_private.then(|| self.private(grant)).transpose()?;
        let sequence = if kind == Kind::Turns { 0 } else { self.next_sequence() };
        Ok(Engine { private, node: grant.node, sequence, last: grant.last, floor: None })
    }

    fn private<R: Source>(&self, grant: Grant<S::Id>) -> Result<Private<S, R>> {
        let mut private = Generator::with_config(S::config(grant.node), SystemClock, R::new());
        if self.orders.planted == Some(Planted::NoAllowance) {
            private = private.with_allowance_ms(0);
        }
        if let Some(last) = grant.last {
            private.resume_after(last)?;
        }
        Ok(private)
    }

    /// Makes IDs in this thread. Ends only with the process.
    fn make_forever<R: Source>(&'static self, inherited: Option<Engine<S, R>>) {
        let made = panic::catch_unwind(AssertUnwindSafe(|| self.make(inherited)));
        let text = match made {
            Ok(result) => {
                format!("a thread stopped: {:#}", result.err().unwrap_or_else(|| anyhow!("no error")))
            }
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map_or("a panic", String::as_str);
                if text.contains("failed to spawn thread") {
                    // Another thread is about to replace this program.
                    let _ = kill_process(getpid(), Signal::KILL);
                }
                format!("a thread panicked: {text}")
            }
        };
        if self.fault(&text).is_err() {
            // Nobody reads the pipe any more.
            let _ = kill_process(getpid(), Signal::KILL);
        }
        thread::sleep(Duration::from_secs(3600));
    }

    fn make<R: Source>(&'static self, inherited: Option<Engine<S, R>>) -> Result<()> {
        let mut engine = match inherited {
            Some(engine) => engine,
            None => self.new_engine()?,
        };
        let thread = u64::from(process::id()) << 32 | u64::from(self.next_sequence());
        let mut random = Rng::with_seed(self.orders.seed ^ thread);
        let mut counts = Counts::default();
        let mut acts_at = Instant::now() + pause(&mut random);
        loop {
            self.batch(&mut engine, &mut counts, false)?;
            if self.ends_at.is_some_and(|end| end <= Instant::now()) {
                kill_process(getpid(), Signal::KILL)?;
            }
            if Instant::now() < acts_at {
                continue;
            }
            acts_at = Instant::now() + pause(&mut random);
            self.mind_children(&mut random, &mut counts)?;
            match random.u64(..100) {
                0..40 => engine = self.fork(engine, &mut random)?,
                40..65 => {
                    counts[Count::Denials] += 1;
                    let is_new = random.bool();
                    // After ENOSYS or EPERM, the library would open a device for the whole process, and a child that is
                    // forked meanwhile could wait for it.
                    without_randomness(libc::EIO, || {
                        if is_new {
                            self.renew(&mut engine)?;
                        }
                        (0..DENIED_BATCHES).try_for_each(|_| self.batch(&mut engine, &mut counts, true))
                    })?;
                }
                65..75 => self.renew(&mut engine)?,
                75..80 => return self.exec(),
                _ => {}
            }
        }
    }

    /// Replaces a private generator by a new one. Where the scheme has nodes, it continues after the last ID of the old one.
    fn renew<R: Source>(&self, engine: &mut Engine<S, R>) -> Result<()> {
        if engine.private.is_some() {
            if S::NODES == 0 {
                // It knows nothing of the old one, nor of the parent's.
                (engine.sequence, engine.last, engine.floor) = (self.next_sequence(), None, None);
            }
            engine.private = Some(self.private(Grant { node: engine.node, last: engine.last })?);
        }
        Ok(())
    }

    /// Makes as many IDs as fit into a frame.
    fn batch<R: Source>(
        &self,
        engine: &mut Engine<S, R>,
        counts: &mut Counts,
        is_denied: bool,
    ) -> Result<()> {
        let Orders { kind, planted, .. } = self.orders;
        let mut turn = None;
        let floor = match kind {
            Kind::Threads => *self.lock_last(),
            Kind::Turns => **turn.insert(self.lock_last()),
            Kind::Private | Kind::Fill => engine.floor,
        };
        let resets = S::NODES == 0 && kind != Kind::Fill && engine.sequence & 1 == 0;
        let mut ids = Vec::with_capacity(capacity::<S::Id>());
        let end = match &mut engine.private {
            Some(private) if kind == Kind::Fill => fill::<S, R>(private, &mut ids),
            Some(private) if resets || planted == Some(Planted::RestartsItsCounter) => {
                collect(&mut ids, || private.generate_or_reset().map_err(|error| error.reason()))
            }
            Some(private) => collect(&mut ids, || private.generate().map_err(|error| error.reason())),
            None => collect(&mut ids, S::PROCESS_WIDE.maker.try_new),
        };
        match end {
            Ok(()) => {}
            Err("rng") if is_denied => counts[Count::WithoutRandomness] += 1,
            Err("rollback" | "overflow" | "clock" | "out_of_range") => counts[Count::Refused] += 1,
            Err(reason) => self.fault(&format!("there is no ID, because of `{reason}`"))?,
        }
        let may_start_over = if engine.private.is_some() { resets } else { S::NODES == 0 };
        let last = ids.last().copied();
        let batch = Batch { sequence: engine.sequence, node: engine.node, may_start_over, floor, ids };
        let Some(last) = last else {
            drop(turn);
            thread::sleep(Duration::from_millis(1));
            if counts[Count::Refused] >= REFUSALS_PER_FRAME {
                self.send(std::mem::take(counts), Event::Batch(batch))?;
            }
            return Ok(());
        };
        (engine.last, engine.floor) = (Some(last), None);
        match &mut turn {
            Some(turn) => **turn = Some(last),
            None if kind == Kind::Threads => self.raise(last),
            None => {}
        }
        // In turns, the frames have the order of the IDs.
        self.send(std::mem::take(counts), Event::Batch(batch))
    }

    fn lock_last(&self) -> MutexGuard<'_, Option<S::Id>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers an ID for the other threads, whose next batch must be above it.
    fn raise(&self, id: S::Id) {
        let mut last = self.lock_last();
        if last.is_none_or(|last| id > last || is_start_over(last, id)) {
            *last = Some(id);
        }
    }

    fn fork<R: Source>(&self, engine: Engine<S, R>, random: &mut Rng) -> Result<Engine<S, R>> {
        let mut orders = self.orders.clone();
        orders.generation += 1;
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        if orders.generation > MOST_GENERATIONS || children.len() >= MOST_CHILDREN {
            return Ok(engine);
        }
        let lifetime = Duration::from_millis(200 + random.u64(..MOST_LIFETIME_MS));
        let (pipe, grants) = (self.pipe.try_clone()?, self.grants.try_clone()?);
        // In turns, no other thread is using the generator at the fork, so the child knows the last ID.
        let turn = (orders.kind == Kind::Turns).then(|| self.lock_last());
        let floor = turn.as_deref().copied().flatten();
        let now = Instant::now();
        match fork().context("fork")? {
            Fork::Parent(pid) => {
                let pid = Pid::from_raw(pid).context("a child's process id is positive")?;
                children.push(Child { pid, dies: now + lifetime + Duration::from_millis(500) });
                Ok(engine)
            }
            Fork::Child => {
                let last = if orders.kind == Kind::Turns { floor } else { engine.last };
                let engine = Engine { last, ..engine };
                let result = Self::begin(orders, pipe, grants, Count::Forks, Some(lifetime), Some(engine));
                let text = format!("a forked child stopped: {:#}", result.err().context("without an error")?);
                self.fault(&text)?;
                kill_process(getpid(), Signal::KILL)?;
                bail!("a process survived SIGKILL");
            }
        }
    }

    /// Becomes the same program again.
    fn exec(&self) -> Result<()> {
        let arguments = self.orders.arguments()?;
        let error = Command::new("/proc/self/exe").args(arguments).arg("exec").exec();
        Err(error).context("exec")
    }

    /// Kills, stops and continues children, and reports those that have ended.
    fn mind_children(&self, random: &mut Rng, counts: &mut Counts) -> Result<()> {
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = Vec::new();
        for child in children.drain(..) {
            if waitpid(Some(child.pid), WaitOptions::NOHANG)?.is_some() {
                let child = child.pid.as_raw_nonzero().get().unsigned_abs();
                self.send(Counts::default(), Event::Ended { child })?;
                continue;
            }
            match random.u64(..100) {
                0..20 => {
                    kill_process(child.pid, Signal::KILL)?;
                    counts[Count::Kills] += 1;
                }
                20..40 => {
                    kill_process(child.pid, Signal::STOP)?;
                    thread::sleep(Duration::from_millis(random.u64(..30)));
                    kill_process(child.pid, Signal::CONT)?;
                    counts[Count::Stops] += 1;
                }
                _ if child.dies <= Instant::now() => kill_process(child.pid, Signal::KILL)?,
                _ => {}
            }
            left.push(child);
        }
        *children = left;
        Ok(())
    }
}

fn pause(random: &mut Rng) -> Duration {
    Duration::from_millis(20 + random.u64(..MOST_PAUSE_MS))
}

fn fill<S: Scheme, R: Source>(private: &mut Private<S, R>, ids: &mut Vec<S::Id>) -> Result<(), &'static str> {
    ids.resize(capacity::<S::Id>(), S::Id::MIN);
    private.fill(ids).map_err(|error| {
        ids.truncate(error.filled);
        error.error.reason()
    })
}

fn collect<I>(
    ids: &mut Vec<I>,
    mut new: impl FnMut() -> Result<I, &'static str>,
) -> Result<(), &'static str> {
    while ids.len() < capacity::<I>() {
        ids.push(new()?);
    }
    Ok(())
}
