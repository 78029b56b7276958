//! Finds all interpretations of an input: each scheme and form that it fits.

use anyid::read::{Detected, Hint, MIN_INTEGER_DIGITS, ReadError};
use anyid::{AnyId, Form, InputForm, Instant, Reader, Scheme, Writer};

/// The forms in which an ID is parsed.
const FORMS: [InputForm; 4] = [InputForm::Text, InputForm::Hex, InputForm::Int, InputForm::Uuid];

/// An input with its settings.
pub(crate) struct Line<'a> {
    scheme: Option<Scheme>,
    form: Option<InputForm>,
    lenient: bool,
    input: &'a [u8],
}

/// An interpretation of an input: an ID and the form in which it was parsed.
pub(crate) struct Reading<'a> {
    pub(crate) id: AnyId,
    pub(crate) form: InputForm,
    /// The prefix of a typed ID, or an empty string.
    prefix: &'a str,
}

impl Reading<'_> {
    /// Returns the ID in a form, or `None` if it lacks this form. Only 128-bit IDs have a UUID.
    pub(crate) fn written(&self, form: Form) -> Option<String> {
        let mut text = Vec::new();
        let writer = Writer { form, epoch_unix_ms: Scheme::DEFAULT_EPOCH_UNIX_MS, prefix: None };
        writer.append(&mut text, &Detected { prefix: self.prefix, ..self.id.into() }).ok()?;
        String::from_utf8(text).ok()
    }
}

impl<'a> Line<'a> {
    /// Splits a line of a request.
    pub(crate) fn new(line: &'a [u8]) -> Self {
        let tab = line.iter().position(|&byte| byte == b'\t');
        let (settings, input) = tab.and_then(|tab| line.split_at_checked(tab)).unwrap_or((line, b"\t"));
        let mut words = settings.split(|&byte| byte == b' ');
        let mut word = || words.next().unwrap_or_default();
        let (scheme, form) = (word(), word());
        Self {
            scheme: Scheme::ALL.into_iter().find(|known| known.name().as_bytes() == scheme),
            form: FORMS.into_iter().find(|&known| form_name(known).as_bytes() == form),
            lenient: word() == b"lenient",
            input: input.strip_prefix(b"\t").unwrap_or(input),
        }
    }

    /// Returns all interpretations, at least one, starting with the most likely.
    /// If the input fits no scheme, returns the same error as `sortid` with these settings.
    pub(crate) fn readings(&self, now: Instant) -> Result<Vec<Reading<'a>>, ReadError> {
        let schemes = Scheme::ALL.into_iter().filter(|&scheme| self.scheme.is_none_or(|only| only == scheme));
        let settings =
            Reader { scheme: self.scheme, form: self.form, lenient: self.lenient, ..Reader::default() };
        let mut readings: Vec<Reading<'a>> = Vec::new();
        for scheme in schemes {
            for form in FORMS.into_iter().filter(|&form| self.has_form(form)) {
                let reader = Reader { scheme: Some(scheme), form: Some(form), ..settings };
                match reader.read(self.input, now) {
                    // An input can be an ID in two forms: a UUID without hyphens is also hex, and SCRU160's hex is also
                    // its text.
                    Ok(found) if readings.iter().all(|known| known.id != found.id) => {
                        readings.push(Reading { id: found.id, form, prefix: found.prefix });
                    }
                    _ => {}
                }
            }
        }
        let detected = settings.read(self.input, now);
        if readings.is_empty() {
            let form = self.form.unwrap_or(InputForm::Text);
            return detected.map(|Detected { id, prefix, .. }| vec![Reading { id, form, prefix }]);
        }
        // The choice of `sortid` comes first. The others follow its rules: the nearest time, then the most widespread
        // scheme.
        let chosen = detected.ok().map(|found| found.id);
        readings.sort_by_key(|Reading { id, .. }| {
            (Some(*id) != chosen, unix_ms(id).abs_diff(now.0), id.scheme() != Scheme::MOST_WIDESPREAD)
        });
        Ok(readings)
    }

    /// Returns `true` if the input may be in a form.
    fn has_form(&self, form: InputForm) -> bool {
        match self.form {
            Some(only) => only == form,
            // Shorter numbers are rarely IDs. `sortid` has the same limit.
            None => form != InputForm::Int || self.input.len() >= MIN_INTEGER_DIGITS,
        }
    }
}

/// Returns the name of a form.
pub(crate) fn form_name(form: InputForm) -> &'static str {
    match form {
        InputForm::Text => "text",
        InputForm::Hex => "hex",
        InputForm::Int => "int",
        InputForm::Uuid => "uuid",
    }
}

/// Returns the time of an ID, in milliseconds since 1970.
pub(crate) fn unix_ms(id: &AnyId) -> u64 {
    id.unix_ms(anyid::Scheme::DEFAULT_EPOCH_UNIX_MS)
}

/// Returns the end of an error message: the setting with which the input would be parsed.
pub(crate) fn in_words(hint: Hint) -> &'static str {
    match hint {
        Hint::Scheme => "; choose its scheme",
        Hint::Form => "; choose its form",
        Hint::Integer => "; choose the form “integer” if it is an ID",
        Hint::Lenient => "; “lenient” accepts it",
    }
}
