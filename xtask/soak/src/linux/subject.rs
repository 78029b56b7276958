//! The generators under test, one [`Subject`] for each scheme, with IDs as bytes.

use anyhow::{Context, Result};
use idcore::{Clock, GenerateError, Generator, Id, RandomSource, Scheme, SystemClock, SystemRandom, Unit};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use scru64::{NodeSpec, Scru64};
use ulid_flake::{ScalableUlidFlake, UlidFlake};

use super::flaw::Flaw;

/// An ID of any scheme. Shorter ones end in zeros, so the order is that of the IDs.
pub(crate) type Raw = [u8; MOST_BYTES];

/// The bytes of the longest ID.
pub(crate) const MOST_BYTES: usize = 20;

/// An ID, or the reason why there is none in one word.
pub(crate) type Attempt = Result<Raw, &'static str>;

/// The permission to use a node, and the last ID that is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) node: u32,
    pub(crate) last: Option<Raw>,
}

/// One scheme.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// The number of bytes of an ID.
    pub(crate) bytes: usize,
    /// The number of nodes that generators can have; 0 if the scheme has no nodes.
    pub(crate) nodes: u32,
    /// Whether no two generators make the same ID. Otherwise only the IDs of one generator differ, and others by odds.
    pub(crate) is_unique: bool,
    pub(crate) unix_ms: fn(&Raw) -> u64,
    /// Gives the process-wide generator its node.
    pub(crate) configure: fn(Grant) -> Result<()>,
    pub(crate) try_new: fn() -> Attempt,
    /// Makes a generator of its own.
    pub(crate) own: fn(Grant, Flaw) -> Result<Box<dyn Own>>,
}

/// The bits of SCRU64's node ids, so that a generator has 17 bits to count.
const SCRU64_NODE_BITS: u32 = 7;
/// The bits of random steps in the Ulid-Flake with nodes, so that a millisecond has room for thousands of IDs.
const STEP_BITS: u32 = 3;

/// All schemes.
pub(crate) const SUBJECTS: [Subject; 6] = [
    Subject {
        name: "scru160",
        bytes: 20,
        nodes: 0,
        is_unique: true,
        unix_ms: unix_ms::<scru160::Scru160>,
        configure: |_| Ok(()),
        try_new: || attempt(scru160::try_new()),
        own: |_, flaw| Ok(own(scru160::Config::new(), flaw)),
    },
    Subject {
        name: "scru128",
        bytes: 16,
        nodes: 0,
        is_unique: true,
        unix_ms: unix_ms::<scru128::Scru128>,
        configure: |_| Ok(()),
        try_new: || attempt(scru128::try_new()),
        own: |_, flaw| Ok(own(scru128::Config::new(), flaw)),
    },
    Subject {
        name: "scru64",
        bytes: 8,
        nodes: 1 << SCRU64_NODE_BITS,
        is_unique: true,
        unix_ms: unix_ms::<Scru64>,
        configure: |grant| {
            scru64::configure(scru64_config(grant)?);
            Ok(())
        },
        try_new: || match scru64::try_new() {
            Ok(id) => Ok(raw(id)),
            Err(scru64::NewError::Generate(error)) => Err(error.reason()),
            Err(_) => Err("no_node"),
        },
        own: |grant, flaw| Ok(own(scru64_config(grant)?, flaw)),
    },
    Subject {
        name: "ulid",
        bytes: 16,
        nodes: 0,
        is_unique: true,
        unix_ms: unix_ms::<ulid::Ulid>,
        configure: |_| Ok(()),
        try_new: || attempt(ulid::try_new()),
        own: |_, flaw| Ok(own(ulid::Config::new(), flaw)),
    },
    Subject {
        name: "ulid-flake",
        bytes: 8,
        nodes: 0,
        is_unique: false,
        unix_ms: unix_ms::<UlidFlake>,
        configure: |_| Ok(()),
        try_new: || attempt(ulid_flake::try_new()),
        own: |_, flaw| Ok(own(ulid_flake::Config::new(), flaw)),
    },
    Subject {
        name: "ulid-flake-scalable",
        bytes: 8,
        nodes: 32,
        is_unique: true,
        unix_ms: unix_ms::<ScalableUlidFlake>,
        configure: |grant| {
            // A window, because a generator without one starts over after a large rollback, and can then repeat IDs.
            let start = grant.last.map_or(0, |last| unix_ms::<ScalableUlidFlake>(&last) + 1);
            ulid_flake::scalable::configure_within(scalable_config(grant)?, start, u64::MAX)?;
            Ok(())
        },
        try_new: || attempt(ulid_flake::scalable::try_new()),
        own: |grant, flaw| {
            let mut generator = own(scalable_config(grant)?, flaw);
            if let Some(last) = grant.last {
                generator.resume_after(last)?;
            }
            Ok(generator)
        },
    },
];

