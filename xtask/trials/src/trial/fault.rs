//! The faults.

use clap::ValueEnum;

use super::engine::Engine;

/// A fault, or a planted one of the workers. The comments are the titles in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(super) enum Fault {
    /// workers killed
    Kill,
    /// workers frozen for longer than the window
    FreezeLong,
    /// workers frozen for shorter times
    FreezeShort,
    /// connections cut
    Cut,
    /// connections mute, replies lost
    Mute,
    /// requests delivered late
    Late,
    /// server killed and started again
    Crash,
    /// server down for longer than the window
    Down,
    /// server frozen
    FreezeServer,
    /// clocks of workers ±4 s and +1 h
    Clocks,
    /// store restored from a backup
    Restore,
    /// store lost and initialised again
    Lose,
    /// *planted*: without a ceiling
    NoCeiling,
    /// *planted*: check, then generate
    CheckFirst,
}

/// The name of the option.
pub(super) fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The title in the table.
pub(super) fn title(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.and_then(|value| Some(value.get_help()?.to_string())).unwrap_or_default()
}

impl Fault {
    /// Whether to try it with an engine. Files have no server and no connections.
    pub(super) const fn applies_to(self, engine: Engine) -> bool {
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
            Self::Crash | Self::Down => engine.notices_restore(),
            _ => false,
        }
    }

    /// Whether it stops renewals, but not the IDs of leases from before.
    pub(super) const fn disturbs_store(self) -> bool {
        matches!(self, Self::Cut | Self::Mute | Self::Late | Self::Crash | Self::Down | Self::FreezeServer)
    }

    /// Whether the workers have a planted fault, so that duplicates are expected.
    pub(super) const fn is_planted(self) -> bool {
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
