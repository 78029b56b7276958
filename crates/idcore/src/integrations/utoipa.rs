//! `utoipa`: the OpenAPI schema of an ID as text.
//!
//! `utoipa/traits.rs` is compiled for each version.

/// `utoipa` 5.
#[cfg(feature = "utoipa_5")]
#[path = "utoipa"]
pub mod utoipa_5 {
    pub use ::utoipa_5 as utoipa;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// `utoipa` 6.
#[cfg(feature = "utoipa_6")]
#[path = "utoipa"]
pub mod utoipa_6 {
    pub use ::utoipa;

    #[allow(clippy::duplicate_mod, reason = "each version has its own traits")]
    mod traits;
    pub use traits::*;
}

/// Implements `ToSchema` of one version of utoipa for an ID. `$version` is the name of a module above.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa {
    ($id:ident, $version:ident) => {
        const _: () = {
            use interop::utoipa::openapi::RefOr;
            use interop::utoipa::openapi::schema::Schema;
            use interop::utoipa::{PartialSchema, ToSchema};
            use $crate::__private::Cow;
            use $crate::integrations::utoipa::$version as interop;

            /// A string, like the JSON form of `serde`. Its pattern has the length and the case-insensitive digits. It
            /// does not exclude values above the maximum.
            ///
            /// The derive macro refers to this schema by its name, unless the field has `#[schema(inline)]`.
            impl PartialSchema for $id {
                fn schema() -> RefOr<Schema> {
                    interop::schema::<Self>()
                }
            }

            impl ToSchema for $id {
                fn name() -> Cow<'static, str> {
                    stringify!($id).into()
                }
            }
        };
    };
}
