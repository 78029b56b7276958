//! Typed IDs as plain ones, in place.

use crate::id::typed::Typed;

/// The plain IDs of a slice. What is written to them is the value of the typed ones.
pub(crate) fn as_plain<I, K>(ids: &mut [Typed<I, K>]) -> &mut [I] {
    // SAFETY: `Typed<I, K>` is `repr(transparent)` over `I`: its other field is a `PhantomData`. So both slices have the same
    // layout and length, and every `I` is valid in a `Typed<I, K>`. The exclusive reference keeps its lifetime.
    unsafe { &mut *(&raw mut *ids as *mut [I]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::kind!(Order = "ord");

    /// With a type that owns memory, so that Miri and sanitizers notice a wrong layout or lifetime.
    #[test]
    fn a_plain_value_is_that_of_the_typed_one() {
        let values: std::vec::Vec<u128> = (1..4).collect();
        let mut typed: std::vec::Vec<Typed<u128, Order>> =
            values.iter().copied().map(Typed::from_id).collect();
        assert_eq!(as_plain(&mut typed), values);
        for value in as_plain(&mut typed) {
            *value <<= 100;
        }
        assert_eq!(
            typed.iter().map(|id| id.id()).collect::<std::vec::Vec<_>>(),
            [1 << 100, 2 << 100, 3 << 100]
        );
        assert_eq!(as_plain::<u128, Order>(&mut []), [0; 0]);
        assert_eq!(size_of::<Typed<u128, Order>>(), 16);
        assert_eq!(align_of::<Typed<u128, Order>>(), align_of::<u128>());
    }
}
