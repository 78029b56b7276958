//! The driver and the generator, compiled from `idcore`'s files with a process number that tests can change.

#[allow(dead_code, reason = "the histories use a part of them")]
#[allow(missing_docs, unreachable_pub, reason = "they are public in `idcore`")]
#[allow(unexpected_cfgs, reason = "they have the features of `idcore`")]
#[path = "../../../../crates/idcore/src/generate"]
pub(crate) mod generate {
    pub(crate) mod driver;
    pub(crate) mod generator;
    pub(crate) mod scheme;
    pub(crate) mod wait;
}

/// For the unit tests in these files.
#[path = "../../../../crates/idcore/src/test_support"]
pub(crate) mod test_support {
    pub(crate) mod scheme;
}

/// The stand-in for `idcore::sys`.
pub(crate) mod sys {
    use std::cell::Cell;

    thread_local! {
        static PROCESS: Cell<u32> = const { Cell::new(1) };
    }

    pub(crate) fn process_number() -> u32 {
        PROCESS.get()
    }

    /// Makes this thread a child. All of its generators belong to the parent.
    pub(crate) fn fork() {
        PROCESS.set(PROCESS.get() + 1);
    }

    pub(crate) mod platform {
        use std::time::Duration;

        #[allow(clippy::unnecessary_wraps, reason = "a browser can't always wait")]
        pub(crate) fn pause(wait: Duration) -> Option<Duration> {
            std::thread::sleep(wait);
            Some(wait)
        }
    }
}
