//! One connection, which is driven while there is a request and at no other time.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use idlease::RegistryError;
use tokio_postgres::error::Severity;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

/// What reads and writes the socket.
pub(crate) type Driver = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// The result of a connect function.
pub(crate) type Connecting = Pin<Box<dyn Future<Output = Result<(Client, Driver), RegistryError>> + Send>>;

/// An open connection. No task owns any part of it, so that dropping it closes the socket. Then a late reply reaches nobody.
pub(crate) struct Connection {
    client: Client,
    /// `None` after the connection has ended.
    driver: Option<Driver>,
    /// Why it has ended.
    failure: Option<Error>,
}

impl Connection {
    pub(crate) const fn new(client: Client, driver: Driver) -> Self {
        Self { client, driver: Some(driver), failure: None }
    }

    /// Whether the server has not closed it, as far as this machine knows.
    pub(crate) async fn is_open(&mut self) -> bool {
        // The runtime asks the operating system for events before it continues a task that has yielded.
        tokio::task::yield_now().await;
        self.drive(async {}).await;
        self.driver.is_some()
    }

    /// Sends statements as one message, and returns all replies.
    pub(crate) async fn query(&mut self, sql: &str) -> Result<Vec<SimpleQueryMessage>, Error> {
        // Separate fields, because the driver is borrowed at the same time.
        let Self { client, driver, failure } = self;
        let result = drive(driver, failure, client.simple_query(sql)).await;
        result.map_err(|error| match failure.take() {
            // That the connection is closed is all that the client knows.
            Some(reason) if error.is_closed() => reason,
            _ => error,
        })
    }

    async fn drive<T>(&mut self, work: impl Future<Output = T>) -> T {
        drive(&mut self.driver, &mut self.failure, work).await
    }
}

/// Polls the driver beside the work.
async fn drive<T>(
    driver: &mut Option<Driver>,
    failure: &mut Option<Error>,
    work: impl Future<Output = T>,
) -> T {
    let mut work = pin!(work);
    poll_fn(|context| {
        if let Some(Poll::Ready(ended)) = driver.as_mut().map(|driver| driver.as_mut().poll(context)) {
            *driver = None;
            *failure = ended.err();
        }
        work.as_mut().poll(context)
    })
    .await
}

/// Whether the connection can be used after this error: the server has replied, and waits for the next request.
pub(crate) fn is_usable_after(error: &Error) -> bool {
    // A fatal error of the server is also a reply, after which it closes the connection.
    error.as_db_error().is_some_and(|error| error.parsed_severity() == Some(Severity::Error))
}
