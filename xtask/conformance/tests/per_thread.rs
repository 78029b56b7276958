//! A generator in each thread.

#![cfg(feature = "std")]

use harness::scheme::{Maker, SchemeUnderTest};
use harness::scru160;
use std::cell::RefCell;
use std::sync::mpsc;
use std::thread;

use conformance::threads::never_repeat_an_id;
use idcore::id::Id;

/// Calls a check with the functions of each scheme that has per-thread generators.
macro_rules! each {
    ($check:expr) => {
        let tried = harness::with_each_scheme!(S => {
            S::PER_THREAD.map(|maker: Maker<<S as SchemeUnderTest>::Id>| $check(maker)).is_some()
        });
        assert!(tried.contains(&true), "no scheme has a generator in each thread");
    };
}

#[test]
fn ids_of_a_thread_increase_and_no_two_threads_share_one() {
    each!(|maker: Maker<_>| never_repeat_an_id(maker.new));
}

/// Both ways to generate an ID use the same generator.
#[test]
fn all_calls_of_a_thread_continue_one_order() {
    fn continues<T: Id>(Maker { new, try_new, .. }: Maker<T>) {
        let try_new = || try_new().expect("it has a clock and a random source");
        let ids = [new(), try_new(), new(), new(), try_new(), try_new()];
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    }
    each!(continues);
}

/// The destructor of another thread-local value runs after the generators' destructors would have run.
#[test]
fn a_thread_that_ends_can_still_make_ids() {
    fn orders<T: Id>(Maker { new, .. }: Maker<T>) {
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
        let (before, last) = (first.join().expect("it does not panic"), receiver.recv().expect("an ID"));
        assert!(before < last);
    }
    each!(orders);
}

#[cfg(unix)]
#[test]
fn the_generator_of_a_thread_shares_no_id_with_a_child() {
    use conformance::processes::{assert_no_id_in_common, in_child_and_parent};

    fn forks<T: Id>(Maker { new, .. }: Maker<T>) {
        for _ in 0..20 {
            let before = new();
            let (child, parent) = in_child_and_parent(|| new().to_string(), 20);
            assert_no_id_in_common::<T>(&child, &parent);
            let parse =
                |text: &String| text.parse::<T>().unwrap_or_else(|_| panic!("expected an ID, found {text}"));
            assert!(parse(&child[0]) > before && parse(&parent[0]) > before);
        }
    }
    each!(forks);
}

/// Only the process-wide generator has a node ID or a window.
#[test]
fn a_configuration_does_not_apply_to_threads() {
    let node = scru160::Config::new().with_node_id(0xabcd, 16).expect("a 16-bit node ID");
    scru160::Scru160::configure(node);
    assert_eq!(scru160::Scru160::new().random16(), 0xabcd);
    let fields: std::collections::HashSet<_> =
        (0..100).map(|_| scru160::per_thread::new().random16()).collect();
    // By chance, half of 100 16-bit numbers are equal once in 10^100 runs.
    assert!(fields.len() > 50, "they are random");
}
