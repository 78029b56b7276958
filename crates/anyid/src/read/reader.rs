//! Parses IDs in any form. Detects the form and the scheme, or explains why an input is not an ID.

use super::digits::{UuidVersion, read_hex, read_integer, uuid_digits};
use super::error::{DIGIT, Hint, LENGTH, PREFIX, ReadError};
use super::text::{MAX_INPUT_BYTES, read_text, without_aliases, without_quotes};
use crate::instant::Instant;
use crate::prefix::Prefix;
use crate::scheme::{AnyId, Scheme};
use crate::schemes::{Schemes, list};

/// The minimum number of digits of an integer that is detected as an ID. Except for the Ulid-Flakes before April 2024,
/// IDs of this century have at least as many digits. Shorter integers are more likely to be from a different column.
pub const MIN_INTEGER_DIGITS: usize = 17;

/// The characters of a UUID.
const UUID_LEN: usize = 36;

/// The form of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap_4", derive(clap::ValueEnum))]
pub enum InputForm {
    /// The scheme's text form.
    Text,
    /// The bytes in hex, optionally after 0x or psql's \x.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// A UUID, optionally without hyphens, in braces, or after `urn:uuid:`.
    Uuid,
}

/// An ID, and what the input shows about it.
#[derive(Clone, Copy, Debug)]
pub struct Detected<'a> {
    /// The ID.
    pub id: AnyId,
    /// Other schemes that the input fits.
    pub also: Schemes,
    /// The prefix of a typed ID, or an empty string.
    pub prefix: &'a str,
    /// The variant and the version of a UUID with hyphens, for [`Form::Json`](crate::Form::Json). Readers don't set it.
    pub uuid: Option<UuidVersion>,
}

impl From<AnyId> for Detected<'_> {
    fn from(id: AnyId) -> Self {
        Self { id, also: Schemes::NONE, prefix: "", uuid: None }
    }
}

impl Detected<'_> {
    /// Rejects an ID if other schemes parse its input as a different value.
    ///
    /// # Errors
    ///
    /// Returns an error if other schemes parse the input as a different value. The error names all schemes.
    pub fn refuse_ambiguous(&self) -> Result<(), ReadError> {
        let Self { id, also, .. } = self;
        if also.iter().all(|scheme| scheme.canonical_scheme() == id.scheme().canonical_scheme()) {
            return Ok(());
        }
        let names = also.with(id.scheme()).list("and");
        let message = format!("expected an ID of a single scheme, found an ID that fits {names}");
        Err(ReadError::form(message).with_hint(Hint::Scheme))
    }
}

/// Settings for parsing IDs. By default, detects any ID in any form.
///
/// ```
/// use anyid::{Instant, Reader, Scheme};
///
/// let found = Reader::default().read(b"01ARZ3NDEKTSV4RRFFQ69G5FAV", Instant::now())?;
/// assert_eq!(found.id.scheme(), Scheme::Ulid);
///
/// let reader = Reader { scheme: Some(Scheme::Scru64), ..Reader::default() };
/// assert_eq!(reader.read(b"01ARZ3NDEKTSV4RRFFQ69G5FAV", Instant::now()).unwrap_err().reason, "length");
/// # Ok::<(), anyid::read::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The scheme of all IDs, if it is known.
    pub scheme: Option<Scheme>,
    /// The form of all IDs, if it is known.
    pub form: Option<InputForm>,
    /// The prefix that all IDs must have. By default, an ID can have any prefix or none.
    pub prefix: Option<Prefix>,
    /// If `true`, the reader accepts whitespace and quotes around IDs, hex in a blob literal of SQL (`X'…'`) and, in
    /// ULIDs and Ulid-Flakes, hyphens and Crockford's aliases.
    pub lenient: bool,
    /// The epoch of Ulid-Flakes, in milliseconds since 1970. The time of an ID can decide its scheme.
    pub epoch_unix_ms: u64,
}

