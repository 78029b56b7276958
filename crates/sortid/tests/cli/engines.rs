//! `sortid lease` and `sortid new --lease` with registries on real servers.

use serde_json::Value;
use servers::Server;
use servers::tls::{Authority, Setup, root};

use crate::{Run, program, run, wait_until};

/// The starts of the errors about a late or missing answer.
const LATE: [&str; 3] =
    ["the registry failed to ", "can't initialise the registry: ", "can't acquire a slot: "];

/// Returns the result of a command, once the server has answered in time. A busy server doesn't always.
fn answer(arguments: &[&str]) -> Run {
    let mut answer = run(arguments);
    wait_until(|| {
        let is_late = answer.status != 0 && LATE.iter().any(|error| answer.stderr.contains(error));
        if is_late {
            answer = run(arguments);
        }
        !is_late
    });
    answer
}

/// Returns the output of a command that succeeds, once the server has answered in time.
fn printed(arguments: &[&str]) -> String {
    let answer = answer(arguments);
    assert_eq!((answer.status, answer.stderr.as_str()), (0, ""), "{arguments:?}: {}", answer.stdout);
    answer.stdout
}

/// Every engine passes the contract of registries, so this test only needs to reach it by its URL.
fn leases_on(url: &str) {
    let init = ["lease", "init", "--registry", url, "--node-id-size", "8", "--window", "1h"];
    let unknown = answer(&["lease", "status", "--registry", url]).stderr;
    assert!(
        unknown.starts_with("sortid: the registry is not initialised: run sortid lease init"),
        "{unknown}"
    );
    // After a late reply, the registry may be "already initialised".
    let initialised = answer(&init).stdout;
    assert!(initialised.contains("initialised"), "{initialised}");
    assert!(initialised.contains(": node IDs 0 to 255 (8 bits), with a window of 3600 s"), "{initialised}");
    assert_eq!(answer(&["new", "scru64", "--lease", url, "-n", "3"]).stdout.lines().count(), 3);
    // The server runs on this machine, so both clocks agree.
    let status = printed(&["lease", "status", "--registry", url, "--format", "json"]);
    let status: Value = serde_json::from_str(&status).unwrap();
    // After a late reply, a second slot may have been leased.
    assert!(status["missing"] == 0 && status["new"].as_u64().unwrap() < 256, "{status}");
    assert!(status["skew_ms"].as_i64().unwrap().abs() < 30_000, "{status}");
    let text = printed(&["lease", "status", "--registry", url]);
    assert!(text.contains("this machine\n") && text.contains(", from the registry, "), "{text}");
}

/// Starts a server with a new certificate.
fn with_tls(start: fn(&Setup<'_>) -> Option<Server>) -> Option<Server> {
    let identity = Authority::new().and_then(|authority| authority.issue("127.0.0.1")).unwrap();
    start(&Setup::of(&identity))
}

/// Runs `lease status` with environment variables and without a home directory.
fn status(url: &str, environment: &[(&str, &str)]) -> Run {
    let mut command = program(&["lease", "status", "--registry", url]);
    command.env_remove("HOME").envs(environment.iter().copied()).output().unwrap().into()
}

/// The server's root is in a file, in a variable of the engine's own tool, or the only one of the system.
#[test]
fn postgresql_leases_node_ids_with_tls() {
    let Some(server) = with_tls(servers::postgresql::start_with_tls) else { return };
    let (port, root) = (server.port(), root(&server).display().to_string());
    let url = format!("postgresql://ids:secret@127.0.0.1:{port}/postgres?sslmode=verify-full");
    leases_on(&format!("{url}&sslrootcert={root}"));
    let bare = format!("postgresql://127.0.0.1:{port}/postgres");
    let login = [("PGUSER", "ids"), ("PGPASSWORD", "secret")];
    let files = [("PGSSLMODE", "verify-full"), ("PGSSLROOTCERT", &root)];
    let system = [("PGSSLROOTCERT", "system"), ("SSL_CERT_FILE", &root), ("SSL_CERT_DIR", "/nowhere")];
    for environment in [&files[..], &system] {
        wait_until(|| status(&bare, &[&login, environment].concat()).status == 0);
    }
    let mut unverified = Vec::new();
    wait_until(|| {
        let run = status(&format!("{bare}?sslmode=require"), &login);
        unverified.push(run.stderr);
        run.status == 0
    });
    let warning = "sortid: sslmode=require encrypts, but accepts every server: use sslmode=verify-full";
    assert!(unverified.iter().all(|stderr| stderr.starts_with(warning)), "{unverified:?}");
    // The default is no TLS, which this server demands.
    wait_until(|| {
        status(&bare, &login).stderr.contains("add `sslmode=verify-full` and `sslrootcert` to the URL")
    });
    let refused = status(&bare, &[("PGSSLMODE", "prefer"), ("PGPASSWORD", "secret")]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.ends_with("; the environment has PGSSLMODE\n"), "{}", refused.stderr);
    let missing = status(&bare, &[("PGSSLMODE", "verify-full"), ("PGSSLROOTCERT", "/nowhere/ca.pem")]);
    let named = "sortid: can't read /nowhere/ca.pem, which PGSSLROOTCERT names: ";
    assert!(missing.status != 0 && missing.stderr.starts_with(named), "{}", missing.stderr);
    let unused = status(&bare, &[("PGSSLMODE", "disable"), ("PGSSLROOTCERT", "/nowhere/ca.pem")]);
    assert!(!unused.stderr.contains("/nowhere"), "{}", unused.stderr);
}

#[test]
fn etcd_leases_node_ids_with_tls() {
    let Some(server) = with_tls(servers::etcd::start_with_tls) else { return };
    let (url, root) = (format!("etcds://127.0.0.1:{}", server.client_port()), root(&server));
    leases_on(&format!("{url}?cacert={}", root.display()));
    wait_until(|| status(&url, &[("ETCDCTL_CACERT", root.to_str().unwrap())]).status == 0);
}

#[test]
fn redis_leases_node_ids_with_tls() {
    let Some(server) = with_tls(servers::redis::start_with_tls) else { return };
    let (port, root) = (server.client_port(), root(&server).display().to_string());
    leases_on(&format!("valkeys://ids:secret@127.0.0.1:{port}?cacert={root}"));
    let url = format!("rediss://ids@127.0.0.1:{port}?cacert={root}");
    wait_until(|| status(&url, &[("REDISCLI_AUTH", "secret")]).status == 0);
}
