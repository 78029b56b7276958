//! Every short history of a generator. The shipped driver and generator, with a small scheme, are compared with a model
//! of their documentation.
//!
//! - **All reachable states.** In each state of the model that can be reached, each event is applied to a generator in
//!   that state. This covers histories of any length, provided that the model's state contains everything that matters.
//! - **All histories of up to four events**, each with one generator from start to end. These would reveal a generator
//!   that remembers more than the model does.
//!
//! After each event, the IDs and the error must match the model's, and the promises are checked on their own.

mod core_files;
mod model;
mod small;

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};

// Names that the files of `idcore` use.
pub(crate) use core_files::{generate, sys, test_support};
pub(crate) use generate::{generator::Generator, scheme::Scheme};
pub(crate) use idcore::{clock, error, random};

use model::{Event, Outcome, Settings, State, Used};
use small::{Hardware, Id, LAST_COUNT, Small, TICK_MS, TICKS, World};

const START: State = State { used: Used::Nothing, is_parents: false, ceiling_unix_ms: u64::MAX };

const WORLD: World = World { reading: Some(0), count: 0, entropy: 0, draws: u8::MAX };

/// The shipped generator.
struct Shipped<'a, const OVERFLOWS: bool, const REFUSES_FORKS: bool> {
    generator: Generator<Small<OVERFLOWS, REFUSES_FORKS>, Hardware<'a>, Hardware<'a>>,
    hardware: Hardware<'a>,
}

impl<'a, const OVERFLOWS: bool, const REFUSES_FORKS: bool> Shipped<'a, OVERFLOWS, REFUSES_FORKS> {
    fn new(settings: &Settings, hardware: Hardware<'a>) -> Self {
        let generator = Generator::with_config(Small, hardware, hardware)
            .with_allowance_ms(settings.allowance_ms)
            .with_floor_unix_ms(settings.floor_unix_ms);
        Self { generator, hardware }
    }

    /// Creates a generator in a state.
    fn in_state(settings: &Settings, hardware: Hardware<'a>, state: &State) -> Self {
        let mut shipped = Self::new(settings, hardware);
        match state.used {
            Used::Nothing => {}
            Used::Tick(tick) => shipped.generator.resume_after_instant(tick * TICK_MS).expect("a tick"),
            Used::Id(id) => shipped.generator.resume_after(id).expect("an ID"),
        }
        shipped.generator.set_ceiling_unix_ms(state.ceiling_unix_ms);
        if state.is_parents {
            shipped.apply(Event::Fork);
        }
        shipped
    }

    fn apply(&mut self, event: Event) -> Outcome {
        let Self { generator, hardware } = self;
        let result = match event {
            Event::Generate { world, or_reset } => {
                hardware.world.set(world);
                if or_reset { generator.generate_or_reset() } else { generator.generate() }
                    .map(|id| vec![id])
                    .map_err(|error| (vec![], error.reason()))
            }
            Event::Fill(world) => {
                hardware.world.set(world);
                let mut ids = [Id::default(); 3];
                match generator.fill(&mut ids) {
                    Ok(()) => Ok(ids.to_vec()),
                    Err(error) => Err((ids[..error.filled].to_vec(), error.error.reason())),
                }
            }
            Event::Ceiling(unix_ms) => {
                generator.set_ceiling_unix_ms(unix_ms);
                Ok(vec![])
            }
            Event::Fork => {
                sys::fork();
                Ok(vec![])
            }
            Event::ResumeAfter(id) => resumed(generator.resume_after(id)),
            Event::ResumeAfterInstant(unix_ms) => resumed(generator.resume_after_instant(unix_ms)),
        };
        match result {
            Ok(ids) => (ids, None),
            Err((ids, error)) => (ids, Some(error)),
        }
    }
}

fn resumed<E>(result: Result<(), E>) -> Result<Vec<Id>, (Vec<Id>, &'static str)> {
    result.map(|()| vec![]).map_err(|_| (vec![], "out_of_range"))
}

