//! Compares two IDs.

use std::cmp::Ordering;

use anyid::{AnyId, Instant};
use serde::Serialize;

use crate::readings::unix_ms;

/// The differences between two IDs.
#[derive(Serialize)]
pub(crate) struct Comparison {
    /// A sentence about the order.
    order: &'static str,
    /// A sentence about the time between the IDs.
    between: String,
    between_ms: u64,
    fields: Vec<ComparedField>,
}

#[derive(Serialize)]
struct ComparedField {
    name: &'static str,
    first: String,
    second: String,
    equal: bool,
}

/// Compares two IDs of the same scheme or of different schemes.
pub(crate) fn compare(first: &AnyId, second: &AnyId) -> Comparison {
    let same_scheme = first.scheme() == second.scheme();
    let order = match (same_scheme, first.cmp(second)) {
        (false, _) => "They belong to different schemes, so they have no order.",
        (true, Ordering::Less) => "The first sorts before the second.",
        (true, Ordering::Greater) => "The second sorts before the first.",
        (true, Ordering::Equal) => "They are the same ID.",
    };
    let fields = first.fields().zip(second.fields()).filter(|_| same_scheme);
    let fields = fields.map(|((field, first), (_, second))| ComparedField {
        name: field.name,
        first: first.to_string(),
        second: second.to_string(),
        equal: first == second,
    });
    let (earlier, later) = (Instant(unix_ms(first)), Instant(unix_ms(second)));
    let between_ms = earlier.0.abs_diff(later.0);
    let between = match (earlier.cmp(&later), earlier.distance_to(later)) {
        (Ordering::Equal, _) => "They have the same time.".to_owned(),
        (Ordering::Less, Some(distance)) => format!("The second is {distance} later ({between_ms} ms)."),
        (Ordering::Greater, Some(distance)) => format!("The first is {distance} later ({between_ms} ms)."),
        (Ordering::Less, None) => format!("The second is {between_ms} ms later."),
        (Ordering::Greater, None) => format!("The first is {between_ms} ms later."),
    };
    Comparison { order, between, between_ms, fields: fields.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readings::Line;

    fn of(first: &str, second: &str) -> Comparison {
        let read = |id: &str| {
            let line = format!("any any strict\t{id}");
            Line::new(line.as_bytes()).first_reading(Instant(0)).unwrap().id
        };
        compare(&read(first), &read(second))
    }

    #[test]
    fn ids_are_compared_by_their_order() {
        let (old, new) = ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ");
        assert_eq!(of(old, new).order, "The first sorts before the second.");
        assert_eq!(of(new, old).order, "The second sorts before the first.");
        assert_eq!(of(new, &new.to_lowercase()).order, "They are the same ID.");
        assert!(of(old, "0u2pf62ji4b9").order.contains("different schemes"));
        assert!(of(old, "0u2pf62ji4b9").fields.is_empty());
    }

    #[test]
    fn fields_and_times_are_compared() {
        // One millisecond, and one more bit of randomness.
        let found = of("01ARZ3NDEK0000000000000000", "01ARZ3NDEM0000000000000001");
        assert_eq!(found.between, "The second is 1 ms later.");
        let fields: Vec<_> = found.fields.iter().map(|field| (field.name, field.equal)).collect();
        assert_eq!(fields, [("timestamp", false), ("randomness", false)]);
        let found = of("01ARZ3NDEK0000000000000000", "01ARZ3NDEK0000000000000001");
        assert_eq!(found.between, "They have the same time.");
        let fields: Vec<_> = found.fields.iter().map(|field| (field.name, field.equal)).collect();
        assert_eq!(fields, [("timestamp", true), ("randomness", false)]);
    }
}
