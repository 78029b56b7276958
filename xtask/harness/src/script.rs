//! A clock and a random source that return the values of a step.

use core::cell::RefCell;
use core::fmt::{self, Display};

use idcore::clock::{Clock, MicrosecondClock};
use idcore::random::{Draw, RandomSource};

use crate::case::{MAX_NUMBERS, Numbers, Step};

/// The values of a step.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    now: u64,
    /// The width of each draw of the trace.
    draw_bits: &'a Numbers<'a>,
    /// The remaining draws, in the order of `draw_bits`. `Some(None)` is a draw for which the source fails.
    draws: [Option<Option<u128>>; MAX_NUMBERS],
    fault: Option<Fault>,
}

/// A mismatch in the draws of a call: the draw, if the generator drew a field, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault(Option<Draw>, &'static str);

impl Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Draw { field, bits }) = self.0 {
            write!(formatter, "a draw of {bits} bits for `{field}`, ")?;
        }
        formatter.write_str(self.1)
    }
}

impl<'a> Script<'a> {
    /// Creates a script without a step.
    pub(crate) fn new(draw_bits: &'a Numbers<'a>) -> Self {
        Self { now: 0, draw_bits, draws: [None; MAX_NUMBERS], fault: None }
    }

    /// Moves on to a step.
    pub(crate) fn turn_to(&mut self, step: &Step<'_>) {
        *self = Self { now: step.now, ..Self::new(self.draw_bits) };
        for (name, value) in &step.draws.0 {
            match self.draw_bits.position(name).and_then(|position| self.draws.get_mut(position)) {
                Some(draw) => *draw = Some(*value),
                None => self.fault = Some(Fault(None, "one without a width in `draw_bits`")),
            }
        }
    }

    /// Returns the last mismatch in the generator's draws.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Returns a field that the generator should have drawn but did not. It may skip 0-bit draws and, after a failed
    /// draw, all other draws.
    pub(crate) fn unused(&self, failed: bool) -> Option<&'a str> {
        let mut draws = self.draw_bits.0.iter().zip(&self.draws);
        draws.find_map(|((name, bits), draw)| match draw {
            Some(None) => Some(*name),
            Some(Some(_)) if !failed && *bits != Some(0) => Some(*name),
            _ => None,
        })
    }

    /// Takes the value of a draw.
    fn take(&mut self, draw: Draw, min: u128) -> Result<u128, Scripted> {
        let position = self.draw_bits.position(draw.field);
        let differs = self.draw_bits.number(draw.field).is_some_and(|width: u32| width != draw.bits);
        let planned = position.and_then(|position| self.draws.get_mut(position)).and_then(Option::take);
        let max = u128::MAX.checked_shr(128_u32.saturating_sub(draw.bits)).unwrap_or(0);
        let fault = match (differs, planned) {
            (true, _) => "whose width in `draw_bits` differs",
            (false, Some(Some(value))) if (min..=max).contains(&value) => return Ok(value),
            (false, Some(Some(_))) => "for which the step's value is out of range",
            (false, Some(None)) => return Err(Scripted),
            (false, None) if draw.bits == 0 => return Ok(0),
            (false, None) => "which the step does not have",
        };
        self.fault = Some(Fault(Some(draw), fault));
        Err(Scripted)
    }
}

/// The error that a step sets for the random source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripted;

/// A clock that returns the reading of the step.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedClock<'a>(pub(crate) &'a RefCell<Script<'a>>);

impl Clock for ScriptedClock<'_> {
    type Error = Scripted;

    fn unix_ms(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

/// For traces with readings in microseconds.
impl MicrosecondClock for ScriptedClock<'_> {
    fn unix_us(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

/// A random source that returns the draws of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptedRandom<'a>(pub(crate) &'a RefCell<Script<'a>>);

impl RandomSource for ScriptedRandom<'_> {
    type Error = Scripted;

    fn next_u32(&mut self) -> Result<u32, Scripted> {
        self.0.borrow_mut().fault = Some(Fault(None, "a random number that belongs to no field"));
        Err(Scripted)
    }

    fn draw(&mut self, draw: Draw) -> Result<u32, Scripted> {
        let value = self.draw_wide(draw)?;
        u32::try_from(value).map_err(|_| Scripted)
    }

    fn draw_wide(&mut self, draw: Draw) -> Result<u128, Scripted> {
        self.0.borrow_mut().take(draw, 0)
    }

    fn draw_positive(&mut self, draw: Draw) -> Result<u32, Scripted> {
        let value = self.0.borrow_mut().take(draw, 1)?;
        u32::try_from(value).map_err(|_| Scripted)
    }
}
