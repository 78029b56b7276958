//! The servers start, answer, and stop with the process that started them.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use servers::{Database, PATIENCE, mariadb, postgresql};

/// Names the server that a child process starts.
const CHILD: &str = "SERVERS_CHILD_STARTS";
/// What the child prints before the folder of its server's data.
const AT: &str = "the data are in ";

#[test]
fn postgresql_answers() {
    let Some(database) = postgresql::database("answers") else { return };
    answers(&database);
}

#[test]
fn mariadb_answers() {
    let Some(database) = mariadb::database("answers") else { return };
    answers(&database);
}

fn answers(database: &Database) {
    let sql =
        "CREATE TABLE words (word text); INSERT INTO words VALUES ('ö'), (NULL); SELECT word, 1 FROM words;";
    let rows = database.run(sql).expect("rows");
    assert_eq!(rows.lines().next(), Some("ö\t1"));
    let error = database.run("SELECT 1; SELECT nonsense; SELECT 2;").expect_err("no such column");
    assert!(error.to_string().contains("nonsense"), "{error}");
}

/// Not a test of its own: the next tests run it as a child process. It starts a server, and then ends in the given way.
#[test]
fn child() {
    let Ok(order) = env::var(CHILD) else { return };
    let (server, end) = order.split_once(' ').unwrap();
    let make = if server == "postgresql" { postgresql::database } else { mariadb::database };
    let Some(database) = make("child") else { return };
    let folder = if server == "postgresql" { "SHOW data_directory;" } else { "SELECT @@datadir;" };
    eprintln!("{AT}{}", database.run(folder).expect("a folder"));
    match end {
        "returns" => {}
        "panics" => panic!("as asked"),
        "is killed" => {
            let _ = Command::new("kill").args(["-KILL", &std::process::id().to_string()]).status();
        }
        _ => unreachable!(),
    }
}

#[test]
fn postgresql_stops() {
    stops("postgresql");
}

#[test]
fn mariadb_stops() {
    stops("mariadb");
}

fn stops(server: &str) {
    for end in ["returns", "panics", "is killed"] {
        let output = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "child", "--nocapture"])
            .env(CHILD, format!("{server} {end}"))
            .output()
            .expect("a child process");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), end == "returns", "{end}: {messages}");
        if messages.contains("SKIPPED") {
            return;
        }
        let data = messages.lines().find_map(|line| line.strip_prefix(AT)).expect("a folder");
        let start = Instant::now();
        while Path::new(data).exists() || is_named(data.trim_end_matches('/')) {
            assert!(start.elapsed() < PATIENCE, "{server} runs after its process {end}");
            sleep(Duration::from_millis(50));
        }
    }
}

/// Whether a process names a folder on its command line, as a server names its data. Only Linux can tell.
fn is_named(folder: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).contains(folder))
}
