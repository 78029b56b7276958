//! The kinds of generators, each with a promise of its own.

/// How a worker makes its IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The process-wide generator, by all threads at the same time. An ID that is requested after another was returned is
    /// greater.
    Threads,
    /// The process-wide generator, by threads that take turns. So the order of all its IDs is known.
    Turns,
    /// One generator for each thread.
    Own,
    /// The same, many IDs at once.
    Fill,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Threads, Self::Turns, Self::Own, Self::Fill];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Turns => "turns",
            Self::Own => "own",
            Self::Fill => "fill",
        }
    }

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it is the process-wide generator.
    pub(crate) const fn is_process_wide(self) -> bool {
        matches!(self, Self::Threads | Self::Turns)
    }
}
