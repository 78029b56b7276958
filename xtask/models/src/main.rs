//! Runs every model, and then every fault. Prints one line for each, with tabs between its columns: kind, name, result,
//! number of executions.

use std::collections::BTreeMap;
use std::process::ExitCode;

use models::{Fault, MODELS, Model};

fn main() -> ExitCode {
    let mut faults: BTreeMap<Fault, Vec<&Model>> = BTreeMap::new();
    let mut passed = true;
    for model in MODELS {
        match model.explore() {
            Ok(explored) => {
                println!("model\t{}\tholds\t{}", model.name, explored.executions);
                explored.possible.into_iter().for_each(|fault| faults.entry(fault).or_default().push(model));
            }
            Err(message) => {
                println!("model\t{}\t{}\t", model.name, message.trim());
                passed = false;
            }
        }
    }
    for (fault, models) in faults {
        match models.iter().find(|model| model.finds(fault)) {
            Some(model) => println!("fault\t{fault}\tfound by {}\t", model.name),
            None => {
                println!("fault\t{fault}\tnot found\t");
                passed = false;
            }
        }
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
