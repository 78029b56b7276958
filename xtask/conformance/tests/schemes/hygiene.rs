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
            compile_error!("not the standard library's macro")
        };
    }
    macro_rules! stringify {
        ($($any:tt)*) => {
            compile_error!("not the standard library's macro")
        };
    }

    harness::scru128::kind!(pub(super) Order = "ord",);
    harness::scru128::kind!(pub(super) Entry,);
    harness::scru128::kind!(pub(super) Customer = uuid,);
    harness::scru128::kind!(pub(super) Invoice = uuid | "inv",);
    harness::scru128::kind!(pub(super) Product = "prod" | uuid,);

    /// The constants have the name that a caller most likely uses.
    const ID: &::core::primitive::str = "0372ijojuxuhjsfkeryi2mrtm";
    pub(super) const PLAIN: harness::scru128::Scru128 = harness::scru128::scru128!(ID);
    pub(super) const ENTRY: harness::scru128::Typed<Entry> = harness::scru128::scru128!(Entry, ID,);
    pub(super) const ORDER: harness::scru128::Typed<Order> = {
        const ID: &::core::primitive::str = "ord_0372ijojuxuhjsfkeryi2mrtm";
        harness::scru128::scru128!(Order, ID)
    };
    const UUID: &::core::primitive::str = "017FEF39-c264-1ba5-6a94-83188841e05a";
    pub(super) const CUSTOMER: harness::scru128::Typed<Customer> = harness::scru128::scru128!(Customer, UUID);
    pub(super) const INVOICES: [harness::scru128::Typed<Invoice>; 2] = {
        const ID: &::core::primitive::str = "inv_0372ijojuxuhjsfkeryi2mrtm";
        [harness::scru128::scru128!(Invoice, UUID), harness::scru128::scru128!(Invoice, ID)]
    };
    pub(super) const PRODUCT: harness::scru128::Typed<Product> = harness::scru128::scru128!(Product, UUID);
}

#[test]
fn macros_use_no_names_of_their_callers() {
    use other_names::{CUSTOMER, ENTRY, INVOICES, ORDER, PLAIN, PRODUCT};

    assert_eq!(PLAIN, scru128!("0372ijojuxuhjsfkeryi2mrtm",));
    assert_eq!((ENTRY.id(), ORDER.id()), (PLAIN, PLAIN));
    assert_eq!((CUSTOMER.id(), INVOICES.map(|id| id.id()), PRODUCT.id()), (PLAIN, [PLAIN; 2], PLAIN));
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
