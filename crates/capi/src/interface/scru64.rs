//! SCRU64.

use scru64::Scru64;

use super::code::sortid_code::*;
use super::generator::Plain;
use super::pointers::Text;

scheme! {
    name: "scru64",
    title: "SCRU64",
    one: "SCRU64 ID",
    number: 3,
    id: Scru64,
    generator: Plain<scru64::Config>,
    generator_bytes: 152,
    digits: 12, "of 0-9 and a-z",
    fields: {
        /// Units of 256 ms since 1970, 39 bits.
        timestamp: u64,
        /// The node ID and the counter, 24 bits.
        node_ctr: u32,
    }
    more_structs: {
        /// A node of SCRU64.
        NodeSpec {
            node_id: u32,
            /// The number of bits of the node ID, 1 to 23.
            node_id_size: u32,
            /// Not 0 if the generator continues after `node_prev`. In that case, `node_id` must be the node ID of
            /// `node_prev`.
            has_node_prev: u32,
            /// The ID to continue after.
            node_prev: Id,
        }
    }
    config: {
        node_spec: NodeSpec,
        /// The number of leading bits of the counter that start as 0.
        guard_bits: u32,
    }
    settings: "The settings contain the node. If `config` is null, the result is `SORTID_NULL`.",
    configure: |config| config.scheme()?,
    integers: "36^12",
    before_init: {
        /// Parses a node spec: `42/8`, `0xb00/12`, or `0u2r85hm2pt3/16` to continue after that ID.
        node_spec_parse(text: *const c_char, length: usize, node_spec: *mut NodeSpec) = {
            let text = Text::read(text, length);
            let text = text.map_err(|error| if error == SORTID_LENGTH { SORTID_NODE_SPEC } else { error })?;
            let found = text.as_str().parse().map_err(|_| SORTID_NODE_SPEC)?;
            pointers::write(node_spec, NodeSpec::of(found))
        };

        /// Writes the default settings, for a node.
        config_default(node_spec: *const NodeSpec, config: *mut Config) = {
            let node_spec = pointers::read(node_spec)?;
            node_spec.node()?;
            pointers::write(config, Config { limits: sortid_limits::DEFAULT, node_spec, guard_bits: 0 })
        };
    }
    sample_with: "with a random counter, without a generator. Nothing prevents two such IDs, or one of them and a generated ID, \
                  from being equal. If `config` is null, the result is `SORTID_NULL`.",
}

impl Config {
    fn scheme(&self) -> Result<scru64::Config, sortid_code> {
        Ok(scru64::Config::new(self.node_spec.node()?).with_guard_bits(self.guard_bits)?)
    }
}

impl NodeSpec {
    fn of(node: scru64::NodeSpec) -> Self {
        let node_prev = node.node_prev();
        Self {
            node_id: node.node_id(),
            node_id_size: node.node_id_size(),
            has_node_prev: node_prev.is_some().into(),
            node_prev: node_prev.unwrap_or_default().to_bytes(),
        }
    }

    fn node(&self) -> Result<scru64::NodeSpec, sortid_code> {
        if self.has_node_prev == 0 {
            return Ok(scru64::NodeSpec::with_node_id(self.node_id, self.node_id_size)?);
        }
        let node_prev = Scru64::try_from_bytes(self.node_prev)?;
        let node = scru64::NodeSpec::with_node_prev(node_prev, self.node_id_size)?;
        // Both are in the same struct, so one of them is a mistake.
        if node.node_id() == self.node_id { Ok(node) } else { Err(SORTID_OUT_OF_RANGE) }
    }
}
