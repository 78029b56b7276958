//! Compiles and runs the examples of the book. `cargo xtask book` fails if a page with Rust code is not here, in
//! `xtask/conformance/src/lib.rs` or in `xtask/migrations/src/lib.rs`. The schemes' pages are in
//! `xtask/harness/src/schemes.rs`.

macro_rules! pages {
    ($($name:ident: $path:literal;)+) => {
        $(#[doc = include_str!($path)]
        struct $name;)+
    };
}

pages! {
    FrontPage: "../../../docs/README.md";
    Browser: "../../../docs/browser.md";
    Choose: "../../../docs/choose.md";
    Ecosystem: "../../../docs/ecosystem.md";
    Fleet: "../../../docs/fleet.md";
    Moving: "../../../docs/moving.md";
    BackFilling: "../../../docs/recipes/back-filling.md";
    DatabaseKeys: "../../../docs/recipes/database-keys.md";
    FixedIds: "../../../docs/recipes/fixed-ids.md";
    FileNames: "../../../docs/recipes/file-names.md";
    LogLines: "../../../docs/recipes/log-lines.md";
    Paging: "../../../docs/recipes/paging.md";
    Sharding: "../../../docs/recipes/sharding.md";
    TypedIds: "../../../docs/recipes/typed-ids.md";
}
