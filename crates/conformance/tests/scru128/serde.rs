//! Text where the format is human-readable, bytes where it is not.

use scru128::Scru128;

const ID: Scru128 = match Scru128::try_from_str("0372ijojuxuhjsfkeryi2mrtm") {
    Ok(id) => id,
    Err(_) => panic!("it is published"),
};

#[test]
fn json_has_the_text() {
    assert_eq!(serde_json::to_string(&ID).unwrap(), "\"0372ijojuxuhjsfkeryi2mrtm\"");
    assert_eq!(serde_json::from_str::<Scru128>("\"0372IJOJUXUHJSFKERYI2MRTM\"").unwrap(), ID);
    let owned = serde_json::Value::from("0372ijojuxuhjsfkeryi2mrtm");
    assert_eq!(serde_json::from_value::<Scru128>(owned).unwrap(), ID);
    let escaped = "\"\\u0030372ijojuxuhjsfkeryi2mrtm\"";
    assert_eq!(serde_json::from_str::<Scru128>(escaped).unwrap(), ID);
}

#[test]
fn json_can_have_it_as_a_key() {
    let map = std::collections::BTreeMap::from([(ID, 1)]);
    let json = serde_json::to_string(&map).unwrap();
    assert_eq!(json, "{\"0372ijojuxuhjsfkeryi2mrtm\":1}");
    assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Scru128, i32>>(&json).unwrap(), map);
}

#[test]
fn json_errors_say_what_was_expected() {
    let error = |json: &str| serde_json::from_str::<Scru128>(json).unwrap_err().to_string();
    assert!(error("\"0372ijojuxuhjsfkeryi2mrt\"").contains("found 24 bytes"), "{}", error("\"0372\""));
    assert!(error("12").contains("expected a Scru128 as text or 16 bytes"), "{}", error("12"));
    assert!(error("null").contains("expected a Scru128 as text or 16 bytes"), "{}", error("null"));
}

#[test]
fn postcard_has_the_bytes() {
    let bytes = postcard::to_allocvec(&ID).unwrap();
    // The length, as of any bytes in this format, then the ID.
    assert_eq!(bytes[0], 16);
    assert_eq!(bytes[1..], ID.to_bytes());
    assert_eq!(postcard::from_bytes::<Scru128>(&bytes).unwrap(), ID);
    assert!(postcard::from_bytes::<Scru128>(&[15; 16]).is_err(), "15 bytes are no ID");
}
