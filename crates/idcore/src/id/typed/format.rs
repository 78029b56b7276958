//! What is known of a typed ID's texts when the code is compiled.

use super::{Kind, SchemeId, Typed, checked_prefix};
use crate::error::TextFormat;
use crate::id::typed::prefix::MAX_LENGTH;

/// Texts that are joined when the code is compiled.
#[derive(Clone, Copy)]
struct Joined {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Joined {
    /// The longest prefix, `^` and `_` around it, and the longest pattern of a scheme.
    const CAPACITY: usize = MAX_LENGTH + 2 + 128;

    const fn new() -> Self {
        Self { bytes: [0; Self::CAPACITY], length: 0 }
    }

    /// The texts with another one after them. An index is out of bounds, and the code does not compile, if they are too long.
    const fn and(mut self, text: &[u8]) -> Self {
        let mut rest = text;
        while let [byte, after @ ..] = rest {
            self.bytes[self.length] = *byte;
            self.length += 1;
            rest = after;
        }
        self
    }

    #[allow(clippy::panic, reason = "when the code is compiled")]
    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => panic!("the joined texts are ASCII"),
        }
    }
}

impl<I: SchemeId, K: Kind> Typed<I, K> {
    /// The prefix of the kind. Whatever reads or writes a text uses it, so that the code does not compile with a wrong one.
    pub(crate) const PREFIX: &'static str = checked_prefix(K::PREFIX);

    pub(super) const FORMAT: &'static TextFormat = &TextFormat { name: Self::PREFIX, ..*I::SUFFIX };

    const JOINED_PATTERN: Joined = {
        let joined = Joined::new().and(b"^").and(Self::PREFIX.as_bytes());
        let joined = if Self::PREFIX.is_empty() { joined } else { joined.and(b"_") };
        match I::SUFFIX_PATTERN.as_bytes() {
            [b'^', pattern @ ..] => joined.and(pattern),
            _ => panic!("a pattern begins with ^"),
        }
    };

    pub(super) const TEXT_PATTERN: &'static str = Self::JOINED_PATTERN.as_str();
}
