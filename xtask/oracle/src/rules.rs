//! The decisions of an implementation, each as a number or a small function.
//!
//! The oracle follows [`Rules::right`]. An injected bug of a port is one different value, so that the vectors can be tested against
//! ports with bugs, and the oracle stays as short as the specifications.

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
pub use generator::GeneratorRules;
pub use node_spec::NodeSpecRules;
pub use typed::TypedRules;

use crate::format::MAX_NUMBER;
use crate::layout::Layout;
use crate::origin::Origin;

/// The range of a number in a configuration, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The key.
    pub key: &'static str,
    /// The smallest number.
    pub min: u64,
    /// The largest number.
    pub max: u64,
    /// How the largest number follows from the numbers before it, if it does.
    pub formula: Option<&'static str>,
    /// Where the smallest number comes from, and where the largest does.
    pub origins: [Origin; 2],
}

impl Range {
    /// Every scheme has an allowance. In the vectors, it is at most the largest number.
    pub(crate) const ALLOWANCE: Self = Self::new("allowance_ms", 0, MAX_NUMBER, Origin::Ours("Allowance"));

    /// A range whose ends come from the same place.
    pub(crate) const fn new(key: &'static str, min: u64, max: u64, origin: Origin) -> Self {
        Self { key, min, max, formula: None, origins: [origin, origin] }
    }

    /// The same range, with the formula of its largest number.
    pub(crate) fn up_to(self, formula: &'static str) -> Self {
        Self { formula: Some(formula), ..self }
    }

    /// Whether a number is in the range.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

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
