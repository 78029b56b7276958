//! The faults.

use super::engine::Engine;

/// A fault, or a kind of broken workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Workers are killed.
    Kill,
    /// Workers are frozen for longer than the window.
    FreezeLong,
    /// Workers are frozen for shorter times, again and again.
    FreezeShort,
    /// Connections are closed, and new ones refused.
    Cut,
    /// Connections swallow requests and replies, or replies alone.
    Mute,
    /// Requests arrive after their client has given them up.
    Late,
    /// A server is killed, and started again at once.
    Crash,
    /// The servers are down for longer than the window.
    Down,
    /// A server is frozen: of three, the leader.
    FreezeServer,
    /// Clocks of workers are wrong and jump.
    Clocks,
    /// The store goes back to a backup.
    Restore,
    /// The store is lost, and then initialised again.
    Lose,
    /// Broken: workers ignore that their lease was lost.
    NoCeiling,
    /// Broken: workers check their lease, and then generate.
    CheckFirst,
}

impl Fault {
    /// All faults, in the order of the table.
    pub const ALL: [Self; 14] = [
        Self::Kill,
        Self::FreezeLong,
        Self::FreezeShort,
        Self::Cut,
        Self::Mute,
        Self::Late,
        Self::Crash,
        Self::Down,
        Self::FreezeServer,
        Self::Clocks,
        Self::Restore,
        Self::Lose,
        Self::NoCeiling,
        Self::CheckFirst,
    ];

    /// The name of the option.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::FreezeLong => "freeze-long",
            Self::FreezeShort => "freeze-short",
            Self::Cut => "cut",
            Self::Mute => "mute",
            Self::Late => "late",
            Self::Crash => "crash",
            Self::Down => "down",
            Self::FreezeServer => "freeze-server",
            Self::Clocks => "clocks",
            Self::Restore => "restore",
            Self::Lose => "lose",
            Self::NoCeiling => "no-ceiling",
            Self::CheckFirst => "check-first",
        }
    }

    /// The name in the table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Kill => "workers killed",
            Self::FreezeLong => "workers frozen for longer than the window",
            Self::FreezeShort => "workers frozen for shorter times",
            Self::Cut => "connections cut",
            Self::Mute => "connections mute, replies lost",
            Self::Late => "requests delivered late",
            Self::Crash => "server killed and started again",
            Self::Down => "server down for longer than the window",
            Self::FreezeServer => "server frozen",
            Self::Clocks => "clocks of workers ±4 s and +1 h",
            Self::Restore => "store restored from a backup",
            Self::Lose => "store lost and initialised again",
            Self::NoCeiling => "*broken*: without a ceiling",
            Self::CheckFirst => "*broken*: check, then generate",
        }
    }

    /// Whether to try it with an engine. Files have no server and no connections.
    #[must_use]
    pub const fn applies_to(self, engine: Engine) -> bool {
        match engine {
            Engine::File => !matches!(
                self,
                Self::Cut | Self::Mute | Self::Late | Self::Crash | Self::Down | Self::FreezeServer
            ),
            _ => true,
        }
    }

    /// Whether new grants may begin only after the reach of the old ones.
    pub(super) const fn sets_floor(self, engine: Engine) -> bool {
        match self {
            Self::Restore | Self::Lose => true,
            Self::Crash | Self::Down => engine.distrusts_restarts(),
            _ => false,
        }
    }

    /// Whether it stops renewals, but not the IDs of leases from before.
    pub(super) const fn disturbs_store(self) -> bool {
        matches!(self, Self::Cut | Self::Mute | Self::Late | Self::Crash | Self::Down | Self::FreezeServer)
    }

    /// Whether the workers are broken, so that duplicates are expected.
    #[must_use]
    pub const fn is_broken(self) -> bool {
        matches!(self, Self::NoCeiling | Self::CheckFirst)
    }

    /// Whether the registry can't be used for other faults afterwards: a slot is blocked for an hour, or it is another one.
    pub(super) const fn spoils(self) -> bool {
        matches!(self, Self::Clocks | Self::Restore | Self::Lose)
    }

    /// The kinds of the workers.
    pub(super) const fn kinds(self) -> [&'static str; 2] {
        match self {
            Self::NoCeiling => ["no-ceiling"; 2],
            Self::CheckFirst => ["check-first"; 2],
            _ => ["own", "process-wide"],
        }
    }
}
