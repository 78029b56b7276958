//! SCRU128 IDs from the clock and the random number generator of an STM32F405, through stm32f4xx-hal. The main loop and an
//! interrupt share one generator.
//!
//! `cargo xtask firmware` builds this image, so the recipes of `docs/embedded/` build with a real hardware abstraction layer. No
//! test runs it.

#![no_std]
#![no_main]
#![deny(warnings)]

use core::cell::RefCell;
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use critical_section::Mutex;
use scru128::clock::Clock;
use scru128::error::GenerateError;
use scru128::random::{RandCore06, RandomSource};
use scru128::{Generator, Scru128};
use stm32f4xx_hal::pac::{self, NVIC, interrupt};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Config;
use stm32f4xx_hal::rng::Rng;
use stm32f4xx_hal::rtc::{Event, Rtc};

/// The build date, 2026-11-22. The clock reads an earlier date until it is set.
const BUILT_UNIX_MS: u64 = 1_795_305_600_000;

/// The calendar clock of the layer, which runs in UTC. The interrupt needs it, too, so it does not belong to the generator.
static RTC: Mutex<RefCell<Option<Rtc>>> = Mutex::new(RefCell::new(None));

/// Reads the calendar clock.
struct Calendar;

/// The clock was read before `main` started it.
struct NotStarted;

impl Clock for Calendar {
    type Error = NotStarted;

    fn unix_ms(&mut self) -> Result<u64, NotStarted> {
        let now = critical_section::with(|section| {
            RTC.borrow_ref_mut(section).as_mut().map(Rtc::get_datetime).ok_or(NotStarted)
        })?;
        // The years of this clock are from 1970.
        let now = now.assume_utc();
        Ok(now.unix_timestamp().unsigned_abs() * 1000 + u64::from(now.millisecond()))
    }
}

/// `RandCore06` calls the method of the layer that returns errors.
type Ids = Generator<Calendar, RandCore06<Rng>>;

static IDS: Mutex<RefCell<Option<Ids>>> = Mutex::new(RefCell::new(None));

/// Why there is no ID.
enum NoId {
    /// Before `main` has made the generator.
    NoGenerator,
    /// The peripherals, or the time.
    Generator(GenerateError<NotStarted, <RandCore06<Rng> as RandomSource>::Error>),
}

/// Makes an ID, in the main loop or in an interrupt.
fn next_id() -> Result<Scru128, NoId> {
    critical_section::with(|section| {
        let mut ids = IDS.borrow_ref_mut(section);
        ids.as_mut().ok_or(NoId::NoGenerator)?.generate().map_err(NoId::Generator)
    })
}

/// Where a product would send the text of an ID, or report an error.
fn send(id: Result<Scru128, NoId>) {
    match id {
        Ok(id) => {
            core::hint::black_box(id.encode_into(&mut [0; 25]));
        }
        Err(NoId::NoGenerator) => cortex_m::asm::nop(),
        Err(NoId::Generator(error)) => {
            core::hint::black_box(error.reason());
        }
    }
}

#[entry]
fn main() -> ! {
    let Some(mut peripherals) = pac::Peripherals::take() else { stop() };
    let mut rcc = peripherals.RCC.freeze(Config::hse(8.MHz()).sysclk(168.MHz()).require_pll48clk());
    let mut rtc = Rtc::new(peripherals.RTC, &mut rcc, &mut peripherals.PWR);
    rtc.enable_wakeup(10.secs().into());
    rtc.listen(&mut peripherals.EXTI, Event::Wakeup);
    let random = RandCore06(peripherals.RNG.constrain(&mut rcc));

    let ids = Generator::with_config(Config::new(), Calendar, random).with_floor_unix_ms(BUILT_UNIX_MS);
    critical_section::with(|section| {
        RTC.replace(section, Some(rtc));
        IDS.replace(section, Some(ids));
    });
    unmask(pac::Interrupt::RTC_WKUP);
    loop {
        send(next_id());
        cortex_m::asm::wfi();
    }
}

#[allow(unsafe_code, reason = "the layer has no safe function for it")]
fn unmask(interrupt: pac::Interrupt) {
    // SAFETY: no critical section relies on this interrupt being masked. They mask all interrupts.
    unsafe { NVIC::unmask(interrupt) };
}

#[interrupt]
fn RTC_WKUP() {
    critical_section::with(|section| {
        if let Some(rtc) = RTC.borrow_ref_mut(section).as_mut() {
            rtc.clear_interrupt(Event::Wakeup);
        }
    });
    send(next_id());
}

fn stop() -> ! {
    loop {
        cortex_m::asm::wfi();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    stop()
}
