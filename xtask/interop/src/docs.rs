//! The examples of the book, compiled and run. `cargo xtask book` fails if one of its pages with Rust code is not here, or in
//! `xtask/conformance/src/lib.rs`.

#[doc = include_str!("../../../docs/README.md")]
struct FrontPage;

#[doc = include_str!("../../../docs/choose.md")]
struct Choose;

#[doc = include_str!("../../../docs/ecosystem.md")]
struct Ecosystem;

#[doc = include_str!("../../../docs/fleet.md")]
struct Fleet;

#[doc = include_str!("../../../docs/migrate.md")]
struct Migrate;

#[doc = include_str!("../../../docs/recipes/back-filling.md")]
struct BackFilling;

#[doc = include_str!("../../../docs/recipes/database-keys.md")]
struct DatabaseKeys;

#[doc = include_str!("../../../docs/recipes/file-names.md")]
struct FileNames;

#[doc = include_str!("../../../docs/recipes/firmware.md")]
struct Firmware;

#[doc = include_str!("../../../docs/recipes/fleets.md")]
struct Fleets;

#[doc = include_str!("../../../docs/recipes/log-lines.md")]
struct LogLines;

#[doc = include_str!("../../../docs/recipes/paging.md")]
struct Paging;

#[doc = include_str!("../../../docs/recipes/sharding.md")]
struct Sharding;

#[doc = include_str!("../../../docs/schemes/scru128.md")]
struct Scru128;

#[doc = include_str!("../../../docs/schemes/scru160.md")]
struct Scru160;

#[doc = include_str!("../../../docs/schemes/scru64.md")]
struct Scru64;

#[doc = include_str!("../../../docs/schemes/ulid.md")]
struct Ulid;

#[doc = include_str!("../../../docs/schemes/ulid-flake.md")]
struct UlidFlake;
