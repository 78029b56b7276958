//! The servers start, answer, and stop with the process that started them.
#![cfg(unix)]

use std::env;
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use servers::{Database, mariadb, postgresql};

/// Names the server that a child process starts.
const CHILD: &str = "SERVERS_CHILD_STARTS";

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
    let url = database.url();
    eprintln!("{url}");
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
        let address =
            messages.split(['@', '/']).find(|part| part.starts_with("127.0.0.1:")).expect("the URL");
        let start = Instant::now();
        while TcpStream::connect(address).is_ok() {
            assert!(start.elapsed() < Duration::from_secs(30), "{server} runs after its process {end}");
            sleep(Duration::from_millis(50));
        }
    }
}
