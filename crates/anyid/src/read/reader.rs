//! Reads IDs in any form: recognises the form and the scheme, and finds what is wrong with an input.

use super::digits::{UuidVersion, read_hex, read_integer, uuid_digits};
use super::error::{DIGIT, Hint, LENGTH, PREFIX, ReadError};
use super::text::{MAX_INPUT_BYTES, read_text, without_aliases, without_quotes};
use crate::instant::Instant;
use crate::prefix::Prefix;
use crate::scheme::{AnyId, Scheme};
use crate::schemes::{Schemes, list};

/// The fewest digits of an integer that is recognised as an ID. IDs of this century have more. A column of shorter integers is
/// more likely to be another column.
pub const MIN_INTEGER_DIGITS: usize = 17;

/// The characters of a UUID.
const UUID_LEN: usize = 36;

/// The form in which an ID is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap_4", derive(clap::ValueEnum))]
pub enum InputForm {
    /// The scheme's text.
    Text,
    /// The bytes in hex, also after 0x or psql's \x.
    Hex,
    /// The big-endian integer in decimal.
    Int,
    /// A UUID, also without hyphens or in braces.
    Uuid,
}

/// An ID, and the other schemes that its input fits.
#[derive(Clone, Copy, Debug)]
pub struct Detected<'a> {
    /// The ID.
    pub id: AnyId,
    /// The other schemes.
    pub also: Schemes,
    /// The prefix of its text, or an empty text if it has none.
    pub prefix: &'a str,
    /// What its input says of itself, if that is a UUID with hyphens, for [`Form::Json`](crate::Form::Json). A reader leaves it out.
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
    /// Returns an error if there is such a scheme.
    pub fn refuse_ambiguous(&self) -> Result<(), ReadError> {
        let Self { id, also, .. } = self;
        if also.iter().all(|scheme| scheme.canonical_scheme() == id.scheme().canonical_scheme()) {
            return Ok(());
        }
        let names = also.with(id.scheme()).names(" and ");
        let message = format!("expected an ID of one scheme, found one that fits {names}");
        Err(ReadError::form(message).with_hint(Hint::Scheme))
    }
}

/// How IDs are read. By default, any ID is recognised in any form.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// The scheme of all IDs, if it is known.
    pub scheme: Option<Scheme>,
    /// The form of all IDs, if it is known.
    pub form: Option<InputForm>,
    /// The prefix of all IDs, if one is expected. By default, a text can have any prefix or none.
    pub prefix: Option<Prefix>,
    /// Whether to read what people and programs add to IDs: white space and quotes, hyphens, and Crockford's aliases.
    pub lenient: bool,
}

impl Reader {
    /// Whether to skip a line: a blank one, if blank lines are allowed.
    #[must_use]
    pub fn is_blank(&self, line: &[u8]) -> bool {
        self.lenient && line.trim_ascii().is_empty()
    }

