//! A process forks while it holds the process-wide generator. Its child can't acquire that lock and must not need it.

use conformance::processes::in_child;
use harness::{scru64, scru160};
use idcore::__private::ProcessWide;
use idcore::error::GenerateError;

/// Returns the result of a child's call while the parent holds the generator.
fn in_child_while_locked<S>(generator: &'static ProcessWide<S>) -> String
where
    S: idcore::Scheme<Id: PartialOrd + std::fmt::Display, Unit = idcore::clock::Milliseconds>
        + Copy
        + Send
        + Sync,
{
    let child = generator.with(|_| {
        in_child(|| {
            vec![match generator.try_id() {
                Ok(id) => id.to_string(),
                Err(error) => error.reason().to_owned(),
            }]
        })
    });
    child.expect("it has a configuration").concat()
}

/// In a scheme without nodes, the child generates IDs with its parent's configuration.
#[test]
fn a_child_keeps_the_configuration() {
    static GENERATOR: ProcessWide<scru160::Config> = ProcessWide::new(|_| Ok(scru160::Config::new()));
    for node_id in [1, 2, 3] {
        GENERATOR.configure(scru160::Config::new().with_node_id(node_id, 16).unwrap());
        let of_parent = GENERATOR.try_id().unwrap();
        let of_child: scru160::Scru160 = in_child_while_locked(&GENERATOR).parse().unwrap();
        assert_eq!((of_parent.random16(), of_child.random16()), (node_id, node_id));
        assert_ne!(of_parent.random80(), of_child.random80()); // By chance, they are equal once in 10^24 runs.
    }
}

/// A child that never used the generator passes the configuration on to its own child.
#[test]
fn a_grandchild_keeps_the_configuration() {
    static GENERATOR: ProcessWide<scru160::Config> = ProcessWide::new(|_| Ok(scru160::Config::new()));
    GENERATOR.configure(scru160::Config::new().with_node_id(9, 16).unwrap());
    let strings = GENERATOR.with(|_| in_child(|| in_child(|| vec![in_child_while_locked(&GENERATOR)])));
    let id: scru160::Scru160 = strings.unwrap().concat().parse().unwrap();
    assert_eq!(id.random16(), 9);
}

/// A child whose first call is `configure` starts after its parent's IDs, even with the same node and even if the
/// parent's lock is poisoned.
#[test]
fn a_child_that_configures_first_begins_after_its_parent() {
    static GENERATOR: ProcessWide<scru64::Config> = ProcessWide::new(|_| Err(GenerateError::Forked));
    GENERATOR.configure("42/8".parse().unwrap());
    for is_poisoned in [false, true] {
        // Ahead of the clock, so that a child that ignores its parent's IDs would generate a lesser ID.
        let ahead = GENERATOR.try_id().unwrap().unix_ms() + 2_000;
        let of_parent = GENERATOR.with(|generator| generator.generate_at(ahead)).unwrap().unwrap();
        if is_poisoned {
            std::thread::spawn(|| GENERATOR.with(|_| -> () { panic!("while it is locked") }))
                .join()
                .unwrap_err();
        }
        let strings = in_child(|| {
            GENERATOR.configure("42/8".parse().unwrap());
            vec![GENERATOR.try_id().map_or_else(|error| error.to_string(), |id| id.to_string())]
        });
        assert!(strings.concat().parse::<scru64::Scru64>().unwrap() > of_parent);
    }
}
