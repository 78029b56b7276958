//! `idcore::sys::LeakCell`: a lock-free place for the latest of several values.

use core::ptr;
use core::sync::atomic::Ordering::Relaxed;
use real::boxed::Box;

use loom::sync::atomic::AtomicUsize;
use loom::thread;

use super::shared;
use crate::Model;
use crate::sys::LeakCell;

pub(super) const FIRST_VALUE: Model = Model {
    name: "latest_first_value",
    shows: "threads that fill a place at once all see one complete value",
    forks: false,
    run: || {
        let latest = shared(LeakCell::new());
        let fill = move || {
            let value = latest.get_or_replace(|value: &Value| value.is_complete(1), |_| Value::new(1, None));
            assert!(value.is_complete(1));
            value
        };
        let threads = [(); 2].map(|()| thread::spawn(fill));
        if let Some(value) = latest.get() {
            assert!(value.is_complete(1));
        }
        let [one, other] = threads.map(|thread| thread.join().expect("it does not panic"));
        assert!(ptr::eq(one, other));
    },
};

pub(super) const NEXT_VALUE: Model = Model {
    name: "latest_next_value",
    shows: "threads that replace a value at once all see one complete successor, and the value that it is from",
    forks: false,
    run: || {
        let latest = shared(LeakCell::new());
        latest.get_or_replace(|_| true, |_| Value::new(1, None));
        let replace = move || {
            let value =
                latest.get_or_replace(|value: &Value| value.is_complete(2), |value| Value::new(2, value));
            assert!(value.is_complete(2));
            value
        };
        let threads = [(); 2].map(|()| thread::spawn(replace));
        let value = latest.get().expect("a value");
        assert!(
            value.is_complete(1)
                || value.is_complete(2) && value.from.is_some_and(|from| from.is_complete(1))
        );
        let [one, other] = threads.map(|thread| thread.join().expect("it does not panic"));
        assert!(ptr::eq(one, other));
    },
};

/// A value that a thread could see only partly.
struct Value {
    number: AtomicUsize,
    from: Option<&'static Value>,
}

impl Value {
    fn new(number: usize, from: Option<&'static Self>) -> Box<Self> {
        let value = Self { number: AtomicUsize::new(0), from };
        value.number.store(number, Relaxed);
        Box::new(value)
    }

    /// Returns `true` if the number is this one, and not a different value's.
    fn is_complete(&self, number: usize) -> bool {
        let found = self.number.load(Relaxed);
        assert!(found > 0, "a thread sees a value before it is complete");
        found == number
    }
}
