//! How strings are parsed, as in `codec.json`.

use num_bigint::BigUint;

use crate::layout::Layout;
use crate::scheme::Scheme;

/// Why a string is not an ID: the reason and, for `digit`, the position.
pub type Problem = (&'static str, Option<usize>);

/// The order in which we report the problems of a string.
const ORDER: [&str; 3] = ["length", "digit", "overflow"];

/// The text forms that a parser accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codec {
    pub(crate) layout: Layout,
    /// An alternative text form of a different length.
    alternative: Option<Layout>,
    is_case_sensitive: bool,
}

/// All problems of a string.
struct Parsed {
    has_length: bool,
    /// The positions of the wrong characters.
    wrong: Vec<usize>,
    /// The integer of the digits, if it is not too large. A wrong digit counts as 0.
    int: Option<BigUint>,
}

impl Codec {
    /// Returns the text forms of a scheme.
    pub(crate) fn of(scheme: &Scheme) -> Self {
        let alternative = scheme.alternative.copied();
        Self { layout: *scheme.layout, alternative, is_case_sensitive: false }
    }

    /// Returns the text form of the UUIDs with the same bytes.
    pub(crate) fn of_uuid(scheme: &Scheme) -> Self {
        Self { layout: scheme.uuid(), alternative: None, is_case_sensitive: false }
    }

    /// Returns the text forms after a prefix.
    pub(crate) fn after_prefix(scheme: &Scheme) -> Self {
        let typed = |layout: &Layout| Self { layout: *layout, alternative: None, is_case_sensitive: true };
        scheme.typed.map_or_else(|| Self::of(scheme), typed)
    }

    /// Returns the same text forms for UUIDs of all versions and variants.
    pub(crate) fn without_constants(self) -> Self {
        Self { layout: Layout { constants: &[], ..self.layout }, ..self }
    }

    /// Parses a string.
    pub(crate) fn read(&self, text: &str) -> Result<BigUint, Problem> {
        let parsed = self.parse(text, text.len());
        parsed.result(ORDER, parsed.wrong.first())
    }

    /// Parses a string in the other ways that the specifications allow: they settle neither the order in which the
    /// problems of a string are found, nor what its length counts.
    pub(crate) fn read_otherwise(&self, text: &str) -> [Result<BigUint, Problem>; 4] {
        let (parsed, of_characters) = (self.parse(text, text.len()), self.parse(text, text.chars().count()));
        [
            parsed.result(["digit", "length", "overflow"], parsed.wrong.first()),
            parsed.result(["overflow", "length", "digit"], parsed.wrong.first()),
            parsed.result(ORDER, parsed.wrong.last()),
            of_characters.result(ORDER, of_characters.wrong.first()),
        ]
    }

    /// Parses a string of a length.
    fn parse(&self, text: &str, length: usize) -> Parsed {
        let forms = [Some(self.layout), self.alternative];
        let form = forms.into_iter().flatten().find(|layout| layout.text_len() == length);
        let layout = form.unwrap_or(self.layout);
        let (mut int, mut place, mut wrong) = (BigUint::ZERO, 0, Vec::new());
        for (byte, character) in text.char_indices() {
            let is_right = if layout.hyphens.contains(&byte) {
                character == '-'
            } else {
                let digit = self.digit(&layout, character).filter(|digit| layout.allows(place, *digit));
                int = int * layout.alphabet.len() + digit.unwrap_or(0);
                place += 1;
                digit.is_some()
            };
            wrong.extend((!is_right).then_some(byte));
        }
        Parsed { has_length: form.is_some(), wrong, int: Some(int).filter(|int| *int < layout.limit()) }
    }

    fn digit(&self, layout: &Layout, character: char) -> Option<usize> {
        layout.alphabet.chars().position(|digit| {
            if self.is_case_sensitive { digit == character } else { digit.eq_ignore_ascii_case(&character) }
        })
    }
}

impl Parsed {
    /// Returns the ID, or the first problem in an order.
    fn result(&self, order: [&'static str; 3], wrong: Option<&usize>) -> Result<BigUint, Problem> {
        let problem = |reason| match reason {
            "length" => (!self.has_length).then_some((reason, None)),
            "digit" => wrong.map(|byte| (reason, Some(*byte))),
            _ => self.int.is_none().then_some((reason, None)),
        };
        let first = order.into_iter().find_map(problem);
        first.map_or_else(|| Ok(self.int.clone().unwrap_or_default()), Err)
    }
}

impl Scheme {
    /// Parses a string, case-insensitively.
    pub fn read(&self, text: &str) -> Result<BigUint, Problem> {
        Codec::of(self).read(text)
    }
}
