//! `std::sync::atomic`.

use core::fmt;
use core::marker::PhantomData;
use core::panic::Location;

pub(crate) use core::sync::atomic::Ordering;

use crate::execution::step;
use crate::injected::{self, Kind, has};
use crate::place::{Place, Word};

pub(crate) type AtomicPtr<T> = Atomic<*mut T>;
pub(crate) type AtomicU32 = Atomic<u32>;
pub(crate) type AtomicU64 = Atomic<u64>;
pub(crate) type AtomicUsize = Atomic<usize>;

/// An atomic that starts as 0.
pub(crate) struct Atomic<T> {
    place: Place,
    /// The value that [`get_mut`](Self::get_mut) refers to.
    exclusive: Option<u64>,
    value: PhantomData<fn() -> T>,
}

impl<T> Atomic<T> {
    /// Creates an atomic. In the published files, every atomic starts as 0, and [`Place`] supports no other initial
    /// value.
    pub(crate) const fn new(_zero: T) -> Self
    where
        T: Copy,
    {
        Self { place: Place::new(), exclusive: None, value: PhantomData }
    }
}

impl<T: Word> Atomic<T> {
    #[track_caller]
    pub(crate) fn load(&self, order: Ordering) -> T {
        let order = injected::ordering(Location::caller(), order);
        let place = self.place.get();
        T::from_u64(step(|| place.load(order)))
    }

    #[track_caller]
    pub(crate) fn store(&self, value: T, order: Ordering) {
        let order = injected::ordering(Location::caller(), order);
        let place = self.place.get();
        step(|| place.store(value.to_u64(), order));
    }

    #[track_caller]
    pub(crate) fn compare_exchange(
        &self,
        expected: T,
        new: T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<T, T> {
        let location = Location::caller();
        let success = injected::ordering(location, success);
        let failure = injected::ordering_on_failure(location, failure);
        let (expected, new, place) = (expected.to_u64(), new.to_u64(), self.place.get());
        let exchanged = if has(location, Kind::Torn) {
            match step(|| place.load(failure)) {
                found if found == expected => {
                    step(|| place.store(new, success));
                    Ok(found)
                }
                found => Err(found),
            }
        } else {
            step(|| place.compare_exchange(expected, new, success, failure))
        };
        exchanged.map(T::from_u64).map_err(T::from_u64)
    }

    #[track_caller]
    pub(crate) fn fetch_add(&self, value: T, order: Ordering) -> T {
        let location = Location::caller();
        let order = injected::ordering(location, order);
        let place = self.place.get();
        let value = if has(location, Kind::Lost) { 0 } else { value.to_u64() };
        T::from_u64(step(|| place.fetch_add(value, order)))
    }
}

impl AtomicU64 {
    /// Returns the value while no other thread can access it. Changes to it are lost.
    pub(crate) fn get_mut(&mut self) -> &mut u64 {
        let value = self.place.get_mut();
        self.exclusive.insert(value)
    }
}

impl<T: Word> Default for Atomic<T> {
    fn default() -> Self {
        Self::new(T::from_u64(0))
    }
}

impl<T> fmt::Debug for Atomic<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Atomic")
    }
}
