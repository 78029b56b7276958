//! `arbitrary`: every ID is valid.

use std::collections::HashSet;

use arbitrary::Unstructured;
use idcore::id::Id;

crate::test_every_id!(arbitrary_is_valid);

const COUNT: usize = 2_000;

/// Returns `true` if an ID is valid, which means that its bytes and its text form round-trip.
fn is_valid<I: Id>(id: I) -> bool {
    I::try_from_bytes(id.to_bytes()) == Ok(id) && id.encode().as_ref().parse::<I>() == Ok(id) && id <= I::MAX
}

/// Asserts that IDs are spread over the whole range.
fn are_spread<I: Id>(ids: &[I]) {
    let different: HashSet<I> = ids.iter().copied().collect();
    assert!(different.len() > COUNT / 2, "{} different IDs", different.len());
    let half = I::MAX.unix_ms() / 2;
    let late = ids.iter().filter(|id| id.unix_ms() > half).count();
    assert!((COUNT / 4..COUNT * 3 / 4).contains(&late), "{late} IDs in the later half");
}

fn arbitrary_is_valid<I: Id + for<'a> arbitrary::Arbitrary<'a>>() {
    let inputs = (0..COUNT).map(|seed| {
        // A linear congruential generator (Knuth, MMIX), whose higher bits are good.
        let mut state = seed as u64;
        std::array::from_fn::<u8, 20, _>(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.to_be_bytes()[0]
        })
    });
    let ids: Vec<I> =
        inputs.map(|input| I::arbitrary(&mut Unstructured::new(&input)).expect("an ID")).collect();
    assert!(ids.iter().all(|id| is_valid(*id)));
    are_spread(&ids);

    assert_eq!(I::arbitrary(&mut Unstructured::new(&[])).expect("an ID"), I::MIN);
    assert!(is_valid(I::arbitrary(&mut Unstructured::new(&[0xff; 20])).expect("an ID")));
    assert_eq!(I::size_hint(0), (size_of::<I>(), Some(size_of::<I>())));
}
