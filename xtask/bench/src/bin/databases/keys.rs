//! The kinds of keys, and how a service would generate each of them.

use peer_uuid::{ContextV7, Timestamp, Uuid};
use scru64::NodeSpec;

/// An ID. The variants have different literals in SQL. Bytes are hexadecimal digits.
pub(crate) enum Id {
    Uuid(String),
    Bytes(String),
    Integer(i64),
    Text(String),
    /// The database generates the ID.
    Next,
}

/// A function that generates the IDs of one connection.
pub(crate) type Maker = Box<dyn FnMut() -> Id>;

/// A kind of key.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// The column types in PostgreSQL and MariaDB.
    pub(crate) columns: [&'static str; 2],
    /// The generator of a connection, which represents a process of the service.
    pub(crate) maker: fn(connection: u32) -> Maker,
}

const UUID: [&str; 2] = ["uuid", "binary(16)"];

/// The key that the `scru128_generate()` function generates: in PostgreSQL as the default, in MariaDB in a trigger.
pub(crate) const GENERATED: &str = "SCRU128 by the database";

macro_rules! ours {
    ($generator:expr, |$id:ident| $make:expr) => {{
        let mut generator = $generator;
        Box::new(move || {
            let $id = generator.generate_or_wait().expect("a clock and a random source");
            $make
        })
    }};
}

pub(crate) const ALL: [Key; 9] = [
    key("UUIDv4", UUID, |_| Box::new(|| Id::Uuid(Uuid::new_v4().simple().to_string()))),
    key("UUIDv7", UUID, |_| {
        // `Uuid::now_v7` would share one counter among connections that represent different processes.
        let context = ContextV7::new();
        Box::new(move || Id::Uuid(Uuid::new_v7(Timestamp::now(&context)).simple().to_string()))
    }),
    key("ULID", UUID, |_| ours!(ulid::Generator::new(), |id| Id::Uuid(format!("{:032x}", id.to_u128())))),
    key("SCRU128", UUID, |_| {
        ours!(scru128::Generator::new(), |id| Id::Uuid(format!("{:032x}", id.to_u128())))
    }),
    key("SCRU128 as text", ["char(25) COLLATE \"C\"", "char(25) COLLATE ascii_bin"], |_| {
        ours!(scru128::Generator::new(), |id| Id::Text(id.to_string()))
    }),
    key("SCRU160", ["bytea", "binary(20)"], |_| {
        ours!(scru160::Generator::new(), |id| Id::Bytes(id.encode_hex().to_string()))
    }),
    key("SCRU64", ["bigint", "bigint"], |connection| {
        let node = NodeSpec::with_node_id(connection, 8).expect("one of 256 nodes");
        let generator = scru64::Config::new(node)
            .generator(scru64::clock::SystemClock, scru64::random::SystemRandom::new());
        ours!(generator, |id| Id::Integer(id.to_i64()))
    }),
    key(GENERATED, ["uuid DEFAULT scru128_generate()", "binary(16) DEFAULT ''"], |_| Box::new(|| Id::Next)),
    key("counted by the database", ["bigserial", "bigint AUTO_INCREMENT"], |_| Box::new(|| Id::Next)),
];

const fn key(name: &'static str, columns: [&'static str; 2], maker: fn(u32) -> Maker) -> Key {
    Key { name, columns, maker }
}
