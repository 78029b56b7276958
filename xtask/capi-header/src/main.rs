//! The program behind `cargo xtask capi`: prints the header of `crates/capi` to stdout. With the names of schemes as arguments, the
//! header has only these.

use std::path::PathBuf;
use std::{env, io};

use anyhow::{Context, Result, ensure};
use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

/// The files of all schemes, and then those of each scheme, in the order of the header.
const SOURCES: [(&str, &[&str]); 6] = [
    ("", &["code", "sources"]),
    ("scru160", &["scru160"]),
    ("scru128", &["scru128"]),
    ("scru64", &["scru64"]),
    ("ulid", &["ulid"]),
    ("ulid-flake", &["ulid_flake", "ulid_flake_scalable"]),
];

const START: &str = "\
/* The C interface of sortid. Written by `cargo xtask capi --write` from the sources in crates/capi: do not edit it.
 *
 * docs/c.md shows how to use it, and names the mistakes that it can't notice. Rules for all functions:
 *
 * - After an error, a function has written nothing except for the position of a wrong digit, and a generator is as it was.
 * - Memory of generators starts at a multiple of SORTID_GENERATOR_ALIGN, as that of the generator types does. Nothing else needs
 *   an alignment.
 * - One call at a time may use a generator. IDs and texts need no such care.
 */";

const ALIGN: &str = "
// The alignment of the memory of generators, for memory that is not declared with their types.
#define SORTID_GENERATOR_ALIGN 8";

fn main() -> Result<()> {
    let config = Config {
        language: Language::C,
        header: Some(START.to_owned()),
        include_guard: Some("SORTID_H".to_owned()),
        no_includes: true,
        sys_includes: ["stddef.h", "stdint.h"].map(str::to_owned).into(),
        after_includes: Some(ALIGN.to_owned()),
        cpp_compat: true,
        style: Style::Type,
        documentation_style: DocumentationStyle::C99,
        line_length: 130,
        tab_width: 4,
        usize_is_size_t: true,
        ..Config::default()
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).with_file_name("capi").join("src/interface");
    let mut builder = Builder::new().with_config(config);
    let schemes: Vec<String> = env::args().skip(1).collect();
    for name in &schemes {
        ensure!(SOURCES.iter().any(|(scheme, _)| scheme == name), "unknown scheme `{name}`");
    }
    let is_wanted =
        |name: &str| name.is_empty() || schemes.is_empty() || schemes.iter().any(|scheme| scheme == name);
    for source in SOURCES.iter().filter(|(scheme, _)| is_wanted(scheme)).flat_map(|(_, sources)| *sources) {
        let path = folder.join(source).with_extension("rs");
        ensure!(path.is_file(), "expected a source at {}", path.display());
        builder = builder.with_src(path);
    }
    builder.generate().context("the header can't be made")?.write(io::stdout());
    Ok(())
}
