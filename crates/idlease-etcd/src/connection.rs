//! Sends requests to the members of a cluster.

use std::time::Duration;

use idlease::engine::{Deadline, Tls};
use idlease::error::{RegistryError, RegistryErrorKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use ureq::http::StatusCode;
use ureq::{Agent, Timeout};

use crate::clock::Second;
use crate::endpoint::Endpoint;
use crate::gateway::{AuthReply, ErrorReply, Txn, TxnReply};

/// The largest reply: 65 536 records take 16 MB.
const MAX_REPLY: u64 = 64 << 20;
/// The minimum time to try a request, because `ureq` treats no time as a second.
const MIN_TIME: Duration = Duration::from_millis(5);

/// The members of a cluster and the user.
pub(crate) struct Connection {
    agent: Option<Agent>,
    /// The files from which an agent is created, unless it was passed.
    tls: Option<Tls>,
    endpoints: Vec<Endpoint>,
    /// The number of the endpoint that answered last.
    current: usize,
    user: Option<User>,
}

struct User {
    name: String,
    password: String,
    /// The user's token, until it expires or etcd forgets it.
    token: Option<String>,
}

/// Whether a request may be resent after it may have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// The request changes nothing, or has no further effect if it arrives twice.
    Safe,
    /// The request is resent only if it certainly did not arrive.
    Never,
}

/// A reply, with the endpoint and the time at which it was given.
#[derive(Clone, Debug)]
pub(crate) struct Reply<T> {
    pub(crate) endpoint: String,
    pub(crate) second: Second,
    pub(crate) value: T,
}

impl Connection {
    pub(crate) const fn new(agent: Option<Agent>, tls: Option<Tls>, endpoints: Vec<Endpoint>) -> Self {
        Self { agent, tls, endpoints, current: 0, user: None }
    }

    /// Returns the agent, or creates it from the files.
    fn agent(&mut self) -> Result<Agent, RegistryError> {
        if let Some(agent) = &self.agent {
            return Ok(agent.clone());
        }
        let config = Agent::config_builder().proxy(None);
        let config = match &self.tls {
            #[cfg(feature = "tls")]
            Some(tls) => config.tls_config(crate::tls::config(tls)?),
            _ => config,
        };
        Ok(self.agent.insert(config.build().new_agent()).clone())
    }

    pub(crate) fn set_user(&mut self, name: String, password: String) {
        self.user = Some(User { name, password, token: None });
    }

    pub(crate) fn endpoints(&self) -> impl Iterator<Item = &str> {
        self.endpoints.iter().map(|endpoint| endpoint.name.as_str())
    }

