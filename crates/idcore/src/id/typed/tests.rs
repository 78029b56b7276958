//! Tests of typed IDs that are independent of the scheme. `conformance` tests each scheme.

use std::format;
use std::string::ToString;

use super::{Kind, SchemeId, TextForms, Typed, is_uuid, suffix_of};
use crate::test_support::id::TestId;

crate::kind!(Order = "ord");
crate::kind!(LineOfOrder = "ord_line");
crate::kind!(Entry);
crate::kind!(Customer = uuid);
crate::kind!(Invoice = uuid | "inv");
crate::kind!(Product = "prod" | uuid);
crate::kind!(Line = uuid | "");

fn of<K: Kind>() -> Typed<TestId, K> {
    Typed::from_id(TestId::MAX)
}

const PLAIN: &str = "ffffffff-ffff-ffff-ffff-ffffffffffff";

#[test]
fn errors_name_the_kind() {
    let message = |text: &str| Typed::<TestId, Order>::try_from_str(text).expect_err("no ID").to_string();
    assert_eq!(message(&format!("cus_{PLAIN}")), "expected an ID that starts with `ord_`, found `cus_…`");
    assert_eq!(
        message("ord_f"),
        format!("expected `ord_` followed by {}, found 1 byte after `ord_`", TestId::SUFFIX.digits)
    );
    let message = |text: &str| Typed::<TestId, Entry>::try_from_str(text).expect_err("no ID").to_string();
    assert_eq!(message(&format!("cus_{PLAIN}")), "expected an ID without a prefix, found `cus_…`");
    assert_eq!(message("f"), format!("expected {}, found 1 byte", TestId::SUFFIX.digits));
}

#[test]
fn errors_name_all_forms_that_are_read() {
    fn message<K: Kind>(text: &str) -> std::string::String {
        Typed::<TestId, K>::try_from_str(text).expect_err("no ID").to_string()
    }
    let (digits, or_uuid) = (TestId::SUFFIX.digits, ", or a 36-character UUID");
    assert_eq!(
        message::<Product>("ord_0"),
        format!("expected an ID that starts with `prod_`{or_uuid}, found `ord_…`")
    );
    assert_eq!(
        message::<Product>("prod_0"),
        format!("expected `prod_` followed by {digits}{or_uuid}, found 1 byte after `prod_`")
    );
    assert_eq!(
        message::<Product>("0-"),
        format!("expected `prod_` followed by {digits}{or_uuid}, found 2 bytes")
    );
    assert_eq!(message::<Line>("00"), format!("expected {digits}{or_uuid}, found 2 bytes"));
    assert_eq!(message::<Line>("_0"), format!("expected an ID without a prefix{or_uuid}, found `_…`"));
    assert_eq!(message::<Customer>("cus_0"), format!("expected a UUID of {digits}, found 5 bytes"));
    let wrong = PLAIN.replacen('f', "g", 1);
    assert_eq!(
        message::<Product>(&wrong),
        format!("expected `prod_` followed by {digits}{or_uuid}, found 'g' at byte 0")
    );
    assert_eq!(message::<Customer>(&wrong), format!("expected a UUID of {digits}, found 'g' at byte 0"));
}

#[test]
fn the_rest_of_a_literal_follows_its_prefix() {
    assert_eq!(suffix_of("ord_1", "ord"), Some("1"));
    assert_eq!(suffix_of("ord_", "ord"), Some(""));
    assert_eq!(suffix_of("1_", ""), Some("1_"));
    assert_eq!(suffix_of("ord_line_1", "ord"), Some("line_1"));
    for text in ["", "ord", "or", "ordd_1", "cus_1", "orc_1"] {
        assert_eq!(suffix_of(text, "ord"), None, "{text}");
    }
    assert!(!is_uuid(TextForms::Compact, PLAIN), "a literal of this kind has a prefix");
}

#[test]
fn texts_are_ordered_as_their_strings() {
    let (text, other) = (of::<Order>().encode(), of::<Entry>().encode());
    assert!(other < text && text == text && text != other && text != *"ord_" && text != "ord_");
}

/// The kind needs no traits. It need not even be `Send`.
#[test]
fn an_id_is_plain_whatever_its_kind() {
    fn is_plain<T: Copy + Default + Eq + Ord + core::hash::Hash + Send + Sync + Unpin>() {}

    is_plain::<Typed<TestId, core::cell::Cell<*const str>>>();
    assert_eq!(size_of::<Typed<TestId, Order>>(), size_of::<TestId>());
    assert_eq!(size_of::<Option<Typed<TestId, Order>>>(), size_of::<Option<TestId>>());
}
