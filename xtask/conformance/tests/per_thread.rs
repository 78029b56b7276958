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

    /// The clock seldom advances between the IDs, so only the memory of the last ID can keep the order.
    fn forks<T: Id>(new: fn() -> T) {
        for _ in 0..20 {
            let before = new();
            let (child, parent) = in_child_and_parent(|| new().to_string(), 20);
            assert_no_id_in_common::<T>(&child, &parent);
            let parse =
                |text: &String| text.parse::<T>().unwrap_or_else(|_| panic!("expected an ID, found {text}"));
            assert!(parse(&child[0]) > before && parse(&parent[0]) > before);
        }
    }
    idcore::set_precision(idcore::Precision::Coarse);
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

/// A node id or a window belongs to the process-wide generator.
#[test]
fn a_configuration_does_not_apply_to_threads() {
    let node = scru160::Config::new().with_node_id(0xabcd, 16).expect("a node id of 16 bits");
    scru160::configure(node);
    assert_eq!(scru160::new().random16(), 0xabcd);
    let fields: std::collections::HashSet<_> =
        (0..100).map(|_| scru160::per_thread::new().random16()).collect();
    assert!(fields.len() > 50, "they are random");
}
