//! A connection, and the requests on it.

use std::error::Error;
use std::fmt;
use std::io::{Read, Write};

use idlease::error::{RegistryError, RegistryErrorKind};
use redis::{Cmd, Parser, ServerError, Value};

/// The longest reply: 65 536 records take 8 MB. The parsed form takes a multiple of that.
const MAX_REPLY: u64 = 32 << 20;

trait Stream: Read + Write + Send {}

impl<S: Read + Write + Send> Stream for S {}

/// The result of a connect function: a stream to the server, and the login.
pub struct Connection {
    stream: Box<dyn Stream>,
    login: Option<(Option<String>, String)>,
    database: u32,
}

impl Connection {
    /// Creates a connection to database 0 without a login. Nothing must have been sent on the stream.
    ///
    /// The stream must respect the call's deadline, like a [`Socket`](crate::Socket) or a TLS connection over one.
    #[must_use]
    pub fn new(stream: impl Read + Write + Send + 'static) -> Self {
        Self { stream: Box::new(stream), login: None, database: 0 }
    }

    /// Logs in with a password, and with a user name if the server has users.
    #[must_use]
    pub fn with_login(self, user: Option<&str>, password: &str) -> Self {
        Self { login: Some((user.map(str::to_owned), password.to_owned())), ..self }
    }

    /// Uses this database.
    #[must_use]
    pub fn with_database(self, database: u32) -> Self {
        Self { database, ..self }
    }
}

/// Leaves out the login.
impl fmt::Debug for Connection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Connection").field("database", &self.database).finish_non_exhaustive()
    }
}

/// A connection that has logged in. It must not be used again after a failure, because a late reply would be mistaken
/// for the next reply.
pub(crate) struct Session {
    stream: Box<dyn Stream>,
    parser: Parser,
}

impl Session {
    /// Logs in and selects the database.
    pub(crate) fn open(connection: Connection, endpoint: &str) -> Result<Self, RegistryError> {
        let Connection { stream, login, database } = connection;
        let mut session = Self { stream, parser: Parser::new() };
        if let Some((user, password)) = login {
            let mut request = redis::cmd("AUTH");
            request.arg(user).arg(password);
            // A server or proxy without this command repeats the arguments in its error, so the message shows only the
            // code.
            session.request(endpoint, "log in", &request, |error| error.code().to_owned())?;
        }
        if database != 0 {
            let request = redis::cmd("SELECT").arg(database).to_owned();
            session.request(endpoint, "select the database", &request, message)?;
        }
        Ok(session)
    }

    /// Sends a request and waits for its reply. If no reply comes, the request may have arrived and may still take
    /// effect.
    pub(crate) fn request(
        &mut self,
        endpoint: &str,
        operation: &str,
        request: &Cmd,
        shown: impl FnOnce(&ServerError) -> String,
    ) -> Result<Value, RegistryError> {
        match self.exchange(request) {
            Ok(Value::ServerError(error)) => {
                let kind = match error.code() {
                    "WRONGPASS" | "NOAUTH" | "NOPERM" => RegistryErrorKind::Refused,
                    "BADPOOL" | "NOPOOL" | "NOIDENTITY" | "WRONGTYPE" => RegistryErrorKind::Unexpected,
                    _ => RegistryErrorKind::Unavailable,
                };
                let message = format!("{endpoint} rejected the request to {operation}: {}", shown(&error));
                Err(RegistryError::new(kind, message))
            }
            Ok(reply) => Ok(reply),
            Err(source) => {
                let message = format!("no reply from {endpoint} to the request to {operation}");
                Err(RegistryError::unavailable(message).with_source(source))
            }
        }
    }

    fn exchange(&mut self, request: &Cmd) -> Result<Value, Box<dyn Error + Send + Sync>> {
        self.stream.write_all(&request.get_packed_command())?;
        self.stream.flush()?;
        let mut stream = (&mut self.stream).take(MAX_REPLY);
        let reply = self.parser.parse_value(&mut stream);
        // The parser only knows that the bytes end. Its error repeats the message of the error's source.
        reply.map_err(|error| match error.source().map(ToString::to_string) {
            _ if stream.limit() == 0 => {
                format!("expected a reply of at most {MAX_REPLY} bytes, found a longer one").into()
            }
            Some(cause) => cause.into(),
            None => error.into(),
        })
    }
}

/// Returns the error as the server sent it.
pub(crate) fn message(error: &ServerError) -> String {
    let details = error.details().unwrap_or_default();
    format!("{} {details}", error.code()).trim_end().to_owned()
}
