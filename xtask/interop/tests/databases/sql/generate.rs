//! The functions that generate IDs: the traces of the test vectors run through their steps.

mod mysql;
mod postgresql;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::thread;

use ::vectors::kind::Kind;
use oracle::format::{Trace, integer};
use oracle::schemes::{SCHEMES, Scheme};
use serde_json::{Map, Value};
use servers::Database;

use super::{installed, sortid};

/// The schemes whose IDs a database generates.
pub(crate) const GENERATED: [&str; 4] = ["scru160", "scru128", "ulid", "uuid7"];

/// How a database runs the calls of a trace.
pub(crate) struct Player {
    /// Creates the `steps` table, with a column for the result of each call.
    table: &'static str,
    /// Runs the calls in that table with the `{step}` function and selects the results.
    play: &'static str,
}

/// What [`COUNTS`] counts: the cases that run, the cases that are skipped for each reason, and the calls with a
/// `rollback` error in the cases that run. These calls are left out, because the functions start over instead. Leaving
/// them out is safe, because the error changes no state.
const COUNTED: [&str; 6] =
    ["ceiling", "configuration", "rollback is an error", "run", "source fails", "wide reading"];
const COUNTS: [(&str, [usize; 6]); 4] = [
    ("scru160", [67, 355, 126, 113, 54, 6]),
    ("scru128", [36, 15, 133, 129, 32, 6]),
    ("ulid", [35, 15, 136, 147, 21, 6]),
    ("uuid7", [36, 14, 132, 112, 23, 6]),
];

/// Runs the traces of every scheme.
fn check_traces(database: &Database, player: &Player) {
    for (name, counts) in COUNTS {
        let counted = play(database, player, name);
        assert_eq!(counted, COUNTED.into_iter().zip(counts).collect(), "{name}");
    }
}

/// Runs the traces of a scheme through its step and returns the numbers that [`COUNTED`] lists.
fn play(database: &Database, player: &Player, name: &str) -> BTreeMap<&'static str, usize> {
    let scheme = SCHEMES.iter().find(|scheme| scheme.name == name).expect("a scheme");
    let file = ::vectors::load::ours(scheme, Kind::Generator).expect("test vectors");
    let hex = |text: &str| scheme.layout.bytes(&scheme.layout.int_of_text(text).expect("a canonical string"));
    let mut counts = BTreeMap::from([(COUNTED[2], 0)]);
    let (mut rows, mut expected) = (Vec::new(), Vec::new());
    for (id, case) in file.cases.iter().map(|case| case.id).zip(file.bodies::<Trace>()) {
        let reason = reason_to_skip(scheme, case);
        *counts.entry(reason.unwrap_or("run")).or_default() += 1;
        if reason.is_some() {
            continue;
        }
        let resumed = case.config.get("resume_after").and_then(Value::as_str).map(hex);
        let mut start = format!("'{}'", resumed.unwrap_or_default());
        for (number, step) in case.steps.iter().enumerate() {
            if step.error.as_deref() == Some("rollback") {
                *counts.entry(COUNTED[2]).or_default() += 1;
                continue;
            }
            let random = random(name, &step.draws, &case.draw_bits);
            rows.push(format!("({}, {start}, {}, '{random}', NULL)", rows.len(), step.now));
            "NULL".clone_into(&mut start);
            let result = step.text.as_deref().map(hex).or_else(|| step.error.clone()).expect("a result");
            expected.push((id, number, result));
        }
    }
    let mut sql = format!("{}\nINSERT INTO steps VALUES {};\n", player.table, rows.join(",\n"));
    writeln!(sql, "{}", player.play.replace("{step}", &format!("sortid_{name}_step"))).expect("memory");
    let found = database.run(&sql).expect("results");
    assert_eq!(found.lines().count(), expected.len(), "{name}");
    for ((id, number, expected), found) in expected.iter().zip(found.lines()) {
        // The state of SCRU128 contains more than the ID.
        assert!(
            found.get(..expected.len()) == Some(expected),
            "{name}, case {id}, step {number}: expected {expected}, found {found}"
        );
    }
    counts
}

/// Returns the statement that creates the `{name}_kept` table of a program that keeps IDs across rollbacks. Each row holds
/// an ID that was rolled back, and an ID that the session generated after the rollback.
fn kept_table(name: &str, id_type: &str) -> String {
    format!("CREATE TABLE {name}_kept (n int PRIMARY KEY, kept {id_type}, later {id_type});")
}

