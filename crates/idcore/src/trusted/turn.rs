//! A value that one thread at a time has, for some nanoseconds.

use core::cell::UnsafeCell;
use core::hint;
use core::time::Duration;
use std::collections::VecDeque;
use std::panic::RefUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How often a thread tries, with ever longer pauses between, before it does not hope for the next nanoseconds any more.
const ATTEMPTS: u32 = 24;

/// The longest of these pauses, as a power of two.
const LONGEST_PAUSE: u32 = 5;

/// How often the first of the queue sleeps before it insists: for about a millisecond.
const PATIENCE: u32 = 8;

/// How long it sleeps. The holder must get to run, even where the one that waits has precedence over it.
const SLEEP: Duration = Duration::from_micros(50);

/// Lets one thread at a time have a value.
///
/// It is let go of by a plain store. [`Mutex`] takes an atomic exchange there, to see whether somebody is to be woken, and that
/// costs as much as taking it. Here nobody is. Who finds it held tries again for some microseconds, then joins a queue, of which
/// the first alone goes on trying, with sleep between. Others may overtake that one, which is good for all, since the value
/// need not go from one core to another after each turn. After a millisecond it insists, and who comes now joins the queue.
pub(crate) struct Turn<T> {
    held: AtomicBool,
    /// Whether the holder is the first of the queue. Only the holder looks at it.
    held_from_queue: AtomicBool,
    /// Set while the first of the queue insists on the next turn. A hint: not to see it at once is to overtake once more.
    insisted: AtomicBool,
    queue: Queue,
    value: UnsafeCell<T>,
}

// SAFETY: of a shared `Turn`, the value is reached by `with` and `try_with` alone, which give it to one thread at a time: that is
// to send it from thread to thread, which `T: Send` allows.
unsafe impl<T: Send> Sync for Turn<T> {}

/// A panic leaves what the function has made of the value, as that of a `Mutex` that is not asked about its poison.
impl<T> RefUnwindSafe for Turn<T> {}

impl<T> Turn<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self {
            held: AtomicBool::new(false),
            held_from_queue: AtomicBool::new(false),
            insisted: AtomicBool::new(false),
            queue: Mutex::new(VecDeque::new()),
            value: UnsafeCell::new(value),
        }
    }

    /// Waits until no other thread has the value, and has it for a function, also if that panics.
    #[inline]
    pub(crate) fn with<R>(&self, function: impl FnOnce(&mut T) -> R) -> R {
        if self.insisted.load(Relaxed) || !self.take() {
            self.wait();
        }
        self.with_taken(function)
    }

    /// Has the value for a function, unless another thread has it.
    pub(crate) fn try_with<R>(&self, function: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.take().then(|| self.with_taken(function))
    }

    #[inline]
    fn take(&self) -> bool {
        !self.held.swap(true, Acquire)
    }

    #[inline]
    fn with_taken<R>(&self, function: impl FnOnce(&mut T) -> R) -> R {
        struct LetGo<'a, T>(&'a Turn<T>);

        impl<T> Drop for LetGo<'_, T> {
            #[inline]
            fn drop(&mut self) {
                if self.0.held_from_queue.load(Relaxed) {
                    self.0.let_go_and_leave();
                } else {
                    self.0.held.store(false, Release);
                }
            }
        }

        let _let_go = LetGo(self);
        // SAFETY: whoever calls this has changed `held` from false to true, and nobody else can until `_let_go` is dropped, after
        // the function has returned or panicked; so this is the only reference. The `Acquire` of that change pairs with
        // the `Release` of the holder before, so that what that one did is seen whole. The function can't keep the reference,
        // whose lifetime it does not choose.
        function(unsafe { &mut *self.value.get() })
    }

    /// Lets go of it, and only then leaves the queue, since to wake the next one takes much longer than a turn.
    #[cold]
    fn let_go_and_leave(&self) {
        self.held_from_queue.store(false, Relaxed);
        self.held.store(false, Release);
        leave(&self.queue);
    }

    /// Takes it when it can be had; in the queue, if that is not soon.
    #[cold]
    fn wait(&self) {
        if self.try_some_time(|| !self.insisted.load(Relaxed)) {
            return;
        }
        become_first(&self.queue);
        let mut sleeps = 0_u32;
        while !self.try_some_time(|| true) {
            if sleeps == PATIENCE {
                self.insisted.store(true, Relaxed);
            }
            thread::sleep(SLEEP);
            sleeps = sleeps.saturating_add(1);
        }
        self.insisted.store(false, Relaxed);
        self.held_from_queue.store(true, Relaxed);
    }

    /// Tries to take it for some microseconds, as long as it may.
    fn try_some_time(&self, may_try: impl Fn() -> bool) -> bool {
        (0..ATTEMPTS).take_while(|_| may_try()).any(|attempt| {
            (0..1 << attempt.min(LONGEST_PAUSE)).for_each(|_| hint::spin_loop());
            !self.held.load(Relaxed) && self.take()
        })
    }
}

