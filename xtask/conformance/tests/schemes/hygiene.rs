//! The macros of the scheme crates work no matter what the names around their calls mean.

use harness::scru128::id::Kind;
use harness::scru128::{kind, scru128};

/// Names from the standard library that have a different meaning here.
#[allow(
    dead_code,
    non_camel_case_types,
    unused_imports,
    unused_macros,
    reason = "the macros must not use them"
)]
mod other_names {
    use self::Outcome::{Err, None, Ok, Some};

    enum Outcome {
        Ok,
        Err,
        Some,
        None,
    }

    struct str;
    struct Option;
    struct Result;
    mod core {}

    macro_rules! concat {
        ($($any:tt)*) => {
            compile_error!("not that of the standard library")
        };
    }
    macro_rules! stringify {
        ($($any:tt)*) => {
            compile_error!("not that of the standard library")
        };
    }

    harness::scru128::kind!(pub(super) Order = "ord",);
    harness::scru128::kind!(pub(super) Entry,);

    /// The constants have the name that a caller most likely uses.
    const ID: &::core::primitive::str = "0372ijojuxuhjsfkeryi2mrtm";
    pub(super) const PLAIN: harness::scru128::Scru128 = harness::scru128::scru128!(ID);
    pub(super) const ENTRY: harness::scru128::Typed<Entry> = harness::scru128::scru128!(Entry, ID,);
    pub(super) const ORDER: harness::scru128::Typed<Order> = {
        const ID: &::core::primitive::str = "ord_0372ijojuxuhjsfkeryi2mrtm";
        harness::scru128::scru128!(Order, ID)
    };
}

#[test]
fn macros_use_no_names_of_their_callers() {
    use other_names::{ENTRY, ORDER, PLAIN};

    assert_eq!(PLAIN, scru128!("0372ijojuxuhjsfkeryi2mrtm",));
    assert_eq!((ENTRY.id(), ORDER.id()), (PLAIN, PLAIN));
}

#[test]
fn the_name_of_a_kind_is_not_raw() {
    kind!(r#Order = "ord");
    #[allow(non_camel_case_types, reason = "only keywords need to be raw")]
    mod raw {
        harness::scru128::kind!(pub(super) r#type);
    }

    assert_eq!((Order::NAME, raw::r#type::NAME), ("Order", "type"));
}
