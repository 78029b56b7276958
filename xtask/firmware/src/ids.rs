//! IDs for a device, in its main loop and its interrupts, that don't repeat after a power loss.
//!
//! Copy this file. In Cargo.toml, depend on `scru128` without its default features, and on `critical-section` with an
//! implementation, such as your HAL's. Write a module `board` with four functions, and with two error types, `NoWord` and
//! `NotSaved`, which derive `Clone`, `Copy`, `Debug`, `PartialEq` and `Eq`:
//!
//! - `unix_ms() -> Option<u64>` reads the clock, in milliseconds since 1970. It returns `None` until the clock is set.
//! - `random_word() -> Result<u32, NoWord>` reads 32 bits from the random number generator.
//! - `load() -> Option<u64>` returns the last number that was saved completely.
//! - `save(u64) -> Result<(), NotSaved>` writes a number to flash, and returns when it is complete.
//!
//! Call [`start`] after a reset and [`reserve`] in each round of the main loop. Call [`next_id`] anywhere. If the clock was
//! ever in the far future, call [`restart`] when it is right again.

use core::cell::RefCell;

use critical_section::Mutex;
use scru128::clock::NoClock;
use scru128::error::GenerateError;
use scru128::{Config, Generator, Scru128, random};

use crate::board::{self, NoWord, NotSaved};

/// The build date of the firmware, in milliseconds since 1970. A clock that reads earlier is not set.
pub const BUILT_UNIX_MS: u64 = 1_795_000_000_000;

/// The end of life of the last device, in milliseconds since 1970.
pub const LATEST_UNIX_MS: u64 = BUILT_UNIX_MS + 50 * 365 * 86_400_000;

/// The saved instant is ahead of the clock by this time, in milliseconds. So the device writes to flash once a minute.
pub const RESERVE_MS: u64 = 60_000;

/// The saved instant is ahead of the last ID by at least this time, in milliseconds. It is short, so that a series of
/// restarts doesn't move the IDs far ahead of the clock.
pub const MARGIN_MS: u64 = 1_000;

/// The rollback that the generator tolerates, in milliseconds. After a restart, IDs are ahead of the clock.
pub const ALLOWANCE_MS: u64 = 2 * RESERVE_MS;

type Ids = Generator<NoClock, random::FromFn<fn() -> Result<u32, NoWord>>>;

/// The ceiling is the last saved instant. All IDs are before it, and after a restart all IDs are after it.
static IDS: Mutex<RefCell<Ids>> = Mutex::new(RefCell::new(
    Config::new()
        .generator(NoClock, random::from_fn(board::random_word as fn() -> Result<u32, NoWord>))
        .with_allowance_ms(ALLOWANCE_MS)
        .with_floor_unix_ms(BUILT_UNIX_MS)
        .with_ceiling_unix_ms(0),
));

/// The reason why no ID was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoId {
    /// The clock is not set.
    Clock,
    /// The flash write failed.
    Flash(NotSaved),
    /// The clock reads the end of life or later.
    EndOfLife,
    /// The generator failed. With `AfterCeiling`, try again after the next [`reserve`]. With `Rollback`, the clock was ahead
    /// of the present time, and the saved instant is too: wait until then, or call [`restart`].
    Generator(GenerateError<NoClock, NoWord>),
}

/// Blocks interrupts while the generator is in use. Never write to flash in here: a write takes milliseconds, and on many
/// chips it also stops the core.
fn with<T>(function: impl FnOnce(&mut Ids) -> T) -> T {
    critical_section::with(|token| function(&mut IDS.borrow_ref_mut(token)))
}

/// Continues after the saved instant. Call this once, before anything else.
///
/// # Errors
///
/// Returns an error if [`reserve`] does. The device can continue, because the main loop tries again.
pub fn start() -> Result<(), NoId> {
    // Flash that was never written reads as an instant that this firmware can't have saved.
    if let Some(saved) = board::load().filter(|saved| (BUILT_UNIX_MS..LATEST_UNIX_MS).contains(saved)) {
        with(|ids| ids.resume_after_instant(saved)).map_err(|_| NoId::EndOfLife)?;
    }
    reserve()
}

/// Saves a later instant if the last one is near. Call this from the main loop, at least twice per [`MARGIN_MS`], and
/// never from an interrupt.
///
/// # Errors
///
/// Returns an error if the clock is not set, if the write fails, or at the end of life.
pub fn reserve() -> Result<(), NoId> {
    let now = board::unix_ms().filter(|now| *now >= BUILT_UNIX_MS).ok_or(NoId::Clock)?;
    let (saved, last) = with(|ids| (ids.ceiling_unix_ms(), now + ids.ahead_ms_at(now)));
    if saved > last + MARGIN_MS / 2 {
        return Ok(());
    }
    let later = (now + RESERVE_MS).max(last + MARGIN_MS);
    if later >= LATEST_UNIX_MS {
        return Err(NoId::EndOfLife);
    }
    board::save(later).map_err(NoId::Flash)?;
    with(|ids| ids.set_ceiling_unix_ms(later));
    Ok(())
}

/// Starts over at the clock's time if the last ID is further ahead than [`ALLOWANCE_MS`], and generates an ID. Its random
/// bits keep it apart from the IDs that the device has already generated for this time. Call this from the main loop.
///
/// # Errors
///
/// Returns an error if the clock is not set, if the generator or the write fails, or at the end of life.
pub fn restart() -> Result<Scru128, NoId> {
    let now = board::unix_ms().filter(|now| *now >= BUILT_UNIX_MS).ok_or(NoId::Clock)?;
    if with(|ids| ids.ahead_ms_at(now)) <= ALLOWANCE_MS {
        reserve()?;
        return next_id();
    }
    let later = Some(now + RESERVE_MS).filter(|later| *later < LATEST_UNIX_MS).ok_or(NoId::EndOfLife)?;
    board::save(later).map_err(NoId::Flash)?;
    with(|ids| {
        // Afterwards, because a ceiling before the last ID stops the generator.
        let id = ids.generate_or_reset_at(now)?;
        ids.set_ceiling_unix_ms(later);
        Ok(id)
    })
    .map_err(NoId::Generator)
}

/// Generates an ID. Call this from the main loop or an interrupt.
///
/// # Errors
///
/// Returns an error if the clock is not set or the generator fails.
pub fn next_id() -> Result<Scru128, NoId> {
    let now = board::unix_ms().ok_or(NoId::Clock)?;
    with(|ids| ids.generate_at(now)).map_err(NoId::Generator)
}
