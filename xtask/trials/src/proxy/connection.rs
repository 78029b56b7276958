//! One connection through the proxy.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Mute, Treatment, lock};

/// A connection of a client, and the one to the server that belongs to it. A thread for each direction copies the bytes.
#[derive(Debug)]
pub(super) struct Connection {
    client: TcpStream,
    server: TcpStream,
    flow: Mutex<Flow>,
}

#[derive(Debug, Default)]
struct Flow {
    treatment: Treatment,
    /// The number of requests to pass on before the treatment begins.
    after: u32,
    /// Requests that are kept back.
    held: Vec<u8>,
    /// Bytes are missing, so the treatment can't end.
    damaged: bool,
    client_gone: bool,
    server_gone: bool,
}

impl Connection {
    /// Connects both, and starts to copy.
    pub(super) fn open(
        client: TcpStream,
        server: TcpStream,
        treatment: Treatment,
        after: u32,
    ) -> io::Result<Arc<Self>> {
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let flow = Mutex::new(Flow { treatment, after, ..Flow::default() });
        let connection = Arc::new(Self { client, server, flow });
        for copy in [Self::copy_requests, Self::copy_replies] {
            let connection = Arc::clone(&connection);
            thread::spawn(move || copy(&connection));
        }
        Ok(connection)
    }

    pub(super) fn close(&self) {
        let _ = self.client.shutdown(Shutdown::Both);
        let _ = self.server.shutdown(Shutdown::Both);
    }

    pub(super) fn is_closed(&self) -> bool {
        let flow = lock(&self.flow);
        flow.client_gone && flow.server_gone
    }

    /// Whether requests are kept back whose client has gone.
    #[cfg(test)]
    pub(super) fn is_abandoned(&self) -> bool {
        let flow = lock(&self.flow);
        flow.client_gone && !flow.held.is_empty()
    }

    pub(super) fn treat(&self, treatment: Treatment, after: u32) {
        let mut flow = lock(&self.flow);
        if !flow.damaged {
            (flow.treatment, flow.after) = (treatment, after);
        }
    }

    /// Delivers the requests that were kept back. Returns whether there were any and their client has gone.
    pub(super) fn release(&self) -> bool {
        let mut flow = lock(&self.flow);
        if flow.treatment != Treatment::Hold {
            return false;
        }
        let held = std::mem::take(&mut flow.held);
        let _ = (&self.server).write_all(&held);
        flow.treatment = Treatment::Pass;
        if flow.client_gone {
            let _ = self.server.shutdown(Shutdown::Write);
        }
        flow.client_gone && !held.is_empty()
    }

    fn copy_requests(&self) {
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = (&self.client).read(&mut bytes) {
            if self.request(&bytes[..length]).is_err() {
                break;
            }
        }
        let mut flow = lock(&self.flow);
        flow.client_gone = true;
        if flow.held.is_empty() {
            let _ = self.server.shutdown(Shutdown::Both);
        }
    }

    /// Passes a request on, or does with it what the treatment says. The lock keeps requests in their order.
    fn request(&self, bytes: &[u8]) -> io::Result<()> {
        let mut flow = lock(&self.flow);
        if flow.after > 0 {
            flow.after -= 1;
            return (&self.server).write_all(bytes);
        }
        match flow.treatment {
            Treatment::Pass | Treatment::Mute(Mute::Replies) => return (&self.server).write_all(bytes),
            Treatment::Hold => flow.held.extend_from_slice(bytes),
            Treatment::Mute(Mute::Both) => flow.damaged = true,
        }
        Ok(())
    }

    fn copy_replies(&self) {
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = (&self.server).read(&mut bytes) {
            let mut flow = lock(&self.flow);
            let passes = flow.after > 0 || !matches!(flow.treatment, Treatment::Mute(_));
            flow.damaged |= !passes;
            drop(flow);
            // The client may be gone. Then the server still gets what was kept back, and its replies are dropped.
            if passes {
                let _ = (&self.client).write_all(&bytes[..length]);
            }
        }
        let mut flow = lock(&self.flow);
        flow.server_gone = true;
        if !matches!(flow.treatment, Treatment::Mute(_)) || flow.after > 0 {
            let _ = self.client.shutdown(Shutdown::Both);
        }
    }
}
