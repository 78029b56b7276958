//! The commands of the page.
//!
//! ```text
//! schemes           the names of all schemes
//! list              the most likely interpretation of each line
//! show              all interpretations of a single line
//! generate SCHEME COUNT NODE
//! ```
//!
//! Each further line of the request is `SCHEME FORM LENIENCY`, a tab and the input. With `any`, the scheme or form is
//! detected.

use anyid::read::ReadError;
use anyid::{Form, Instant, Scheme};
use serde::Serialize;

use crate::generate;
use crate::readings::{self, Line, Reading};
use crate::show::Shown;

/// Answers a request.
pub(crate) fn answer(request: &[u8]) -> serde_json::Result<Vec<u8>> {
    let now = Instant::now();
    let mut lines = request.split(|&byte| byte == b'\n');
    let words = String::from_utf8_lossy(lines.next().unwrap_or_default());
    let words: Vec<_> = words.split(' ').collect();
    match (words.as_slice(), lines.map(Line::new).collect::<Vec<_>>().as_slice()) {
        (["schemes"], _) => serde_json::to_vec(&Scheme::ALL.map(Scheme::name)),
        (["list"], lines) => {
            serde_json::to_vec(&lines.iter().map(|line| Row::new(line, now)).collect::<Vec<_>>())
        }
        (["show"], [line]) => serde_json::to_vec(&Card::new(line, now)),
        (["generate", scheme, count, node], _) => match generate::generate(scheme, count, node) {
            Ok(ids) => serde_json::to_vec(&ids),
            Err(message) => serde_json::to_vec(&Failure { reason: "settings", message }),
        },
        _ => serde_json::to_vec(&Failure { reason: "request", message: "expected a command".to_owned() }),
    }
}

/// The reason for a failed request or line.
#[derive(Serialize)]
struct Failure {
    reason: &'static str,
    message: String,
}

impl Failure {
    fn new(error: &ReadError) -> Self {
        let hint = error.hint.map_or("", readings::in_words);
        Self { reason: error.reason, message: format!("{}{hint}", error.message) }
    }
}

/// A line in the list.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Read {
        scheme: &'static str,
        form: &'static str,
        text: String,
        unix_ms: u64,
        time: String,
        /// The number of other interpretations.
        others: usize,
    },
    Failed(Failure),
}

impl Row {
    fn new(line: &Line<'_>, now: Instant) -> Self {
        match line.readings(now).as_deref() {
            Ok([reading @ Reading { id, form, .. }, others @ ..]) => {
                let unix_ms = readings::unix_ms(id);
                Self::Read {
                    scheme: id.scheme().name(),
                    form: readings::form_name(*form),
                    text: reading.written(Form::Text).unwrap_or_default(),
                    unix_ms,
                    time: Instant(unix_ms).to_string(),
                    others: others.len(),
                }
            }
            Ok([]) => Self::Failed(Failure { reason: "form", message: String::new() }),
            Err(error) => Self::Failed(Failure::new(error)),
        }
    }
}

/// All interpretations of a line.
#[derive(Serialize)]
#[serde(untagged)]
enum Card {
    Read { readings: Vec<Shown> },
    Failed(Failure),
}

impl Card {
    fn new(line: &Line<'_>, now: Instant) -> Self {
        match line.readings(now) {
            Ok(readings) => {
                Self::Read { readings: readings.iter().map(|reading| Shown::new(reading, now)).collect() }
            }
            Err(error) => Self::Failed(Failure::new(&error)),
        }
    }
}