/// Asserts that an event has the same effect on a generator as on the model, and that the promises are kept. Returns
/// the next state.
fn check<const OVERFLOWS: bool, const REFUSES_FORKS: bool>(
    settings: &Settings,
    shipped: &mut Shipped<'_, OVERFLOWS, REFUSES_FORKS>,
    before: &State,
    event: Event,
) -> State {
    let mut after = *before;
    let expected = after.apply(settings, event);
    let (ids, error) = shipped.apply(event);
    let context = || format!("{settings:?} {before:?} {event:?}");
    assert_eq!((&ids, error), (&expected.0, expected.1), "{}", context());

    let last = if let Used::Id(id) = after.used { Some(id) } else { None };
    assert_eq!(shipped.generator.last(), last, "{}", context());

    // An error changes nothing.
    if error.is_some() && ids.is_empty() {
        assert_eq!(after, *before, "{}", context());
    }
    let (Event::Generate { world, .. } | Event::Fill(world)) = event else { return after };
    let now = world.reading.unwrap_or_default() / TICK_MS;
    let allowance = settings.allowance_ms / TICK_MS;
    // The last used ID. A child can't know how many IDs of its parent's last tick were used.
    let mut used = match before.used {
        Used::Nothing => None,
        Used::Id(id) if !before.is_parents => Some(id),
        Used::Tick(tick) | Used::Id(Id { tick, .. }) => Some(Id { tick, count: LAST_COUNT, entropy: 1 }),
    };
    if matches!(event, Event::Generate { or_reset: true, .. }) {
        // The generator may start over.
        used = used.filter(|used| used.tick <= now + allowance);
    }
    for id in ids {
        // In order, and therefore unique.
        assert!(used < Some(id), "{}", context());
        // The clock's time, or later by at most the allowance and one tick.
        assert!((now..=now + allowance + 1).contains(&id.tick), "{}", context());
        // Within the limits.
        let (first, end) = (settings.floor_unix_ms, before.ceiling_unix_ms);
        assert!(now * TICK_MS >= first && id.tick * TICK_MS < end, "{}", context());
        used = Some(id);
    }
    after
}

/// Returns all readings, all draws, and failures of the clock and of each draw.
fn all_worlds() -> Vec<World> {
    let mut worlds = vec![World { reading: None, ..WORLD }];
    for reading in (0..=(TICKS.end() + 1) * TICK_MS + 1).map(Some) {
        for (count, entropy) in (0..4).flat_map(|count| [(count, 0), (count, 1)]) {
            worlds.push(World { reading, count, entropy, ..WORLD });
        }
        worlds.extend((0..6).map(|draws| World { reading, count: 1, entropy: 1, draws }));
    }
    worlds
}

fn all_events() -> Vec<Event> {
    let mut events = vec![Event::Fork];
    for world in all_worlds() {
        events.extend([false, true].map(|or_reset| Event::Generate { world, or_reset }));
        events.push(Event::Fill(world));
    }
    events.extend((0..=(TICKS.end() + 1) * TICK_MS + 1).map(Event::Ceiling));
    events.extend(Id::all().map(Event::ResumeAfter));
    events.extend((0..=(TICKS.end() + 1) * TICK_MS + 1).map(Event::ResumeAfterInstant));
    events
}

/// Returns some events of each kind, for histories that are not merged.
fn some_events() -> Vec<Event> {
    let mut events = vec![Event::Fork, Event::Ceiling(3 * TICK_MS), Event::Ceiling(u64::MAX)];
    for reading in [2, 3, 6].map(|tick| Some(tick * TICK_MS)) {
        for (count, draws) in [(0, u8::MAX), (3, u8::MAX), (2, 1)] {
            let world = World { reading, count, draws, ..WORLD };
            events.extend([false, true].map(|or_reset| Event::Generate { world, or_reset }));
        }
        events.push(Event::Fill(World { reading, count: 2, ..WORLD }));
    }
    events.extend([(2, 0), (6, 3)].map(|(tick, count)| Event::ResumeAfter(Id { tick, count, entropy: 0 })));
    events.extend([2, 6].map(|tick| Event::ResumeAfterInstant(tick * TICK_MS)));
    events
}

