//! `jiff`, `chrono` and `time` with the IDs of every scheme.

use idcore::clock::UnixTime;
use idcore::id::Id;

crate::test_every_id!(times_round_trip, bounds_take_times);

/// 2026-11-22T00:00:00.512Z: a multiple of 256 ms, the tick of SCRU64.
const UNIX_MS: u64 = 1_795_305_600_512;

fn times_round_trip<I: Id>() {
    let id = I::min_at(UNIX_MS).expect("in range");
    let expected = "2026-11-22T00:00:00.512";
    let jiff: jiff::Timestamp = id.to_time().expect("in range");
    assert_eq!(jiff.to_string(), format!("{expected}Z"));
    let chrono: chrono::DateTime<chrono::Utc> = id.to_time().expect("in range");
    assert_eq!(format!("{chrono:?}"), format!("{expected}Z"));
    let time: time::UtcDateTime = id.to_time().expect("in range");
    assert_eq!(time.to_string(), "2026-11-22 0:00:00.512 +00");
    let time: time::OffsetDateTime = id.to_time().expect("in range");
    assert_eq!(time.to_string(), "2026-11-22 0:00:00.512 +00:00:00");
}

fn bounds_take_times<I: Id>() {
    fn takes<I: Id, T: UnixTime + Copy>(time: T) {
        assert_eq!(I::min_at_time(time), I::min_at(UNIX_MS));
        assert_eq!(I::max_at_time(time), I::max_at(UNIX_MS));
    }
    let jiff: jiff::Timestamp = "2026-11-22T00:00:00.512999Z".parse().expect("a timestamp");
    takes::<I, _>(jiff);
    takes::<I, _>(chrono::DateTime::from_timestamp_nanos(
        i64::try_from(jiff.as_nanosecond()).expect("small"),
    ));
    let offset = time::UtcOffset::from_hms(5, 30, 0).expect("an offset");
    let time = time::OffsetDateTime::from_unix_timestamp_nanos(jiff.as_nanosecond()).expect("in range");
    takes::<I, _>(time.to_offset(offset));
    takes::<I, _>(time.to_utc());

    // A search from a time before the first ID starts at the first ID. A search up to such a time has no bound.
    for early in ["-009999-01-02T01:59:59Z", "1969-12-31T23:59:59.999Z"] {
        let early: jiff::Timestamp = early.parse().expect("a timestamp");
        assert_eq!(I::min_at_time(early), Ok(I::MIN), "{early}");
        let error = I::max_at_time(early).expect_err("before 1970");
        assert_eq!(error.bounds(), Some(I::UNIX_MS.into_inner()));
        assert!(
            error.to_string().starts_with(&format!("unix_ms is {}, ", early.as_millisecond())),
            "{error}"
        );
    }
}

/// Ulid-Flake's epoch is 2024, so these instants are after 1970 but before the first ID.
#[test]
fn a_search_can_start_before_the_epoch() {
    use ulid_flake::UlidFlake;

    let early: jiff::Timestamp = "2023-12-31T23:59:59.999Z".parse().expect("a timestamp");
    assert_eq!(UlidFlake::min_at_time(early), Ok(UlidFlake::MIN));
    let message = UlidFlake::max_at_time(early).expect_err("before the epoch").to_string();
    assert_eq!(message, "unix_ms is 1704067199999, expected 1704067200000 to 10500160222207");
    let early: jiff::Timestamp = "1969-12-31T23:59:59.999Z".parse().expect("a timestamp");
    let message = UlidFlake::max_at_time(early).expect_err("before 1970").to_string();
    assert_eq!(message, "unix_ms is -1, expected 1704067200000 to 10500160222207");
}

/// The largest IDs are later than the latest times of two of the libraries.
#[test]
fn a_time_that_ends_early_is_an_error() {
    let last = scru128::Scru128::MAX;
    let message = last.to_time::<jiff::Timestamp>().expect_err("the year 10889").to_string();
    assert_eq!(message, "unix_ms is 281474976710655, expected 0 to 253402207200999");
    let chrono: chrono::DateTime<chrono::Utc> = last.to_time().expect("in range");
    assert_eq!(chrono.to_string(), "+10889-08-02 05:31:50.655 UTC");
}
