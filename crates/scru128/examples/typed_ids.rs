//! Gives orders and customers separate ID types with a prefix: `cargo run -p scru128 --example typed_ids`.

use std::error::Error;

scru128::kind!(
    /// An order.
    pub Order = "ord"
);
scru128::kind!(
    /// A customer.
    pub Customer = "cus"
);

type OrderId = scru128::Typed<Order>;
type CustomerId = scru128::Typed<Customer>;

/// With the IDs in the wrong order, the call does not compile.
fn describe(order: OrderId, customer: CustomerId) -> String {
    format!("{order} of {customer}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let customer: CustomerId = "cus_0372ijojuxuhjsfkeryi2mrtm".parse()?;
    println!("{}", describe(OrderId::new(), customer));

    // The prefix is only in the string. Databases store the untyped ID.
    assert_eq!(customer.id().to_string(), "0372ijojuxuhjsfkeryi2mrtm");

    // The wrong prefix is an error.
    let error = "cus_0372ijojuxuhjsfkeryi2mrtm".parse::<OrderId>().expect_err("it is a customer's ID");
    assert_eq!(error.to_string(), "expected an ID that starts with `ord_`, found `cus_…`");
    Ok(())
}
