//! Tests the builders of cases with a layout in which not all integers below a limit are IDs: a version 7 UUID, as in
//! RFC 9562.

use num_bigint::BigUint;

use super::*;
use crate::format::{File, Form, Kind};
use crate::layout::Layout;

static LAYOUT: &Layout = UUID7.layout;

/// Appendix A.6.
const EXAMPLE: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

#[test]
fn the_smallest_and_the_largest_id_have_the_constants() {
    assert_eq!(LAYOUT.text(&LAYOUT.min()), "00000000-0000-7000-8000-000000000000");
    assert_eq!(LAYOUT.text(&LAYOUT.max()), "ffffffff-ffff-7fff-bfff-ffffffffffff");
    assert!(LAYOUT.is_id(&LAYOUT.min()) && LAYOUT.is_id(&LAYOUT.max()));
    assert!(!LAYOUT.is_id(&(LAYOUT.max() + 1_u32)) && !LAYOUT.is_id(&(LAYOUT.limit)()));
    // The nil and the max UUID have other versions.
    assert!(!LAYOUT.is_id(&BigUint::ZERO) && !LAYOUT.is_id(&((LAYOUT.limit)() - 1_u32)));
}

#[test]
fn a_text_with_other_hyphens_or_constants_is_refused() {
    assert_eq!(UUID7.read(&EXAMPLE.to_uppercase()), Ok(LAYOUT.int_of_text(EXAMPLE).expect("a text")));
    for (text, reason) in [
        ("017f22e279b07cc398c4dc0c0c07398f", ("length", None)),
        ("017f22e27-9b0-7cc3-98c4-dc0c0c07398f", ("digit", Some(8))),
        ("017f22e2-79b0-4cc3-98c4-dc0c0c07398f", ("digit", Some(14))),
        ("017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", ("digit", Some(19))),
        ("017f22e2-79b0-7cc3-18c4-dc0c0c07398f", ("digit", Some(19))),
    ] {
        assert_eq!(UUID7.read(text), Err(reason), "{text}");
    }
}

/// Checks that each builder creates cases, and that a port without a bug passes them.
#[test]
fn all_cases_are_those_of_ids() {
    let codec = UUID7.codec_file().expect("a file");
    for case in &codec.valid {
        let int = LAYOUT.int_of_text(&case.text).expect("a text");
        assert!(LAYOUT.is_id(&int) && case.int == int.to_string(), "{}: {}", case.id, case.text);
    }
    for case in &codec.invalid {
        let refusal = UUID7.read(&case.text).expect_err("not an ID");
        assert_eq!(refusal, (case.reason.as_str(), case.position), "{}: {}", case.id, case.comment);
    }
    let Ok(File::Order(order)) = UUID7.file(Kind::Order) else { panic!("expected lists") };
    for case in &order.cases {
        let ints: Vec<_> = case.sorted.iter().map(|text| UUID7.read(text).expect("an ID")).collect();
        assert!(ints.is_sorted() && case.sorted.is_sorted() && case.shuffled.len() == ints.len());
    }
    // The cases are checked when they are built.
    let Ok(File::Refused(refused)) = UUID7.file(Kind::Refused) else { panic!("expected values") };
    let of_constants =
        |from| refused.cases.iter().filter(|case| case.from == from && case.flags == ["constant"]).count();
    // 4 bits have 15 other values and 2 bits have 3. The nil and the max UUID have no version 7 fields.
    assert_eq!([Form::Int, Form::Bytes, Form::Fields].map(of_constants), [20, 20, 18]);
    let flags = |flag: &str| codec.invalid.iter().filter(|case| case.flags[0] == flag).count();
    // The first digit of `var` and `rand_b` can have 4 values.
    assert_eq!(["hyphen", "constant", "overflow"].map(flags), [9, 15 + 12, 0]);
}