    /// Reads an ID. If its input fits several schemes, it is of the one whose time is nearest to now.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not an ID, or not an ID that these settings allow.
    #[inline]
    pub fn read<'a>(&self, input: &'a [u8], now: Instant) -> Result<Detected<'a>, ReadError> {
        self.read_fast(input).map_or_else(|| self.read_any(input, now), Ok)
    }

    /// Reads an input that needs no detection, as most do: a string whose length only one scheme's text form has.
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

    /// The prefix that all IDs must have.
    fn expected_prefix(&self) -> Option<&str> {
        self.prefix.as_ref().map(Prefix::as_str).filter(|prefix| !prefix.is_empty())
    }

    /// Reads any input, in full.
    #[cold]
    #[inline(never)]
    fn read_any<'a>(&self, input: &'a [u8], now: Instant) -> Result<Detected<'a>, ReadError> {
        let trimmed = if self.lenient { without_quotes(input) } else { input };
        if let Some(read) = self.read_fast(trimmed).filter(|_| self.lenient) {
            return Ok(read);
        }
        if let Some((prefix, digits)) = self.split(trimmed) {
            return self.typed(prefix, digits, now).map_err(|error| self.with_hint(input, now, error));
        }
        if let Some(expected) = self.expected_prefix() {
            let message = format!("expected an ID that begins with `{expected}_`, found no prefix");
            return Err(ReadError::new(PREFIX, message));
        }
        if let Some((scheme, digits)) = self.bare_suffix(trimmed) {
            return self
                .suffix(digits, scheme)
                .map(Into::into)
                .map_err(|error| self.with_hint(input, now, error));
        }
        let read = match (self.form, self.scheme) {
            (None, Some(scheme)) if scheme.is_text_len(trimmed.len()) => {
                self.text(trimmed, scheme).map(Into::into)
            }
            (Some(InputForm::Text), Some(scheme)) => self.text(trimmed, scheme).map(Into::into),
            (Some(InputForm::Text), None) => self.text_of_any_scheme(trimmed, now),
            (Some(form), scheme) => self.form(trimmed, form, scheme, now),
            (None, scheme) => self.any_form(trimmed, scheme, now),
        };
        read.map_err(|error| self.with_hint(input, now, error))
    }

    /// Returns the text of a typed ID whose kind has no prefix, if the scheme is given and that is not the scheme's own text.
    fn bare_suffix<'a>(&self, input: &'a [u8]) -> Option<(Scheme, &'a str)> {
        let has_len = |scheme: &Scheme| !scheme.has_own_suffix() && scheme.is_suffix_len(input.len());
        let scheme = self.scheme.filter(has_len)?;
        // Part of the scheme's own text may be as long, and has hyphens.
        let digits =
            std::str::from_utf8(input).ok().filter(|_| input.iter().all(u8::is_ascii_alphanumeric))?;
        matches!(self.form, None | Some(InputForm::Text)).then_some((scheme, digits))
    }

    /// Adds to an error that `--lenient` would read the input.
    fn with_hint(&self, input: &[u8], now: Instant, error: ReadError) -> ReadError {
        if self.lenient
            || input.len() > MAX_INPUT_BYTES
            || (Self { lenient: true, ..*self }).read(input, now).is_err()
        {
            return error;
        }
        error.with_hint(Hint::Lenient)
    }

    /// Splits a text with a prefix. In any other input, `_` is a wrong character.
    fn split<'a>(&self, input: &'a [u8]) -> Option<(&'a str, &'a str)> {
        let may_be_text = matches!(self.form, None | Some(InputForm::Text)) && input.len() <= MAX_INPUT_BYTES;
        let text = std::str::from_utf8(input).ok().filter(|_| may_be_text)?;
        let (prefix, digits) = idcore::__private::prefix::split(text)?;
        let is_prefix = !prefix.is_empty() && idcore::__private::prefix::check(prefix).is_ok();
        // The prefix is wrong if the rest is as long as the text of an ID.
        let has_len = |scheme: Scheme| scheme.is_suffix_len(digits.len());
        let is_suffix = || self.scheme.map_or_else(|| Scheme::ALL.into_iter().any(has_len), has_len);
        (is_prefix || is_suffix()).then_some((prefix, digits))
    }

    /// Reads a text with a prefix.
    fn typed<'a>(&self, prefix: &'a str, digits: &str, now: Instant) -> Result<Detected<'a>, ReadError> {
        let refused = |message: String| ReadError::new(PREFIX, message);
        if prefix.is_empty() {
            return Err(refused("expected a prefix before `_`, found none".into()));
        }
        idcore::__private::prefix::check(prefix).map_err(|error| refused(error.to_string()))?;
        match self.prefix.as_ref().map(Prefix::as_str) {
            Some("") => return Err(refused(format!("expected an ID without a prefix, found `{prefix}_`"))),
            Some(expected) if expected != prefix => {
                return Err(refused(format!(
                    "expected an ID that begins with `{expected}_`, found `{prefix}_`"
                )));
            }
            _ => {}
        }
        let after_prefix = |error: ReadError| {
            let message = format!("{} after `{prefix}_`", error.message);
            ReadError { message, ..error }
        };
        let detected = match self.scheme {
            Some(scheme) => self.suffix(digits, scheme).map(Into::into),
            None => self.suffix_of_any_scheme(digits, now),
        };
        Ok(Detected { prefix, ..detected.map_err(after_prefix)? })
    }

    /// Reads a text after a prefix whose length shows its scheme.
    fn suffix_of_any_scheme(&self, digits: &str, now: Instant) -> Result<Detected<'static>, ReadError> {
        let schemes = Schemes::matching(|scheme| scheme.is_suffix_len(digits.len()));
        if schemes.is_empty() {
            return Err(ReadError::length("the text of an ID", digits.as_bytes()));
        }
        // The digits of a UUIDv7 are those of TypeID, which could be a ULID as well. But only one in 64 ULIDs would have its version
        // and variant, and most are in upper case.
        let mut others = schemes.iter().filter(|scheme| !scheme.has_own_suffix());
        match others.find_map(|scheme| self.suffix(digits, scheme).ok()) {
            Some(id) => {
                let is_other = |other| schemes.contains(other) && other != id.scheme();
                let also = Schemes::matching(|other| is_other(other) && self.suffix(digits, other).is_ok());
                Ok(Detected { id, also, prefix: "", uuid: None })
            }
            None => nearest(schemes, now, |scheme| self.suffix(digits, scheme)),
        }
    }

    /// Reads the text of a scheme after a prefix.
    fn suffix(&self, digits: &str, scheme: Scheme) -> Result<AnyId, ReadError> {
        let strict = if self.lenient && scheme.info().has_aliases {
            String::from_utf8(without_aliases(digits.as_bytes())).ok()
        } else {
            None
        };
        let read = scheme.parse_suffix(strict.as_deref().unwrap_or(digits));
        read.map_err(|error| ReadError::new(error.reason(), error.to_string()))
    }

    /// Reads the text of a scheme.
    fn text(&self, input: &[u8], scheme: Scheme) -> Result<AnyId, ReadError> {
        if self.lenient && scheme.info().has_aliases {
            return read_text(&without_aliases(input), scheme);
        }
        read_text(input, scheme)
    }

    /// Reads a text whose length shows its scheme.
    fn text_of_any_scheme(&self, input: &[u8], now: Instant) -> Result<Detected<'static>, ReadError> {
        if input.len() > MAX_INPUT_BYTES {
            return Err(ReadError::new(
                LENGTH,
                format!("expected an ID, found more than {MAX_INPUT_BYTES} bytes"),
            ));
        }
        if input.trim_ascii().len() < input.len() {
            return Err(ReadError::new(DIGIT, "expected an ID, found white space around one"));
        }
        let without_hyphens = input.iter().filter(|&&byte| byte != b'-').count();
        let len = if self.lenient { without_hyphens } else { input.len() };
        let schemes = schemes_of_text(len);
        if schemes.is_empty() {
            return Err(ReadError::length(&expected_lengths(), input));
        }
        nearest(schemes, now, |scheme| self.text(input, scheme))
    }

    /// Reads a form, of the given scheme or else of those that have it.
    fn form(
        &self,
        input: &[u8],
        form: InputForm,
        scheme: Option<Scheme>,
        now: Instant,
    ) -> Result<Detected<'static>, ReadError> {
        let one = |scheme| Schemes::NONE.with(scheme);
        match form {
            InputForm::Text => self.any_form(input, scheme, now),
            InputForm::Int => {
                let scheme = scheme.ok_or_else(|| {
                    ReadError::form("expected an ID, found an integer, which does not show its scheme")
                        .with_hint(Hint::Scheme)
                })?;
                Ok(read_integer(input, scheme)?.into())
            }
            InputForm::Hex => {
                let digits = hex_prefix(input).unwrap_or(input);
                let schemes = scheme.map_or_else(|| schemes_of_hex(digits.len()), one);
                if schemes.is_empty() {
                    return Err(ReadError::length("16, 32 or 40 hex digits", digits));
                }
                nearest(schemes, now, |scheme| read_hex(digits, scheme))
            }
            InputForm::Uuid => {
                let digits = uuid_digits(input)?;
                // A scheme whose text is a UUID marks its IDs.
                let of_scheme = |scheme| read_hex(&digits, scheme).ok();
                let marked = || schemes_of_text(UUID_LEN).iter().find_map(of_scheme);
                if let (None, Some(id)) = (scheme, marked()) {
                    return Ok(id.into());
                }
                let schemes = scheme.map_or_else(|| schemes_of_hex(digits.len()), one);
                nearest(schemes, now, |scheme| read_hex(&digits, scheme))
            }
        }
    }

    /// Recognises the form of an input that is not as long as the text of the given scheme.
    fn any_form(
        &self,
        input: &[u8],
        scheme: Option<Scheme>,
        now: Instant,
    ) -> Result<Detected<'static>, ReadError> {
        // An integer has no leading zeros. The bytes of IDs begin with some for centuries.
        let is_integer = input == b"0" || input.first().is_some_and(|&digit| digit != b'0');
        let decimal = is_integer && input.iter().all(u8::is_ascii_digit);
        let text_len = scheme.map_or_else(
            || !schemes_of_text(input.len()).is_empty(),
            |scheme| scheme.is_text_len(input.len()),
        );
        let hex_len = scheme.map_or_else(
            || !schemes_of_hex(input.len()).is_empty(),
            |scheme| scheme.byte_len() * 2 == input.len(),
        );
        // X is a digit of most texts.
        if !text_len && hex_prefix(input).is_some() {
            return self.form(input, InputForm::Hex, scheme, now);
        }
        if hex_len && input.iter().all(u8::is_ascii_hexdigit) {
            if decimal && !text_len {
                let message = "expected an ID, found digits that are either hex or an integer";
                return Err(ReadError::form(message).with_hint(Hint::Form));
            }
            if scheme.is_none() && text_len {
                // The text of a SCRU160, or the bytes of a 128-bit ID.
                let is_text = |scheme: Scheme| scheme.is_text_len(input.len());
                let schemes = Schemes::matching(|scheme| {
                    is_text(scheme) || schemes_of_hex(input.len()).contains(scheme)
                });
                return nearest(schemes, now, |scheme| {
                    if is_text(scheme) { read_text(input, scheme) } else { read_hex(input, scheme) }
                });
            }
            return self.form(input, InputForm::Hex, scheme, now);
        }
        if decimal && !text_len {
            if input.len() >= MIN_INTEGER_DIGITS {
                return self.form(input, InputForm::Int, scheme, now);
            }
            let message =
                format!("expected an ID, found an integer of fewer than {MIN_INTEGER_DIGITS} digits");
            return Err(ReadError::form(message).with_hint(Hint::Integer));
        }
        if let Some(&found @ (b'{' | b'[')) = input.first().filter(|_| input.contains(&b'"')) {
            let found = if found == b'{' { "object" } else { "array" };
            let message = format!(
                "expected an ID, found a JSON {found}; take the ID out of it, for example with jq -r"
            );
            return Err(ReadError::form(message));
        }
        // A scheme whose text is a UUID marks its IDs, so any other UUID has the bytes of another scheme.
        if has_hyphens_of_uuid(input) || (!text_len && is_marked_as_uuid(input)) {
            if let Some(scheme) = scheme.filter(|scheme| scheme.byte_len() != 16) {
                let name = scheme.name();
                let message = format!("expected an ID of {name}, found a UUID, which has 128 bits");
                return Err(ReadError::form(message));
            }
            return self.form(input, InputForm::Uuid, scheme, now);
        }
        match scheme {
            Some(scheme) => self.text(input, scheme).map(Into::into),
            None => self.text_of_any_scheme(input, now),
        }
    }
}