/// Checks that the [table](kept_table) has 500 rows of different IDs, and that the condition is true for each row. In the
/// condition, `previous` is the `later` ID of the previous row.
fn check_kept(database: &Database, name: &str, condition: &str) {
    let found = database.run(&format!(
        "SELECT count(*), (SELECT count(*) FROM (SELECT kept FROM {name}_kept UNION SELECT later FROM {name}_kept) AS ids)
            FROM {name}_kept;
        SELECT kept, later FROM (SELECT kept, later, lag(later) OVER (ORDER BY n) AS previous FROM {name}_kept) AS pairs
            WHERE NOT ({condition});"
    ));
    assert_eq!(found.expect("rows"), "500\t1000\n", "{name}");
}

/// Runs SQL that checks the next ID of a session with a wrong state. Only a ULID can be an error instead.
fn check_next(database: &Database, name: &str, sql: &str, yes: &str) {
    match database.run(sql) {
        Ok(row) => assert_eq!(row, yes, "{sql}"),
        Err(error) => {
            let is_exhausted = error.to_string().contains("no ULID is left in this millisecond");
            assert!(name == "ulid" && is_exhausted, "{sql}: {error}");
        }
    }
}

/// Inserts 62 500 rows in each of eight sessions. Checks that no ID repeats and that the IDs of a session are in order. The
/// query `numbers` returns the numbers of the rows as `n`.
fn check_sessions(database: &Database, numbers: &str, meanwhile: impl FnOnce()) {
    thread::scope(|scope| {
        for session in 0..8 {
            let insert =
                |name| format!("INSERT INTO {name}_ids (session, n) SELECT {session}, n FROM {numbers};");
            let inserts = GENERATED.map(insert).concat();
            scope.spawn(move || database.run(&inserts).expect("rows without a duplicate"));
        }
        meanwhile();
    });
    for name in GENERATED {
        let counted = format!(
            "SELECT count(*), min(CASE WHEN n > coalesce(previous, 0) THEN 1 ELSE 0 END) FROM (
                SELECT n, lag(n) OVER (PARTITION BY session ORDER BY id) AS previous FROM {name}_ids
            ) AS ids;"
        );
        assert_eq!(database.run(&counted).expect("a row"), "500000\t1\n", "{name}");
    }
}

/// Returns why the functions can't run a case. They support neither a ceiling nor a source that fails, only one
/// configuration, and only readings that fit in 63 bits.
fn reason_to_skip(scheme: &Scheme, case: &Trace) -> Option<&'static str> {
    /// The keys that can have any value.
    const FREE: [&str; 2] = ["on_rollback", "resume_after"];
    let usual = scheme.configs_at_ends().swap_remove(0);
    if case.steps.iter().any(|step| step.ceiling_unix_ms.is_some()) {
        Some("ceiling")
    } else if case.steps.iter().any(|step| step.draws.values().any(Value::is_null)) {
        Some("source fails")
    } else if usual.iter().any(|(key, value)| !FREE.contains(&key.as_str()) && case.config[key] != *value) {
        Some("configuration")
    } else if case.steps.iter().any(|step| i64::try_from(step.now).is_err()) {
        Some("wide reading")
    } else {
        None
    }
}

/// Returns the random digits that hold the draws of a step. All other bits are 1, so a step that takes too many bits
/// fails.
fn random(name: &str, draws: &Map<String, Value>, draw_bits: &Map<String, Value>) -> String {
    // The version and the variant, as gen_random_uuid() sets them.
    let mut digits = "ffffffffffff4fffbfffffffffffffff".to_owned();
    for (field, value) in draws {
        // The digits of one or two parts.
        let [first, second] = match (name, field.as_str()) {
            ("scru128", "counter_lo") => [0..6, 6..6],
            ("scru128", "counter_hi") => [6..12, 12..12],
            ("scru128", "entropy") | ("uuid7", "random") => [24..32, 32..32],
            ("uuid7", "counter") => [0..11, 11..11],
            ("ulid", "randomness") => [0..8, 20..32],
            ("scru160", "counter") => [13..16, 17..18],
            ("scru160", "random") => [0..12, 20..32],
            _ => unreachable!("no other draw: {name}, {field}"),
        };
        let above = u128::MAX << draw_bits[field].as_u64().expect("a width");
        let value = format!("{:032x}", integer(value).expect("a draw") | above);
        let (rest, low) = value.split_at(32 - second.len());
        digits.replace_range(second, low);
        let high = &rest[rest.len() - first.len()..];
        digits.replace_range(first, high);
    }
    digits
}
