//! A simulated device. Its clock is not set at first, its random source can fail, and it loses power.

use core::cell::Cell;

use idcore::clock::{Clock, Milliseconds};
use idcore::error::GenerateError;
use idcore::random::RandomSource;
use idcore::{Generator, Scheme};

use crate::ids::{BUILT_UNIX_MS, LATEST_UNIX_MS, MARGIN_MS, RESERVE_MS};

/// The peripherals.
#[derive(Debug)]
pub struct Board {
    /// The reading of the real-time clock. `None` until the clock is set.
    pub unix_ms: Cell<Option<u64>>,
    /// The number of words until the random number generator fails next. `None` if it doesn't fail.
    pub words_to_fault: Cell<Option<u32>>,
    /// The state from which the next word is computed. It is the same after every start, like a stuck generator's.
    seed: Cell<u32>,
}

impl Board {
    /// Returns the board after power-up.
    #[must_use]
    pub const fn start() -> Self {
        Self { unix_ms: Cell::new(None), words_to_fault: Cell::new(None), seed: Cell::new(1) }
    }
}

/// The board's real-time clock.
#[derive(Clone, Copy, Debug)]
pub struct Rtc<'a>(&'a Board);

/// The clock has not been set since power-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSet;

impl Clock for Rtc<'_> {
    type Error = NotSet;

    fn unix_ms(&mut self) -> Result<u64, NotSet> {
        self.0.unix_ms.get().ok_or(NotSet)
    }
}

/// The board's random number generator.
#[derive(Clone, Copy, Debug)]
pub struct Rng<'a>(&'a Board);

/// The status register of the random number generator reports a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault;

impl RandomSource for Rng<'_> {
    type Error = Fault;

    fn next_u32(&mut self) -> Result<u32, Fault> {
        let Self(board) = self;
        let words_to_fault = board.words_to_fault.get();
        board.words_to_fault.set(words_to_fault.and_then(|words| words.checked_sub(1)));
        if words_to_fault == Some(0) {
            return Err(Fault);
        }
        board.seed.set(board.seed.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        Ok(board.seed.get())
    }
}

/// Non-volatile memory for an instant.
pub trait Flash {
    /// Returns the last saved instant, or `None` if no instant was saved yet.
    fn load(&mut self) -> Option<u64>;

    /// Saves an instant, in Unix milliseconds. The write must be complete when this function returns.
    fn save(&mut self, unix_ms: u64);
}

/// Generates IDs that never repeat, no matter when the device loses power.
///
/// Before an ID leaves the device, the device saves a later instant. After the next start, IDs continue after that
/// instant.
pub struct Device<'a, S: Scheme, F> {
    rtc: Rtc<'a>,
    generator: Generator<S, Rtc<'a>, Rng<'a>>,
    flash: F,
    reserved_unix_ms: u64,
}

impl<'a, S: Scheme<Unit = Milliseconds>, F: Flash> Device<'a, S, F> {
    /// Starts the device.
    pub fn start(config: S, board: &'a Board, mut flash: F) -> Self {
        // The clock can be behind the saved instant by the reserve, and by more if it was set back.
        let mut generator = Generator::with_config(config, Rtc(board), Rng(board))
            .with_allowance_ms(2 * RESERVE_MS)
            .with_floor_unix_ms(BUILT_UNIX_MS)
            // The next start ignores later instants, so no ID may depend on one.
            .with_ceiling_unix_ms(LATEST_UNIX_MS - RESERVE_MS - MARGIN_MS);
        // Memory in its factory state reads as an instant that this firmware can't have saved. It must not count as
        // reserved, or the device would never save an instant.
        let saved = flash.load().filter(|unix_ms| (BUILT_UNIX_MS..LATEST_UNIX_MS).contains(unix_ms));
        let reserved_unix_ms = match saved.map(|unix_ms| (unix_ms, generator.resume_after_instant(unix_ms))) {
            Some((unix_ms, Ok(()))) => unix_ms,
            Some((_, Err(_))) | None => BUILT_UNIX_MS - 1,
        };
        Self { rtc: Rtc(board), generator, flash, reserved_unix_ms }
    }

    /// Generates the next ID.
    ///
    /// # Errors
    ///
    /// Returns an error if [`Generator::generate`] does.
    pub fn generate(&mut self) -> Result<S::Id, GenerateError<NotSet, Fault>> {
        let now = self.rtc.unix_ms().map_err(GenerateError::Clock)?;
        let id = self.generator.generate_at(now)?;
        let ahead_ms = self.generator.ahead_ms_at(self.reserved_unix_ms);
        if ahead_ms > 0 {
            let last_unix_ms = self.reserved_unix_ms + ahead_ms;
            let next_unix_ms = (now + RESERVE_MS).max(last_unix_ms + MARGIN_MS);
            self.flash.save(next_unix_ms);
            self.reserved_unix_ms = next_unix_ms;
        }
        Ok(id)
    }
}

/// Runs a device from power-up to power loss. Passes each ID to `send`.
///
/// # Errors
///
/// Returns an error that describes what the device did wrong.
pub fn live<S>(config: S, flash: impl Flash, mut send: impl FnMut(S::Id)) -> Result<(), &'static str>
where
    S: Scheme<Id: PartialOrd, Unit = Milliseconds>,
{
    let board = Board::start();
    let mut device = Device::start(config, &board, flash);

    if !matches!(device.generate(), Err(GenerateError::Clock(NotSet))) {
        return Err("expected a clock error while the clock is not set");
    }
    board.unix_ms.set(Some(BUILT_UNIX_MS - 1));
    if !matches!(device.generate(), Err(GenerateError::BeforeFloor { floor_unix_ms: BUILT_UNIX_MS, .. })) {
        return Err("expected an error for a clock that reads earlier than the build");
    }
    board.unix_ms.set(Some(LATEST_UNIX_MS));
    if !matches!(device.generate(), Err(GenerateError::AfterCeiling { .. })) {
        return Err("expected an error for a clock that reads later than any saved instant");
    }
    if device.generator.last().is_some() {
        return Err("expected no last ID before the first ID, found one");
    }

    let mut last = None;
    for call in 0..500_u32 {
        // An average of ten IDs in each tick of 9 ms. Sometimes the clock goes back.
        let now = BUILT_UNIX_MS + u64::from(call / 10 * 9) - u64::from(call / 10 % 4 * 5);
        board.unix_ms.set(Some(now));
        // The random source fails at the first, second, … word that the next IDs draw.
        board.words_to_fault.set(if call % 3 == 0 { Some(call / 3 % 7) } else { None });
        match device.generate() {
            Ok(id) if last.as_ref().is_some_and(|last| *last >= id) => {
                return Err("the IDs are out of order");
            }
            Ok(_) if device.reserved_unix_ms <= BUILT_UNIX_MS => {
                return Err("an ID would leave the device before an instant is saved");
            }
            Ok(id) => {
                last = Some(id);
                send(id);
            }
            Err(GenerateError::Random(Fault)) if device.generator.last() == last => {}
            Err(GenerateError::Random(Fault)) => {
                return Err("a failure of the random source changed the state");
            }
            Err(GenerateError::Overflow { .. }) => {}
            Err(_) => return Err("expected the error of the random source, found a different error"),
        }
    }
    Ok(())
}
