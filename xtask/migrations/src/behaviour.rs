//! What the page says about code that compiles unchanged and about values that cross over.

use std::convert::Infallible;
use std::time::{Duration, SystemTime};

use ferroid::base32::Base32UlidExt as _;
use serde_json::from_value;
use type_safe_id::{StaticType, TypeSafeId};
use ulid::clock::NoClock;
use ulid::error::GenerateError;
use ulid::random::SystemRandom;
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

/// An entity library starts a listing at its default ID, and stores IDs of both crates as UUIDs.
#[test]
fn the_default_uuid7_is_before_every_other_id() {
    let (first, old) = (Uuid::from(Uuid7::default()), Uuid::now_v7());
    assert!(Uuid7::default() == Uuid7::MIN && Uuid::default() < first && first < old);
    assert_eq!(Uuid7::try_from(old).map(Uuid::from), Ok(old));
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
fn only_type_ids_of_version_7_are_accepted() {
    let (theirs, ours) = (TheirUserId::new().to_string(), OurUserId::new().to_string());
    assert_eq!(theirs.parse::<OurUserId>().unwrap().to_string(), theirs);
    assert_eq!(ours.parse::<TheirUserId>().unwrap().to_string(), ours);
    let version_4 = TheirUserId::from_uuid(VERSION_4.parse().unwrap()).to_string();
    assert!(version_4.parse::<TheirUserId>().is_ok() && version_4.parse::<OurUserId>().is_err());
}

fn at(unix_ms: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(unix_ms)
}

/// The string after the largest ULID.
const TOO_LARGE: &str = "80000000000000000000000000";

#[test]
fn the_published_ulid_drops_bits_and_follows_no_clock() {
    macro_rules! check {
        ($($ulid:ident)+) => {$(
            use $ulid::{Generator, Ulid as Theirs};
            assert_eq!(TOO_LARGE.parse(), Ok(Theirs::nil()));
            assert_eq!(Theirs::from_parts(1 << 48, 1 << 80), Theirs::nil());
            assert_eq!(Theirs::from_parts(7, u128::MAX).0, Ulid::max_at(7).unwrap().to_u128());
            assert_eq!(format!("{:?}", Theirs(1)), "Ulid(1)");
            let mut generator = Generator::new();
            let last = generator.generate_from_datetime(at(100_000)).unwrap();
            assert_eq!(generator.generate_from_datetime(at(0)).unwrap().0, last.0 + 1);
        )+};
    }
    {
        check!(ulid_1);
    }
    {
        check!(ulid_2);
    }
    {
        check!(published_ulid);
    }
}

#[test]
fn our_ulid_returns_errors() {
    assert!(TOO_LARGE.parse::<Ulid>().is_err());
    assert!(Ulid::from_parts(1 << 48, 0).is_err() && Ulid::from_parts(7, u128::MAX).is_err());
    assert_eq!(format!("{:?}", Ulid::MAX), "Ulid(7ZZZZZZZZZZZZZZZZZZZZZZZZZ)");
    let mut generator = ulid::Config::new().generator(NoClock, SystemRandom::new());
    let last = generator.generate_at(100_000).unwrap();
    assert_eq!(generator.generate_at(90_000).unwrap().to_u128(), last.to_u128() + 1);
    assert!(matches!(generator.generate_at(89_999), Err(GenerateError::Rollback { .. })));
    assert_eq!(generator.generate_or_reset_at(0).unwrap().unix_ms(), 0);
    assert!(Ulid::new() < Ulid::new());
}

#[test]
fn ulids_are_bytes_in_binary_formats() {
    let ours = Ulid::from(VERSION_7.parse::<Uuid>().unwrap());
    let theirs = published_ulid::Ulid(ours.to_u128());
    // postcard writes the length first.
    assert_eq!(postcard::to_allocvec(&theirs).unwrap()[1..], *ours.encode().as_bytes());
    assert_eq!(postcard::to_allocvec(&ours).unwrap()[1..], *ours.as_bytes());
}

#[test]
fn the_constants_of_ulid_are_the_same() {
    use published_ulid::{Ulid as Theirs, ULID_LEN};
    let bits = [Theirs::TIME_BITS, Theirs::RAND_BITS].map(u32::from);
    assert_eq!(bits, [Ulid::FIELDS[0].bits, Ulid::FIELDS[1].bits]);
    assert_eq!(ULID_LEN, Ulid::MAX.encode().len());
}

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

#[test]
fn scru128_ids_show_their_text_form() {
    let text = "0372ijojuxuhjsfkeryi2mrtm";
    let ours: scru128::Scru128 = text.parse().unwrap();
    assert_eq!(format!("{ours:?}"), format!("Scru128({text})"));
    let theirs: (scru128_2::Scru128Id, scru128_3::Id) = (text.parse().unwrap(), text.parse().unwrap());
    let last: published_scru128::Id = text.parse().unwrap();
    for theirs in [format!("{:?}", theirs.0), format!("{:?}", theirs.1), format!("{last:?}")] {
        assert!(!theirs.contains(text), "{theirs}");
    }
}

/// The counter of 20-bit nodes has four bits. Without the guard bit, it would start above 7 in half of the ticks.
#[test]
fn only_the_published_scru64_has_a_guard_bit_by_default() {
    macro_rules! largest_start {
        ($scru64:ident, $node_spec:literal, $bits:literal) => {{
            let mut generator = $scru64::Scru64Generator::new($node_spec.parse().unwrap());
            let ticks = (1..10_000).map(|tick| generator.generate_or_abort_core(tick << 8, 0).unwrap());
            ticks.map(|id| id.node_ctr() % (1 << $bits)).max()
        }};
    }
    assert_eq!(largest_start!(scru64_1, "1/20", 4), Some(7));
    assert_eq!(largest_start!(published_scru64, "1/20", 4), Some(7));
    assert_eq!(largest_start!(published_scru64, "1/19", 5), Some(31));

    // The largest random numbers give the largest counters.
    let ours = |config: scru64::Config| {
        let ones = scru64::random::from_fn(|| Ok::<_, Infallible>(u32::MAX));
        config.generator(NoClock, ones).generate_at(1 << 8).unwrap().node_ctr() % (1 << 4)
    };
    let config = scru64::Config::new("1/20".parse().unwrap());
    assert_eq!(ours(config), 15);
    assert_eq!(ours(config.with_guard_bits(1).unwrap()), 7);
}
