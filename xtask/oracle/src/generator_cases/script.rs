//! The script language for traces. Each line is one trace. A line that ends with a backslash continues on the next
//! line. The long scripts are separate files in the directories of the schemes.
//!
//! ```text
//! #300 | rollback
//! the clock recovers after the error | T T-10_001 T T+1
//! {} ms back is within the allowance | T T-{} T-{} | 1 2 9_999 10_000
//! an overflow during a rollback | +overflow allowance_ms=0 T:lo=MAX,hi=fails T-1<T+5 T*3
//! ```
//!
//! - `#` starts a section: `#id | flags | changes of the configuration`. An id starts a new group.
//! - A line without `|` defines names for the rest of the script: `S=1000MS END=NOW+S`.
//! - Any other line is a trace: its comment, and its calls. A third column lists the values of `{}`, and each value
//!   gives a separate trace. If several numbers change together, they are written `5/6` and stand for `{0}` and `{1}`.
//!   If several lines share their values, a line with `&` as its third column takes turns with the next line.
//! - Further flags, such as `+overflow`, and further changes of the configuration come before the calls. An ID to
//!   resume after is written as its fields: `resume_after=T/7/9/5`.
//! - A call is a reading, then `<` and the new ceiling (as a reading) if it changes, then `:` and the draws that do not
//!   come from the seed. A draw is either a field (part of its name is enough) and its value, or only the value of the
//!   field that is drawn first. The value `fails` makes the source fail. `T*3` is three calls at `T`.
//! - After ` = ` come the results that the specification prints: strings in any form, or errors.
//! - A number is a sum or a difference: `T+5`, `LAST-0xff`, `2^53-1`, `T-3YEAR`. Names are in uppercase. All schemes
//!   have `T` and `NOW`, which are ordinary readings, and `YEAR`, `MS` and `TICK` in the unit of the readings.

use serde_json::{Map, Value};

use super::{Call, Traces};
use crate::draws::{Draw, Sampling};
use crate::format::json_integer;

/// The flags and changes that all traces of a section share.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    flags: String,
    changes: String,
}

