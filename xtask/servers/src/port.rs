//! Loopback ports for servers.

use std::fmt;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::ops::Range;

use anyhow::{Context, Result};

/// The range in which to look for free ports. It is below the ports that systems assign to connections, and to
/// listeners that request any port.
const PORTS: Range<u16> = 15_000..30_000;

/// A TCP port on 127.0.0.1. As long as this lives, no other test takes the port, whether or not a server listens on it.
///
/// It holds the UDP port with the same number. Only one socket can have that port, and the kernel releases it no matter
/// how this process ends.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) number: u16,
    _reservation: UdpSocket,
}

impl Port {
    /// Reserves a port that nothing listens on.
    pub(crate) fn reserve() -> Result<Self> {
        let attempt = |_| Self::take(PORTS.start + random() % (PORTS.end - PORTS.start));
        (0..1_000).find_map(attempt).with_context(|| format!("no free port on 127.0.0.1 in {PORTS:?}"))
    }

    fn take(number: u16) -> Option<Self> {
        let reservation = UdpSocket::bind((Ipv4Addr::LOCALHOST, number)).ok()?;
        TcpListener::bind((Ipv4Addr::LOCALHOST, number)).ok()?;
        Some(Self { number, _reservation: reservation })
    }
}

fn random() -> u16 {
    let [first, second, ..] = RandomState::new().build_hasher().finish().to_be_bytes();
    u16::from_be_bytes([first, second])
}

/// Returns `true` if a process listens on a port, or if the system does not show this. Only Linux shows it, but in some
/// containers not even to root.
pub(crate) fn listens(process: u32, port: u16) -> bool {
    let Ok(sockets) = fs::read_to_string("/proc/net/tcp") else { return true };
    // The columns are a number, the local and the remote address, and the state, which is 0A for a listener. The inode
    // comes six columns later.
    let address = format!(":{port:04X}");
    let inodes = sockets.lines().filter_map(|line| {
        let columns: Vec<_> = line.split_whitespace().collect();
        let listens = columns.get(1)?.ends_with(&address) && *columns.get(3)? == "0A";
        listens.then(|| format!("socket:[{}]", columns.get(9).unwrap_or(&"")))
    });
    let files = fs::read_dir(format!("/proc/{process}/fd")).and_then(|files| {
        files
            .map(|file| fs::read_link(file?.path()))
            // A file may be closed before its link is read.
            .filter(|file| !file.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound))
            .collect::<Result<Vec<_>, _>>()
    });
    match files {
        Ok(files) => {
            inodes.into_iter().any(|inode| files.iter().any(|file| file.as_os_str() == inode.as_str()))
        }
        Err(error) => error.kind() == ErrorKind::PermissionDenied,
    }
}

/// The error for a server whose port was taken by another program.
#[derive(Debug)]
pub(crate) struct PortTaken(pub(crate) String);

impl fmt::Display for PortTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "another program has taken the port:\n{}", self.0)
    }
}

impl std::error::Error for PortTaken {}
