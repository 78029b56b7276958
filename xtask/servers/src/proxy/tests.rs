//! The faults do what their names say.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::{Connection, Proxy, Verdict, after, lock, losing_the_reply_to};

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(30);

/// A server that replies with each line that it received, and the lines.
fn echo() -> (u16, Receiver<String>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let (sender, mut connection) = (sender.clone(), connection.unwrap());
            thread::spawn(move || {
                for line in BufReader::new(connection.try_clone().unwrap()).lines() {
                    let line = line.unwrap();
                    let reply = format!("{line}\n");
                    // A test may not listen. One that has the reply can rely on it that the line is there.
                    let _ = sender.send(line);
                    let _ = connection.write_all(reply.as_bytes());
                }
            });
        }
    });
    (port, receiver)
}

struct Client(TcpStream);

impl Client {
    fn new(proxy: &Proxy) -> Self {
        Self(TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port())).unwrap())
    }

    fn send(&mut self, line: &str) {
        self.0.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line; empty if the connection was closed, `None` if there is silence.
    fn receive(&mut self, timeout: Duration) -> Option<String> {
        self.0.set_read_timeout(Some(timeout)).unwrap();
        let mut bytes = [0; 100];
        match self.0.read(&mut bytes) {
            Ok(length) => Some(String::from_utf8_lossy(&bytes[..length]).trim_end().to_owned()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            Err(_) => Some(String::new()),
        }
    }

    /// Sends a line, to which nothing is replied for now.
    fn waits(&mut self, line: &str) {
        self.send(line);
        assert_eq!(self.receive(SHORT), None);
    }

    fn is_heard(&mut self) {
        self.send("hear me");
        assert_eq!(self.receive(LONG).as_deref(), Some("hear me"));
    }
}

/// Waits until the proxy knows that so many clients of held requests have gone.
fn await_abandoned(proxy: &Proxy, clients: usize) {
    let begun = Instant::now();
    let is_abandoned = |connection: &&Arc<Connection>| connection.is_abandoned();
    while lock(&proxy.state).connections.iter().filter(is_abandoned).count() < clients {
        assert!(begun.elapsed() < LONG, "no client of held requests has gone");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn cut_connections_are_closed_and_new_ones_refused() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.cut();
    assert_eq!(client.receive(LONG).as_deref(), Some(""));
    assert_eq!(Client::new(&proxy).receive(LONG).as_deref(), Some(""));
    proxy.pass();
    Client::new(&proxy).is_heard();
}

#[test]
fn a_mute_connection_swallows_and_stays_open() {
    let (port, received) = echo();
    let proxy = Proxy::start(port).unwrap();
    let (mut idle, mut client) = (Client::new(&proxy), Client::new(&proxy));
    idle.is_heard();
    client.is_heard();
    proxy.treat(after(0, Verdict::Swallow, Verdict::Swallow));
    let mut new = Client::new(&proxy);
    client.waits("lost");
    new.waits("lost");
    proxy.pass();
    client.waits("lost, too");
    idle.is_heard();
    Client::new(&proxy).is_heard();
    drop(proxy);
    assert!(received.try_iter().all(|line| line == "hear me"));
}

#[test]
fn replies_alone_can_be_lost_after_some_requests() {
    let (port, received) = echo();
    let proxy = Proxy::start(port).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.treat(after(2, Verdict::Pass, Verdict::Swallow));
    client.is_heard();
    for line in ["second", "third"] {
        client.waits(line);
    }
    for expected in ["hear me", "hear me", "second", "third"] {
        assert_eq!(received.recv_timeout(LONG).unwrap(), expected);
    }
}

#[test]
fn held_requests_arrive_after_their_client_has_gone() {
    let (port, received) = echo();
    let proxy = Proxy::start(port).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    received.recv_timeout(LONG).unwrap();
    proxy.treat(after(1, Verdict::Hold, Verdict::Pass));
    // The fault is for new connections as well.
    for mut client in [client, Client::new(&proxy)] {
        client.is_heard();
        received.recv_timeout(LONG).unwrap();
        client.waits("late");
    }
    proxy.reopen();
    Client::new(&proxy).is_heard();
    assert_eq!(received.recv_timeout(LONG).unwrap(), "hear me");
    assert!(received.recv_timeout(SHORT).is_err());
    await_abandoned(&proxy, 2);
    assert_eq!(proxy.pass(), 2);
    assert_eq!([(); 2].map(|()| received.recv_timeout(LONG).unwrap()), ["late"; 2]);
    assert_eq!(proxy.pass(), 0);
}

/// Requests and replies are delivered in their order.
#[test]
fn a_client_that_waits_gets_its_reply_on_release() {
    for [requests, replies] in [[Verdict::Hold, Verdict::Pass], [Verdict::Pass, Verdict::Hold]] {
        let proxy = Proxy::start(echo().0).unwrap();
        let mut client = Client::new(&proxy);
        client.is_heard();
        proxy.treat(after(0, requests, replies));
        client.waits("one");
        proxy.treat(after(0, Verdict::Pass, Verdict::Pass));
        client.waits("two");
        assert_eq!(proxy.pass(), 0);
        let mut replies = [0; 8];
        client.0.set_read_timeout(Some(LONG)).unwrap();
        client.0.read_exact(&mut replies).unwrap();
        assert_eq!(&replies, b"one\ntwo\n");
        client.is_heard();
    }
}

#[test]
fn the_reply_to_a_certain_request_is_lost() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    proxy.treat(losing_the_reply_to("certain"));
    client.is_heard();
    client.waits("a certain request");
    Client::new(&proxy).is_heard();
}

/// And without a server, connections are closed.
#[test]
fn a_closed_proxy_leaves_its_port() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.close();
    assert_eq!(client.receive(LONG).as_deref(), Some(""));
    let behind = Proxy::start(proxy.port()).unwrap();
    assert_eq!(Client::new(&behind).receive(LONG).as_deref(), Some(""));
    TcpListener::bind((Ipv4Addr::LOCALHOST, proxy.port())).unwrap();
}
