//! The life of a device: its clock is not set yet, its random source fails, its power is lost.

use core::cell::Cell;

use idcore::{Clock, GenerateError, Generator, Milliseconds, RandomSource, Scheme};

/// How far ahead of its clock a device saves an instant, in milliseconds: one write to its flash memory in a minute.
pub const RESERVE_MS: u64 = 60_000;

/// How far ahead of its IDs it does so while these are themselves ahead of the clock, in milliseconds. Less, so that many starts
/// in a row do not drive them further and further ahead.
pub const MARGIN_MS: u64 = 1_000;

/// When the firmware was built, in milliseconds since 1970. A clock that reads earlier has lost its time.
pub const BUILT_UNIX_MS: u64 = 1_795_000_000_000;

/// When the last of the devices will be gone, in milliseconds since 1970. What reads later was not saved by one.
pub const LATEST_UNIX_MS: u64 = BUILT_UNIX_MS + 50 * 365 * 24 * 60 * 60 * 1000;

/// The peripherals.
#[derive(Debug)]
pub struct Board {
    /// What the real-time clock reads; `None` until it is set.
    pub unix_ms: Cell<Option<u64>>,
    /// How many words the random number generator gives until its next fault; `None` if there will be none.
    pub words_to_fault: Cell<Option<u32>>,
    /// What the next word comes from. The same after every start, as in a generator that is stuck.
    seed: Cell<u32>,
}

impl Board {
    /// The board after the power has come.
    #[must_use]
    pub const fn start() -> Self {
        Self { unix_ms: Cell::new(None), words_to_fault: Cell::new(None), seed: Cell::new(1) }
    }
}

/// The board's real-time clock.
#[derive(Clone, Copy, Debug)]
pub struct Rtc<'a>(&'a Board);

/// The clock was not set since the power came.
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

/// The random number generator's status register tells of a fault.
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

/// Memory that keeps an instant while there is no power.
pub trait Flash {
    /// What was saved last; `None` if nothing was yet.
    fn load(&mut self) -> Option<u64>;

    /// Saves an instant, in milliseconds since 1970. It must be written when this returns.
    fn save(&mut self, unix_ms: u64);
}

/// Makes IDs that come only once, whenever the power is lost.
///
/// Before an ID leaves the device, an instant after it has been saved. After the next start, IDs go on after that instant.
pub struct Device<'a, S: Scheme, F> {
    rtc: Rtc<'a>,
    generator: Generator<S, Rtc<'a>, Rng<'a>>,
    flash: F,
    reserved_unix_ms: u64,
}

impl<'a, S: Scheme<Unit = Milliseconds>, F: Flash> Device<'a, S, F> {
    /// What happens at each start.
    pub fn start(config: S, board: &'a Board, mut flash: F) -> Self {
        // The clock may read as much as the reserve before what was saved; some more, if it was set back.
        let mut generator = Generator::with_config(config, Rtc(board), Rng(board))
            .with_allowance_ms(2 * RESERVE_MS)
            .with_floor_unix_ms(BUILT_UNIX_MS);
        // Memory as it left the factory reads as an instant that this firmware can't have saved. It must not count as reserved, or
        // nothing would ever be saved.
        let saved = flash.load().filter(|unix_ms| (BUILT_UNIX_MS..LATEST_UNIX_MS).contains(unix_ms));
        let reserved_unix_ms = match saved.map(|unix_ms| (unix_ms, generator.resume_after_instant(unix_ms))) {
            Some((unix_ms, Ok(()))) => unix_ms,
            Some((_, Err(_))) | None => BUILT_UNIX_MS,
        };
        Self { rtc: Rtc(board), generator, flash, reserved_unix_ms }
    }

    /// The next ID.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    pub fn generate(&mut self) -> Result<S::Id, GenerateError<NotSet, Fault>> {
        let now = self.rtc.unix_ms().map_err(GenerateError::Clock)?;
        let id = self.generator.generate_at(now)?;
        let ahead_ms = self.generator.ahead_ms_at(self.reserved_unix_ms);
        if ahead_ms > 0 {
            let last_unix_ms = self.reserved_unix_ms + ahead_ms;
            self.reserved_unix_ms = (now + RESERVE_MS).max(last_unix_ms + MARGIN_MS);
            self.flash.save(self.reserved_unix_ms);
        }
        Ok(id)
    }
}

/// One life of a device, from the coming of the power to its loss. Each ID goes to `send`.
///
/// # Errors
///
/// Says what was not as it should be.
pub fn live<S>(config: S, flash: impl Flash, mut send: impl FnMut(S::Id)) -> Result<(), &'static str>
where
    S: Scheme<Id: PartialOrd, Unit = Milliseconds>,
{
    let board = Board::start();
    let mut device = Device::start(config, &board, flash);

    if !matches!(device.generate(), Err(GenerateError::Clock(NotSet))) {
        return Err("a clock that is not set did not keep the generator from making an ID");
    }
    board.unix_ms.set(Some(BUILT_UNIX_MS - 1));
    if !matches!(device.generate(), Err(GenerateError::BeforeFloor { floor_unix_ms: BUILT_UNIX_MS, .. })) {
        return Err(
            "a clock that reads an instant before the build did not keep the generator from making an ID",
        );
    }
    if device.generator.last().is_some() {
        return Err("there is a last ID although none was made");
    }

    let mut last = None;
    for call in 0..500_u32 {
        // Ten IDs in each tick of 9 ms on the average; now and then the clock goes back.
        let now = BUILT_UNIX_MS + 1 + u64::from(call / 10 * 9) - u64::from(call / 10 % 4 * 5);
        board.unix_ms.set(Some(now));
        // A fault at the first, second, … word that the next IDs draw.
        board.words_to_fault.set(if call % 3 == 0 { Some(call / 3 % 7) } else { None });
        match device.generate() {
            Ok(id) if last.as_ref().is_some_and(|last| *last >= id) => {
                return Err("the IDs are out of order");
            }
            Ok(id) => {
                last = Some(id);
                send(id);
            }
            Err(GenerateError::Random(Fault)) if device.generator.last() == last => {}
            Err(GenerateError::Random(Fault)) => return Err("a fault changed the state"),
            Err(GenerateError::Overflow { .. }) => {}
            Err(_) => return Err("the error is another than those of the random source"),
        }
    }
    Ok(())
}
