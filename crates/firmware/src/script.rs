//! A clock and a random source that give what a step says.

use core::cell::RefCell;

use idcore::{Clock, Draw, MicrosecondClock, RandomSource};

use crate::table::Numbers;

/// What a step has for the generator.
#[derive(Debug, Default)]
pub struct Script {
    /// The clock's reading.
    pub now: u64,
    /// The draws that are still to be asked for; `null` is a source that fails there.
    pub draws: Numbers,
    /// Whether the generator asked for a draw that the step does not have.
    pub strayed: bool,
}

impl Script {
    /// Takes the draw of a field; it must be in the range.
    fn take(&mut self, field: &str, min: u128, max: u128) -> Result<u128, Scripted> {
        let index = self.draws.0.iter().position(|(name, _)| name == field);
        match index.map(|index| self.draws.0.swap_remove(index).1) {
            Some(Some(value)) if (min..=max).contains(&value) => Ok(value),
            Some(None) => Err(Scripted),
            // Whether no bits at all are a draw is for each implementation to say.
            None if max == 0 => Ok(0),
            Some(Some(_)) | None => {
                self.strayed = true;
                Err(Scripted)
            }
        }
    }
}

/// The step says that the source fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripted;

/// A clock that reads what the step says.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedClock<'a>(pub &'a RefCell<Script>);

impl Clock for ScriptedClock<'_> {
    type Error = Scripted;

    fn unix_ms(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

/// In a trace whose readings are in microseconds.
impl MicrosecondClock for ScriptedClock<'_> {
    fn unix_us(&mut self) -> Result<u64, Scripted> {
        Ok(self.0.borrow().now)
    }
}

/// A random source that draws what the step says.
#[derive(Clone, Copy, Debug)]
pub struct ScriptedRandom<'a>(pub &'a RefCell<Script>);

impl RandomSource for ScriptedRandom<'_> {
    type Error = Scripted;

    fn next_u32(&mut self) -> Result<u32, Scripted> {
        self.0.borrow_mut().strayed = true;
        Err(Scripted)
    }

    fn draw(&mut self, Draw { field, bits }: Draw) -> Result<u32, Scripted> {
        let value = self.draw_wide(Draw { field, bits })?;
        u32::try_from(value).map_err(|_| Scripted)
    }

    fn draw_wide(&mut self, Draw { field, bits }: Draw) -> Result<u128, Scripted> {
        self.0.borrow_mut().take(field, 0, largest(bits))
    }

    fn draw_positive(&mut self, Draw { field, bits }: Draw) -> Result<u32, Scripted> {
        let value = self.0.borrow_mut().take(field, 1, largest(bits))?;
        u32::try_from(value).map_err(|_| Scripted)
    }
}

fn largest(bits: u32) -> u128 {
    u128::MAX.checked_shr(128 - bits).unwrap_or(0)
}
