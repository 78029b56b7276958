//! Values that cross over: what the parsers and the lenient parsers accept.

use ferroid::base32::Base32UlidExt as _;
use serde_json::from_value;
use type_safe_id::{StaticType, TypeSafeId};
use ulid::Ulid;
use uuid::Uuid;
use uuid7::{kind, Uuid7};

/// The UUIDs of versions 7 and 4 in RFC 9562, appendix A.
const VERSION_7: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const VERSION_4: &str = "919108f7-52d1-4320-9bac-f847db4148a8";

#[test]
fn only_the_lenient_parser_of_uuid7_reads_other_forms() {
    let theirs: Uuid = VERSION_7.parse().unwrap();
    for text in [theirs.simple().to_string(), theirs.braced().to_string(), theirs.urn().to_string()] {
        assert_eq!(text.parse(), Ok(theirs));
        assert_eq!(text.parse(), Ok(published_uuid7::Uuid::from(theirs.into_bytes())));
        assert_eq!(from_value::<Uuid>(text.clone().into()).unwrap(), theirs);
        assert!(text.parse::<Uuid7>().is_err() && from_value::<Uuid7>(text.clone().into()).is_err());
        assert_eq!(Uuid7::try_from_str_lenient(&text).map(Uuid::from), Ok(theirs));
    }
    for text in [VERSION_4.to_owned(), Uuid::nil().to_string(), Uuid::max().to_string()] {
        assert!(
            Uuid7::try_from_str_lenient(&text).is_err()
                && Uuid7::try_from(text.parse::<Uuid>().unwrap()).is_err()
        );
    }
    assert_eq!(Uuid7::try_from(Uuid::nil()).unwrap_err().to_string(), "ver is 0, expected 7");
}

#[derive(Default)]
pub(crate) struct TheirUser;
pub(crate) type TheirUserId = TypeSafeId<TheirUser>;
impl StaticType for TheirUser {
    const TYPE: &'static str = "user";
}
kind!(pub(crate) OurUser = "user");
pub(crate) type OurUserId = uuid7::Typed<OurUser>;

#[test]
fn only_the_lenient_parser_of_ulid_reads_letters_as_digits() {
    for text in ["O1ARZ3NDEKTSV4RRFFQ69G5FAV", "0iARZ3NDEKTSV4RRFFQ69G5FAV", "0LARZ3NDEKTSV4RRFFQ69G5FAV"] {
        let ours = Ulid::try_from_str_lenient(text).unwrap();
        let theirs: rusty_ulid::Ulid = text.parse().unwrap();
        assert_eq!((ours.to_u128(), ours.unix_ms()), (theirs.into(), theirs.timestamp()));
        assert_eq!(from_value::<rusty_ulid::Ulid>(text.into()).unwrap(), theirs);
        assert!(text.parse::<Ulid>().is_err() && from_value::<Ulid>(text.into()).is_err());
        let theirs = ferroid::id::ULID::decode(text).unwrap();
        assert_eq!((ours.to_u128(), ours.randomness()), (theirs.to_raw(), theirs.random()));
        assert_eq!(ours.encode(), theirs.encode().as_string().as_str());
    }
}
