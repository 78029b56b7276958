//! The decisions of an implementation, each as a number or a small function.
//!
//! The oracle follows [`Rules::right`]. A port with an injected bug has one wrong value. This way, the vectors
//! can be tested against ports with bugs while the oracle stays as short as the specifications.

/// Defines decisions, each with its type and its correct value.
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
            /// Returns the decisions of the specifications, and our choices for everything they leave open.
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
    /// The sources of the smallest and of the largest number.
    pub origins: [Origin; 2],
}

impl Range {
    /// The range of the allowance, which every scheme has. In the vectors, it is at most [`MAX_NUMBER`].
    pub(crate) const ALLOWANCE: Self = Self::new("allowance_ms", 0, MAX_NUMBER, Origin::Ours("Allowance"));

    /// Creates a range whose ends have the same source.
    pub(crate) const fn new(key: &'static str, min: u64, max: u64, origin: Origin) -> Self {
        Self { key, min, max, formula: None, origins: [origin, origin] }
    }

    /// Sets the formula of the largest number.
    pub(crate) fn up_to(self, formula: &'static str) -> Self {
        Self { formula: Some(formula), ..self }
    }

    /// Returns `true` if a number is in the range.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// All decisions.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How IDs are formatted, parsed and sorted.
    pub codec: CodecRules,
    /// How IDs are generated.
    pub generator: GeneratorRules,
    /// How node specs are parsed.
    pub node_spec: NodeSpecRules,
    /// How strings with a prefix are parsed and formatted.
    pub typed: TypedRules,
}

impl Rules {
    /// Returns the decisions of the specifications, and our choices for everything they leave open.
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
