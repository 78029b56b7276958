//! Tests that only ULID has.

use harness::ulid::Ulid;
use harness::ulid::error::ParseErrorKind;

const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/// Only the lenient parser accepts the variants that people type.
#[test]
fn only_the_lenient_parser_accepts_aliases_and_hyphens() {
    let id: Ulid = TEXT.parse().expect("it is published");
    for typed in [
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01arz3ndektsv4rrffq69g5fav",
        "OIARZ3NDEKTSV4RRFFQ69G5FAV",
        "olarz3ndektsv4rrffq69g5fav",
        "01ARZ3-NDEKTSV4-RRFFQ69G5FAV",
        "-0-1ARZ3NDEKTSV4RRFFQ69G5FAV-",
        "oLarz3ndek-tsv4rrffq69g5fav",
    ] {
        assert_eq!(Ulid::try_from_str_lenient(typed), Ok(id), "{typed}");
        assert_eq!(Ulid::try_from_str(typed).is_ok(), typed.eq_ignore_ascii_case(TEXT), "{typed}");
    }
}

#[test]
fn the_lenient_parser_rejects_everything_else() {
    let kind = |text: &str| Ulid::try_from_str_lenient(text).expect_err(text).kind();
    assert_eq!(kind("8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), ParseErrorKind::Overflow);
    assert_eq!(kind("ZZZZZ-ZZZZZZZZZZZZZZZZZZZZZ"), ParseErrorKind::Overflow);
    assert_eq!(kind("01ARZ3-NDEKTSV4RRFFQ69G5FAU"), ParseErrorKind::Digit { position: 26, found: b'U' });
    assert_eq!(kind("01ARZ3NDEKTSV4RRFFQ69G5FAé"), ParseErrorKind::Length { found: 27 });
    assert_eq!(kind("01ARZ3NDEKTSV4RRFFQ69G5Fé"), ParseErrorKind::Digit { position: 24, found: 0xc3 });
    assert_eq!(kind(" 1ARZ3NDEKTSV4RRFFQ69G5FAV"), ParseErrorKind::Digit { position: 0, found: b' ' });
    assert_eq!(kind("01ARZ3NDEKTSV4RRFFQ69G5FA"), ParseErrorKind::Length { found: 25 });
    assert_eq!(kind("01ARZ3NDEKTSV4RRFFQ69G5FAVV"), ParseErrorKind::Length { found: 27 });
    assert_eq!(kind("--------------------------"), ParseErrorKind::Length { found: 0 });
}
