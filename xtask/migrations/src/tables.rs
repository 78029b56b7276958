//! The code of the tables, which is compiled but not run. `build.rs` reads the page. In the compiler's errors, each line of
//! code ends with its place on the page.
#![allow(deprecated, unreachable_code, unused, reason = "the code is not run")]
#![allow(clippy::diverging_sub_expression, clippy::let_unit_value, clippy::too_many_arguments)]

/// Creates a module for each side of a section, with what its code may use: parameters of a function, and items.
macro_rules! sides {
    ($(mod $name:ident $parameters:tt { $($items:item)* })+) => {
        $(mod $name {
            $($items)*
            side!($name $parameters);
        })+
    };
}

macro_rules! side {
    ($name:ident $parameters:tt) => {
        async fn code $parameters -> Result<(), Box<dyn std::error::Error>> {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"))
        }
    };
}

/// The table says that `ulid` has the same names as `scru128`.
mod to_ulid {
    use ulid::{error, random::SystemRandom, Ulid as Scru128};
    side!(to_scru128_or_ulid_ours(integer: u128, id: Scru128, uuid: uuid::Uuid));
}

sides! {
    mod all_crates_ours(id: Scru128, mut generator: Generator, error: error::ParseError) {
        use scru128::{Config, Generator, Scru128, error, random::SystemRandom, scru128};
        use scru128::clock::{self, NoClock, UnixTime as _};
    }

    mod to_our_uuid7_theirs(integer: u128, uuid: Uuid, timestamp: Timestamp) {
        use uuid::{Timestamp, Uuid, uuid};
    }
    mod to_our_uuid7_ours(integer: u128, id: Uuid7, uuid: uuid::Uuid, mut generator: Generator) {
        use uuid7::{Generator, Uuid7, Uuid7 as Field, Uuid7 as Uuid, error, random::SystemRandom, uuid7};
    }

    mod to_scru128_or_ulid_theirs(integer: u128, uuid: Uuid, timestamp: Timestamp) {
        use uuid::{Timestamp, Uuid};
    }
    mod to_scru128_or_ulid_ours(integer: u128, id: Scru128, uuid: uuid::Uuid) {
        use scru128::{Scru128, error, random::SystemRandom};
    }

    mod from_uuid7_or_uuidv7_theirs(integer: u128, id: Uuid, rand_a: u16, rand_b: u64, rng: impl rand_core_010::Rng) {
        use published_uuid7 as uuid7;
        use uuid7::{Uuid, V7Generator};
    }
    mod from_uuid7_or_uuidv7_ours(integer: u128, id: Uuid7, rand_a: u16, rand_b: u64, rng: impl rand_core_010::Rng) {
        use uuid7::{Config, Generator, Uuid7, clock::SystemClock, error, random::RandCore010};
    }

    mod from_typeid_crates_theirs(id: UserId, any: MagicTypeId, uuid: uuid::Uuid) {
        use mti::prelude::{MagicTypeId, MagicTypeIdError, MagicTypeIdExt as _, V7};
        use type_safe_id::{DynamicType, StaticType, TypeSafeId};
        use crate::behaviour::{TheirUser as User, TheirUserId as UserId};
    }
    mod from_typeid_crates_ours(id: UserId, uuid: uuid::Uuid) {
        use anyid::Prefixed;
        use uuid7::{Typed, Uuid7, error, id::{self, Kind as _}, kind};
        use crate::behaviour::{OurUser as User, OurUserId as UserId};
    }

    mod from_ulid_theirs_1(
        integer: u128, high: u64, low: u64, ulid: Ulid, id: Ulid,
        mut buffer: [u8; 26], mut generator: Generator, mut rng: impl rand_core_09::RngCore,
    ) {
        use ulid_1 as ulid;
        use ulid::{Generator, Ulid, Ulid as Field};
    }
    mod from_ulid_theirs_2(
        integer: u128, high: u64, low: u64, ulid: Ulid, id: Ulid,
        mut buffer: [u8; 26], mut generator: Generator, mut rng: impl rand_core_010::Rng,
    ) {
        use ulid_2 as ulid;
        use ulid::{Generator, Ulid, Ulid as Field};
    }
    mod from_ulid_theirs_3(
        integer: u128, high: u64, low: u64, ulid: Ulid, id: Ulid,
        mut buffer: [u8; 26], mut generator: Generator, mut rng: impl rand_core_010::Rng,
    ) {
        use published_ulid as ulid;
        use ulid::{Generator, Ulid, Ulid as Field};
    }
    mod from_ulid_ours(
        integer: u128, high: u64, low: u64, id: Ulid,
        mut buffer: [u8; 26], mut generator: Generator, rng: impl rand_core_010::Rng,
    ) {
        use ulid::{Config, Generator, Ulid, Ulid as Field, clock::{SystemClock, UnixTime as _}, error, error::GenerateError};
        use ulid::random::{RandCore010, RandCore09, SystemRandom};
    }

    mod from_rusty_ulid_theirs(id: Ulid, ulid: Ulid, previous: Ulid, mut rng: impl rand_core_010::Rng) {
        use rusty_ulid::Ulid;
    }
    mod from_rusty_ulid_ours(id: Ulid, mut generator: Generator, rng: impl rand_core_010::Rng) {
        use chrono::{DateTime, Utc};
        use time::OffsetDateTime;
        use ulid::{Generator, Ulid, error, random::RandCore010};
    }

    mod from_ferroid_theirs(timestamp: u128, integer: u128, id: ULID, generator: Mono, wait: impl FnMut(u128)) {
        use ferroid::generator::{BasicMonoUlidGenerator, thread_local::Ulid};
        use ferroid::{base32::Base32UlidExt as _, id::ULID, rand::ThreadRandom, time::MonotonicClock};
        type Mono = BasicMonoUlidGenerator<ULID, MonotonicClock, ThreadRandom>;
    }
    mod from_ferroid_ours(integer: u128, id: Ulid, mut generator: Generator) {
        use ulid::{Generator, Ulid, clock::UnixTime as _, error, per_thread, random::SystemRandom};
    }

    mod from_scru128_theirs_2(
        allowance: u64, hi: u32, lo: u32, entropy: u32, id: Id, mut buffer: [u8; 25],
        mut generator: Generator<impl rand_core_06::RngCore>, rng: impl rand_core_06::RngCore,
    ) {
        use scru128_2 as scru128;
        use scru128::{Scru128Generator as Generator, Scru128Id as Id};
    }
    mod from_scru128_theirs_3(
        allowance: u64, hi: u32, lo: u32, entropy: u32, id: Id,
        mut generator: Generator, rng: impl rand_core_010::Rng,
    ) {
        use scru128_3 as scru128;
        use scru128::{Generator, Id, generator};
    }
    mod from_scru128_theirs_4(
        hi: u32, lo: u32, entropy: u32, id: Id,
        mut generator: Generator<impl generator::RandSource>, rng: impl rand_core_010::Rng,
    ) {
        use published_scru128 as scru128;
        use scru128::{Generator, Id, generator};
    }
    mod from_scru128_ours(
        hi: u32, lo: u32, entropy: u32, id: Scru128, mut buffer: [u8; 25],
        mut generator: Generator, rng: impl rand_core_010::Rng,
    ) {
        use scru128::{Config, Generator, Scru128, clock::{self, SystemClock}, error};
        use scru128::random::{self, RandCore010, RandCore06};
    }

    mod from_scru64_theirs_1(integer: u64, allowance: u64, id: Scru64Id, node_spec: NodeSpec, mut generator: Scru64Generator) {
        use scru64_1 as scru64;
        use scru64::{Scru64Generator, Scru64Id, generator::counter_mode::DefaultCounterMode};
        use scru64::generator::{GlobalGenerator, NodeSpec, NodeSpecError, NodeSpecParseError};
    }
    mod from_scru64_theirs_2(integer: u64, allowance: u64, id: Scru64Id, node_spec: NodeSpec, mut generator: Scru64Generator) {
        use published_scru64 as scru64;
        use scru64::{Scru64Generator, Scru64Id, generator::counter_mode::DefaultCounterMode};
        use scru64::generator::{GlobalGenerator, NodeSpec, NodeSpecError, NodeSpecParseError};
    }
    mod from_scru64_ours(integer: u64, allowance: u64, id: Scru64, node_spec: NodeSpec, mut generator: Generator) {
        use scru64::{Config, Generator, NodeSpec, Scru64, Scru64 as Field, clock::SystemClock, error, random::SystemRandom, scru64};
    }
}
