//! Servers that crash, freeze and start again keep their data.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use servers::{PATIENCE, Server, redis};

/// Long enough to notice a reply or an end that must not come.
const SHORT: Duration = Duration::from_millis(200);

fn redis_replies(server: &Server, command: &str) -> Option<String> {
    redis_replies_within(PATIENCE, server, command)
}

/// What Redis replies to a command within a time.
fn redis_replies_within(patience: Duration, server: &Server, command: &str) -> Option<String> {
    let mut connection = TcpStream::connect((Ipv4Addr::LOCALHOST, server.port())).ok()?;
    connection.set_read_timeout(Some(patience)).ok()?;
    write!(connection, "{command}\r\n").ok()?;
    let mut reply = [0; 64];
    let length = connection.read(&mut reply).ok()?;
    Some(String::from_utf8_lossy(&reply[..length]).into_owned())
}

#[test]
fn redis_keeps_its_data() {
    let Some(mut server) = redis::start() else { return };
    assert_eq!(redis_replies(&server, "SET word one").as_deref(), Some("+OK\r\n"));
    server.freeze().expect("it runs");
    assert_eq!(redis_replies_within(SHORT, &server, "GET word"), None);
    server.thaw().expect("it is frozen");
    assert_eq!(redis_replies(&server, "GET word").as_deref(), Some("$3\r\none\r\n"));
    server.crash().expect("it runs");
    assert_eq!(redis_replies(&server, "GET word"), None);
    assert!(server.crash().is_err() && server.freeze().is_err());
    server.restart().expect("it has crashed");
    assert_eq!(redis_replies(&server, "GET word").as_deref(), Some("$3\r\none\r\n"));
    assert!(server.restart().is_err());
}

/// Its folder is gone, so it can't save its data, and refuses to stop.
#[test]
fn a_redis_that_refuses_to_stop_is_killed() {
    let Some(mut server) = redis::start_with(&["--save", "3600 1"]) else { return };
    assert_eq!(redis_replies(&server, "SET word one").as_deref(), Some("+OK\r\n"));
    fs::remove_dir_all(server.folder().join("data")).expect("a folder");
    let error = server.stop_within(SHORT).expect_err("it can't save its data");
    assert!(format!("{error}").contains("was killed"), "{error}");
    assert_eq!(redis_replies(&server, "GET word"), None);
}

/// It refuses to stop until its data can be saved.
#[test]
fn the_stop_signal_is_sent_again() {
    let Some(mut server) = redis::start_with(&["--save", "3600 1"]) else { return };
    assert_eq!(redis_replies(&server, "SET word one").as_deref(), Some("+OK\r\n"));
    let data = server.folder().join("data");
    let blocked = data.join("dump.rdb");
    fs::create_dir_all(blocked.join("full")).expect("a folder");
    let later = thread::spawn(move || {
        thread::sleep(Duration::from_millis(1_500));
        fs::remove_dir_all(blocked).expect("a folder");
    });
    server.stop().expect("it stops in the end");
    later.join().expect("no panic");
    assert!(data.join("dump.rdb").is_file());
}

#[test]
fn a_restart_waits_for_its_port() {
    let Some(mut server) = redis::start() else { return };
    server.crash().expect("it runs");
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, server.port())).expect("a free port");
    let error = format!("{:#}", server.restart_within(SHORT).expect_err("another program listens"));
    assert!(error.contains(&format!("another program uses the port {}", server.port())), "{error}");
    let later = thread::spawn(move || {
        thread::sleep(SHORT);
        drop(other);
    });
    server.restart().expect("the port is free in the end");
    later.join().expect("no panic");
    assert_eq!(redis_replies(&server, "PING").as_deref(), Some("+PONG\r\n"));
}

#[test]
fn a_frozen_redis_stops() {
    let Some(server) = redis::start() else { return };
    let folder = server.folder().to_owned();
    server.freeze().expect("it runs");
    drop(server);
    assert!(!folder.exists());
}