/// Returns the lines that are not empty, each joined with its continuation lines.
pub(super) fn lines(script: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match lines.last_mut().filter(|last| last.ends_with('\\')) {
            Some(last) => {
                last.pop();
                last.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

impl Traces {
    /// Adds the traces of a script.
    pub(crate) fn add(&mut self, script: &str) {
        let mut in_turns = Vec::new();
        let names = self.names.clone();
        let lines = lines(script);
        for line in &lines {
            if let Some(section) = line.strip_prefix('#') {
                self.begin(section);
                continue;
            }
            let columns: Vec<_> = line.split('|').map(str::trim).collect();
            match columns[..] {
                [comment, calls] => self.trace(comment, calls),
                [comment, calls, "&"] => in_turns.push((comment, calls)),
                [comment, calls, values] => {
                    in_turns.push((comment, calls));
                    for values in values.split_whitespace() {
                        for &(comment, calls) in &in_turns {
                            self.trace(&self.with_values(comment, values), &self.with_values(calls, values));
                        }
                    }
                    in_turns.clear();
                }
                [names] => self.names(names),
                _ => panic!("expected a comment, calls and perhaps values: {line}"),
            }
        }
        assert!(in_turns.is_empty(), "expected the values of {in_turns:?}");
        self.names = names;
    }

    /// Returns the configurations of a script. Each line has the changes and a comment.
    pub(crate) fn configs(&self, script: &str) -> Vec<(Map<String, Value>, String)> {
        let config = |line: &str| {
            let (changes, comment) =
                line.split_once('|').unwrap_or_else(|| panic!("expected a comment: {line}"));
            (self.config_and_flags(changes).0, comment.trim().to_owned())
        };
        lines(script).iter().map(|line| config(line)).collect()
    }

    /// Starts a section, which is given without its `#`.
    pub(super) fn begin(&mut self, section: &str) {
        let mut columns = section.split('|').map(str::trim);
        let mut column = || columns.next().unwrap_or_default();
        let id = column();
        if !id.is_empty() {
            self.group(u32::try_from(self.number(id)).unwrap_or(u32::MAX));
        }
        let flags = column().split_whitespace().map(|flag| format!("+{flag} ")).collect();
        self.section = Section { flags, changes: column().to_owned() };
    }

    /// Replaces the placeholders in a string with values. A number is written in decimal, unless it is in hex in the
    /// script.
    fn with_values(&self, text: &str, values: &str) -> String {
        let write = |value: &str| match value.starts_with("0x") {
            true => value.to_owned(),
            false => self.number(value).to_string(),
        };
        let text = text.replace("{}", "{0}");
        let values = values.split('/').map(write).enumerate();
        values.fold(text, |text, (at, value)| text.replace(&format!("{{{at}}}"), &value))
    }

    fn trace(&mut self, comment: &str, line: &str) {
        let (line, printed) = line.split_once(" = ").unwrap_or((line, ""));
        // A call can have a `=` too, but after its colon.
        let is_change = |word: &str| word.split_once('=').is_some_and(|(key, _)| !key.contains(':'));
        let is_call = |word: &&str| !is_change(word) && !word.starts_with('+');
        let more: Vec<_> = line.split_whitespace().filter(|word| !is_call(word)).collect();
        let more = more.join(" ");
        let calls = line.split_whitespace().filter(is_call).flat_map(|word| {
            let (call, count) =
                word.split_once('*').map_or((word, 1), |(call, count)| (call, self.number(count)));
            let (readings, draws) = call.split_once(':').unwrap_or((call, ""));
            let (now, ceiling) =
                readings.split_once('<').map_or((readings, None), |(now, ceiling)| (now, Some(ceiling)));
            let draws = draws.split(',').filter(|draw| !draw.is_empty()).map(|draw| {
                let (part, value) = draw.split_once('=').unwrap_or((self.fields[0], draw));
                let field = self.fields.iter().find(|name| name.contains(part));
                let field = field.unwrap_or_else(|| panic!("{comment}: there is no draw named {part}"));
                (*field, if value == "fails" { Draw::Fails } else { Draw::Is(self.number(value)) })
            });
            let unix_ms =
                |reading| u64::try_from(self.number(reading) / self.number("MS")).unwrap_or(u64::MAX);
            let ceiling_unix_ms = ceiling.map(unix_ms);
            let call = Call { now: self.reading(now), ceiling_unix_ms, set: draws.collect() };
            std::iter::repeat_n(call, usize::try_from(count).unwrap_or(0))
        });
        let calls = calls.collect();
        self.push(comment, &more, calls, Sampling::Even);
        let scheme = self.scheme;
        let canonical =
            |text: &str| scheme.read(text).map_or(text.to_owned(), |int| scheme.layout.text(&int));
        let steps = self.traces.last().into_iter().flat_map(|case| &case.steps);
        let found: Vec<_> = steps.filter_map(|step| step.text.clone().or(step.error.clone())).collect();
        let printed: Vec<_> = printed.split_whitespace().map(canonical).collect();
        assert!(printed.is_empty() || found == printed, "{comment}: expected {printed:?}, found {found:?}");
    }

    /// Returns the configuration and the flags of a trace, from its own changes and flags.
    pub(super) fn config_and_flags(&self, more: &str) -> (Map<String, Value>, Vec<String>) {
        let (mut config, mut flags) = (self.scheme.usual_config(), Vec::new());
        // A trace can change what all traces have. Its own flags come first.
        let (changes, every): (Vec<_>, Vec<_>) =
            self.every.split_whitespace().partition(|word| word.contains('='));
        let words = [&changes.join(" "), &self.section.flags, &self.section.changes, more, &every.join(" ")];
        for word in words.into_iter().flat_map(str::split_whitespace) {
            if let Some(flag) = word.strip_prefix('+') {
                flags.push(flag.to_owned());
            } else if let Some((key, value)) = word.split_once('=') {
                let value = match value {
                    _ if key == "resume_after" => self.id(value).into(),
                    _ if value.starts_with(|first: char| first.is_ascii_lowercase()) => value.into(),
                    _ => json_integer(self.reading(value)),
                };
                let present = config.insert(key.to_owned(), value).is_some();
                assert!(present, "{key} is not in the scheme's configuration");
            } else {
                panic!("expected a flag or a change of the configuration: {word}");
            }
        }
        (config, flags)
    }

    /// Returns the text of the ID with these fields, which omit the constant fields. Accepts the text of an ID too.
    fn id(&self, fields: &str) -> String {
        if !fields.contains('/') {
            return fields.to_owned();
        }
        let mut given = fields.split('/').map(|value| self.number(value));
        let layout = self.scheme.layout;
        let value = |name| layout.constant(name).map(u128::from).or_else(|| given.next());
        let values = layout.fields.iter().map(|(name, _)| *name).filter_map(value).map(Into::into);
        layout.text(&layout.int(&values.collect::<Vec<_>>()))
    }

    /// Evaluates a sum or a difference as a 64-bit number.
    pub(super) fn reading(&self, sum: &str) -> u64 {
        u64::try_from(self.number(sum)).unwrap_or_else(|_| panic!("expected 64 bits: {sum}"))
    }

    /// Evaluates a sum or a difference of terms.
    pub(super) fn number(&self, sum: &str) -> u128 {
        let signs = ["+"].into_iter().chain(sum.matches(['+', '-']));
        sum.split(['+', '-']).zip(signs).fold(0_u128, |total, (term, sign)| {
            let term = self.term(term);
            let result = if sign == "+" { total.checked_add(term) } else { total.checked_sub(term) };
            result.unwrap_or_else(|| panic!("out of range: {sum}"))
        })
    }

    fn term(&self, term: &str) -> u128 {
        let name_starts = term.find(|letter: char| letter.is_ascii_uppercase()).unwrap_or(term.len());
        let (digits, name) = term.split_at(name_starts);
        let digits = digits.replace('_', "");
        let number = match (digits.strip_prefix("0x"), digits.strip_prefix("2^")) {
            _ if digits.is_empty() && !name.is_empty() => Ok(1),
            (Some(hex), _) => u128::from_str_radix(hex, 16),
            (_, Some(exponent)) => exponent.parse().map(|exponent: u32| 1 << exponent),
            _ => digits.parse(),
        };
        let number = number.unwrap_or_else(|_| panic!("expected a number: {term}"));
        let unit = if name.is_empty() { Some(&1) } else { self.names.get(name) };
        number * unit.unwrap_or_else(|| panic!("expected a number or a name: {term}"))
    }
}
