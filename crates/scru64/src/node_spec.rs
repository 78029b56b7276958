//! The node of a generator and its text form.

use core::fmt;
use core::str::FromStr;

use idcore::error::Quantity::{Field, Setting};
use idcore::error::{ParseError, RangeError};
use thiserror::Error;

use crate::layout::{MAX_TIMESTAMP, NODE_CTR_BITS, Scru64};

/// The forms that error messages list as expected.
const EXPECTED: &str = "a node spec such as 42/8, 0xb00/12 or 0u2r85hm2pt3/16";

/// The node of a generator: its ID, the number of bits of that ID, and optionally the ID to continue after.
///
/// A node spec has three text forms (specification, section "Node spec API"):
///
/// | text form         | meaning                                                           |
/// | ----------------- | ----------------------------------------------------------------- |
/// | `42/8`            | node 42, with 8-bit node IDs                                      |
/// | `0xb00/12`        | node 0xb00, with 12-bit node IDs                                  |
/// | `0u2r85hm2pt3/16` | the node of this ID, with 16-bit node IDs; continue after this ID |
///
/// `Display` writes the form that is best to save: the third form if an ID to continue after is set, otherwise the
/// first. `serde` uses the text forms in all formats.
///
/// ```
/// use scru64::NodeSpec;
///
/// let spec: NodeSpec = "0xB00/12".parse()?;
/// assert_eq!((spec.node_id(), spec.node_id_size()), (2816, 12));
/// # #[cfg(feature = "alloc")]
/// assert_eq!(spec.to_string(), "2816/12");
/// # Ok::<(), scru64::error::NodeSpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeSpec {
    node_id: u32,
    node_id_size: u32,
    node_prev: Option<Scru64>,
}

impl NodeSpec {
    /// Creates a node from a node ID and its number of bits, 1 to 23.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bits is out of range, or if the node ID does not fit in them.
    pub const fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Setting("node_id_size"), node_id_size as u64, 1, 23));
        idcore::const_try!(RangeError::check(Setting("node_id"), node_id as u64, 0, (1 << node_id_size) - 1));
        Ok(Self { node_id, node_id_size, node_prev: None })
    }

    /// Creates a node from the upper 1 to 23 bits of the `node_ctr` of an ID. A generator of this node continues after
    /// that ID.
    ///
    /// From an ID with the timestamp 0, which is never generated, only the node is taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bits is out of range, or if the timestamp is the largest, because no ID can
    /// follow.
    pub const fn with_node_prev(node_prev: Scru64, node_id_size: u32) -> Result<Self, RangeError> {
        idcore::const_try!(RangeError::check(Setting("node_id_size"), node_id_size as u64, 1, 23));
        let node_id = node_prev.node_ctr() >> (NODE_CTR_BITS - node_id_size);
        match RangeError::check(Field("timestamp"), node_prev.timestamp(), 0, MAX_TIMESTAMP - 1) {
            Ok(()) if node_prev.timestamp() == 0 => Ok(Self { node_id, node_id_size, node_prev: None }),
            Ok(()) => Ok(Self { node_id, node_id_size, node_prev: Some(node_prev) }),
            Err(error) => Err(error),
        }
    }

    /// Parses a node spec. Unlike [`str::parse`], this also works in a constant.
    ///
    /// ```
    /// use scru64::NodeSpec;
    ///
    /// const NODE: NodeSpec = match NodeSpec::try_from_str("42/8") {
    ///     Ok(node) => node,
    ///     Err(_) => panic!("not a node spec"),
    /// };
    /// assert_eq!(NODE.node_id(), 42);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the string has none of the three forms, or if a number is out of range.
    pub const fn try_from_str(text: &str) -> Result<Self, NodeSpecError> {
        let Some((node, size)) = split_at_slash(text.as_bytes()) else { return Err(NodeSpecError::Form) };
        let Some(node_id_size) = number(size, 10, 3) else { return Err(NodeSpecError::NodeIdSize) };
        let spec = if node.len() == 12 {
            match Scru64::of_digits(node) {
                Ok(node_prev) => Self::with_node_prev(node_prev, node_id_size),
                Err(error) => return Err(NodeSpecError::NodePrev(error)),
            }
        } else {
            let node_id = match node {
                [b'0', b'x' | b'X', hex @ ..] => number(hex, 16, 8),
                decimal => number(decimal, 10, 8),
            };
            match node_id {
                Some(node_id) => Self::with_node_id(node_id, node_id_size),
                None => return Err(NodeSpecError::NodeId),
            }
        };
        match spec {
            Ok(spec) => Ok(spec),
            Err(error) => Err(NodeSpecError::Range(error)),
        }
    }

    /// Returns the node ID.
    #[must_use]
    pub const fn node_id(&self) -> u32 {
        self.node_id
    }

    /// Returns the number of bits of the node ID, 1 to 23.
    #[must_use]
    pub const fn node_id_size(&self) -> u32 {
        self.node_id_size
    }

    /// Returns the ID to continue after.
    #[must_use]
    pub const fn node_prev(&self) -> Option<Scru64> {
        self.node_prev
    }
}

