//! Typed IDs: untyped IDs with a prefix in their text form. The vectors list what is parsed and what is rejected.

use std::collections::HashSet;

#[cfg(feature = "std")]
use harness::scheme::SchemeUnderTest;
use idcore::__private::SchemeId;
use idcore::id::{Id, Typed};

idcore::kind!(
    /// The kind of the tests.
    pub Order = "ord"
);

/// Asserts that typed and untyped IDs differ only in their text form, and that each text form round-trips.
pub fn agrees_with_the_plain<I: SchemeId>(strings: &[&str]) {
    type Of<I> = Typed<I, Order>;

    assert_eq!(size_of::<Option<Of<I>>>(), size_of::<Option<I>>());
    assert_eq!((Of::<I>::MIN.id(), Of::<I>::MAX.id()), (I::MIN, I::MAX));
    assert_eq!((Of::<I>::default().id(), Of::<I>::FIELDS), (I::default(), I::FIELDS));
    let plain: Vec<I> = strings.iter().map(|text| text.parse::<I>().expect("an ID")).collect();
    let typed: Vec<Of<I>> = plain.iter().copied().map(Typed::from_id).collect();
    assert!(typed.is_sorted_by(|one, next| one < next));
    assert_eq!(typed.iter().collect::<HashSet<_>>().len(), strings.len());
    for (typed, plain) in typed.into_iter().zip(plain) {
        assert_eq!((typed.to_bytes(), typed.as_ref()), (plain.to_bytes(), plain.as_ref()));
        assert_eq!(<Of<I> as Id>::try_from_bytes(plain.to_bytes()), Ok(typed));
        assert_eq!(Of::<I>::try_from(plain.as_ref()), Ok(typed));
        let text = format!("ord_{}", &*plain.encode_suffix());
        assert_eq!((typed.to_string(), typed.encode().as_str()), (text.clone(), text.as_str()));
        assert_eq!(text.parse(), Ok(typed));
        let unix_ms = plain.unix_ms();
        assert_eq!(typed.unix_ms(), unix_ms);
        assert_eq!(Of::<I>::min_at(unix_ms).map(Typed::id), I::min_at(unix_ms));
        assert_eq!(Of::<I>::max_at(unix_ms).map(Typed::id), I::max_at(unix_ms));
        assert_eq!(Of::<I>::min_at(u64::MAX).map(Typed::id), I::min_at(u64::MAX));
        #[cfg(feature = "std")]
        {
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_millis(unix_ms);
            assert_eq!(typed.to_time(), Ok(time));
            assert_eq!(Of::<I>::min_at_time(time).map(Typed::id), I::min_at_time(time));
            assert_eq!(Of::<I>::max_at_time(time).map(Typed::id), I::max_at_time(time));
        }
    }
}

/// Checks that the scheme's process-wide generator generates typed IDs.
#[cfg(feature = "std")]
pub fn are_made_process_wide<S: SchemeUnderTest<Id: idcore::__private::ProcessWideId>>() {
    type Of<S> = Typed<<S as SchemeUnderTest>::Id, Order>;

    let harness::scheme::Maker { new, try_new: plain_try_new, .. } = crate::threads::process_wide::<S>();
    // Other tests use the same generator. If they have exhausted a millisecond, `try_new` returns an error instead of
    // waiting.
    let try_new = || loop {
        match (Of::<S>::try_new(), plain_try_new()) {
            (Ok(id), _) => break id,
            (Err(_), Ok(_) | Err("overflow")) => {}
            (Err(_), Err(reason)) => panic!("{reason}"),
        }
    };
    let generated = [new(), Of::<S>::new().id(), try_new().id(), new()];
    assert!(generated.is_sorted_by(|one, next| one < next), "{generated:?}");
}
