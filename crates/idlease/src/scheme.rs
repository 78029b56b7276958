//! The schemes whose IDs contain a node ID.

use idcore::clock::Milliseconds;
use idcore::error::Quantity::Setting;
use idcore::error::RangeError;
use idcore::{Scheme, Window};

/// The configuration of a scheme whose IDs contain a node ID: [`scru64::Config`], [`ulid_flake::scalable::Config`],
/// [`scru160::Config`]. Only this crate implements it.
pub trait NodeScheme: Scheme<Unit = Milliseconds> + Copy + Send + Sync + 'static {
    /// Returns the configuration for a node ID, with defaults for everything else.
    ///
    /// # Errors
    ///
    /// Returns an error if the scheme has no node IDs of this size, or rejects this node ID.
    fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError>;

    /// Sets this configuration and a window of timestamps for the process-wide generator.
    #[doc(hidden)]
    fn configure_within(self, start_unix_ms: u64, end_unix_ms: u64) -> Result<Window<Self>, RangeError>;
}

impl NodeScheme for scru64::Config {
    fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError> {
        scru64::NodeSpec::with_node_id(node_id, node_id_size).map(Self::new)
    }

    fn configure_within(self, start_unix_ms: u64, end_unix_ms: u64) -> Result<Window<Self>, RangeError> {
        scru64::Scru64::configure_within(self, start_unix_ms, end_unix_ms)
    }
}

/// The node ID is the 5-bit scalability.
impl NodeScheme for ulid_flake::scalable::Config {
    fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError> {
        RangeError::check(Setting("node_id_size"), node_id_size.into(), 5, 5)?;
        ulid_flake::Config::scalable(narrow(node_id, u8::MAX.into())?)
    }

    fn configure_within(self, start_unix_ms: u64, end_unix_ms: u64) -> Result<Window<Self>, RangeError> {
        ulid_flake::ScalableUlidFlake::configure_within(self, start_unix_ms, end_unix_ms)
    }
}

impl NodeScheme for scru160::Config {
    fn with_node_id(node_id: u32, node_id_size: u32) -> Result<Self, RangeError> {
        Self::new().with_node_id(narrow(node_id, u16::MAX.into())?, node_id_size)
    }

    fn configure_within(self, start_unix_ms: u64, end_unix_ms: u64) -> Result<Window<Self>, RangeError> {
        scru160::Scru160::configure_within(self, start_unix_ms, end_unix_ms)
    }
}

/// Rejects a node ID that does not fit, instead of truncating it.
fn narrow<N: TryFrom<u32>>(node_id: u32, most: u32) -> Result<N, RangeError> {
    N::try_from(node_id).map_err(|_| RangeError::integer(Setting("node_id"), node_id.into(), 0, most.into()))
}
