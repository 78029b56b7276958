//! IDs from one generator for all threads of the process.

use idcore::{ProcessWide, ProcessWideId, SystemError};

use super::{Config, Tiny64};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

pub(crate) fn new() -> Tiny64 {
    PROCESS_WIDE.id()
}

pub(crate) fn new_string() -> String {
    new().into()
}

pub(crate) fn try_new() -> Result<Tiny64, SystemError> {
    PROCESS_WIDE.try_id()
}

impl ProcessWideId for Tiny64 {
    type NewError = SystemError;

    fn new() -> Self {
        new()
    }

    fn try_new() -> Result<Self, SystemError> {
        try_new()
    }
}
