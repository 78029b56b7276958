//! IDs from one generator for all threads of the process.

use idcore::{ProcessWide, SystemError};

use crate::{Config, Scru160};

static PROCESS_WIDE: ProcessWide<Config> = ProcessWide::new(|_| Ok(Config::new()));

idcore::process_wide! {
    PROCESS_WIDE;

    /// Makes an ID with the process-wide generator.
    ///
    /// IDs increase across all threads of the process, with one exception: if the system's clock goes back by more than ten
    /// seconds, the generator starts over at the earlier time. A forked child has a generator of its own. The randomness is
    /// cryptographically strong.
    ///
    /// # Panics
    ///
    /// Panics if the operating system has no randomness or no plausible time, and where [`configure_within`] allows no ID.
    /// [`try_new`] returns an error instead.
    pub fn new() -> Scru160;

    /// Generates an ID like [`new`], but never panics and never waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system has no randomness, if its clock is not between 1970 and 10889, or if
    /// [`configure_within`] allows no ID.
    pub fn try_new() -> Result<_, SystemError>;
}

/// Sets the configuration of the process-wide generator, in this process and in those that it forks. IDs made
/// afterwards are greater than all earlier ones.
pub fn configure(config: Config) {
    PROCESS_WIDE.configure(config);
}

idcore::configure_within!(
    PROCESS_WIDE,
    Config,
    "node id",
    "scru160",
    "scru160::Config::new().with_node_id(42, 8)?"
);

#[cfg(test)]
mod tests {
    use super::*;

    /// One test for all of this, because there is only one generator.
    #[test]
    fn a_configuration_keeps_the_order_and_a_stray_reading_does_not_stop_new() {
        for node_id in 0..1000 {
            let before = new();
            configure(Config::new().with_node_id(node_id, 16).unwrap());
            let after = new();
            assert!(after > before && after.random16() == node_id);
        }

        let made = [new(), new_string().parse().unwrap(), try_new().unwrap()];
        assert!(made.is_sorted_by(|one, next| one < next), "{made:?}");

        let now = new().unix_ms();
        let near = PROCESS_WIDE.with(|generator| generator.generate_at(now + 5_000)).unwrap();
        assert!(new() > near.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(try_new().unwrap() < far.unwrap());
        let far = PROCESS_WIDE.with(|generator| generator.generate_at(now + 1_000_000_000)).unwrap();
        assert!(new() < far.unwrap());
    }
}
