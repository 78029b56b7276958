//! The node of a generator, and its text.

use core::fmt;
use core::str::FromStr;

use idcore::{ParseError, RangeError};
use thiserror::Error;

use crate::id::{MAX_TIMESTAMP, NODE_CTR_BITS, Scru64};

/// The node of a generator: its id, the number of bits of that id, and optionally the ID to continue after.
///
/// As text (specification, section "Node spec API"), in any of three forms:
///
/// | text              | meaning                                                 |
/// | ----------------- | ------------------------------------------------------- |
/// | `42/8`            | node 42, of 8 bits                                      |
/// | `0xb00/12`        | node 0xb00, of 12 bits                                  |
/// | `0u2r85hm2pt3/16` | the node of this ID, of 16 bits; continue after this ID |
///
/// `Display` writes the form that is best to save: the third if there is an ID to continue after, otherwise the first.
///
/// ```
/// use scru64::NodeSpec;
///
/// let spec: NodeSpec = "0xB00/12".parse()?;
/// assert_eq!((spec.node_id(), spec.node_id_size()), (2816, 12));
/// # #[cfg(feature = "alloc")]
/// assert_eq!(spec.to_string(), "2816/12");
/// # Ok::<(), scru64::NodeSpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeSpec {
    node_id: u32,
    node_id_size: u32,
    node_prev: Option<Scru64>,
}

impl NodeSpec {
    /// Makes a node from an id and its number of bits, 1 to 23.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bits is out of range, or if the id does not fit in them.
    pub const fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError> {
        if let Err(error) = RangeError::check("node_id_size", node_id_size as u64, 1, 23) {
            return Err(error);
        }
        match RangeError::check("node_id", node_id as u64, 0, (1 << node_id_size) - 1) {
            Ok(()) => Ok(Self { node_id, node_id_size, node_prev: None }),
            Err(error) => Err(error),
        }
    }

    /// Makes a node from the upper 1 to 23 bits of the `node_ctr` of an ID. A generator of this node continues after
    /// that ID.
    ///
    /// From an ID with the timestamp 0, which no generator makes, only the node is taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bits is out of range, or if no ID can follow because the timestamp is the
    /// largest.
    pub const fn with_node_prev(node_prev: Scru64, node_id_size: u32) -> Result<Self, RangeError> {
        if let Err(error) = RangeError::check("node_id_size", node_id_size as u64, 1, 23) {
            return Err(error);
        }
        let node_id = node_prev.node_ctr() >> (NODE_CTR_BITS - node_id_size);
        match RangeError::check("timestamp", node_prev.timestamp(), 0, MAX_TIMESTAMP - 1) {
            Ok(()) if node_prev.timestamp() == 0 => Ok(Self { node_id, node_id_size, node_prev: None }),
            Ok(()) => Ok(Self { node_id, node_id_size, node_prev: Some(node_prev) }),
            Err(error) => Err(error),
        }
    }

    /// The node id.
    #[must_use]
    pub const fn node_id(&self) -> u32 {
        self.node_id
    }

    /// The number of bits of the node id, 1 to 23.
    #[must_use]
    pub const fn node_id_size(&self) -> u32 {
        self.node_id_size
    }

    /// The ID to continue after.
    #[must_use]
    pub const fn node_prev(&self) -> Option<Scru64> {
        self.node_prev
    }
}

impl FromStr for NodeSpec {
    type Err = NodeSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (node, size) = text.split_once('/').ok_or(NodeSpecErrorKind::Form)?;
        let node_id_size = number(size, 10, 3).ok_or(NodeSpecErrorKind::NodeIdSize)?;
        let spec = if node.len() == 12 {
            let node_prev = Scru64::try_from_str(node).map_err(NodeSpecErrorKind::NodePrev)?;
            Self::with_node_prev(node_prev, node_id_size)
        } else {
            let hex = node.strip_prefix("0x").or_else(|| node.strip_prefix("0X"));
            let node_id = hex.map_or_else(|| number(node, 10, 8), |hex| number(hex, 16, 8));
            Self::with_node_id(node_id.ok_or(NodeSpecErrorKind::NodeId)?, node_id_size)
        };
        Ok(spec.map_err(NodeSpecErrorKind::Range)?)
    }
}

/// Reads digits alone, without the signs that the standard library allows, and too few to overflow.
fn number(text: &str, radix: u32, most_digits: usize) -> Option<u32> {
    let digits = !text.is_empty() && text.chars().all(|character| character.is_digit(radix));
    if digits && text.len() <= most_digits { u32::from_str_radix(text, radix).ok() } else { None }
}

impl fmt::Display for NodeSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node_prev {
            Some(node_prev) => write!(formatter, "{node_prev}/{}", self.node_id_size),
            None => write!(formatter, "{}/{}", self.node_id, self.node_id_size),
        }
    }
}

/// A text that is not a node spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeSpecError(NodeSpecErrorKind);

impl NodeSpecError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> NodeSpecErrorKind {
        self.0
    }
}

impl From<NodeSpecErrorKind> for NodeSpecError {
    fn from(kind: NodeSpecErrorKind) -> Self {
        Self(kind)
    }
}

/// Shows what was expected, and the kind. So a program that shows only this message, as `clap` does, still says what is
/// wrong.
impl fmt::Display for NodeSpecError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "expected a node spec such as 42/8, 0xb00/12 or 0u2r85hm2pt3/16, found {}", self.0)
    }
}

/// The cause of the kind. The message contains the kind itself.
impl core::error::Error for NodeSpecError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source()
    }
}

/// What is wrong with a text that is not a node spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum NodeSpecErrorKind {
    /// There is no slash.
    #[error("no slash")]
    Form,
    /// The part after the slash is not a number.
    #[error("no decimal number of at most 3 digits after the slash")]
    NodeIdSize,
    /// The part before the slash is not a number, and not as long as an ID.
    #[error("neither an ID nor a number of at most 8 digits, decimal or hex after 0x, before the slash")]
    NodeId,
    /// The part before the slash is as long as an ID, but is not one.
    #[error("12 characters before the slash that are not an ID")]
    NodePrev(#[source] ParseError),
    /// A number is out of range.
    #[error("a number out of range")]
    Range(#[source] RangeError),
}

/// The reason in one word, and the cause.
#[cfg(feature = "defmt_1")]
impl idcore::macros::defmt::Format for NodeSpecError {
    fn format(&self, formatter: idcore::macros::defmt::Formatter<'_>) {
        use idcore::interop::defmt_1::format_error;

        match &self.0 {
            NodeSpecErrorKind::Form => format_error(formatter, "form", None::<&()>),
            NodeSpecErrorKind::NodeIdSize => format_error(formatter, "node_id_size", None::<&()>),
            NodeSpecErrorKind::NodeId => format_error(formatter, "node_id", None::<&()>),
            NodeSpecErrorKind::NodePrev(error) => format_error(formatter, "node_prev", Some(error)),
            NodeSpecErrorKind::Range(error) => format_error(formatter, "range", Some(error)),
        }
    }
}
