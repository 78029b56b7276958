//! What the checks need to know about a scheme under test.

use core::fmt::Debug;

use idcore::__private::SchemeId;
use idcore::Scheme;
use idcore::clock::Milliseconds;
use idcore::id::Text;

use crate::case::{Numbers, Setup};
use crate::play::Player;
pub use crate::refusal::Refusal;

/// A scheme under test, as its crate implements it. Each scheme has a type in [`crate::schemes`].
pub trait SchemeUnderTest: Copy + Debug + Default + Send + Sync + 'static {
    /// The scheme's name, as in files and records.
    const NAME: &'static str;

    /// The scheme's name for readers.
    const TITLE: &'static str;

    /// The package that implements the scheme. The scheme's page has the same name.
    const PACKAGE: &'static str;

    /// The ID type.
    type Id: IdUnderTest<Scheme = Self>;

    /// The usual configuration of a generator.
    type Config: Scheme<Id = Self::Id, Unit = Milliseconds> + Copy + Debug + Send + Sync + 'static;

    /// Returns a configuration with which a tick has room for many IDs. Schemes without nodes ignore the node.
    fn config(node: u32) -> Self::Config;

    /// Creates an ID from an integer. Returns `None` if the crate has no integers.
    fn of_int(_: u128) -> Option<Result<Self::Id, Refusal>> {
        None
    }

    /// Creates an ID from a signed integer. Returns `None` if the crate has no signed integers.
    fn of_signed(_: i64) -> Option<Result<Self::Id, Refusal>> {
        None
    }

    /// Returns the hex form of an ID. Only SCRU160 has one.
    const HEX: Option<fn(Self::Id) -> Text<40>> = None;

    /// Returns the integer of an ID, or `None` if the crate has no integers.
    fn int(_: Self::Id) -> Option<u128> {
        None
    }

    /// Finds a kind that reads or writes UUIDs. Only schemes with 16-byte IDs have any.
    #[cfg(feature = "typed")]
    const FIND_UUID_KIND: crate::kinds::FindKind<Self::Id> = |_| None;

    /// Creates an ID from its fields.
    fn of_fields(fields: &Numbers<'_>) -> Result<Self::Id, Refusal>;

    /// Plays a trace with its configuration.
    fn play(setup: &Setup<'_>, player: Player<'_, '_>) -> Result<(), Refusal>;

    /// Parses a node spec. Returns `None` if the scheme has no node specs.
    fn node_spec(_: &str) -> Option<Result<Node<Self::Id>, Refusal>> {
        None
    }

    /// Returns the generator that all threads of a process share.
    #[cfg(feature = "std")]
    const PROCESS_WIDE: ProcessWide<Self>;

    /// Returns each thread's generator, in schemes where only chance keeps generators apart.
    #[cfg(feature = "std")]
    const PER_THREAD: Option<Maker<Self::Id>>;
}

/// An ID type, for checks that are generic over IDs.
pub trait IdUnderTest: SchemeId {
    /// The scheme.
    type Scheme: SchemeUnderTest<Id = Self>;
}

/// The node ID, its size, and the ID to continue after.
pub type Node<I> = (u32, u32, Option<I>);

/// The functions that generate an ID.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct Maker<I> {
    /// Generates an ID, or panics.
    pub new: fn() -> I,
    /// Generates an ID. The error is the one-word reason.
    pub try_new: fn() -> Result<I, &'static str>,
}

/// A generator that is shared by all threads of a process.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug)]
pub struct ProcessWide<S: SchemeUnderTest> {
    /// Generates IDs.
    pub maker: Maker<S::Id>,
    /// Sets the configuration; `None` in schemes without one.
    pub configure: Option<fn(S::Config)>,
    /// Sets the configuration within a window; `None` in schemes without windows.
    pub configure_within: Option<ConfigureWithin<S>>,
}

/// Configures a process-wide generator within a window. The start and the exclusive end are in Unix milliseconds.
#[cfg(feature = "std")]
pub type ConfigureWithin<S> =
    fn(
        <S as SchemeUnderTest>::Config,
        u64,
        u64,
    ) -> Result<idcore::Window<<S as SchemeUnderTest>::Config>, idcore::error::RangeError>;
