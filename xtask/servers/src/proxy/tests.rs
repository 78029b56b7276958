//! The faults do what their names say.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::{Proxy, Verdict, after, lock, losing_the_reply_to};

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

    fn asks(&mut self, line: &str) -> Option<String> {
        self.send(line);
        self.receive(LONG)
    }

    fn is_heard(&mut self) {
        assert_eq!(self.asks("hear me").as_deref(), Some("hear me"));
    }
}

/// Waits until the proxy knows that the client of held requests has gone.
fn await_abandoned(proxy: &Proxy) {
    let begun = Instant::now();
    while !lock(&proxy.state).connections.iter().any(|connection| connection.is_abandoned()) {
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
fn without_a_server_connections_are_closed() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let proxy = Proxy::start(port).unwrap();
    assert_eq!(Client::new(&proxy).receive(LONG).as_deref(), Some(""));
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
    for client in [&mut client, &mut new] {
        client.send("lost");
        assert_eq!(client.receive(SHORT), None);
    }
    proxy.pass();
    client.send("lost, too");
    assert_eq!(client.receive(SHORT), None);
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
        client.send(line);
        assert_eq!(client.receive(SHORT), None);
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
    client.is_heard();
    received.recv_timeout(LONG).unwrap();
    client.send("late");
    assert_eq!(client.receive(SHORT), None);
    drop(client);
    proxy.reopen();
    Client::new(&proxy).is_heard();
    assert_eq!(received.recv_timeout(LONG).unwrap(), "hear me");
    assert!(received.recv_timeout(SHORT).is_err());
    await_abandoned(&proxy);
    assert_eq!(proxy.pass(), 1);
    assert_eq!(received.recv_timeout(LONG).unwrap(), "late");
    assert_eq!(proxy.pass(), 0);
}

#[test]
fn new_connections_are_held_and_mute_as_well() {
    let (port, received) = echo();
    let proxy = Proxy::start(port).unwrap();
    proxy.treat(after(1, Verdict::Hold, Verdict::Pass));
    let mut client = Client::new(&proxy);
    client.is_heard();
    client.send("late");
    assert_eq!(client.receive(SHORT), None);
    drop(client);
    await_abandoned(&proxy);
    assert_eq!(proxy.pass(), 1);
    // Another connection could overtake this one.
    for expected in ["hear me", "late"] {
        assert_eq!(received.recv_timeout(LONG).unwrap(), expected);
    }
    proxy.treat(after(2, Verdict::Pass, Verdict::Swallow));
    let mut client = Client::new(&proxy);
    client.is_heard();
    client.send("lost reply");
    assert_eq!(client.receive(SHORT), None);
    for expected in ["hear me", "lost reply"] {
        assert_eq!(received.recv_timeout(LONG).unwrap(), expected);
    }
}

#[test]
fn a_client_that_waits_gets_its_reply_on_release() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.treat(after(0, Verdict::Hold, Verdict::Pass));
    client.send("patience");
    assert_eq!(client.receive(SHORT), None);
    assert_eq!(proxy.pass(), 0);
    assert_eq!(client.receive(LONG).as_deref(), Some("patience"));
    client.is_heard();
}

#[test]
fn held_replies_arrive_in_their_order() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.treat(after(0, Verdict::Pass, Verdict::Hold));
    client.send("one");
    assert_eq!(client.receive(SHORT), None);
    assert_eq!(proxy.pass(), 0);
    assert_eq!(client.receive(LONG).as_deref(), Some("one"));
    assert_eq!(client.asks("two").as_deref(), Some("two"));
}

#[test]
fn the_reply_to_a_certain_request_is_lost() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    proxy.treat(losing_the_reply_to("certain"));
    client.is_heard();
    client.send("a certain request");
    assert_eq!(client.receive(SHORT), None);
    Client::new(&proxy).is_heard();
}

#[test]
fn a_closed_proxy_leaves_its_port() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.close();
    assert_eq!(client.receive(LONG).as_deref(), Some(""));
    TcpListener::bind((Ipv4Addr::LOCALHOST, proxy.port())).unwrap();
}
