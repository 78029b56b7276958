//! Checks that all contenders of a scheme give the same results. Otherwise the times would be those of different operations.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::contenders::{AtGenerator, Codec, Filler, OwnGenerator, ProcessWide, StackText};
use crate::operations;
use crate::sources::START_UNIX_MS;

/// The first text that a contender gave for an ID of a scheme.
type Texts = HashMap<(&'static str, u128), String>;

/// Asserts that all contenders agree.
pub(crate) fn assert_all() {
    let mut texts = Texts::new();
    for_each_codec!(assert_codec(&mut texts));
    for_each_stack_text!(assert_stack_text());
    for_each_codec!(assert_own_generator());
    for_each_at_generator!(assert_at_generator());
    for_each_at_generator!(assert_filler());
    for_each_process_wide!(assert_process_wide());
}

/// The integers of the checked IDs: the bounds, and some in between.
fn integers() -> impl Iterator<Item = u128> {
    [0, u128::MAX].into_iter().chain(operations::integers(100))
}

fn assert_codec<C: Codec>(texts: &mut Texts) {
    let name = C::NAME;
    let mut last = None;
    let mut ascending: Vec<_> = integers().map(|integer| (C::id(integer), integer)).collect();
    ascending.sort_unstable();
    for (id, integer) in ascending {
        let text = C::string(id);
        assert_eq!(C::parse(&text).expect("its own text"), id, "{name:?}");
        assert!(last < Some(text.clone()), "{name:?}: {text} does not sort as the IDs do");
        let first = texts.entry((name.scheme, integer)).or_insert_with(|| text.clone());
        assert_eq!(*first, text, "{name:?}");
        last = Some(text);
    }
    assert!(C::parse("-").is_err(), "{name:?}");
}

fn assert_stack_text<C: StackText>() {
    for id in integers().map(C::id) {
        let string = C::string(id);
        assert_eq!(C::text(id).as_ref(), string.as_bytes(), "{:?}", C::NAME);
        let mut place = vec![0; string.len()];
        C::write(id, &mut place);
        assert_eq!(place, string.as_bytes(), "{:?}", C::NAME);
    }
}

fn assert_own_generator<C: OwnGenerator>() {
    let mut own = C::own();
    assert_ascending(C::NAME, (0..1000).map(|_| C::generate(&mut own)));
}

fn assert_at_generator<C: AtGenerator>() {
    let mut at = C::at();
    let readings = (0..10).flat_map(|step| [START_UNIX_MS + step * C::STEP_MS; 100]);
    assert_ascending(C::NAME, readings.map(|reading| C::generate_at(&mut at, reading)));
}

fn assert_filler<C: Filler>() {
    let mut ids = vec![C::id(0); 1000];
    let mut filler = C::filler();
    for _ in 0..3 {
        let last = *ids.last().expect("1000");
        C::fill(&mut filler, &mut ids);
        assert_ascending(C::NAME, [last].into_iter().chain(ids.iter().copied()));
    }
}

fn assert_process_wide<C: ProcessWide>() {
    C::prepare();
    let mut ids: Vec<_> = (0..1000).map(|_| C::new_id()).collect();
    // Not all of these generators are monotonic.
    ids.sort_unstable();
    assert_ascending(C::NAME, ids);
}

fn assert_ascending<T: PartialOrd + Debug>(name: crate::meter::Name, ids: impl IntoIterator<Item = T>) {
    let mut last = None;
    for id in ids {
        assert!(last.as_ref() < Some(&id), "{name:?}: {id:?} is not above {last:?}");
        last = Some(id);
    }
}