impl FromStr for NodeSpec {
    type Err = NodeSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from_str(text)
    }
}

/// Returns the parts before and after the first slash.
const fn split_at_slash(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = text;
    while let [first, after @ ..] = rest {
        if *first == b'/' {
            return Some((text.split_at(text.len() - rest.len()).0, after));
        }
        rest = after;
    }
    None
}

/// Parses at most `most_digits` digits without a sign. The caller's limits are too low for an overflow.
const fn number(digits: &[u8], radix: u32, most_digits: usize) -> Option<u32> {
    if digits.is_empty() || digits.len() > most_digits {
        return None;
    }
    let mut number: u32 = 0;
    let mut rest = digits;
    while let [first, after @ ..] = rest {
        match (*first as char).to_digit(radix) {
            // At most 8 hex digits, which fit.
            Some(digit) => number = number.wrapping_mul(radix).wrapping_add(digit),
            None => return None,
        }
        rest = after;
    }
    Some(number)
}

impl fmt::Display for NodeSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node_prev {
            Some(node_prev) => write!(formatter, "{node_prev}/{}", self.node_id_size),
            None => write!(formatter, "{}/{}", self.node_id, self.node_id_size),
        }
    }
}

/// The error for a string that is not a node spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum NodeSpecError {
    /// The string contains no slash.
    Form,
    /// The part after the slash is not a number.
    NodeIdSize,
    /// The part before the slash is neither a number nor as long as an ID.
    NodeId,
    /// The part before the slash is as long as an ID but isn't a valid ID.
    NodePrev(#[source] ParseError),
    /// A number is out of range.
    Range(#[source] RangeError),
}

/// Shows what was expected and what is wrong, so that the message is helpful even without the source, for example in
/// `clap`.
impl fmt::Display for NodeSpecError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = match self {
            Self::Form => "no slash",
            Self::NodeIdSize => "no decimal number of at most 3 digits after the slash",
            Self::NodeId => {
                "neither an ID nor a number of at most 8 digits, decimal or hex after 0x, before the slash"
            }
            Self::NodePrev(_) => "12 characters before the slash that are not an ID",
            Self::Range(_) => "a number out of range",
        };
        write!(formatter, "expected {EXPECTED}, found {found}")
    }
}

idcore::__private::with_serde! {
    use idcore::__private::serde;

    /// Writes the text form in every format, like `Display`.
    impl serde::Serialize for NodeSpec {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    /// Reads any of the text forms.
    impl<'de> serde::Deserialize<'de> for NodeSpec {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Text;

            impl serde::de::Visitor<'_> for Text {
                type Value = NodeSpec;

                fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    formatter.write_str(EXPECTED)
                }

                fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<NodeSpec, E> {
                    text.parse().map_err(|error: NodeSpecError| match core::error::Error::source(&error) {
                        Some(source) => E::custom(format_args!("{error}: {source}")),
                        None => E::custom(error),
                    })
                }
            }

            deserializer.deserialize_str(Text)
        }
    }
}

idcore::__private::with_defmt_1! {
    /// Shows the node ID and its size. Leaves out the ID to continue after, because it is generator state.
    impl idcore::__private::defmt::Format for NodeSpec {
        fn format(&self, formatter: idcore::__private::defmt::Formatter<'_>) {
            let settings = [("node_id", self.node_id.into()), ("node_id_size", self.node_id_size.into())];
            idcore::integrations::defmt_1::format_config(formatter, "node", &settings);
        }
    }
}

idcore::__private::with_defmt_1! {
    /// Shows the one-word reason and the cause.
    impl idcore::__private::defmt::Format for NodeSpecError {
        fn format(&self, formatter: idcore::__private::defmt::Formatter<'_>) {
            use idcore::integrations::defmt_1::format_error;

            match self {
                Self::Form => format_error(formatter, "form", None::<&()>),
                Self::NodeIdSize => format_error(formatter, "node_id_size", None::<&()>),
                Self::NodeId => format_error(formatter, "node_id", None::<&()>),
                Self::NodePrev(error) => format_error(formatter, "node_prev", Some(error)),
                Self::Range(error) => format_error(formatter, "range", Some(error)),
            }
        }
    }
}
