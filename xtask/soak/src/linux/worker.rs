//! A process that makes IDs, writes them to a pipe, and does to itself what the kernel allows: forks, another program, spells
//! without randomness, and signals to its children.

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::panic::{self, AssertUnwindSafe};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use fork::{Fork, fork};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::denial::{REFUSALS, without_randomness};
use super::flaw::Flaw;
use super::frame::{Cause, Counts, Event, Frame, capacity};
use super::kind::Kind;
use super::order::is_start_over;
use super::random::Random;
use super::subject::{Grant, Own, Raw, Subject};

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
const REFUSALS_PER_FRAME: u32 = 50;
/// The batches that a thread makes without randomness.
const DENIED_BATCHES: u32 = 30;

/// What a worker is to do, as it is on its command line.
#[derive(Clone, Copy)]
pub(crate) struct Orders {
    pub(crate) subject: &'static Subject,
    pub(crate) kind: Kind,
    pub(crate) flaw: Flaw,
    pub(crate) seed: u64,
    pub(crate) generation: u32,
}

impl Orders {
    /// The arguments for [`run`].
    pub(crate) fn arguments(&self) -> [String; 6] {
        let Self { subject, kind, flaw, seed, generation } = self;
        let words = ["worker", subject.name, kind.name(), flaw.name()].map(str::to_owned);
        let [worker, name, kind, flaw] = words;
        [worker, name, kind, flaw, seed.to_string(), generation.to_string()]
    }
}

struct Process {
    orders: Orders,
    pipe: File,
    grants: File,
    ends_at: Option<Instant>,
    children: Mutex<Vec<Child>>,
    next_sequence: AtomicU32,
    /// The last ID of the threads' turns, or an ID that a thread got before now.
    last: Mutex<Option<Raw>>,
    /// The node of the process-wide generator.
    node: u32,
}

struct Child {
    pid: Pid,
    born: Instant,
    dies: Instant,
}

/// The generator of a thread.
struct Engine {
    /// `None` for the process-wide one.
    own: Option<Box<dyn Own>>,
    node: u32,
    sequence: u32,
    last: Option<Raw>,
    /// An ID of another sequence, after which the next one must be.
    floor: Option<Raw>,
}

/// Makes IDs until it is killed.
pub(crate) fn run(orders: Orders, is_exec: bool) -> Result<()> {
    // The checker prints what it is sent.
    panic::set_hook(Box::new(|_| {}));
    let pipe = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    let grants = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let cause = if is_exec { Cause::Exec } else { Cause::Spawn };
    let lifetime = (orders.generation > 0).then(|| Duration::from_millis(MOST_LIFETIME_MS));
    Process::begin(orders, pipe, grants, cause, lifetime, None)
}

impl Process {
    fn begin(
        orders: Orders,
        pipe: File,
        grants: File,
        cause: Cause,
        lifetime: Option<Duration>,
        inherited: Option<Engine>,
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
        let mut started = Frame::new(Event::Started, std::process::id());
        started.number = cause as u32;
        process.send(&started)?;
        if orders.kind == Kind::Turns {
            process.last = Mutex::new(inherited.as_ref().and_then(|engine| engine.last));
        }
        let has_nodes = orders.subject.nodes > 0;
        let inherited = inherited.map(|engine| process.inherit(engine)).transpose()?.flatten();
        if has_nodes && orders.kind.is_process_wide() {
            let grant = process.take_node()?;
            process.node = grant.node;
            (orders.subject.configure)(grant)?;
        }
        let process: &'static Self = Box::leak(Box::new(process));
        for _ in 1..THREADS {
            thread::Builder::new().spawn(move || process.make_forever(None))?;
        }
        process.make_forever(inherited);
        Ok(())
    }

    fn send(&self, frame: &Frame) -> Result<()> {
        frame.write(self.orders.subject.bytes, &self.pipe)
    }