/// Those that wait, the first in front. Each is woken when it has become the first.
type Queue = Mutex<VecDeque<Arc<Condvar>>>;

/// Joins a queue, and waits until all who were there before have left it.
fn become_first(queue: &Queue) {
    let woken = Arc::new(Condvar::new());
    let mut waiting = locked(queue);
    waiting.push_back(Arc::clone(&woken));
    let is_another =
        |waiting: &mut VecDeque<_>| waiting.front().is_some_and(|first| !Arc::ptr_eq(first, &woken));
    drop(woken.wait_while(waiting, is_another).unwrap_or_else(PoisonError::into_inner));
}

/// Leaves a queue as its first, and wakes the next one.
#[cold]
fn leave(queue: &Queue) {
    let mut waiting = locked(queue);
    waiting.pop_front();
    let next = waiting.front().cloned();
    drop(waiting);
    if let Some(next) = next {
        next.notify_one();
    }
}

fn locked(queue: &Queue) -> MutexGuard<'_, VecDeque<Arc<Condvar>>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Many threads count, in two steps that would lose counts if two had their turn at once.
    #[test]
    fn a_turn_is_one_threads() {
        let turn = Turn::new((0_u32, 0_u32));
        thread::scope(|scope| {
            for thread in 0..8 {
                let turn = &turn;
                scope.spawn(move || {
                    for round in 0..2_000 {
                        turn.with(|(first, second)| {
                            assert_eq!(first, second);
                            *first += 1;
                            if (round + thread) % 97 == 0 {
                                thread::yield_now();
                            }
                            *second += 1;
                        });
                    }
                });
            }
        });
        assert_eq!(turn.with(|counts| *counts), (16_000, 16_000));
        assert!(locked(&turn.queue).is_empty());
    }

    /// However long the holder takes, those that wait have their turns in the order in which they came; who only tries is told.
    #[test]
    fn turns_come_in_the_order_of_the_queue() {
        for _ in 0..20 {
            let turn = Turn::new(Vec::new());
            thread::scope(|scope| {
                turn.with(|_| {
                    for thread in 0..6 {
                        let turn = &turn;
                        scope.spawn(move || turn.with(|order| order.push(thread)));
                        while locked(&turn.queue).len() <= thread {
                            thread::yield_now();
                        }
                    }
                    while !turn.insisted.load(Relaxed) {
                        thread::yield_now();
                    }
                    assert_eq!(turn.try_with(|_| ()), None);
                });
            });
            assert_eq!(turn.try_with(|order| order.clone()), Some(Vec::from([0, 1, 2, 3, 4, 5])));
            assert!(!turn.insisted.load(Relaxed) && locked(&turn.queue).is_empty());
        }
    }

    /// Whoever overtook the first of the queue would leave it insisting.
    #[test]
    fn who_insists_is_not_overtaken() {
        let turn = Turn::new(());
        turn.insisted.store(true, Relaxed);
        turn.with(|()| ());
        assert!(!turn.insisted.load(Relaxed), "the thread has gone through the queue");
    }

    #[test]
    fn a_turn_ends_with_a_panic() {
        let turn = Turn::new(7);
        let panicked =
            thread::scope(|scope| scope.spawn(|| turn.with(|_| -> () { panic!("in its turn") })).join());
        assert!(panicked.is_err());
        assert_eq!(turn.with(|value| *value), 7);
    }
}
