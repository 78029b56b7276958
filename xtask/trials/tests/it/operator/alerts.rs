//! `docs/alerts.yml`, which Prometheus's own tool loads, and the metrics that it needs.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use super::{init, lease, printed};

/// The metrics of a service. The fleet example exports them, and its test checks that.
const OF_SERVICE: [&str; 2] = ["idlease_losses_total", "idlease_remaining_seconds"];

const RULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/alerts.yml");

/// Returns Prometheus's tool, or `None` after a message that names what to install.
fn promtool() -> Option<Command> {
    let unpacked = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools/prometheus/usr/bin");
    let found = servers::find("promtool", &[PathBuf::from(unpacked)]);
    if found.is_none() {
        servers::skip("promtool", "prometheus");
    }
    found.map(Command::new)
}

fn assert_good(command: &mut Command) {
    let output = command.output().expect("it starts");
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&text));
}

#[test]
fn each_alert_fires_at_its_limit() {
    let Some(mut promtool) = promtool() else { return };
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/operator/alerts.yml");
    assert_good(promtool.args(["test", "rules", tests]));
}

/// Returns the names of all metrics that a string contains.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|character: char| character != '_' && !character.is_ascii_alphabetic());
    words.filter(|word| word.starts_with("idlease_") && !word.ends_with('_')).collect()
}

/// Also checks that Prometheus can parse them.
#[test]
fn every_metric_of_an_alert_is_exported() {
    let rules = fs::read_to_string(RULES).expect("the rules");
    let Some(server) = servers::redis::start() else { return };
    let url = format!("redis://127.0.0.1:{}", server.port());
    init(&url);
    printed(&url, &["acquire", "--once", "--label", r#"a "b\"#]);
    let metrics = printed(&url, &["status", "--format", "openmetrics"]);
    let exported = names(&metrics);
    let missing: Vec<_> = names(&rules)
        .into_iter()
        .filter(|name| !exported.contains(name) && !OF_SERVICE.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}: {metrics}");
    for line in [
        "idlease_registry_slots{state=\"leased\"} 1",
        "idlease_registry_slots{state=\"new\"} 255",
        "idlease_registry_window_seconds 3600",
        "# EOF",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}: {metrics}");
    }
    assert!(metrics.contains(r#",label="a \"b\\"} "#), "{metrics}");
    let Some(mut promtool) = promtool() else { return };
    let file = server.directory().join("leases.prom");
    fs::write(&file, &metrics).expect("a file");
    let input = File::open(&file).expect("it exists");
    assert_good(promtool.args(["check", "metrics"]).stdin(input));
    assert!(lease(&url, &["status", "--format", "prometheus"]).status.code() == Some(2));
}
