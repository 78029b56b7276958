//! The examples of the book, compiled and run. `cargo xtask book` fails if one of its pages with Rust code is not here, or in
//! `xtask/conformance/src/lib.rs`. The pages of the schemes are in `xtask/harness/src/schemes.rs`.

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
    Migrate: "../../../docs/migrate.md";
    BackFilling: "../../../docs/recipes/back-filling.md";
    DatabaseKeys: "../../../docs/recipes/database-keys.md";
    FileNames: "../../../docs/recipes/file-names.md";
    LogLines: "../../../docs/recipes/log-lines.md";
    Paging: "../../../docs/recipes/paging.md";
    Sharding: "../../../docs/recipes/sharding.md";
    TypedIds: "../../../docs/recipes/typed-ids.md";
}
