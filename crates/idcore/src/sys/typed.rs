//! [`Typed`], here because `unsafe` code relies on its layout.

use core::marker::PhantomData;

/// An ID of type `I` that identifies one kind of thing, such as an order: `ord_0372ijojuxuhjsfkeryi2mrtm`.
///
/// Each scheme crate has this type as `Typed<K>`, and the `kind!` macro to declare kinds. IDs of different kinds are
/// different types, so the compiler detects an ID of the wrong kind.
///
/// If the kind has a prefix, the text form starts with the prefix and `_`. The rest is parsed and formatted like the
/// untyped ID or, in UUIDv7, as the 26 lowercase digits of a TypeID. Instead or in addition, a kind can use UUIDs as
/// text. See [`TextForms`](crate::id::TextForms). The human-readable formats of `serde`, JSON Schema and OpenAPI use this text form. Size,
/// order, hash, binary formats and database columns, even text columns, are the same as for the untyped ID. So a column
/// can become typed without a migration.
///
/// The bytes don't contain the kind. In binary formats such as MessagePack, an untagged `serde` enum of several kinds
/// therefore reads every ID as the first kind. Use a tagged enum, or the module `serde::text` for each kind.
///
/// To convert from and to the untyped ID, use [`from_id`](Self::from_id) and [`id`](Self::id).
///
/// Your crate can't add functions to this type or implement other crates' traits for it, even through an alias. For
/// that, declare a struct around it:
///
/// ```compile_fail,E0116
/// type OrderId = idcore::id::Typed<u128, ()>;
///
/// impl OrderId {}
/// ```
///
/// A forgotten conversion or an ID of a different kind does not compile:
///
/// ```compile_fail,E0308
/// use idcore::id::{Kind, Typed};
///
/// fn cancel<I, Order: Kind, Customer: Kind>(orders: &mut Vec<Typed<I, Order>>, customer: Typed<I, Customer>) {
///     orders.push(customer);
/// }
/// ```
// `fn() -> K`, so that the ID is `Send`, `Sync` and `Unpin` whatever the kind is.
#[repr(transparent)]
#[cfg_attr(
    feature = "zerocopy_0_8",
    derive(
        zerocopy::FromBytes,
        zerocopy::Immutable,
        zerocopy::IntoBytes,
        zerocopy::KnownLayout,
        zerocopy::Unaligned
    )
)]
pub struct Typed<I, K>(I, PhantomData<fn() -> K>);

impl<I: Copy, K> Typed<I, K> {
    /// Returns the ID of this kind with the value of an untyped ID.
    #[must_use]
    pub const fn from_id(id: I) -> Self {
        Self(id, PhantomData)
    }

    /// Returns the untyped ID.
    #[must_use]
    pub const fn id(self) -> I {
        self.0
    }
}

impl<I, K> Typed<I, K> {
    /// Returns the untyped ID by reference.
    pub(crate) const fn as_id(&self) -> &I {
        &self.0
    }
}