impl Default for Reader {
    fn default() -> Self {
        let epoch_unix_ms = Scheme::DEFAULT_EPOCH_UNIX_MS;
        Self { scheme: None, form: None, prefix: None, lenient: false, epoch_unix_ms }
    }
}

impl Reader {
    /// Returns `true` if a line is blank and should be skipped.
    #[must_use]
    pub fn is_blank(&self, line: &[u8]) -> bool {
        self.lenient && line.len() <= MAX_INPUT_BYTES && line.trim_ascii().is_empty()
    }

    /// Parses an ID. If the input fits several schemes, chooses the scheme whose time is nearest to now. A UUID of
    /// version 7 and a TypeID are always UUIDv7s.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not an ID, or doesn't match these settings.
    #[inline]
    pub fn read<'a>(&self, input: &'a [u8], now: Instant) -> Result<Detected<'a>, ReadError> {
        self.read_fast(input).map_or_else(|| self.read_any(input, now), Ok)
    }

    /// Parses an input that needs no detection, which is the usual case: its length is the length of only one scheme's
    /// text form.
    #[inline]
    fn read_fast(&self, input: &[u8]) -> Option<Detected<'static>> {
        if !matches!(self.form, None | Some(InputForm::Text)) || self.expected_prefix().is_some() {
            return None;
        }
        let (scheme, also) = match self.scheme {
            Some(scheme) if scheme.is_text_len(input.len()) => (scheme, Schemes::NONE),
            Some(_) => return None,
            None => FAST.get(input.len()).copied().flatten()?,
        };
        let id = scheme.parse(std::str::from_utf8(input).ok()?).ok()?;
        Some(Detected { id, also, prefix: "", uuid: None })
    }

    fn expected_prefix(&self) -> Option<&str> {
        self.prefix.as_ref().map(Prefix::as_str).filter(|prefix| !prefix.is_empty())
    }

    #[cold]
    #[inline(never)]
    fn read_any<'a>(&self, input: &'a [u8], now: Instant) -> Result<Detected<'a>, ReadError> {
        if self.lenient && input.len() > MAX_INPUT_BYTES {
            // The caller may have cut it, so its end is unknown. Only a strict error shows its length.
            return (Self { lenient: false, ..*self }).read_any(input, now);
        }
        let trimmed = if self.lenient { without_quotes(input) } else { input };
        if let Some(read) = self.read_fast(trimmed).filter(|_| self.lenient) {
            return Ok(read);
        }
        self.detect(trimmed, now).map_err(|error| self.with_hint(input, now, error))
    }

    fn detect<'a>(&self, input: &'a [u8], now: Instant) -> Result<Detected<'a>, ReadError> {
        if let Some((prefix, digits)) = self.split(input) {
            return self.typed(prefix, digits, now);
        }
        if let Some(expected) = self.expected_prefix() {
            let message = format!("expected an ID that starts with `{expected}_`, found no prefix");
            return Err(ReadError::new(PREFIX, message));
        }
        if let Some((scheme, digits)) = self.bare_suffix(input) {
            return self.suffix(digits, scheme).map(Into::into);
        }
        match (self.form, self.scheme) {
            (None, Some(scheme)) if scheme.is_text_len(input.len()) => {
                self.text(input, scheme).map(Into::into)
            }
            (Some(form), scheme) => self.form(input, form, scheme, now),
            // The input doesn't have the length of the given scheme's text form.
            (None, scheme) => match self.detect_form(input, scheme)? {
                Some(form) => self.form(input, form, scheme, now),
                None => self.text_or_hex(input, now),
            },
        }
    }

    /// Returns the digits of a typed ID without a prefix, if they differ from the given scheme's text form.
    fn bare_suffix<'a>(&self, input: &'a [u8]) -> Option<(Scheme, &'a str)> {
        let has_len = |scheme: &Scheme| !scheme.has_own_suffix() && scheme.is_suffix_len(input.len());
        let scheme = self.scheme.filter(has_len)?;
        // A part of the scheme's text form may have the same length. It has hyphens.
        let digits =
            std::str::from_utf8(input).ok().filter(|_| input.iter().all(u8::is_ascii_alphanumeric))?;
        matches!(self.form, None | Some(InputForm::Text)).then_some((scheme, digits))
    }

    /// Adds a hint to an error if lenient parsing would accept the input.
    fn with_hint(&self, input: &[u8], now: Instant, error: ReadError) -> ReadError {
        if self.lenient
            || input.len() > MAX_INPUT_BYTES
            || (Self { lenient: true, ..*self }).read(input, now).is_err()
        {
            return error;
        }
        error.with_hint(Hint::Lenient)
    }

    /// Splits a string with a prefix. In any other input, `_` is a wrong character.
    fn split<'a>(&self, input: &'a [u8]) -> Option<(&'a str, &'a str)> {
        let may_be_text = matches!(self.form, None | Some(InputForm::Text)) && input.len() <= MAX_INPUT_BYTES;
        let text = std::str::from_utf8(input).ok().filter(|_| may_be_text)?;
        let (prefix, digits) = idcore::__private::prefix::split(text)?;
        let is_prefix = !prefix.is_empty() && idcore::__private::prefix::check(prefix).is_ok();
        // Even an invalid prefix is split off if the rest has the length of an ID. The error is about the prefix.
        let has_len = |scheme: Scheme| scheme.is_suffix_len(digits.len());
        let is_suffix = || self.scheme.map_or_else(|| Scheme::ALL.into_iter().any(has_len), has_len);
        (is_prefix || is_suffix()).then_some((prefix, digits))
    }

    /// Parses a string with a prefix.
    fn typed<'a>(&self, prefix: &'a str, digits: &str, now: Instant) -> Result<Detected<'a>, ReadError> {
        let refused = |message: String| ReadError::new(PREFIX, message);
        if prefix.is_empty() {
            return Err(ReadError::no_prefix());
        }
        idcore::__private::prefix::check(prefix)?;
        match self.prefix.as_ref().map(Prefix::as_str) {
            Some("") => return Err(refused(format!("expected an ID without a prefix, found `{prefix}_`"))),
            Some(expected) if expected != prefix => {
                return Err(refused(format!(
                    "expected an ID that starts with `{expected}_`, found `{prefix}_`"
                )));
            }
            _ => {}
        }
        let detected = match self.scheme {
            Some(scheme) => self.suffix(digits, scheme).map(Into::into),
            None => self.suffix_of_any_scheme(digits, now),
        };
        Ok(Detected { prefix, ..detected.map_err(|error| error.after(prefix))? })
    }

    /// Parses the string after a prefix. Its length shows the scheme.
    fn suffix_of_any_scheme(&self, digits: &str, now: Instant) -> Result<Detected<'static>, ReadError> {
        let len = self.len_without_ignored(digits.as_bytes());
        let schemes = Schemes::matching(|scheme| scheme.is_suffix_len(len));
        if schemes.is_empty() {
            return Err(ReadError::length("the digits of an ID", digits.as_bytes()));
        }
        // A TypeID's digits are a UUIDv7, but could also be a ULID. Only one in 64 ULIDs has a UUIDv7's version and
        // variant, and most ULIDs are uppercase.
        let mut others = schemes.iter().filter(|scheme| !scheme.has_own_suffix());
        match others.find_map(|scheme| self.suffix(digits, scheme).ok()) {
            Some(id) => {
                let is_other = |other| schemes.contains(other) && other != id.scheme();
                let also = Schemes::matching(|other| is_other(other) && self.suffix(digits, other).is_ok());
                Ok(Detected { id, also, prefix: "", uuid: None })
            }
            None => self.nearest(schemes, now, |scheme| self.suffix(digits, scheme)),
        }
    }

    /// Returns the digits after the hex prefix of C, or of psql for `bytea`. Lenient parsing also accepts a blob literal
    /// of SQL, such as `X'2a'`.
    fn hex_literal<'a>(&self, input: &'a [u8]) -> Option<&'a [u8]> {
        let blob =
            || [b"X'", b"x'"].iter().find_map(|&prefix| input.strip_prefix(prefix)?.strip_suffix(b"'"));
        let prefixed = [b"0x", b"0X", br"\x"].iter().find_map(|&prefix| input.strip_prefix(prefix));
        prefixed.or_else(|| blob().filter(|_| self.lenient))
    }

    /// Returns the length of an input. Lenient parsing ignores hyphens.
    fn len_without_ignored(&self, input: &[u8]) -> usize {
        input.iter().filter(|&&byte| !self.lenient || byte != b'-').count()
    }

    /// Parses the string after a prefix, for a scheme.
    fn suffix(&self, digits: &str, scheme: Scheme) -> Result<AnyId, ReadError> {
        let strict = if self.lenient && scheme.info().has_aliases {
            String::from_utf8(without_aliases(digits.as_bytes())).ok()
        } else {
            None
        };
        let read = scheme.parse_suffix(strict.as_deref().unwrap_or(digits));
        read.map_err(|error| ReadError::new(error.reason(), error.to_string()))
    }

    fn text(&self, input: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
        if self.lenient && scheme.info().has_aliases {
            return read_text(&without_aliases(input), scheme);
        }
        read_text(input, scheme)
    }

    /// Parses a string whose length shows the scheme.
    fn text_of_any_scheme(&self, input: &[u8], now: Instant) -> Result<Detected<'static>, ReadError> {
        if input.len() > MAX_INPUT_BYTES {
            return Err(ReadError::new(
                LENGTH,
                format!("expected an ID, found more than {MAX_INPUT_BYTES} bytes"),
            ));
        }
        if input.trim_ascii().len() < input.len() {
            return Err(ReadError::new(DIGIT, "expected an ID, found whitespace around it"));
        }
        let schemes = schemes_of_text(self.len_without_ignored(input));
        if schemes.is_empty() {
            return Err(ReadError::length(&expected_lengths(), input));
        }
        self.nearest(schemes, now, |scheme| self.text(input, scheme))
    }

    /// Parses a form, for the given scheme or for all schemes that have it.
    fn form(
        &self,
        input: &[u8],
        form: InputForm,
        scheme: Option<Scheme>,
        now: Instant,
    ) -> Result<Detected<'static>, ReadError> {
        let one = |scheme| Schemes::NONE.with(scheme);
        match form {
            InputForm::Text => match scheme {
                Some(scheme) => self.text(input, scheme).map(Into::into),
                None => self.text_of_any_scheme(input, now),
            },
            InputForm::Int => {
                let scheme = scheme.ok_or_else(|| {
                    ReadError::form("expected an ID, found an integer, which does not show its scheme")
                        .with_hint(Hint::Scheme)
                })?;
                Ok(read_integer(input, scheme)?.into())
            }
            InputForm::Hex => {
                let digits = self.hex_literal(input).unwrap_or(input);
                let schemes = scheme.map_or_else(|| schemes_of_hex(digits.len()), one);
                if schemes.is_empty() {
                    return Err(ReadError::length("16, 32 or 40 hex digits", digits));
                }
                self.nearest(schemes, now, |scheme| read_hex(digits, scheme))
            }
            InputForm::Uuid => {
                let digits = uuid_digits(input)?;
                // A scheme whose text form is a UUID marks its IDs.
                let of_scheme = |scheme| read_hex(&digits, scheme).ok();
                let marked = || schemes_of_text(UUID_LEN).iter().find_map(of_scheme);
                if let (None, Some(id)) = (scheme, marked()) {
                    return Ok(id.into());
                }
                let schemes = scheme.map_or_else(|| schemes_of_hex(digits.len()), one);
                self.nearest(schemes, now, |scheme| read_hex(&digits, scheme))
            }
        }
    }

    /// Detects the form of an input. Returns `None` if it can be the text form of one scheme or the bytes of another.
    fn detect_form(&self, input: &[u8], scheme: Option<Scheme>) -> Result<Option<InputForm>, ReadError> {
        let (has_text_len, has_hex_len) = match scheme {
            Some(scheme) => (scheme.is_text_len(input.len()), scheme.byte_len() * 2 == input.len()),
            None => (!schemes_of_text(input.len()).is_empty(), !schemes_of_hex(input.len()).is_empty()),
        };
        // X is a digit in most text forms.
        if !has_text_len && self.hex_literal(input).is_some() {
            return Ok(Some(InputForm::Hex));
        }
        let is_hex = has_hex_len && input.iter().all(u8::is_ascii_hexdigit);
        let is_integer = !has_text_len && is_decimal(input);
        match (is_hex, is_integer) {
            (true, true) => {
                let message = "expected an ID, found digits that are either hex or an integer";
                Err(ReadError::form(message).with_hint(Hint::Form))
            }
            (true, false) if scheme.is_none() && has_text_len => Ok(None),
            (true, false) => Ok(Some(InputForm::Hex)),
            (false, true) => check_integer_len(input).map(|()| Some(InputForm::Int)),
            (false, false) => {
                refuse_json(input)?;
                // A scheme whose text form is a UUID marks its IDs, so any other UUID has the bytes of a different scheme.
                if has_hyphens_of_uuid(input) || (!has_text_len && is_marked_as_uuid(input)) {
                    check_has_uuids(scheme)?;
                    return Ok(Some(InputForm::Uuid));
                }
                Ok(Some(InputForm::Text))
            }
        }
    }

    /// Parses the text form of a SCRU160, or the bytes of a 128-bit ID.
    fn text_or_hex(&self, input: &[u8], now: Instant) -> Result<Detected<'static>, ReadError> {
        let is_text = |scheme: Scheme| scheme.is_text_len(input.len());
        let schemes =
            Schemes::matching(|scheme| is_text(scheme) || schemes_of_hex(input.len()).contains(scheme));
        self.nearest(schemes, now, |scheme| {
            if is_text(scheme) { read_text(input, scheme) } else { read_hex(input, scheme) }
        })
    }

    /// Parses an ID of one of these schemes. If several schemes fit, chooses the scheme whose timestamp is nearest to now.
    /// Most IDs in use are recent, and digits that are recent in one scheme are decades away in all others.
    fn nearest(
        &self,
        schemes: Schemes,
        now: Instant,
        read: impl Fn(Scheme) -> Result<AnyId, ReadError>,
    ) -> Result<Detected<'static>, ReadError> {
        let mut best: Option<(u64, AnyId)> = None;
        let (mut also, mut error) = (Schemes::NONE, None);
        for scheme in schemes.iter() {
            match read(scheme) {
                Ok(id) => {
                    also = also.with(scheme);
                    let distance = id.unix_ms(self.epoch_unix_ms).abs_diff(now.0);
                    // A SCRU128 and a ULID are always equally near.
                    let nearer = |nearest| {
                        distance < nearest || (distance == nearest && scheme == Scheme::MOST_WIDESPREAD)
                    };
                    if best.is_none_or(|(nearest, _)| nearer(nearest)) {
                        best = Some((distance, id));
                    }
                }
                Err(found) => error = error.or(Some(found)),
            }
        }
        match (best, error) {
            (Some((_, id)), _) => {
                let also = Schemes::matching(|scheme| also.contains(scheme) && scheme != id.scheme());
                Ok(Detected { also, ..id.into() })
            }
            (None, Some(error)) => Err(error),
            (None, None) => Err(ReadError::form("expected an ID, found a form that no scheme has")),
        }
    }
}

