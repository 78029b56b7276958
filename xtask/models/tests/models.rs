//! Every model holds, and the models find every fault.

use std::collections::BTreeMap;

use models::{Fault, MODELS, Model};

macro_rules! models {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                let model = MODELS.iter().find(|model| model.name == stringify!($name)).expect("there is such a model");
                model.explore().unwrap_or_else(|message| panic!("{}: {message}", model.shows));
            }
        )*

        #[test]
        fn no_model_is_left_out() {
            assert_eq!(MODELS.iter().map(|model| model.name).collect::<Vec<_>>(), [$(stringify!($name)),*]);
        }
    };
}

models! {
    latest_first_value
    latest_next_value
    published_first_value
    published_second_value
    published_third_value
    forks_counted
    process_wide_first_use
    process_wide_configured
    process_wide_forked
    process_wide_forked_while_configured
    process_wide_forked_with_nodes
    windows_replaced
    windows_stopped
    windows_forked
    leased_next_grant
    leased_ended
    leased_stopped
}

/// With a weaker ordering, a fork handler that comes too late, and the like, a model fails. So no ordering is stronger than the
/// code needs, and no model has become blind.
#[test]
fn every_fault_is_found() {
    let mut faults: BTreeMap<Fault, Vec<&Model>> = BTreeMap::new();
    for model in MODELS {
        for fault in model.explore().expect("it holds").possible {
            faults.entry(fault).or_default().push(model);
        }
    }
    let missed: Vec<_> = faults
        .iter()
        .filter(|(fault, models)| !models.iter().any(|model| model.finds(**fault)))
        .map(|(fault, _)| fault.to_string())
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
    for file in ["process_wide.rs", "window.rs", "published.rs", "forks.rs", "latest.rs", "cell.rs"] {
        assert!(faults.keys().any(|fault| fault.to_string().contains(file)), "{file} has operations");
    }
}
