//! Reads the times that criterion has written: `<operation>/<scheme>/<implementation>/new/estimates.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::files;

/// The name of this workspace's implementations.
pub(super) const OURS: &str = "ours";

/// Nanoseconds per ID, by operation, scheme and implementation.
#[derive(Debug, Default)]
pub(super) struct Results(BTreeMap<(String, String), BTreeMap<String, f64>>);

impl Results {
    /// Adds all medians of a round.
    pub(super) fn read(&mut self, folder: &Path) -> Result<()> {
        let mut is_empty = true;
        for operation in folders(folder)? {
            for scheme in folders(&operation)? {
                for implementation in folders(&scheme)? {
                    let median = median(&implementation.join("new"))?;
                    self.insert(&name(&operation), &name(&scheme), &name(&implementation), median);
                    is_empty = false;
                }
            }
        }
        ensure!(!is_empty, "{}: expected results, found none", folder.display());
        Ok(())
    }

    /// Adds a result. Keeps the shortest of several, since other work of the machine can only prolong a time.
    pub(super) fn insert(&mut self, operation: &str, scheme: &str, implementation: &str, ns: f64) {
        let key = (operation.to_owned(), scheme.to_owned());
        let shortest = self.0.entry(key).or_default().entry(implementation.to_owned()).or_insert(ns);
        *shortest = shortest.min(ns);
    }

    /// The time of one implementation.
    pub(super) fn get(&self, operation: &str, scheme: &str, implementation: &str) -> Option<f64> {
        self.of(operation, scheme)?.get(implementation).copied()
    }

    /// The times of all implementations of a scheme.
    pub(super) fn of(&self, operation: &str, scheme: &str) -> Option<&BTreeMap<String, f64>> {
        self.0.get(&(operation.to_owned(), scheme.to_owned()))
    }
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}: can't be read", folder.display()))?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.with_context(|| format!("{}: can't be read", folder.display()))?;
    paths.retain(|path| path.is_dir());
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The median time of one call, divided by its number of IDs.
fn median(folder: &Path) -> Result<f64> {
    let read = |file: &str, keys: &[&str]| {
        let path = folder.join(file);
        let json: Value =
            serde_json::from_str(&files::read(&path)?).with_context(|| path.display().to_string())?;
        let value = keys.iter().try_fold(&json, |value, key| value.get(key)).and_then(Value::as_f64);
        value.with_context(|| format!("{}: expected a number at {}", path.display(), keys.join(".")))
    };
    let call = read("estimates.json", &["median", "point_estimate"])?;
    Ok(call / read("benchmark.json", &["throughput", "Elements"])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_for_one_id() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("fill-1000/ulid/ours/new");
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("estimates.json"), r#"{"median":{"point_estimate":2500.0}}"#).unwrap();
        fs::write(place.join("benchmark.json"), r#"{"throughput":{"Elements":1000}}"#).unwrap();
        let mut results = Results::default();
        results.read(folder.path()).unwrap();
        assert_eq!(results.get("fill-1000", "ulid", OURS), Some(2.5));
        assert_eq!(results.get("fill-1000", "scru64", OURS), None);

        fs::write(place.join("benchmark.json"), r#"{"throughput":null}"#).unwrap();
        let error = results.read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("benchmark.json: expected a number at throughput.Elements"), "{error}");
    }

    /// This also applies if an earlier round had some.
    #[test]
    fn a_round_without_results_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut results = Results::default();
        results.insert("parse", "ulid", OURS, 2.0);
        let error = results.read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("expected results, found none"), "{error}");
    }

    #[test]
    fn the_shortest_of_all_rounds_stays() {
        let mut results = Results::default();
        for ns in [3.0, 2.0, 4.0] {
            results.insert("parse", "ulid", OURS, ns);
        }
        assert_eq!(results.get("parse", "ulid", OURS), Some(2.0));
    }
}