/// Returns the schemes whose text form can have this many characters.
fn schemes_of_text(len: usize) -> Schemes {
    Schemes::matching(|scheme| scheme.is_text_len(len))
}

/// Returns the schemes whose bytes have this many hex digits.
fn schemes_of_hex(len: usize) -> Schemes {
    Schemes::matching(|scheme| scheme.byte_len() * 2 == len)
}

/// For each number of characters, the only scheme whose text form has this length, and its special cases. `None` if
/// several schemes have text forms of this length, or if it is also the length of an ID in hex.
const FAST: [Option<(Scheme, Schemes)>; 41] = {
    let mut fast = [None; 41];
    let mut len = 0;
    while len < fast.len() {
        fast[len] = fast_scheme(len);
        len += 1;
    }
    fast
};

const fn fast_scheme(len: usize) -> Option<(Scheme, Schemes)> {
    let mut fast = None;
    let mut schemes: &[Scheme] = &Scheme::ALL;
    while let [scheme, rest @ ..] = schemes {
        if scheme.byte_len() * 2 == len {
            return None;
        }
        if scheme.is_text_len(len) {
            fast = match fast {
                None => Some((*scheme, Schemes::NONE)),
                Some((first, also)) if scheme.canonical_scheme() as u8 == first as u8 => {
                    Some((first, also.with(*scheme)))
                }
                Some(_) => return None,
            };
        }
        schemes = rest;
    }
    fast
}

