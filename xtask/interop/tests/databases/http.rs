//! An HTTP client for the tests of the services.

use servers::PATIENCE;
use ureq::http::Response;
use ureq::{Agent, Body, Error};

pub(crate) struct Http {
    agent: Agent,
    address: String,
}

impl Http {
    pub(crate) fn new(address: &str) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        Self { agent: config.build().into(), address: format!("http://{address}") }
    }

    /// Returns the status and the body of a response.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        answer(self.agent.get(format!("{}{path}", self.address)).call())
    }

    pub(crate) fn post(&self, path: &str, kind: &str, body: &str) -> (u16, String) {
        let request = self.agent.post(format!("{}{path}", self.address)).header("Content-Type", kind);
        answer(request.send(body))
    }
}

fn answer(response: Result<Response<Body>, Error>) -> (u16, String) {
    let mut response = response.expect("a response");
    (response.status().as_u16(), response.body_mut().read_to_string().expect("text"))
}
