//! Loopback ports with misbehaving listeners. Unless documented otherwise, they last until this process ends.

use std::io::Write;
use std::mem;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::port::Port;

/// Starts a listener that passes each connection to `accept`. Returns the port.
pub fn listen(mut accept: impl FnMut(TcpStream) + Send + 'static) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    thread::spawn(move || listener.incoming().flatten().for_each(&mut accept));
    Ok(port)
}

/// Accepts connections but never replies.
pub fn silent() -> Result<u16> {
    let mut connections = Vec::new();
    listen(move |connection| connections.push(connection))
}

/// Replies with `head` at once and then with a byte of `rest` every 20 ms, over and over.
pub fn trickling(head: &'static str, rest: &'static str) -> Result<u16> {
    listen(move |mut connection| {
        thread::spawn(move || {
            let _ = connection.set_nodelay(true);
            let _ = connection.write_all(head.as_bytes());
            for byte in rest.as_bytes().iter().cycle() {
                if connection.write_all(&[*byte]).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
    })
}

/// Returns a port whose connections are never accepted while the second value lives, because the kernel's queue is
/// full. 0 stands for any port.
pub fn full(port: u16) -> Result<(u16, impl Sized)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    rustix::net::listen(&listener, 0)?;
    let address = listener.local_addr()?;
    let mut waiting = Vec::new();
    while let Ok(connection) = TcpStream::connect_timeout(&address, Duration::from_millis(500)) {
        waiting.push(connection);
    }
    Ok((address.port(), (listener, waiting)))
}

/// Returns a port on which nothing listens.
pub fn closed() -> Result<u16> {
    let port = Port::reserve()?;
    let number = port.number;
    mem::forget(port);
    Ok(number)
}
