//! `idcore::generate::published`: the latest configuration, for forked children.

use loom::thread;

use super::shared;
use crate::Model;
use crate::generate::published::Published;

pub(super) const FIRST: Model = Model {
    name: "published_first_value",
    shows: "a child reads nothing or the first value, whenever it was forked",
    forks: false,
    run: || publish_after(0),
};

pub(super) const SECOND: Model = Model {
    name: "published_second_value",
    shows: "a child reads the first or the second value, whenever it was forked",
    forks: false,
    run: || publish_after(1),
};

pub(super) const THIRD: Model = Model {
    name: "published_third_value",
    shows: "a child reads the second or the third value, whenever it was forked",
    forks: false,
    run: || publish_after(2),
};

/// This thread publishes another value. Another thread reads meanwhile, as a child does that was forked meanwhile.
///
/// The reader is not the first thread: loom would let it read first, and not all orders would follow from that.
fn publish_after(earlier: u32) {
    let published = shared(Published::new(None));
    (1..=earlier).for_each(|value| published.publish(value));
    let before = published.get();
    assert_eq!(before, (earlier > 0).then_some(earlier));
    let child = thread::spawn(move || {
        let read = published.get();
        assert!(read == before || read == Some(earlier + 1), "{read:?}");
    });
    published.publish(earlier + 1);
    child.join().expect("it does not panic");
    assert_eq!(published.get(), Some(earlier + 1));
}