/// Reads the ID with one of these schemes. Among several, it takes the one whose timestamp is nearest to now. Most IDs in use
/// are recent, and digits that are recent in one scheme are decades away in another.
fn nearest(
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
                let distance = id.unix_ms(Scheme::DEFAULT_EPOCH_UNIX_MS).abs_diff(now.0);
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
        (Some((_, id)), _) => Ok(Detected { id, also: also.without(id.scheme()), ..id.into() }),
        (None, Some(error)) => Err(error),
        (None, None) => Err(ReadError::form("expected an ID, found a form that no scheme has")),
    }
}

/// The schemes whose text can have this many characters.
fn schemes_of_text(len: usize) -> Schemes {
    Schemes::matching(|scheme| scheme.is_text_len(len))
}

/// The schemes whose bytes have this many hex digits.
fn schemes_of_hex(len: usize) -> Schemes {
    Schemes::matching(|scheme| scheme.byte_len() * 2 == len)
}

/// By number of characters: the scheme whose text form alone has this length, and the schemes of which it is a special case.
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

/// What a text of any scheme can be, in words.
fn expected_lengths() -> String {
    let numbers = |lengths: &[usize]| list(&lengths.iter().map(usize::to_string).collect::<Vec<_>>(), "or");
    let mut schemes: Vec<_> =
        Scheme::ALL.into_iter().filter(|&scheme| scheme.canonical_scheme() == scheme).collect();
    let mut hex: Vec<_> = schemes.iter().map(|scheme| scheme.byte_len() * 2).collect();
    hex.sort_unstable();
    hex.dedup();
    schemes.sort_by_key(|scheme| scheme.info().lengths);
    let texts =
        schemes.iter().map(|scheme| format!("{} ({})", numbers(scheme.info().lengths), scheme.name()));
    let texts = texts.collect::<Vec<_>>().join(", ").replacen(" (", " characters (", 1);
    format!("an ID of {texts}, or of {} hex digits, or a UUID", numbers(&hex))
}

/// The digits after a prefix for hex: C's, or that of psql for `bytea`.
fn hex_prefix(input: &[u8]) -> Option<&[u8]> {
    [b"0x", b"0X", br"\x"].iter().find_map(|&prefix| input.strip_prefix(prefix))
}

/// Whether an input can only be meant as a UUID, whatever its length.
fn is_marked_as_uuid(input: &[u8]) -> bool {
    input.first() == Some(&b'{') || input.get(..4).is_some_and(|urn| urn.eq_ignore_ascii_case(b"urn:"))
}

/// Whether an input has the length and the hyphens of a UUID.
fn has_hyphens_of_uuid(input: &[u8]) -> bool {
    input.len() == UUID_LEN && input.iter().filter(|&&byte| byte == b'-').count() == 4
}
