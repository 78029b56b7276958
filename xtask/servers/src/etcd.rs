//! etcd.

use anyhow::{Result, ensure};
use rustix::process::Signal;

use crate::home::Home;
use crate::tls::Setup;
use crate::{Server, exchange, find, or_skip, text};

/// Starts a cluster of one node. Returns `None` if etcd is not installed, after a message that names what to install.
#[must_use]
pub fn start() -> Option<Server> {
    start_with(&[])
}

/// Starts a cluster of one node with more arguments.
#[must_use]
pub fn start_with(arguments: &[&str]) -> Option<Server> {
    or_skip(|| try_cluster::<1>(arguments, None), "etcd", "etcd-server").map(|[server]| server)
}

/// Starts a cluster. Returns `None` if etcd is not installed, after a message that names what to install.
#[must_use]
pub fn cluster<const N: usize>() -> Option<[Server; N]> {
    or_skip(|| try_cluster(&[], None), "etcd", "etcd-server")
}

/// Starts a cluster of one node like [`start`], with a second port for TLS.
#[must_use]
pub fn start_with_tls(setup: &Setup<'_>) -> Option<Server> {
    or_skip(|| try_cluster(&[], Some(setup)), "etcd", "etcd-server").map(|[server]| server)
}

fn try_cluster<const N: usize>(more: &[&str], tls: Option<&Setup<'_>>) -> Result<Option<[Server; N]>> {
    let Some(program) = find("etcd", &[]) else { return Ok(None) };
    let homes = (0..N).map(|_| {
        let mut home = Home::new()?;
        let ports = (home.reserve_port()?, home.reserve_port()?);
        Ok((home, ports))
    });
    let homes = homes.collect::<Result<Vec<_>>>()?;
    let members = homes.iter().enumerate();
    let members = members.map(|(node, (_, (_, port)))| format!("node{node}=http://127.0.0.1:{port}"));
    let members = members.collect::<Vec<_>>().join(",");
    let mut nodes = Vec::new();
    for (node, (mut home, (port, peer_port))) in homes.into_iter().enumerate() {
        let data = home.directory().join("data");
        let url = format!("http://127.0.0.1:{port}");
        let peer_url = format!("http://127.0.0.1:{peer_port}");
        let mut arguments = vec![
            format!("--name=node{node}"),
            format!("--data-dir={}", text(&data)?),
            format!("--listen-client-urls={url}"),
            format!("--advertise-client-urls={url}"),
            format!("--listen-peer-urls={peer_url}"),
            format!("--initial-advertise-peer-urls={peer_url}"),
            format!("--initial-cluster={members}"),
        ];
        let mut tls_port = port;
        if let Some(setup) = tls {
            tls_port = home.reserve_port()?;
            let files = setup.write(&home)?;
            arguments[2] += &format!(",https://127.0.0.1:{tls_port}");
            arguments.push(format!("--cert-file={}", files.certificate));
            arguments.push(format!("--key-file={}", files.key));
            if setup.clients.is_some() {
                arguments.push(format!("--trusted-ca-file={}", files.clients));
                arguments.push("--client-cert-auth".to_owned());
            }
        }
        let arguments: Vec<_> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
        let server = Server::spawn(home, port, (&program, &arguments), Signal::TERM, is_ready)?;
        nodes.push(server.with_client_port(tls_port));
    }
    for node in &mut nodes {
        node.wait_until_ready()?;
    }
    Ok(nodes.try_into().ok())
}

/// Checks that a node knows a leader and can write.
fn is_ready(port: u16) -> Result<()> {
    let reply = exchange(port, "GET /health HTTP/1.0\r\n\r\n", |_| false)?;
    ensure!(reply.contains(r#""health":"true""#), "/health: {reply}");
    Ok(())
}
