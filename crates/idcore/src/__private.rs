//! Items for the scheme crates and for crates that support all schemes. They follow semantic versioning too, but no
//! public signature needs them.

mod scheme_crate;

pub use crate::clock::divide::u64_by_u16;
#[cfg(feature = "std")]
pub use crate::clock::rfc3339::{CYCLE_DAYS, DAY_MS, DAYS_BEFORE_1970, Rfc3339};
pub use crate::codec::{base16, base32, base36};
pub use crate::error::text_format::TextFormat;
pub use crate::features::*;
pub use crate::generate::driver::Reading;
#[cfg(feature = "std")]
pub use crate::generate::generator::process_number;
#[cfg(feature = "std")]
pub use crate::generate::per_thread::PerThread;
#[cfg(feature = "std")]
pub use crate::generate::process_wide::{Origin, ProcessWide};
#[cfg(feature = "std")]
pub use crate::generate::process_wide_id::ProcessWideId;
pub use crate::generate::scheme::{AfterFork, CountError, OnRollback, Since, Word, sample};
#[cfg(feature = "std")]
pub use crate::generate::wait::WaitBudget;
pub use crate::id::field::field_values;
pub use crate::id::typed::{SchemeId, checked_prefix, is_uuid, name_of, prefix, suffix_of};

// Items of other crates, for the macros.
#[cfg(feature = "alloc")]
pub use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

#[cfg(feature = "arbitrary_1")]
pub use arbitrary;
#[cfg(feature = "borsh_1")]
pub use borsh;
#[cfg(feature = "bytemuck_1")]
pub use bytemuck;
#[cfg(feature = "defmt_1")]
pub use defmt;
#[cfg(feature = "diesel_2")]
pub use diesel;
#[cfg(feature = "postgres_types_0_2")]
pub use postgres_types;
#[cfg(feature = "rkyv_0_8")]
pub use rkyv;
#[cfg(feature = "rusqlite")]
pub use rusqlite;
#[cfg(feature = "schemars_1")]
pub use schemars;
#[cfg(feature = "serde")]
pub use serde;
#[cfg(feature = "uuid_1")]
pub use uuid;
#[cfg(feature = "zerocopy_0_8")]
pub use zerocopy;
