//! `defmt` 1: IDs as their text form, errors as their reason and numbers, generators as their settings, without
//! `core::fmt`.

use defmt::{Format, Formatter, write};

use crate::clock::NoClock;
use crate::error::range::RangeErrorKind;
use crate::error::{FillError, GenerateError, ParseError, ParseErrorKind, RangeError};
use crate::generate::generator::Generator;
use crate::generate::scheme::Scheme;
use crate::id::typed::{Kind, SchemeId, Typed, TypedText};
use crate::id::{Field, Text};

/// Shows the text form as a string, like the ID itself.
impl<const N: usize> Format for Text<N> {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.as_str());
    }
}

/// Shows the text form as a string, like the typed ID itself.
impl Format for TypedText {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str}", self.as_str());
    }
}

impl<I: Format + SchemeId, K: Kind> Format for Typed<I, K> {
    fn format(&self, formatter: Formatter<'_>) {
        self.encode().format(formatter);
    }
}

impl Format for Field {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{=str} ({=u32} bits)", self.name, self.bits);
    }
}

impl Format for ParseError {
    fn format(&self, formatter: Formatter<'_>) {
        let name = self.format().name;
        match self.kind() {
            ParseErrorKind::Prefix => write!(formatter, "expected the prefix {=str}", name),
            ParseErrorKind::Length { found } => {
                write!(formatter, "expected {=str}, found {=usize} bytes", name, found);
            }
            ParseErrorKind::Digit { position, found } => {
                write!(
                    formatter,
                    "expected {=str}, found {=u8:#04x} at byte {=usize}",
                    name, found, position
                );
            }
            ParseErrorKind::Overflow => {
                write!(formatter, "expected {=str}, found a value above the maximum", name);
            }
        }
    }
}

impl Format for ParseErrorKind {
    fn format(&self, formatter: Formatter<'_>) {
        match *self {
            Self::Prefix => write!(formatter, "prefix"),
            Self::Length { found } => write!(formatter, "length: found {=usize} bytes", found),
            Self::Digit { position, found } => {
                write!(formatter, "digit: found {=u8:#04x} at byte {=usize}", found, position);
            }
            Self::Overflow => write!(formatter, "overflow"),
        }
    }
}

impl Format for RangeError {
    fn format(&self, formatter: Formatter<'_>) {
        let Self { name, found, min, max, kind, .. } = *self;
        match kind {
            RangeErrorKind::Integer => {
                write!(formatter, "{=str} is {=u64}, expected {=u64} to {=u64}", name, found, min, max);
            }
            RangeErrorKind::Negative => {
                let found = i64::from_ne_bytes(found.to_ne_bytes());
                write!(formatter, "{=str} is {=i64}, expected {=u64} to {=u64}", name, found, min, max);
            }
            RangeErrorKind::Bits => {
                write!(formatter, "{=str} has {=u64} bits, expected at most {=u64}", name, found, max);
            }
        }
    }
}

/// Shows the reason, spelled as in the test vectors, with its numbers and the cause.
impl<C: Format, R: Format> Format for GenerateError<C, R> {
    fn format(&self, formatter: Formatter<'_>) {
        match self {
            Self::Clock(error) => write!(formatter, "clock: {}", error),
            Self::Random(error) => write!(formatter, "rng: {}", error),
            Self::OutOfRange(error) => write!(formatter, "out_of_range: {}", error),
            Self::BeforeFloor { unix_ms, floor_unix_ms } => {
                write!(formatter, "before_floor: unix_ms {=u64}, floor {=u64}", unix_ms, floor_unix_ms);
            }
            Self::AfterCeiling { unix_ms, ceiling_unix_ms } => {
                write!(formatter, "after_ceiling: unix_ms {=u64}, ceiling {=u64}", unix_ms, ceiling_unix_ms);
            }
            Self::Rollback { unix_ms, last_unix_ms, allowance_ms } => write!(
                formatter,
                "rollback: unix_ms {=u64}, last {=u64}, allowance {=u64}",
                unix_ms, last_unix_ms, allowance_ms
            ),
            Self::Forked => write!(formatter, "forked"),
            Self::NotConfigured => write!(formatter, "not_configured"),
            Self::Overflow { unix_ms, last_unix_ms } => {
                write!(formatter, "overflow: unix_ms {=u64}, last {=u64}", unix_ms, last_unix_ms);
            }
        }
    }
}

impl<C: Format, R: Format> Format for FillError<C, R> {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "stopped after {=usize} IDs: {}", self.filled, self.error);
    }
}

/// Shows the settings. Like `Debug`, leaves out the state from which the next ID could be computed.
impl<S: Scheme + Format, C, R> Format for Generator<S, C, R> {
    fn format(&self, formatter: Formatter<'_>) {
        let limits = self.limits();
        write!(
            formatter,
            "generator: {}, allowance {=u64} ms, floor {=u64}, ceiling {=u64}",
            self.config(),
            limits.allowance_ms,
            limits.floor_unix_ms,
            limits.ceiling_unix_ms
        );
    }
}

impl Format for NoClock {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "no clock");
    }
}

/// Formats the configuration of a scheme crate, for its own `Format`: the name of the scheme and the settings.
pub fn format_config(formatter: Formatter<'_>, scheme: &str, settings: &[(&str, u64)]) {
    write!(formatter, "{=str}", scheme);
    for (name, value) in settings {
        write!(formatter, ", {=str} {=u64}", *name, *value);
    }
}

/// Formats an error of a scheme crate, for its own `Format`: a reason and the underlying error.
pub fn format_error(formatter: Formatter<'_>, reason: &str, cause: Option<&impl Format>) {
    match cause {
        Some(cause) => write!(formatter, "{=str}: {}", reason, cause),
        None => write!(formatter, "{=str}", reason),
    }
}

/// Implements `Format` for an ID.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_defmt_1 {
    ($id:ident) => {
        /// Shows the text form as a string, without `core::fmt`.
        impl $crate::__private::defmt::Format for $id {
            fn format(&self, formatter: $crate::__private::defmt::Formatter<'_>) {
                $crate::__private::defmt::Format::format(&self.encode(), formatter);
            }
        }
    };
}
