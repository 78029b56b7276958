//! The decisions of an implementation, each as a number or a small function.
//!
//! The oracle follows [`Rules::right`]. A fault of a port is one other value, so that the vectors can be tested against
//! ports with faults, and the oracle stays as short as the specifications.

/// Defines decisions, each with its type and its right value.
macro_rules! rules {
    (
        $(#[$about:meta])* $rules:ident($($given:ident: $form:ty),*):
        $($(#[$meaning:meta])* $rule:ident: $kind:ty = $right:expr;)+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $rules {
            $($(#[$meaning])* pub $rule: $kind,)+
        }

        impl $rules {
            /// What the specifications say and, where they are silent, what we chose.
            #[must_use]
            pub const fn right($($given: $form),*) -> Self {
                Self { $($rule: $right,)+ }
            }
        }
    };
}

mod codec;
mod generator;
mod node_spec;
mod typed;

pub use codec::CodecRules;
pub use generator::{GeneratorRules, Outcome};
pub use node_spec::NodeSpecRules;
pub use typed::TypedRules;

use crate::layout::Layout;

/// All decisions.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How IDs are written, read and sorted.
    pub codec: CodecRules,
    /// How IDs are derived from each other.
    pub generator: GeneratorRules,
    /// How node specs are read.
    pub node_spec: NodeSpecRules,
    /// How texts with a prefix are read and written.
    pub typed: TypedRules,
}

impl Rules {
    /// The decisions of the specifications and, where they are silent, ours.
    #[must_use]
    pub const fn right(layout: Layout, alternative: Option<Layout>) -> Self {
        Self {
            codec: CodecRules::right(layout, alternative),
            generator: GeneratorRules::right(),
            node_spec: NodeSpecRules::right(),
            typed: TypedRules::right(),
        }
    }
}