fn scru64_config(grant: Grant) -> Result<scru64::Config> {
    let spec = match grant.last {
        Some(last) => NodeSpec::with_node_prev(id(last)?, SCRU64_NODE_BITS)?,
        None => NodeSpec::with_node_id(grant.node, SCRU64_NODE_BITS)?,
    };
    Ok(spec.into())
}

fn scalable_config(grant: Grant) -> Result<ulid_flake::ScalableConfig> {
    let scalability = u8::try_from(grant.node)?;
    Ok(ulid_flake::Config::scalable(scalability)?.with_entropy_bits(STEP_BITS)?)
}

fn raw(id: impl Id) -> Raw {
    let mut raw = [0; MOST_BYTES];
    for (to, from) in raw.iter_mut().zip(id.as_ref()) {
        *to = *from;
    }
    raw
}

/// The ID in the first bytes.
fn id<I: Id>(raw: Raw) -> Result<I> {
    let bytes = raw.get(..size_of::<I::Bytes>()).context("an ID has at most 20 bytes")?;
    I::try_from(bytes).context("bytes of an ID")
}

/// The time in an ID; 0 if it is none.
fn unix_ms<I: Id>(raw: &Raw) -> u64 {
    id::<I>(*raw).map_or(0, Id::unix_ms)
}

fn attempt<C, R>(result: Result<impl Id, GenerateError<C, R>>) -> Attempt {
    result.map(raw).map_err(|error| error.reason())
}

/// A generator that belongs to one thread at a time.
pub(crate) trait Own: Send {
    fn generate(&mut self) -> Attempt;
    fn generate_or_reset(&mut self) -> Attempt;
    /// Appends IDs, and returns the reason if they are less than `count`.
    fn fill(&mut self, count: usize, ids: &mut Vec<Raw>) -> Result<(), &'static str>;
    fn resume_after(&mut self, last: Raw) -> Result<()>;
}

impl<S, C, R> Own for Generator<S, C, R>
where
    S: Scheme<Id: Id, State: Send, Unit: Unit<C>> + Send,
    C: Clock + Send,
    R: RandomSource + Send,
{
    fn generate(&mut self) -> Attempt {
        attempt(Self::generate(self))
    }

    fn generate_or_reset(&mut self) -> Attempt {
        attempt(Self::generate_or_reset(self))
    }

    fn fill(&mut self, count: usize, ids: &mut Vec<Raw>) -> Result<(), &'static str> {
        let mut slots = vec![<S::Id as Id>::MIN; count];
        let result = Self::fill(self, &mut slots);
        let filled = result.as_ref().map_or_else(|error| error.filled, |()| count);
        ids.extend(slots.into_iter().take(filled).map(raw));
        result.map_err(|error| error.error.reason())
    }

    fn resume_after(&mut self, last: Raw) -> Result<()> {
        Ok(Self::resume_after(self, id(last)?)?)
    }
}

fn own<S>(config: S, flaw: Flaw) -> Box<dyn Own>
where
    S: Scheme<Id: Id, State: Send, Unit: Unit<SystemClock>> + Send + 'static,
{
    match flaw {
        Flaw::SameSeedAfterFork => Box::new(Generator::with_config(config, SystemClock, Blind::new())),
        Flaw::RestartsItsCounter => {
            Box::new(Generator::with_config(config, SystemClock, Zeros(SystemRandom::new())))
        }
        Flaw::NoAllowance => {
            Box::new(Generator::with_config(config, SystemClock, SystemRandom::new()).with_allowance_ms(0))
        }
        _ => Box::new(Generator::with_config(config, SystemClock, SystemRandom::new())),
    }
}

/// A source that does not notice a fork.
struct Blind(ChaCha8Rng);

impl Blind {
    fn new() -> Self {
        let mut system = SystemRandom::new();
        let mut seed = [0; 32];
        for byte in &mut seed {
            *byte = system.next_u32().map_or(0, |word| word.to_le_bytes()[0]);
        }
        Self(ChaCha8Rng::from_seed(seed))
    }
}

impl RandomSource for Blind {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.next_u32())
    }
}

/// A source of zeros, which notices a fork.
struct Zeros(SystemRandom);

impl RandomSource for Zeros {
    type Error = std::convert::Infallible;

    fn next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn lineage(&mut self) -> u32 {
        self.0.lineage()
    }
}
