//! The trait [`Id`].

use idcore::{BytesError, Id};
use oracle::schemes::Scheme;

use crate::cases;

/// The items of the trait have the values of the test vectors.
pub fn agrees_with_the_vectors<I: Id>(scheme: &Scheme) {
    let file = scheme.codec_file().expect("the layout has the published values");
    for case in &file.valid {
        let bytes = cases::bytes(&case.bytes).expect("hex digits");
        let id = I::try_from_str(&case.text).expect("an ID");
        assert_eq!(id.encode().as_ref(), case.text);
        assert_eq!(id.to_bytes().as_ref(), bytes);
        assert_eq!(id.as_ref(), bytes);
        let array = I::Bytes::try_from(bytes.as_slice()).ok().expect("as many bytes as an ID has");
        assert_eq!(I::try_from_bytes(array), Ok(id));
        assert_eq!(I::try_from(bytes.as_slice()), Ok(id));
        assert_eq!(id.unix_ms(), case.unix_ms);
        let (min, max) = (I::min_at(case.unix_ms), I::max_at(case.unix_ms));
        assert!(min.expect("in range") <= id && id <= max.expect("in range"));
        assert!(I::MIN <= id && id <= I::MAX);
        for text in &case.alternates {
            assert_eq!(I::try_from_str(text), Ok(id));
        }
    }
    for case in &file.invalid {
        let error = I::try_from_str(&case.text).expect_err("no ID");
        assert_eq!(
            (error.reason(), error.position()),
            (case.reason.as_str(), case.position),
            "{}",
            case.text
        );
    }

    let bits: u32 = I::FIELDS.iter().map(|field| field.bits).sum();
    let largest = I::MAX.to_bytes();
    let zeros = largest.as_ref()[0].leading_zeros();
    assert_eq!(usize::try_from(bits + zeros), Ok(8 * largest.as_ref().len()), "fields are the whole ID");
    let mut beyond = largest;
    beyond.as_mut().fill(0xff);
    match I::try_from_bytes(beyond) {
        Ok(id) => assert_eq!(id, I::MAX),
        Err(error) => assert_eq!(I::try_from(beyond.as_ref()), Err(BytesError::Range(error))),
    }
}
