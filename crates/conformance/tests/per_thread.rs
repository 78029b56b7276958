//! A generator in each thread.

#![cfg(feature = "std")]

use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::mpsc;
use std::thread;

use conformance::threads::never_repeat_an_id;
use idcore::Id;

#[test]
fn ids_of_a_thread_increase_and_no_two_threads_share_one() {
    never_repeat_an_id(scru160::per_thread::new);
    never_repeat_an_id(scru128::per_thread::new);
    never_repeat_an_id(ulid::per_thread::new);
}

/// The three ways to make an ID use one generator.
#[test]
fn all_calls_of_a_thread_continue_one_order() {
    fn continues<T: Id + Debug>(new: fn() -> T, new_string: fn() -> String, try_new: fn() -> T) {
        let parse = |text: String| text.parse().unwrap_or_else(|_| panic!("expected an ID, found {text}"));
        let ids: [T; 6] = [new(), parse(new_string()), try_new(), parse(new_string()), new(), try_new()];
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    }
    continues(scru160::per_thread::new, scru160::per_thread::new_string, || {
        scru160::per_thread::try_new().expect("the system has time and randomness")
    });
    continues(scru128::per_thread::new, scru128::per_thread::new_string, || {
        scru128::per_thread::try_new().expect("the system has time and randomness")
    });
    continues(ulid::per_thread::new, ulid::per_thread::new_string, || {
        ulid::per_thread::try_new().expect("the system has time and randomness")
    });
}

/// The destructor of another value of the thread runs after those of the generators would have run.
#[test]
fn a_thread_that_ends_can_still_make_ids() {
    fn last_id<T: Send + Ord + Hash + 'static>(new: fn() -> T) -> (T, T) {
        struct AtEnd<T>(fn() -> T, mpsc::Sender<T>);
        impl<T> Drop for AtEnd<T> {
            fn drop(&mut self) {
                self.1.send((self.0)()).expect("the test waits");
            }
        }
        thread_local! {
            static AT_END: RefCell<Option<Box<dyn Send>>> = const { RefCell::new(None) };
        }
        let (sender, receiver) = mpsc::channel();
        let first = thread::spawn(move || {
            AT_END.with_borrow_mut(|at_end| *at_end = Some(Box::new(AtEnd(new, sender))));
            new()
        });
        (first.join().expect("it does not panic"), receiver.recv().expect("an ID"))
    }
    let (before, last) = last_id(scru160::per_thread::new);
    assert!(before < last);
    let (before, last) = last_id(scru128::per_thread::new);
    assert!(before < last);
    let (before, last) = last_id(ulid::per_thread::new);
    assert!(before < last);
}

#[cfg(unix)]
#[test]
fn the_generator_of_a_thread_shares_nothing_with_a_child() {
    use std::collections::HashSet;

    use conformance::processes::{assert_no_id_in_common, in_child_and_parent};

    fn forks<T: Id>(new: fn() -> T) {
        let before = new();
        let (child, parent) = in_child_and_parent(|| new().to_string(), 50);
        assert_no_id_in_common::<T>(&child, &parent);
        let first = |texts: &[String]| {
            texts[0].parse::<T>().unwrap_or_else(|_| panic!("expected an ID, found {}", texts[0]))
        };
        assert!(first(&child) > before && first(&parent) > before);
    }
    forks(scru160::per_thread::new);
    forks(scru128::per_thread::new);
    forks(ulid::per_thread::new);

    // In a scheme that draws randomness for each ID, no field can be the same stream.
    let _ = scru128::per_thread::new();
    let (child, parent) = in_child_and_parent(scru128::per_thread::new_string, 50);
    let entropies = |texts: &[String]| -> HashSet<u32> {
        texts.iter().map(|text| text.parse::<scru128::Scru128>().expect("an ID").entropy()).collect()
    };
    assert!(entropies(&child).is_disjoint(&entropies(&parent)));
}