/// Runs a test with each of the driver's constants and limits.
fn with_all_settings(test: impl Fn(&Settings, Hardware<'_>)) {
    let world = Cell::new(WORLD);
    for (overflows_into_next_tick, refuses_forks) in
        [(false, false), (false, true), (true, false), (true, true)]
    {
        for (allowance_ms, floor_unix_ms) in
            [(0, 0), (TICK_MS + 1, 2 * TICK_MS), (2 * TICK_MS, 2 * TICK_MS + 1)]
        {
            let settings = Settings { overflows_into_next_tick, refuses_forks, allowance_ms, floor_unix_ms };
            test(&settings, Hardware { world: &world });
        }
    }
}

/// Returns the number of states and events.
fn explore<const OVERFLOWS: bool, const REFUSES_FORKS: bool>(
    settings: &Settings,
    hardware: Hardware<'_>,
) -> (usize, usize) {
    let events = all_events();
    let (mut seen, mut next) = (HashSet::from([START]), VecDeque::from([START]));
    while let Some(state) = next.pop_front() {
        for event in &events {
            let mut shipped = Shipped::<OVERFLOWS, REFUSES_FORKS>::in_state(settings, hardware, &state);
            let after = check(settings, &mut shipped, &state, *event);
            if seen.insert(after) {
                next.push_back(after);
            }
        }
    }
    (seen.len(), seen.len() * events.len())
}

#[test]
fn every_event_in_every_state_does_what_the_model_says() {
    with_all_settings(|settings, hardware| {
        let (states, events) = match (settings.overflows_into_next_tick, settings.refuses_forks) {
            (false, false) => explore::<false, false>(settings, hardware),
            (false, true) => explore::<false, true>(settings, hardware),
            (true, false) => explore::<true, false>(settings, hardware),
            (true, true) => explore::<true, true>(settings, hardware),
        };
        println!("{states} states, {events} events: {settings:?}");
        // No ID, six ticks and 48 IDs, each with and without a fork, and 17 ceilings.
        assert_eq!(states, 55 * 2 * 17, "{settings:?}");
    });
}

/// Runs all events after a history, and then all events again.
fn go_on<const OVERFLOWS: bool, const REFUSES_FORKS: bool>(
    settings: &Settings,
    hardware: Hardware<'_>,
    events: &[Event],
    history: &mut Vec<Event>,
) -> usize {
    let mut histories = 0;
    for event in events {
        let mut shipped = Shipped::<OVERFLOWS, REFUSES_FORKS>::new(settings, hardware);
        history.push(*event);
        history.iter().fold(START, |state, event| check(settings, &mut shipped, &state, *event));
        histories += if history.len() < 4 {
            go_on::<OVERFLOWS, REFUSES_FORKS>(settings, hardware, events, history)
        } else {
            1
        };
        history.pop();
    }
    histories
}

#[test]
fn every_history_of_four_events_does_what_the_model_says() {
    let events = some_events();
    with_all_settings(|settings, hardware| {
        let history = &mut vec![];
        let histories = match (settings.overflows_into_next_tick, settings.refuses_forks) {
            (false, true) => go_on::<false, true>(settings, hardware, &events, history),
            (true, false) => go_on::<true, false>(settings, hardware, &events, history),
            // The driver never uses both constants at once. It checks the first for a state of this process, and the
            // second before that.
            _ => return,
        };
        println!("{histories} histories: {settings:?}");
        assert_eq!(histories, events.len().pow(4));
    });
}
