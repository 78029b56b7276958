//! The label by which an operator recognises an owner.

use std::str::{self, FromStr};
use std::{env, fmt, fs};

use crate::error::TextError;

/// The maximum length of a label in bytes, which is the maximum length of a DNS label.
const MAX_BYTES: usize = 63;

/// A label that tells an operator who owns a lease. No decision depends on it, and several owners may share a label.
///
/// It has at most 63 bytes of UTF-8 and no control characters. It can be empty.
///
/// ```
/// use idlease::Label;
///
/// let label: Label = "shop-7d9f8 in rack 3".parse()?;
/// assert_eq!(label.as_str(), "shop-7d9f8 in rack 3");
/// assert!("two\nlines".parse::<Label>().is_err());
/// # Ok::<(), idlease::error::TextError>(())
/// ```
// The rest is filled with NUL, which no label contains because it is a control character.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label([u8; MAX_BYTES]);

impl Label {
    /// The empty label.
    pub const EMPTY: Self = Self([0; MAX_BYTES]);

    /// Returns the name of this host on Linux or Windows, cut to 63 bytes and reduced to visible ASCII, or an empty
    /// label on other systems.
    #[must_use]
    pub fn host() -> Self {
        let name = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| env::var("COMPUTERNAME"));
        let name = name.unwrap_or_default();
        let name: String = name.chars().filter(char::is_ascii_graphic).take(MAX_BYTES).collect();
        name.parse().unwrap_or(Self::EMPTY)
    }

    /// Returns the label as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default().trim_end_matches('\0')
    }
}

impl Default for Label {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Label({:?})", self.as_str())
    }
}

impl FromStr for Label {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut label = Self::EMPTY;
        let place = label.0.get_mut(..text.len()).filter(|_| !text.contains(char::is_control));
        let expected = "at most 63 bytes without control characters";
        place.ok_or_else(|| TextError::new("label", text, expected))?.copy_from_slice(text.as_bytes());
        Ok(label)
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::registry::Record;

    #[test]
    fn a_label_is_the_rest_of_a_record() {
        let owner = "0123456789abcdef0123456789abcdef";
        for label in ["", "a", " two words ", "'; -- é\u{202e}", &"x".repeat(63), &"é".repeat(31)] {
            let parsed: Label = label.parse().unwrap();
            assert_eq!((parsed.as_str(), format!("{parsed:?}")), (label, format!("Label({label:?})")));
            let space = if label.is_empty() { "" } else { " " };
            let text = format!("7 {owner} 1 2{space}{label}");
            let record: Record = text.parse().unwrap();
            assert_eq!((record.label, record.to_string()), (parsed, text));
        }
        for label in [&"x".repeat(64), &"é".repeat(32), "a\nb", "\t", "\0", "\u{7f}", "\u{85}"] {
            assert!(label.parse::<Label>().is_err(), "{label:?}");
            assert!(format!("7 {owner} 1 2 {label}").parse::<Record>().is_err(), "{label:?}");
        }
        assert!(format!("7 {owner} 1 2 ").parse::<Record>().is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_name_of_the_host_is_that_of_the_system() {
        let uname = Command::new("uname").arg("-n").output().unwrap().stdout;
        let name = uname.into_iter().filter(u8::is_ascii_graphic).take(63).collect();
        assert_eq!(Label::host().as_str(), String::from_utf8(name).unwrap());
    }
}
