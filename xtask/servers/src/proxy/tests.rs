//! The disturbances do what their names say.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use super::Proxy;
use crate::PATIENCE;

const SHORT: Duration = Duration::from_millis(200);

/// Starts a server that sends each received line back. Returns its port and the received lines.
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
                    // A test may ignore the lines. A test that has received the reply can rely on the line being there.
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

    /// Returns the next line. It is empty if the connection was closed, or `None` if nothing arrives.
    fn receive(&mut self, timeout: Duration) -> Option<String> {
        self.0.set_read_timeout(Some(timeout)).unwrap();
        let mut bytes = [0; 100];
        match self.0.read(&mut bytes) {
            Ok(length) => Some(String::from_utf8_lossy(&bytes[..length]).trim_end().to_owned()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => None,
            Err(_) => Some(String::new()),
        }
    }

    fn is_heard(&mut self) {
        self.send("hear me");
        assert_eq!(self.receive(PATIENCE).as_deref(), Some("hear me"));
    }
}

#[test]
fn cut_connections_are_closed_and_new_ones_refused() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.cut();
    assert_eq!(client.receive(PATIENCE).as_deref(), Some(""));
    assert_eq!(Client::new(&proxy).receive(PATIENCE).as_deref(), Some(""));
    proxy.pass();
    Client::new(&proxy).is_heard();
}

/// Replies are lost permanently, on open connections and on new ones. The requests still arrive.
#[test]
fn replies_are_lost_from_a_certain_request_on() {
    let (port, received) = echo();
    let proxy = Proxy::start(port).unwrap();
    let (mut idle, mut open) = (Client::new(&proxy), Client::new(&proxy));
    open.is_heard();
    proxy.lose_replies_to("certain");
    let mut new = Client::new(&proxy);
    for client in [&mut open, &mut new] {
        client.is_heard();
        client.send("a certain request");
        assert_eq!(client.receive(SHORT), None);
    }
    proxy.pass();
    open.send("another request");
    assert_eq!(open.receive(SHORT), None);
    idle.is_heard();
    Client::new(&proxy).is_heard();
    proxy.lose_replies_to("");
    idle.send("any request");
    assert_eq!(idle.receive(SHORT), None);
    let lines = (0..9).map(|_| received.recv_timeout(PATIENCE).unwrap());
    let mut requests: Vec<_> = lines.filter(|line| line != "hear me").collect();
    requests.sort();
    assert_eq!(requests, ["a certain request", "a certain request", "another request", "any request"]);
}

/// Without a server, connections are closed too.
#[test]
fn a_closed_proxy_leaves_its_port() {
    let proxy = Proxy::start(echo().0).unwrap();
    let mut client = Client::new(&proxy);
    client.is_heard();
    proxy.close();
    assert_eq!(client.receive(PATIENCE).as_deref(), Some(""));
    let behind = Proxy::start(proxy.port()).unwrap();
    assert_eq!(Client::new(&behind).receive(PATIENCE).as_deref(), Some(""));
    TcpListener::bind((Ipv4Addr::LOCALHOST, proxy.port())).unwrap();
}