/// Returns `true` for a decimal integer. It has no leading zeros, which the bytes of IDs will have for centuries.
fn is_decimal(input: &[u8]) -> bool {
    let has_no_leading_zero = input == b"0" || input.first().is_some_and(|&digit| digit != b'0');
    has_no_leading_zero && input.iter().all(u8::is_ascii_digit)
}

/// Rejects an integer that is too short to be detected as an ID.
fn check_integer_len(input: &[u8]) -> Result<(), ReadError> {
    if input.len() >= MIN_INTEGER_DIGITS {
        return Ok(());
    }
    let message = format!("expected an ID, found an integer with fewer than {MIN_INTEGER_DIGITS} digits");
    Err(ReadError::form(message).with_hint(Hint::Integer))
}

/// Rejects a JSON object or array.
fn refuse_json(input: &[u8]) -> Result<(), ReadError> {
    let found = match input.first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        _ => return Ok(()),
    };
    if !input.contains(&b'"') {
        return Ok(());
    }
    let message = format!("expected an ID, found a JSON {found}; extract the ID, for example with jq -r");
    Err(ReadError::form(message))
}

/// Rejects a UUID for a scheme whose IDs have a different number of bits.
fn check_has_uuids(scheme: Option<Scheme>) -> Result<(), ReadError> {
    match scheme.filter(|scheme| scheme.byte_len() != 16) {
        Some(scheme) => {
            let name = scheme.name();
            Err(ReadError::form(format!("expected a {name} ID, found a UUID, which has 128 bits")))
        }
        None => Ok(()),
    }
}