    /// What a child does with the generator of its parent.
    fn inherit(&self, mut engine: Engine) -> Result<Option<Engine>> {
        if self.orders.subject.nodes == 0 {
            engine.sequence = self.next_sequence();
            engine.floor = engine.last.take();
            return Ok(Some(engine));
        }
        // With its parent's node, it must not make an ID. A generator of its own with a scalability is the exception: the
        // crate does not know that the scalability belongs to one process.
        let attempt = match &mut engine.own {
            None => (self.orders.subject.try_new)(),
            Some(own) if self.orders.subject.name == "scru64" => own.generate(),
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

    fn fault(&self, text: &str) -> Result<()> {
        let mut frame = Frame::new(Event::Fault, std::process::id());
        text.clone_into(&mut frame.text);
        self.send(&frame)
    }

    fn take_node(&self) -> Result<Grant> {
        if self.orders.subject.nodes == 0 {
            return Ok(Grant { node: 0, last: None });
        }
        self.send(&Frame::new(Event::WaitsForNode, std::process::id()))?;
        let mut grant = Grant::read(&self.grants)?;
        let mut taken = Frame::new(Event::TakesNode, std::process::id());
        taken.number = grant.node;
        self.send(&taken)?;
        if self.orders.flaw == Flaw::ForgetsTheLast {
            grant.last = None;
        }
        Ok(grant)
    }

    fn new_engine(&self) -> Result<Engine> {
        let Orders { subject, kind, flaw, .. } = self.orders;
        let is_own = !kind.is_process_wide() || flaw == Flaw::OnePerThread;
        let grant = if is_own { self.take_node()? } else { Grant { node: self.node, last: None } };
        let own = is_own.then(|| (subject.own)(grant, flaw)).transpose()?;
        let sequence = if kind == Kind::Turns { 0 } else { self.next_sequence() };
        Ok(Engine { own, node: grant.node, sequence, last: grant.last, floor: None })
    }

    /// Makes IDs in this thread. Ends only with the process.
    fn make_forever(&'static self, inherited: Option<Engine>) {
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

    fn make(&'static self, inherited: Option<Engine>) -> Result<()> {
        let mut engine = match inherited {
            Some(engine) => engine,
            None => self.new_engine()?,
        };
        let stream = u64::from(std::process::id()) << 32 | u64::from(self.next_sequence());
        let mut random = Random::new(self.orders.seed, stream);
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
            match random.below(100) {
                0..40 => engine = self.fork(engine, &mut random)?,
                40..65 => {
                    counts.denials += 1;
                    let errno = REFUSALS[random.index(REFUSALS.len())];
                    let is_new = random.below(2) == 0;
                    without_randomness(errno, || {
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

    /// Replaces an own generator by a new one. Where the scheme has nodes, it continues after the last ID of the old one.
    fn renew(&self, engine: &mut Engine) -> Result<()> {
        let Orders { subject, flaw, .. } = self.orders;
        if engine.own.is_some() {
            engine.own = Some((subject.own)(Grant { node: engine.node, last: engine.last }, flaw)?);
            if subject.nodes == 0 {
                // It knows nothing of the old one, nor of the parent's.
                (engine.sequence, engine.last, engine.floor) = (self.next_sequence(), None, None);
            }
        }
        Ok(())
    }

    /// Makes as many IDs as fit into a frame.
    fn batch(&self, engine: &mut Engine, counts: &mut Counts, is_denied: bool) -> Result<()> {
        let Orders { subject, kind, flaw, .. } = self.orders;
        let mut frame = Frame::new(Event::Ids, std::process::id());
        (frame.sequence, frame.number) = (engine.sequence, engine.node);
        let mut turn = None;
        frame.floor = match kind {
            Kind::Threads => *self.lock_last(),
            Kind::Turns => **turn.insert(self.lock_last()),
            Kind::Own | Kind::Fill => engine.floor,
        };
        let may_start_over = subject.nodes == 0 && kind != Kind::Fill && engine.sequence & 1 == 0;
        let capacity = capacity(subject.bytes);
        let end = match &mut engine.own {
            Some(own) if kind == Kind::Fill => own.fill(capacity, &mut frame.ids),
            Some(own) if may_start_over || flaw == Flaw::RestartsItsCounter => {
                collect(capacity, &mut frame.ids, || own.generate_or_reset())
            }
            Some(own) => collect(capacity, &mut frame.ids, || own.generate()),
            None => collect(capacity, &mut frame.ids, subject.try_new),
        };
        frame.may_start_over = if engine.own.is_some() { may_start_over } else { subject.nodes == 0 };
        match end {
            Ok(()) => {}
            Err("rng") if is_denied => counts.without_randomness += 1,
            Err("rollback" | "overflow" | "clock" | "out_of_range") => counts.refused += 1,
            Err(reason) => self.fault(&format!("there is no ID, because of `{reason}`"))?,
        }
        let Some(&last) = frame.ids.last() else {
            drop(turn);
            thread::sleep(Duration::from_millis(1));
            if counts.refused >= REFUSALS_PER_FRAME {
                frame.counts = std::mem::take(counts);
                self.send(&frame)?;
            }
            return Ok(());
        };
        (engine.last, engine.floor) = (Some(last), None);
        match &mut turn {
            Some(turn) => **turn = Some(last),
            None if kind == Kind::Threads => self.raise(last),
            None => {}
        }
        frame.counts = std::mem::take(counts);
        // In turns, the frames have the order of the IDs.
        self.send(&frame)
    }

    fn lock_last(&self) -> MutexGuard<'_, Option<Raw>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers an ID for the other threads, whose next batch must be above it.
    fn raise(&self, id: Raw) {
        let mut last = self.lock_last();
        if last.is_none_or(|last| id > last || is_start_over(self.orders.subject, &last, &id)) {
            *last = Some(id);
        }
    }

    fn fork(&self, engine: Engine, random: &mut Random) -> Result<Engine> {
        let mut orders = self.orders;
        orders.generation += 1;
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        if orders.generation > MOST_GENERATIONS || children.len() >= MOST_CHILDREN {
            return Ok(engine);
        }
        let lifetime = Duration::from_millis(200 + random.below(MOST_LIFETIME_MS));
        let (pipe, grants) = (self.pipe.try_clone()?, self.grants.try_clone()?);
        // In turns, no other thread is using the generator at the fork, so the child knows the last ID.
        let turn = (orders.kind == Kind::Turns).then(|| self.lock_last());
        let floor = turn.as_deref().copied().flatten();
        let now = Instant::now();
        match fork().context("fork")? {
            Fork::Parent(pid) => {
                let pid = Pid::from_raw(pid).context("a child's process id is positive")?;
                children.push(Child { pid, born: now, dies: now + lifetime + Duration::from_millis(500) });
                Ok(engine)
            }
            Fork::Child => {
                let last = if orders.kind == Kind::Turns { floor } else { engine.last };
                let engine = Engine { last, ..engine };
                let result = Self::begin(orders, pipe, grants, Cause::Fork, Some(lifetime), Some(engine));
                let text = format!("a forked child stopped: {:#}", result.err().context("without an error")?);
                self.fault(&text)?;
                kill_process(getpid(), Signal::KILL)?;
                bail!("a process survived SIGKILL");
            }
        }
    }

    /// Becomes the same program again.
    fn exec(&self) -> Result<()> {
        let arguments = self.orders.arguments();
        let error = Command::new("/proc/self/exe").args(arguments).arg("exec").exec();
        Err(error).context("exec")
    }

    /// Kills, stops and continues children, and reports those that have ended.
    fn mind_children(&self, random: &mut Random, counts: &mut Counts) -> Result<()> {
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        let mut left = Vec::new();
        for child in children.drain(..) {
            if waitpid(Some(child.pid), WaitOptions::NOHANG)?.is_some() {
                let mut ended = Frame::new(Event::Ended, std::process::id());
                ended.number = child.pid.as_raw_nonzero().get().unsigned_abs();
                ended.extra = u32::try_from(child.born.elapsed().as_millis()).unwrap_or(u32::MAX);
                self.send(&ended)?;
                continue;
            }
            match random.below(100) {
                0..20 => {
                    kill_process(child.pid, Signal::KILL)?;
                    counts.kills += 1;
                }
                20..40 => {
                    kill_process(child.pid, Signal::STOP)?;
                    thread::sleep(Duration::from_millis(random.below(30)));
                    kill_process(child.pid, Signal::CONT)?;
                    counts.stops += 1;
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

fn pause(random: &mut Random) -> Duration {
    Duration::from_millis(20 + random.below(MOST_PAUSE_MS))
}

fn collect(
    count: usize,
    ids: &mut Vec<Raw>,
    mut new: impl FnMut() -> Result<Raw, &'static str>,
) -> Result<(), &'static str> {
    while ids.len() < count {
        ids.push(new()?);
    }
    Ok(())
}