    pub(crate) fn user(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.name.as_str())
    }

    /// Carries out a transaction.
    pub(crate) fn txn(
        &mut self,
        operation: &'static str,
        txn: &Txn,
        deadline: Deadline,
        repeat: Repeat,
    ) -> Result<Reply<TxnReply>, RegistryError> {
        self.authenticate(deadline)?;
        match self.send(operation, "/v3/kv/txn", txn, deadline, repeat) {
            // etcd checks the token before it carries out anything, so the request can be resent.
            Err(error) if is_expired(&error) && self.user.is_some() => {
                self.forget_token();
                self.authenticate(deadline)?;
                self.send(operation, "/v3/kv/txn", txn, deadline, repeat)
            }
            reply => reply,
        }
    }

    /// Returns the metrics of the member that answered last, if it serves any.
    pub(crate) fn metrics(&mut self, deadline: Deadline) -> Option<String> {
        let agent = self.agent().ok()?;
        let request = agent.get(format!("{}/metrics", self.endpoints[self.current].base));
        let timeout = deadline.remaining().max(MIN_TIME);
        let config = request.config().timeout_global(Some(timeout)).max_redirects(0);
        let mut response = config.build().call().ok()?;
        response.body_mut().read_to_string().ok()
    }

    /// Gets a token, if a user is set and has no token yet.
    fn authenticate(&mut self, deadline: Deadline) -> Result<(), RegistryError> {
        let Some(User { name, password, token: None }) = &self.user else { return Ok(()) };
        let body = json!({"name": name, "password": password});
        let reply: Reply<AuthReply> =
            self.send("authenticate", "/v3/auth/authenticate", &body, deadline, Repeat::Safe)?;
        if let Some(user) = &mut self.user {
            user.token = Some(reply.value.token);
        }
        Ok(())
    }

    fn forget_token(&mut self) {
        if let Some(user) = &mut self.user {
            user.token = None;
        }
    }

    /// Sends a request to the current endpoint, and to the others as far as `repeat` allows.
    fn send<T: DeserializeOwned>(
        &mut self,
        operation: &'static str,
        path: &str,
        body: &impl Serialize,
        deadline: Deadline,
        repeat: Repeat,
    ) -> Result<Reply<T>, RegistryError> {
        let mut others = self.endpoints.len() - 1;
        // A connection that the server has just closed fails at once. The last attempt uses a new connection.
        let mut once_more = repeat == Repeat::Safe;
        loop {
            let left = deadline.remaining();
            if left < MIN_TIME {
                let endpoint = format!("etcd at {}", self.endpoints[self.current].name);
                return Err(deadline.error(&endpoint, operation));
            }
            // Each endpoint gets an equal share of the time, so that an endpoint that does not answer leaves time for
            // the others.
            let share = u32::try_from(others + 1).map_or(left, |endpoints| left / endpoints);
            let answer_within = if repeat == Repeat::Safe { share } else { left };
            let (error, is_sent) = match self.send_once(operation, path, body, (share, answer_within)) {
                Ok(reply) => return Ok(reply),
                Err(failed) => failed,
            };
            // Connections of a new agent use the files' present contents.
            if self.tls.is_some() {
                self.agent = None;
            }
            let last = others == 0 && !once_more || deadline.remaining() < MIN_TIME;
            self.current = (self.current + 1) % self.endpoints.len();
            // Another member, or the same member a little later, may answer.
            let is_transient = error.kind() == RegistryErrorKind::Unavailable;
            if last || is_sent && !(repeat == Repeat::Safe && is_transient) {
                return Err(error);
            }
            match others.checked_sub(1) {
                Some(fewer) => others = fewer,
                None => once_more = false,
            }
        }
    }

    /// Sends a request to the current endpoint. The error includes whether the request may have arrived.
    fn send_once<T: DeserializeOwned>(
        &mut self,
        operation: &'static str,
        path: &str,
        body: &impl Serialize,
        (connect_within, answer_within): (Duration, Duration),
    ) -> Result<Reply<T>, (RegistryError, bool)> {
        let agent = self.agent().map_err(|error| (error, false))?;
        let Endpoint { base, name } = &self.endpoints[self.current];
        let unexpected = |expected| {
            RegistryError::unexpected(format!(
                "unexpected reply from etcd at {name} to the request to {operation}: expected {expected}"
            ))
        };
        let failed = |error: ureq::Error| {
            let is_sent = !is_unsent(&error);
            let message = format!("no reply from etcd at {name} to the request to {operation}");
            (RegistryError::unavailable(message).with_source(error), is_sent)
        };
        let no_json = |error| (unexpected("JSON from etcd's gateway").with_source(error), true);
        let body = serde_json::to_vec(body).map_err(no_json)?;
        let mut request = agent.post(format!("{base}{path}")).content_type("application/json");
        if let Some(token) = self.user.as_ref().and_then(|user| user.token.as_ref()) {
            request = request.header("Authorization", token);
        }
        let request = request
            .config()
            .timeout_global(Some(answer_within))
            .timeout_connect(Some(connect_within))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        let mut response = request.send(body).map_err(failed)?;
        let reply = response.body_mut().with_config().limit(MAX_REPLY).read_to_vec().map_err(failed)?;
        let status = response.status();
        if status != StatusCode::OK {
            let message = serde_json::from_slice::<ErrorReply>(&reply).ok().and_then(ErrorReply::message);
            // A proxy can repeat the request in its error, and with it the password.
            let message =
                message.filter(|message| operation != "authenticate" || message.starts_with("etcdserver: "));
            let message = message.unwrap_or_else(|| match status {
                StatusCode::NOT_FOUND => "expected etcd 3.4 or later, found no gateway".to_owned(),
                StatusCode::BAD_REQUEST => {
                    "expected a reply from etcd's gateway; with TLS, use etcds://".to_owned()
                }
                _ => "expected a reply from etcd's gateway".to_owned(),
            });
            let kind = match status.as_u16() {
                400 | 401 | 403 => RegistryErrorKind::Refused,
                500.. => RegistryErrorKind::Unavailable,
                _ => RegistryErrorKind::Unexpected,
            };
            let status = status.as_u16();
            let message = format!("etcd at {name} failed to {operation} (status {status}): {message}");
            return Err((RegistryError::new(kind, message), true));
        }
        let date = response.headers().get("date").and_then(|date| date.to_str().ok());
        let second = date.and_then(Second::parse).ok_or_else(|| (unexpected("a `Date` header"), true))?;
        let value = serde_json::from_slice(&reply).map_err(no_json)?;
        Ok(Reply { endpoint: name.clone(), second, value })
    }
}

/// Returns `true` if the request certainly did not leave this machine, because no connection to a verified member was
/// established.
fn is_unsent(error: &ureq::Error) -> bool {
    match error {
        #[cfg(feature = "tls")]
        ureq::Error::Io(error) if crate::tls::is_unverified(error) => true,
        ureq::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        ureq::Error::Timeout(phase) => matches!(phase, Timeout::Resolve | Timeout::Connect),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => true,
        _ => false,
    }
}

/// Returns `true` if etcd no longer knows the token, or if the user's permissions have changed since.
fn is_expired(error: &RegistryError) -> bool {
    let message = error.to_string();
    ["invalid auth token", "revision of auth store is old", "revision in header is old"]
        .iter()
        .any(|expired| message.contains(expired))
}