/// Lists the lengths of all text forms, for messages.
fn expected_lengths() -> String {
    let numbers = |lengths: &[usize]| list(&lengths.iter().map(usize::to_string).collect::<Vec<_>>(), "or");
    let mut schemes: Vec<_> =
        Scheme::ALL.into_iter().filter(|&scheme| scheme.canonical_scheme() == scheme).collect();
    let mut hex: Vec<_> = schemes.iter().map(|scheme| scheme.byte_len() * 2).collect();
    hex.sort_unstable();
    hex.dedup();
    schemes.sort_by_key(|scheme| scheme.info().lengths);
    let forms =
        schemes.iter().map(|scheme| format!("{} ({})", numbers(scheme.info().lengths), scheme.name()));
    let forms = forms.collect::<Vec<_>>().join(", ").replacen(" (", " characters (", 1);
    format!("an ID of {forms}, or of {} hex digits, or a UUID", numbers(&hex))
}

/// Returns `true` if an input is marked as a UUID, whatever its length.
fn is_marked_as_uuid(input: &[u8]) -> bool {
    input.first() == Some(&b'{') || input.get(..4).is_some_and(|urn| urn.eq_ignore_ascii_case(b"urn:"))
}

/// Returns `true` if an input has the length and the hyphens of a UUID.
fn has_hyphens_of_uuid(input: &[u8]) -> bool {
    input.len() == UUID_LEN && input.iter().filter(|&&byte| byte == b'-').count() == 4
}
